//! What is said while a call runs.

use std::{thread::sleep, time::Duration};

use bulkhead_sdk::{log, progress, tool};

/// What the suite's own fixtures leave between two messages, so that a client can see each arrive.
const PAUSE: Duration = Duration::from_millis(50);

/// Writes three lines while it works.
#[tool(read_only, closed_world)]
pub fn test_tool_with_logging() -> &'static str {
    log::info!("Tool execution started");
    sleep(PAUSE);
    log::info!("Tool processing data");
    sleep(PAUSE);
    log::info!("Tool execution completed");
    "Three lines were written."
}

/// Writes a line that nobody may have asked for.
#[tool(read_only, closed_world)]
pub fn test_logging_tool() -> &'static str {
    log::error!("A line that only a client that asked for lines may get");
    "A line was written."
}

/// Says three times how far it is.
#[tool(read_only, closed_world)]
pub fn test_tool_with_progress() -> &'static str {
    progress(0.0, 100.0, None);
    sleep(PAUSE);
    progress(50.0, 100.0, None);
    sleep(PAUSE);
    progress(100.0, 100.0, None);
    "Progress was reported."
}

/// Takes long enough for a connection to be lost.
#[tool(read_only, closed_world)]
pub fn test_reconnection() -> &'static str {
    sleep(PAUSE);
    "The result came, whatever became of the connection."
}
