#![allow(clippy::unwrap_used, reason = "tests")]

use bulkhead_policy::{Budget, Denial, StateGrant};
use bulkhead_schema::ToolError;
use futures::future::BoxFuture;

use super::*;
use crate::{Called, Change, StateAnswer, StateAsk};

#[derive(Default)]
struct Kept(Mutex<Vec<String>>);

impl HostSide for Kept {
    fn log(&self, level: Level, message: &str, _: Option<&str>) {
        self.0.lock().unwrap().push(format!("{level} {message}"));
    }
    fn log_enabled(&self, _: Level) -> bool {
        true
    }
    fn progress(&self, _: f64, _: Option<f64>, _: Option<&str>) {}
    fn changed(&self, _: Change) {}
    fn state(&self, _: StateGrant, _: StateAsk) -> BoxFuture<'_, Result<StateAnswer, ToolError>> {
        unreachable!()
    }

    fn call_tool(&self, _: String, _: String, _: Budget) -> BoxFuture<'_, Called> {
        unreachable!()
    }
    fn denied(&self, _: &Denial) {}
}

fn lines(log_lines: u32, log_bytes: u64) -> (Arc<Kept>, Lines) {
    let kept = Arc::new(Kept::default());
    let limits = Limits { log_lines, log_bytes, ..Limits::default() };
    (Arc::clone(&kept), Lines::new(kept, &limits))
}

#[test]
fn a_line_is_passed_on_when_it_ends() {
    let (kept, lines) = lines(10, 1000);
    lines.write(Stream::Stdout, b"he");
    lines.write(Stream::Stdout, b"llo\r\nwor");
    assert_eq!(*kept.0.lock().unwrap(), ["info hello"]);
    lines.write(Stream::Stderr, b"oops\n");
    lines.finish();
    assert_eq!(*kept.0.lock().unwrap(), ["info hello", "warning oops", "info wor"]);
}

#[test]
fn a_line_that_never_ends_is_cut() {
    let (kept, lines) = lines(10, 100_000);
    lines.write(Stream::Stdout, &vec![b'x'; LONGEST_LINE * 2 + 5]);
    lines.finish();
    let sizes: Vec<usize> = kept.0.lock().unwrap().iter().map(|line| line.len() - "info ".len()).collect();
    assert_eq!(sizes, [LONGEST_LINE, LONGEST_LINE, 5]);
}

#[test]
fn the_budget_is_shared_and_what_is_beyond_is_counted() {
    let (kept, lines) = lines(2, 1000);
    lines.write(Stream::Stdout, b"a\nb\nc\n");
    lines.log(Level::Error, "d", None);
    assert!(!lines.enabled(Level::Error));
    assert_eq!(lines.counts(), (2, 2));
    assert_eq!(kept.0.lock().unwrap().len(), 2);
}

#[test]
fn bytes_count_with_the_fields() {
    let (_, lines) = lines(100, 10);
    lines.log(Level::Info, "12345", Some("{\"a\":1}"));
    lines.log(Level::Info, "12345", Some("{}"));
    assert_eq!(lines.counts(), (1, 1));
}

#[test]
fn text_cannot_move_the_cursor_forge_a_line_or_turn_around() {
    assert_eq!(neutral("plain \t ü"), "plain \t ü");
    assert_eq!(neutral("\u{1b}[2J\n\0\u{7f}"), "␛[2J␊␀␡");
    assert_eq!(neutral("a\u{202e}b\u{9b}c\u{2028}"), "a\u{fffd}b\u{fffd}c\u{fffd}");
}
