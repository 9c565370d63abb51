//! The guests of `tests/guests` as components without an embedded catalog: a path for each, such as [`ECHO`], and
//! [`foreach_guest!`], with which a crate of tests makes sure that it has a test of every guest's name.

include!(concat!(env!("OUT_DIR"), "/guests.rs"));
