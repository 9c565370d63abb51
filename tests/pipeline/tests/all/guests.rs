//! Each guest of `tests/guests` in the part that it was written for. A guest without a test of its name does not compile.

mod answers;
mod attack;
mod bounds;
mod catalog;
mod catalogs;
mod compute;
mod files;
mod http;
mod loading;
mod memory;
mod results;
mod talk;
mod text;

use answers::{ask, broken, call, echo, refuse, state};
use bounds::{flood, hoard, knock, panic, recurse, sleep, spin};
use catalog::{catalog_twice, stall, twin_left, twin_right};
use files::{environment, files};
use http::http;
use talk::{chatter, print, progress};
use {catalogs::*, compute::*, loading::*, memory::*, results::*, text::*};

macro_rules! assert_test_exists {
    ($guest:ident) => {
        const _: fn() = self::$guest;
    };
}

bulkhead_test_artifacts::foreach_guest!(assert_test_exists);
