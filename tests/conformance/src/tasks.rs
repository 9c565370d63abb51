//! Long calls, which a client that knows of tasks may leave alone and come back for.
#![allow(clippy::panic, reason = "a job that crashes is one of the fixtures")]

use std::{thread::sleep, time::Duration};

use bulkhead_sdk::{
    InputRequest, Outcome, PersonAnswer, Question, Resumption, ToolError,
    serde_json::{Map, Value, json},
    tool,
};

use crate::wanted::{
    form,
    rounds::{entered, text_form},
};

/// Longer than a host waits before it makes a task of a call, and shorter than the suite waits for what comes next.
const WORK: Duration = Duration::from_secs(1);

/// Greets somebody at once.
#[tool(read_only, closed_world)]
pub fn greet(
    /// Who.
    name: String,
) -> String {
    format!("Hello, {name}!")
}

/// Takes as long as it is told to.
#[tool(read_only, closed_world)]
pub fn slow_compute(
    /// How long.
    seconds: u64,
    /// What for; part of the result.
    label: Option<String>,
) -> String {
    sleep(Duration::from_secs(seconds));
    format!("Computed {} for {seconds} s.", label.unwrap_or_default())
}

/// What says that a client must know of tasks to call it.
fn always_a_task() -> Map<String, Value> {
    Map::from_iter([("bulkhead/task".to_owned(), json!("required"))])
}

/// Works, and fails.
#[tool(read_only, closed_world, meta = always_a_task())]
pub fn failing_job() -> Result<String, ToolError> {
    sleep(WORK);
    Err(ToolError::new("job_failed", "The job failed, as it always does."))
}

/// Works, and crashes.
#[tool(read_only, closed_world)]
pub fn protocol_error_job() -> String {
    sleep(WORK);
    panic!("on purpose")
}

/// A form for a yes or no.
fn yes_or_no(message: &str) -> Question {
    form(message, &json!({ "confirm": { "type": "boolean" } }), &["confirm"])
}

/// Whether the person said yes; nothing when there is no answer yet.
fn confirmed(resumption: &Resumption, key: &str) -> Option<bool> {
    match resumption.person(key)? {
        PersonAnswer::Accepted(form) => Some(form["confirm"] == true),
        PersonAnswer::Declined | PersonAnswer::Cancelled => Some(false),
    }
}

/// Looks for a file, and asks before it would delete it. Deletes nothing.
#[tool(read_only, closed_world)]
pub fn confirm_delete(
    /// Which.
    filename: String,
    resumption: Option<Resumption>,
) -> Outcome {
    match resumption.and_then(|resumption| confirmed(&resumption, "confirm")) {
        Some(true) => format!("{filename} would be deleted.").into(),
        Some(false) => format!("{filename} stays.").into(),
        None => {
            sleep(WORK);
            InputRequest::new().ask("confirm", yes_or_no(&format!("Delete {filename}?"))).into()
        }
    }
}

/// Works, and asks for two things at once.
#[tool(read_only, closed_world)]
pub fn multi_input(resumption: Option<Resumption>) -> Outcome {
    let resumption = resumption.unwrap_or_default();
    match (confirmed(&resumption, "first"), confirmed(&resumption, "second")) {
        (Some(first), Some(second)) => format!("First: {first}. Second: {second}.").into(),
        (None, _) | (_, None) => {
            sleep(WORK);
            InputRequest::new()
                .ask("first", yes_or_no("The first?"))
                .ask("second", yes_or_no("The second?"))
                .into()
        }
    }
}

/// Asks at once, and works when it knows.
#[tool(read_only, closed_world)]
pub fn test_tool_with_task(resumption: Option<Resumption>) -> Outcome {
    match resumption.and_then(|resumption| entered(&resumption, "user_name", "name")) {
        Some(name) => {
            sleep(WORK);
            format!("Done for {name}.").into()
        }
        None => InputRequest::new().ask("user_name", text_form("What is your name?", "name")).into(),
    }
}
