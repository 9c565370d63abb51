//! Each guest of `tests/guests` in the part that it was written for. A guest without a test of its name does not compile.

mod answers;
mod attack;
mod bounds;
mod catalog;
mod catalogs;
mod compute;
mod escapes;
mod files;
mod hostile_http;
mod http;
mod kept;
mod loading;
mod memory;
mod others;
mod quota;
mod repeatable;
mod results;
mod secrets;
mod sockets;
mod talk;
mod text;
mod wishes;

use answers::{ask, broken, echo, refuse};
use bounds::{flood, hoard, knock, panic, recurse, sleep, spin};
use catalog::{catalog_twice, stall, twin_left, twin_right};
use escapes::{escape, meddle};
use files::{environment, files};
use http::http;
use kept::state;
use others::{call, calls_itself};
use quota::quota;
use repeatable::{clock, dice};
use secrets::secret;
use sockets::tcp;
use talk::{chatter, print, progress};
use wishes::{boasts, wants};
use {catalogs::*, compute::*, loading::*, memory::*, results::*, text::*};

macro_rules! assert_test_exists {
    ($guest:ident) => {
        const _: fn() = self::$guest;
    };
}

bulkhead_test_artifacts::foreach_guest!(assert_test_exists);
