//! What the tests of the pipeline stand on: a recorder and a listener that keep everything, servers that a guest can
//! ask, and a resolver that says what a test wants.

mod notes;
mod resolver;
mod web;

pub use notes::{Entry, Heard, Notes};
pub use resolver::Names;
pub use web::Web;
