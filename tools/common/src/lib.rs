//! What the bundled tools share: the directories they were given, and answers that stay small.

mod cut;
mod directories;
mod nearest;

pub use cut::{ANSWER, cut, cut_around, cut_start, thousands};
pub use directories::{Directories, Directory, Location, Place};
pub use nearest::nearest;
