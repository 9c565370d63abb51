//! What the tests of the pipeline stand on: a recorder and a listener that keep everything, servers that a guest can
//! ask, and resolvers that say what a test wants.

mod notes;
mod parrot;
mod resolver;
mod web;

pub use notes::{Entry, Heard, Notes};
pub use parrot::{Parrot, answer};
pub use resolver::{Fickle, Names};
pub use web::Web;
