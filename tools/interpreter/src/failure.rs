//! How a script that has no result ended, from what it threw.

use rquickjs::{Coerced, Ctx, FromJs, Object, Value};

/// The name under which the script's own source is evaluated; frames of other names are the interpreter's.
pub(crate) const SCRIPT: &str = "script";

/// How many frames are told.
const FRAMES: usize = 10;

/// A place in the source, both from 1; columns are counted in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The line.
    pub line: u32,
    /// The column.
    pub column: u32,
}

impl Place {
    fn within(self, source: &str, before: usize) -> Option<Self> {
        let line = source.split('\n').nth(usize::try_from(self.line).ok()?.checked_sub(1)?)?;
        let before = if self.line == 1 { before } else { 0 };
        let bytes = usize::try_from(self.column).ok()?.saturating_sub(1 + before);
        let characters = line[..line.floor_char_boundary(bytes.min(line.len()))].chars().count();
        Some(Self { line: self.line, column: u32::try_from(characters).ok()? + 1 })
    }
}

/// How a script that has no result ended.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// `syntax_error`, `exception`, `not_json`, `deadlock`, `out_of_fuel`, `out_of_memory`, `stack_overflow`, or the code
    /// of the error of a call that nobody caught.
    pub code: String,
    /// For the model.
    pub message: String,
    /// Where it was thrown.
    pub place: Option<Place>,
    /// Where it was called from, the innermost first.
    pub stack: Vec<Frame>,
    /// Whether the same may succeed later.
    pub retryable: bool,
    /// Anything more, as JSON.
    pub detail: Option<String>,
}

impl Failure {
    /// One without a place.
    pub(crate) fn new(code: &str, message: impl Into<String>) -> Self {
        Self { code: code.to_owned(), message: message.into(), ..Self::default() }
    }

    /// What was thrown, and lies ready to be caught.
    pub(crate) fn caught(ctx: &Ctx<'_>) -> Self {
        Self::of(&ctx.catch())
    }

    /// Why the script cannot be read.
    pub(crate) fn of_source(ctx: &Ctx<'_>) -> Self {
        let mut failure = Self::caught(ctx);
        if failure.message.starts_with("SyntaxError") {
            failure.code = "syntax_error".to_owned();
        }
        failure
    }

    /// That the memory was used up. Where there is none left, there is none for an error either, and `null` is thrown.
    pub(crate) fn out_of_memory() -> Self {
        Self::new("out_of_memory", OUT_OF_MEMORY)
    }

    /// The same with places in this source, before which so many characters were put on its first line. The engine counts
    /// bytes, and lines that stand around the source.
    pub(crate) fn placed(mut self, source: &str, before: usize) -> Self {
        let placed = |place: Place| place.within(source, before);
        self.place = self.place.and_then(placed);
        let frame = |frame: Frame| Some(Frame { place: placed(frame.place)?, ..frame });
        self.stack = self.stack.into_iter().filter_map(frame).collect();
        self
    }

    /// What was thrown.
    pub(crate) fn of(thrown: &Value<'_>) -> Self {
        match thrown.as_object().filter(|object| object.is_error()) {
            Some(error) => Self::of_error(error),
            None => Self::new("exception", format!("the script threw {}", shown(thrown))),
        }
    }

    fn of_error(error: &Object<'_>) -> Self {
        let name = text(error, "name").unwrap_or_else(|| "Error".to_owned());
        let message = text(error, "message").unwrap_or_default();
        let frames = text(error, "stack").map(|stack| frames(&stack)).unwrap_or_default();
        let mut failure = Self { place: frames.first().map(|frame| frame.place), ..Self::default() };
        failure.stack = frames.into_iter().take(FRAMES).collect();
        (failure.code, failure.message) = match (name.as_str(), message.as_str()) {
            ("InternalError", "out of memory") => ("out_of_memory".to_owned(), OUT_OF_MEMORY.to_owned()),
            ("InternalError", "interrupted") => ("out_of_fuel".to_owned(), interrupted(error)),
            ("RangeError" | "InternalError", text) if is_overflow(text) => {
                ("stack_overflow".to_owned(), STACK_OVERFLOW.to_owned())
            }
            _ => ("exception".to_owned(), format!("{name}: {message}")),
        };
        if name == "ToolError"
            && let Some(code) = text(error, "code")
        {
            (failure.code, failure.message) = (code, message);
            failure.retryable = error.get("retryable").unwrap_or(false);
            let detail =
                error.get::<_, Value<'_>>("detail").ok().filter(|it| !it.is_undefined() && !it.is_null());
            failure.detail =
                detail.and_then(|it| it.ctx().json_stringify(it.clone()).ok()??.to_string().ok());
        }
        failure
    }
}

/// What `throw null` is told as.
pub(crate) const THREW_NULL: &str = "the script threw null";

const OUT_OF_MEMORY: &str =
    "the script ran out of memory: keep less at a time, or let a tool do the filtering";
const STACK_OVERFLOW: &str = "the script called itself, or nested values, too deeply: use a loop instead";
const TOO_LONG: &str = "the script computed for too long";

fn is_overflow(message: &str) -> bool {
    message.contains("call stack") || message.contains("stack overflow")
}

/// What was computing when the time was over: a regular expression has the engine's own frame on top.
fn interrupted(error: &Object<'_>) -> String {
    const MATCHING: [&str; 10] =
        ["exec", "test", "match", "matchAll", "replace", "replaceAll", "search", "split", "next", "[Symbol."];
    let stack = text(error, "stack").unwrap_or_default();
    let top = stack.lines().next().unwrap_or_default();
    let matching = top.contains("(native)") && MATCHING.iter().any(|name| top.contains(name));
    match matching {
        true => format!("{TOO_LONG}: a regular expression found too many ways to match; make it simpler"),
        false => format!("{TOO_LONG}: it loops without an end, or has too much to do"),
    }
}

/// A property as text. Reading it may run the script's own code, which may throw.
fn text(object: &Object<'_>, name: &str) -> Option<String> {
    let value: Value<'_> = object.get(name).ok()?;
    if value.is_undefined() || value.is_null() {
        return None;
    }
    read(&value)
}

fn read(value: &Value<'_>) -> Option<String> {
    match Coerced::<String>::from_js(value.ctx(), value.clone()) {
        Ok(Coerced(text)) => Some(text),
        Err(_) => {
            value.ctx().catch();
            None
        }
    }
}

fn shown(thrown: &Value<'_>) -> String {
    let json =
        thrown.ctx().json_stringify(thrown.clone()).ok().flatten().and_then(|text| text.to_string().ok());
    json.or_else(|| read(thrown)).unwrap_or_else(|| "something that cannot be shown".to_owned())
}

/// A line of a stack that is about the script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The function's name; empty when it has none.
    pub function: String,
    /// Where in it.
    pub place: Place,
}

impl std::fmt::Display for Frame {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Place { line, column } = self.place;
        match self.function.as_str() {
            "" | "<anonymous>" | "<eval>" => write!(f, "line {line}, column {column}"),
            function => write!(f, "{function}, line {line}, column {column}"),
        }
    }
}

/// The frames of a stack that are about the script: `at name (script:1:2)` or `at script:1:2`.
pub(crate) fn frames(stack: &str) -> Vec<Frame> {
    stack.lines().filter_map(frame).collect()
}

fn frame(line: &str) -> Option<Frame> {
    let line = line.trim().strip_prefix("at ")?;
    let (function, place) = match line.strip_suffix(')').and_then(|line| line.rsplit_once(" (")) {
        Some((function, place)) => (function, place),
        None => ("", line),
    };
    let (line, column) = place.strip_prefix(SCRIPT)?.strip_prefix(':')?.split_once(':')?;
    let place = Place { line: line.parse().ok()?, column: column.parse().ok()? };
    Some(Frame { function: function.to_owned(), place })
}
