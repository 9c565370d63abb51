//! What the scripts of `prelude/` find natively: what JavaScript alone cannot do.

use std::cell::RefCell;
use std::collections::HashSet;
use std::rc::Rc;

use rquickjs::function::{Func, Opt};
use rquickjs::{Ctx, Function, Object, Persistent, Result, TypedArray, Value};
use url::Url;
use url::quirks;

use crate::failure::frames;
use crate::outside::{Level, Outside, Request};

/// The scripts, in the order in which they are evaluated, each a function of the native part and of what they share.
const PRELUDE: [(&str, &str); 5] = [
    ("bulkhead:bridge", include_str!("prelude/bridge.js")),
    ("bulkhead:console", include_str!("prelude/console.js")),
    ("bulkhead:web", include_str!("prelude/web.js")),
    ("bulkhead:absent", include_str!("prelude/absent.js")),
    ("bulkhead:begin", include_str!("prelude/begin.js")),
];

/// What the engine calls of the prelude.
#[derive(Clone)]
pub(crate) struct Hooks {
    /// Settles the promise of a call: its number, whether it was done, and the outcome as JSON.
    pub settle: Persistent<Function<'static>>,
    /// What a run is: the promise of the evaluated source, and whether that was the body of a function.
    pub launch: Persistent<Function<'static>>,
    /// The value of the script, as JSON, and notes about it.
    pub finish: Persistent<Function<'static>>,
    /// Begins a run: four words of seed, and `args` as JSON.
    pub begin: Persistent<Function<'static>>,
    /// A value as a person would write it.
    pub inspect: Persistent<Function<'static>>,
}

/// The calls that are running and whose outcome a script ends not without.
pub(crate) type Running = Rc<RefCell<HashSet<u32>>>;

/// Evaluates the prelude.
pub(crate) fn install<'js, O: Outside + 'static>(
    ctx: &Ctx<'js>,
    outside: &Rc<O>,
    running: &Running,
) -> Result<Hooks> {
    let native = native(ctx, outside, running)?;
    let shared = Object::new(ctx.clone())?;
    let mut made = Vec::new();
    for (name, source) in PRELUDE {
        let mut options = rquickjs::context::EvalOptions::default();
        options.filename = Some(name.to_owned());
        let part: Function<'_> = ctx.eval_with_options(source, options)?;
        made.push(part.call::<_, Value<'_>>((native.clone(), shared.clone()))?);
    }
    let bridge = made.first().and_then(Value::as_object).ok_or(rquickjs::Error::Unknown)?;
    let begin = made.last().and_then(Value::as_function).ok_or(rquickjs::Error::Unknown)?;
    let saved = |function: Function<'js>| Persistent::save(ctx, function);
    Ok(Hooks {
        settle: saved(bridge.get("settle")?),
        launch: saved(bridge.get("launch")?),
        finish: saved(bridge.get("finish")?),
        begin: saved(begin.clone()),
        inspect: saved(shared.get("inspect")?),
    })
}

fn native<'js, O: Outside + 'static>(
    ctx: &Ctx<'js>,
    outside: &Rc<O>,
    running: &Running,
) -> Result<Object<'js>> {
    let native = Object::new(ctx.clone())?;
    let (out, running) = (Rc::clone(outside), Rc::clone(running));
    let start = move |kind: String, component: Option<String>, name: String, text: String| -> u32 {
        let request = match kind.as_str() {
            "tool" => Request::Tool { component, name, arguments: text },
            "search" => Request::Search(text),
            "describe" => Request::Describe(text),
            "stored" => Request::Stored(name),
            _ => Request::Sleep(milliseconds(&text)),
        };
        let call = out.start(request);
        if kind == "tool" {
            running.borrow_mut().insert(call);
        }
        call
    };
    native.set("start", Func::from(start))?;
    let out = Rc::clone(outside);
    let write = move |level: String, text: String| {
        let level = match level.as_str() {
            "debug" => Level::Debug,
            "warn" => Level::Warn,
            "error" => Level::Error,
            _ => Level::Info,
        };
        out.write(level, &text);
    };
    native.set("write", Func::from(write))?;
    native.set("framesOf", Func::from(|stack: String| frames_of(&stack)))?;
    native
        .set("encode", Func::from(|ctx: Ctx<'js>, text: String| TypedArray::new(ctx, text.into_bytes())))?;
    native.set("decode", Func::from(|bytes: TypedArray<'js, u8>| decode(&bytes)))?;
    native.set(
        "url",
        Func::from(|ctx: Ctx<'js>, url: String, base: Opt<Option<String>>| {
            let base = base.0.flatten();
            parse(&url, base.as_deref()).map(|url| parts(&ctx, &url)).transpose()
        }),
    )?;
    native.set(
        "setUrl",
        Func::from(|ctx: Ctx<'js>, url: String, part: String, value: String| {
            change(&url, &part, &value).map(|url| parts(&ctx, &url)).transpose()
        }),
    )?;
    Ok(native)
}

/// Only the script's own frames, as the engine writes them.
fn frames_of(stack: &str) -> String {
    let own = stack.lines().filter(|line| !frames(line).is_empty());
    own.map(|line| format!("{line}\n")).collect()
}

fn milliseconds(text: &str) -> u32 {
    let wanted: f64 = text.parse().unwrap_or(0.0);
    // Saturates, and makes what is no number nothing.
    #[allow(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "saturating is what is wanted"
    )]
    let whole = wanted.ceil() as u32;
    whole
}

fn decode(bytes: &TypedArray<'_, u8>) -> String {
    #[allow(unsafe_code, reason = "nothing runs that could change or free the bytes before they are copied")]
    let bytes = unsafe { bytes.as_bytes() };
    String::from_utf8_lossy(bytes.unwrap_or_default()).into_owned()
}

fn parse(url: &str, base: Option<&str>) -> Option<Url> {
    match base {
        None => Url::parse(url).ok(),
        Some(base) => Url::parse(base).ok()?.join(url).ok(),
    }
}

/// One of the setters of the URL standard; `None` when it changes nothing.
fn change(url: &str, part: &str, value: &str) -> Option<Url> {
    let mut url = Url::parse(url).ok()?;
    let done = match part {
        "href" => quirks::set_href(&mut url, value).is_ok(),
        "protocol" => quirks::set_protocol(&mut url, value).is_ok(),
        "username" => quirks::set_username(&mut url, value).is_ok(),
        "password" => quirks::set_password(&mut url, value).is_ok(),
        "host" => quirks::set_host(&mut url, value).is_ok(),
        "hostname" => quirks::set_hostname(&mut url, value).is_ok(),
        "port" => quirks::set_port(&mut url, value).is_ok(),
        "pathname" => {
            quirks::set_pathname(&mut url, value);
            true
        }
        "search" => {
            quirks::set_search(&mut url, value);
            true
        }
        "hash" => {
            quirks::set_hash(&mut url, value);
            true
        }
        _ => false,
    };
    done.then_some(url)
}

fn parts<'js>(ctx: &Ctx<'js>, url: &Url) -> Result<Object<'js>> {
    let parts = Object::new(ctx.clone())?;
    parts.set("href", quirks::href(url))?;
    parts.set("origin", quirks::origin(url))?;
    parts.set("protocol", quirks::protocol(url))?;
    parts.set("username", quirks::username(url))?;
    parts.set("password", quirks::password(url))?;
    parts.set("host", quirks::host(url))?;
    parts.set("hostname", quirks::hostname(url))?;
    parts.set("port", quirks::port(url))?;
    parts.set("pathname", quirks::pathname(url))?;
    parts.set("search", quirks::search(url))?;
    parts.set("hash", quirks::hash(url))?;
    Ok(parts)
}

/// How many rejections that nobody handles are kept.
const UNHANDLED: usize = 20;

/// Promises that were rejected and that nothing waits for, each with why.
#[derive(Default)]
pub(crate) struct Unhandled {
    kept: RefCell<Vec<(Persistent<Value<'static>>, Persistent<Value<'static>>)>>,
}

impl Unhandled {
    /// What the engine tells of a promise.
    pub(crate) fn track<'js>(&self, ctx: &Ctx<'js>, promise: &Value<'js>, reason: Value<'js>, handled: bool) {
        let mut kept = self.kept.borrow_mut();
        if handled {
            let is = |it: &Persistent<Value<'static>>| it.clone().restore(ctx).is_ok_and(|it| it == *promise);
            kept.retain(|(it, _)| !is(it));
        } else if kept.len() < UNHANDLED {
            kept.push((Persistent::save(ctx, promise.clone()), Persistent::save(ctx, reason)));
        }
    }

    /// Lets go of all of them.
    pub(crate) fn clear(&self) {
        self.kept.borrow_mut().clear();
    }

    /// Takes what is left of them: why each was rejected.
    pub(crate) fn take<'js>(&self, ctx: &Ctx<'js>) -> Vec<Value<'js>> {
        let kept = std::mem::take(&mut *self.kept.borrow_mut());
        kept.into_iter().filter_map(|(_, reason)| reason.restore(ctx).ok()).collect()
    }
}
