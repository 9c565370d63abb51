//! The engine on this machine, where a run takes microseconds: what the language has, what scripts find beside it, and how
//! each kind of failure is told. The component is tested through the host, in `tests/pipeline`.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a failing test should stop")]

use std::cell::RefCell;

use bulkhead_interpreter::{
    Answer, CallError, Engine, Event, Failure, Level, Outside, Place, Program, Request,
};

/// Answers each call with its arguments, in the order of the calls; `fail` fails.
#[derive(Default)]
struct Echo {
    started: RefCell<Vec<Request>>,
    next: RefCell<usize>,
    lines: RefCell<Vec<String>>,
}

impl Outside for Echo {
    fn start(&self, request: Request) -> u32 {
        let mut started = self.started.borrow_mut();
        started.push(request);
        u32::try_from(started.len() - 1).unwrap()
    }

    fn wait(&self) -> Option<Event> {
        let call = self.next.replace_with(|next| *next + 1);
        let outcome = match self.started.borrow().get(call)? {
            Request::Tool { name, .. } if name == "fail" => Err(CallError {
                code: "not_found".to_owned(),
                message: "nothing there".to_owned(),
                retryable: true,
                detail: Some(r#"{"a":1}"#.to_owned()),
            }),
            Request::Tool { arguments, .. } => Ok(arguments.clone()),
            Request::Sleep(_) => Ok("null".to_owned()),
            Request::Search(text) | Request::Describe(text) | Request::Stored(text) => {
                Ok(format!("{text:?}"))
            }
        };
        Some(Event { call: u32::try_from(call).unwrap(), now: 0, outcome })
    }

    fn write(&self, level: Level, text: &str) {
        self.lines.borrow_mut().push(format!("{level:?} {text}"));
    }
}

fn run(source: &str) -> Result<Answer, Failure> {
    let engine = Engine::new(Echo::default(), |_| ()).unwrap();
    engine.run(&Program {
        source: source.to_owned(),
        arguments: r#"{"month":7}"#.to_owned(),
        seed: 7,
        now: 0,
        memory: 24 << 20,
        steps: 2_000,
    })
}

fn value(source: &str) -> String {
    run(source).unwrap_or_else(|failure| panic!("{source}: {failure:?}")).value.unwrap_or_default()
}

fn failure(source: &str) -> Failure {
    run(source).expect_err(source)
}

/// Each line is a script, and what it gives.
#[test]
fn scripts_give_what_they_should() {
    for (source, expected) in include_str!("values.txt").lines().filter_map(|line| line.split_once(" ==> ")) {
        assert_eq!(value(source), expected, "{source}");
    }
}

/// Each line is a script, the code of its error, and a part of the message.
#[test]
fn failures_are_told_by_their_kind() {
    for line in include_str!("failures.txt").lines() {
        let (source, expected) = line.split_once(" ==> ").unwrap();
        let (code, part) = expected.split_once(": ").unwrap();
        let failure = failure(source);
        assert_eq!(failure.code, code, "{source}: {failure:?}");
        assert!(failure.message.contains(part), "{source}: {}", failure.message);
    }
}

#[test]
fn a_failure_has_its_place() {
    for (source, line, column) in [
        ("let a = 1;\nfoo.bar", 2, 1),
        ("let a = ;", 1, 9),
        ("return foo.bar", 1, 8),
        ("\n  return 1 +\n  nothing()", 3, 3),
        ("const é = 'é'; nope()", 1, 16),
    ] {
        assert_eq!(failure(source).place, Some(Place { line, column }), "{source}");
    }
    let stack = failure("function a() {\n  b()\n}\nfunction b() {\n  null.x\n}\na()").stack;
    let stack: Vec<_> = stack.iter().map(ToString::to_string).collect();
    assert_eq!(stack, ["b, line 5, column 3", "a, line 2, column 3", "line 7, column 1"]);
    let called = failure("\n\nawait tools.a.fail({})");
    assert_eq!((called.code.as_str(), called.place.map(|place| place.line)), ("not_found", Some(3)));
    assert!(called.retryable && called.detail.as_deref() == Some(r#"{"a":1}"#));
}

#[test]
fn what_json_cannot_carry_is_said() {
    for (source, code, part) in [
        ("({ a: 1n })", "not_json", "BigInt at $.a"),
        ("const a = {}; a.b = [a]; a", "not_json", "refers to itself at $.b[0]"),
        ("({ a: tools.x.y({}) })", "not_json", "promise at $.a"),
        ("[new Map([[1, 2]])]", "not_json", "Map at $[0]"),
        ("new Set([1])", "not_json", "Set at $"),
    ] {
        let failure = failure(source);
        assert_eq!(failure.code, code, "{source}");
        assert!(failure.message.contains(part), "{source}: {}", failure.message);
    }
    let answer = run("({ f() {}, n: NaN, s: Symbol('x'), u: undefined })").unwrap();
    assert_eq!(answer.value.as_deref(), Some(r#"{"n":null}"#));
    assert_eq!(answer.notes.len(), 3, "{:?}", answer.notes);
    let answer = run("Promise.reject(new Error('lost')); 3").unwrap();
    assert!(answer.notes[0].contains("nothing awaited it: Error: lost"), "{:?}", answer.notes);
}

#[test]
fn lines_are_written_as_a_person_would() {
    for (source, expected) in include_str!("lines.txt").lines().filter_map(|line| line.split_once(" ==> ")) {
        let echo = Echo::default();
        let engine = Engine::new(echo, |_| ()).unwrap();
        let program = Program {
            source: format!("const lines = []; globalThis.seen = lines; console.log({source})"),
            arguments: "{}".to_owned(),
            seed: 1,
            now: 0,
            memory: 48 << 20,
            steps: 5_000,
        };
        engine.run(&program).unwrap();
        assert_eq!(*engine.outside().lines.borrow(), [format!("Info {expected}")], "{source}");
    }
}

#[test]
fn the_same_program_is_the_same_run() {
    let random = "[Math.random(), Math.random(), [1, 2, 3].toSorted(() => Math.random() - 0.5)]";
    assert_eq!(value(random), value(random));
}
