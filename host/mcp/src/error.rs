//! Why the door could not be opened, or closed by itself.

/// Why serving ended, other than by the client's leaving.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The system gives no random numbers; nothing can be sealed, and no session named.
    #[error("the system's source of random numbers failed")]
    Randomness,
    /// Standard input could not be read.
    #[error("cannot read from the client: {0}")]
    Read(std::io::Error),
    /// Standard output could not be written, for another reason than that the client closed it.
    #[error("cannot write to the client: {0}")]
    Write(std::io::Error),
}
