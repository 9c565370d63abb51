//! The values of secrets. They are read for the request that they go into, and wiped when it was sent.

use std::collections::BTreeMap;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use bulkhead_policy::SecretSource;
use futures::future::BoxFuture;
use zeroize::Zeroizing;

/// The value of a secret. It can be neither displayed nor debugged, so that no log line and no error has it by accident,
/// and its memory is wiped when it is dropped.
pub struct Secret(Zeroizing<String>);

impl Secret {
    /// Takes charge of a value.
    pub fn new(value: String) -> Self {
        Self(Zeroizing::new(value))
    }

    pub(crate) fn value(&self) -> &str {
        &self.0
    }

    /// Whether it can be sent and masked.
    ///
    /// # Errors
    ///
    /// What is wrong with it, as in "it has less than 8 bytes", without any part of it.
    pub fn check(&self) -> Result<(), String> {
        let value = self.value();
        if !value.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
            return Err("it has characters that headers do not have, such as a line break".to_owned());
        }
        if value.len() < SHORTEST {
            return Err(format!("it has less than {SHORTEST} bytes, and could be guessed"));
        }
        if value.len() > LONGEST {
            return Err(format!("it has more than {LONGEST} bytes"));
        }
        if value.starts_with(' ') || value.ends_with(' ') {
            return Err("it begins or ends with a space".to_owned());
        }
        Ok(())
    }
}

/// What is shorter can be guessed by looking at what is masked.
const SHORTEST: usize = 8;

/// What servers accept in one header, with room for the others: 8 KiB is the least that common ones do.
const LONGEST: usize = 4 << 10;

/// Where the values of secrets come from.
pub trait Secrets: Send + Sync {
    /// The value that is there now.
    ///
    /// # Errors
    ///
    /// When there is none: what is wrong, for the operator, without any part of a value.
    fn read<'a>(&'a self, source: &'a SecretSource) -> BoxFuture<'a, Result<Secret, String>>;
}

/// Values from variables, from files, and from the system's keyring.
pub struct SystemSecrets {
    /// What a file's relative path starts from: the folder of the policy file.
    pub base: PathBuf,
    /// The host's variables.
    pub environment: BTreeMap<String, String>,
}

impl Secrets for SystemSecrets {
    fn read<'a>(&'a self, source: &'a SecretSource) -> BoxFuture<'a, Result<Secret, String>> {
        Box::pin(async move {
            match source {
                SecretSource::Environment(name) => self.variable(name),
                SecretSource::File(path) => {
                    let path = self.base.join(path);
                    blocking(move || {
                        from_file(&path).map_err(|e| format!("the file {}: {e}", path.display()))
                    })
                    .await
                }
                SecretSource::Keyring(entry) => {
                    let entry = entry.clone();
                    blocking(move || from_keyring(&entry)).await
                }
            }
        })
    }
}

impl SystemSecrets {
    fn variable(&self, name: &str) -> Result<Secret, String> {
        let value =
            self.environment.get(name).ok_or_else(|| format!("the variable {name} is not set here"))?;
        Ok(Secret::new(value.clone()))
    }
}

/// Files and keyrings may let one wait.
async fn blocking(read: impl FnOnce() -> Result<Secret, String> + Send + 'static) -> Result<Secret, String> {
    tokio::task::spawn_blocking(read).await.map_err(|e| e.to_string())?
}

/// The largest file that is taken for a secret: larger ones are a mistake in the policy, and would be held in memory.
const LARGEST: u64 = 64 << 10;

/// Without one line break at the end, which editors put there.
fn from_file(path: &Path) -> io::Result<Secret> {
    // Before it is opened: a pipe would be waited for.
    if !std::fs::metadata(path)?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let file = std::fs::File::open(path)?;
    let mut text = Zeroizing::new(String::new());
    file.take(LARGEST + 1).read_to_string(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(io::Error::other("it is larger than a secret"));
    }
    let value = text.strip_suffix('\n').map_or(text.as_str(), |text| text.strip_suffix('\r').unwrap_or(text));
    Ok(Secret::new(value.to_owned()))
}

/// The service that the entries of the system's keyring stand under.
const SERVICE: &str = "bulkhead";

fn from_keyring(name: &str) -> Result<Secret, String> {
    // The library's other errors may hold what is in the entry.
    let problem = |error: keyring::Error| match error {
        keyring::Error::NoEntry => {
            format!("the keyring's entry {name} of the service {SERVICE} is not there")
        }
        keyring::Error::NoStorageAccess(_) => {
            format!("the keyring's entry {name}: the keyring is locked, or not for this user")
        }
        keyring::Error::PlatformFailure(e) => format!("the keyring's entry {name}: {e}"),
        _ => format!("the keyring's entry {name} cannot be used"),
    };
    let entry = keyring::Entry::new(SERVICE, name).map_err(problem)?;
    entry.get_password().map(Secret::new).map_err(problem)
}

#[cfg(test)]
mod tests;
