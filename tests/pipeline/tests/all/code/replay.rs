//! The same record is the same run: on another instance, in another order of time, and with nothing called.

use bulkhead_code::{CodeMode, Given, InMemory};
use bulkhead_dispatch::Silent;
use bulkhead_test_artifacts::{ECHO, REFUSE, SLEEP};
use serde_json::json;
use std::sync::Arc;

use super::{Study, value};
use crate::house::{Plan, caller};

/// How many programs are generated. Each is run, and run again from its record.
const PROGRAMS: u64 = 300;

async fn study() -> Study {
    Study::of(Plan::of(ECHO).and(REFUSE).and(SLEEP)).await
}

#[tokio::test]
async fn a_record_that_was_written_down_is_run_again_by_a_second_host() {
    let (first, second) = (study().await, study().await);
    let before = second.begun();
    for seed in 0..PROGRAMS {
        let source = Program(seed).source();
        let ran = first.ran(&source).await;
        let text = serde_json::to_string(&ran.record).unwrap();
        let again = second.replayed(serde_json::from_str(&text).unwrap()).await;
        assert_eq!(told(&ran.end), told(&again.end), "{source}");
        assert_eq!(value(&ran), value(&again), "{source}");
        assert_eq!(ran.console, again.console, "{source}");
        assert_eq!(
            (&ran.record.requests, &ran.record.events),
            (&again.record.requests, &again.record.events)
        );
        assert_eq!(ran.usage.fuel, again.usage.fuel, "{source}");
    }
    let made = second.begun() - before;
    assert_eq!(made as u64, PROGRAMS, "only the runs themselves are on the second host's record");
}

fn told(end: &Result<Given, bulkhead_schema::ToolError>) -> Option<String> {
    end.as_ref().err().map(|error| format!("{} {}", error.code, error.message))
}

#[tokio::test]
async fn what_differs_from_the_record_ends_the_run() {
    let study = study().await;
    let ran =
        study.ran("const a = await tools.echo({ text: 'a' }); await tools.echo({ text: a + 'b' })").await;
    let mut other = ran.record.clone();
    other.program.source = other.program.source.replace("'a' }", "'c' }");
    let mut short = ran.record.clone();
    short.requests.pop();
    short.events.pop();
    let mut foreign = ran.record.clone();
    foreign.events[0].event.call = 7;
    let mut cut = ran.record.clone();
    cut.events.pop();
    for record in [other, short, foreign, cut] {
        let before = study.begun();
        let ended = study.replayed(record).await;
        let Err(error) = ended.end else { panic!("it went on") };
        assert_eq!(error.code, "replay_diverged", "{}", error.message);
        assert_eq!(study.begun(), before + 1, "nothing was called");
    }
}

#[tokio::test]
async fn runs_differ_and_time_stands_still_between_events() {
    let study = study().await;
    let random = "Math.random()";
    assert_ne!(study.result(random).await, study.result(random).await);
    let times = study.result("const a = Date.now(); for (let i = 0; i < 1e6; i++); const b = Date.now(); await sleep(20); [a, b, Date.now()]").await;
    let times: Vec<i64> = times.as_array().unwrap().iter().map(|time| time.as_i64().unwrap()).collect();
    assert_eq!(times[0], times[1]);
    assert!(times[2] - times[1] >= 20, "{times:?}");
    let year = study.result("new Date().getUTCFullYear()").await;
    assert!(year.as_u64().unwrap() >= 2026);
}

#[tokio::test]
async fn a_script_sees_only_what_is_kept_for_its_principal() {
    let study = study().await;
    let other = CodeMode::new(study.house.dispatcher.clone(), Arc::new(InMemory::default()));
    let arguments = json!({ "code": "await stored('00')" });
    let denied = other.execute(&caller(), &arguments, None, Arc::new(Silent)).await;
    assert_eq!(denied.unwrap_err().code(), "not_found");
}

/// A program made of a number: calls one after the other and side by side, failures caught and not, waits, random numbers.
struct Program(u64);

impl Program {
    fn source(mut self) -> String {
        let mut lines = vec!["const seen = [];".to_owned()];
        for step in 0..3 + self.below(5) {
            let line = self.step(step);
            lines.push(line);
        }
        lines.push("return seen;".to_owned());
        lines.join("\n")
    }

    fn step(&mut self, step: u64) -> String {
        let (n, m) = (self.below(100), 1 + self.below(5));
        match self.below(9) {
            0 => format!("seen.push(await tools.echo({{ text: 'step {step} ' + {n} }}));"),
            1 => format!(
                "seen.push(...await Promise.all(Array.from({{ length: {m} }}, (_, i) => tools.echo({{ text: `${{i}} {n}` }}))));"
            ),
            2 => format!(
                "try {{ await tools.refuse({{ code: 'no_{n}' }}) }} catch (e) {{ seen.push(e.code) }}"
            ),
            3 => format!(
                "seen.push(await Promise.race([sleep({m}).then(() => 'slept'), tools.echo({{ text: 'r{n}' }})]));"
            ),
            4 => "seen.push(Math.random());".to_owned(),
            5 => format!("await sleep({m}); seen.push(typeof Date.now());"),
            6 => format!(
                "const done{step} = []; await Promise.all([{n} % 4, 1, 3].map(async (ms) => {{ await tools.sleep({{ milliseconds: ms }}); done{step}.push(ms) }})); seen.push(done{step});"
            ),
            7 => format!("console.log('at {step}', seen.length); if ({n} === 7) throw new Error('seven');"),
            _ => format!(
                "seen.push((await tools.echo.structured({{ number: {n}, words: ['a', 'b'] }})).words.length);"
            ),
        }
    }

    /// A step of a linear congruential generator: the same programs every time.
    fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % limit
    }
}

#[test]
fn programs_differ() {
    let sources: std::collections::HashSet<String> =
        (0..PROGRAMS).map(|seed| Program(seed).source()).collect();
    assert!(sources.len() as u64 > PROGRAMS * 9 / 10);
}
