//! Code mode: scripts in the interpreter, with calls of real guests.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bulkhead_code::{CodeMode, Given, InMemory, Ran, Record, Script};
use bulkhead_dispatch::{Answer, CallError, CallRequest, Silent};
use bulkhead_schema::{Answer as Reply, KeyedAnswer, Outcome, PersonAction, Resumption, ToolError};
use bulkhead_test_artifacts::{ASK, ECHO, REFUSE, SLEEP};
use serde_json::{Value, json};

use crate::house::{House, Plan, caller};

mod hostile;
mod replay;

/// A house and code mode over it.
pub struct Study {
    pub code: CodeMode,
    pub house: House,
}

impl Study {
    pub async fn of(plan: Plan) -> Self {
        let house = plan.open().await;
        let code = CodeMode::new(house.dispatcher.clone(), Arc::new(InMemory::default()));
        Self { code, house }
    }

    pub async fn execute(
        &self,
        arguments: Value,
        resumption: Option<Resumption>,
    ) -> Result<Outcome, CallError> {
        let request =
            CallRequest { tool: "execute".to_owned(), arguments: Some(Arc::new(arguments)), resumption };
        self.code.call(&caller(), request, Arc::new(Silent)).await.map(|answer: Answer| answer.outcome)
    }

    /// The whole answer of a script that has a result.
    pub async fn answer(&self, code: &str) -> Value {
        match self.execute(json!({ "code": code }), None).await {
            Ok(Outcome::Complete(result)) => result.structured.unwrap(),
            other => panic!("{code}: {other:?}"),
        }
    }

    pub async fn result(&self, code: &str) -> Value {
        self.answer(code).await["result"].clone()
    }

    pub async fn error(&self, code: &str) -> ToolError {
        match self.execute(json!({ "code": code }), None).await {
            Err(error) => error.for_model(),
            Ok(outcome) => panic!("{code}: {outcome:?}"),
        }
    }

    pub async fn ran(&self, code: &str) -> Ran {
        let script = Script { code: code.to_owned(), args: json!({}) };
        self.code.run(&caller(), script, Arc::new(Silent)).await
    }

    /// How many calls were begun.
    pub fn begun(&self) -> usize {
        self.house.notes.told().iter().filter(|told| *told == "intent").count()
    }

    pub async fn replayed(&self, record: Record) -> Ran {
        self.code.replay(&caller(), record, Arc::new(Silent)).await
    }
}

/// The value of a run that has one.
pub fn value(ran: &Ran) -> Option<Value> {
    match &ran.end {
        Ok(Given::Value(answer)) => answer.value.as_deref().map(|text| serde_json::from_str(text).unwrap()),
        Ok(Given::Questions(_)) | Err(_) => None,
    }
}

#[test]
fn the_interpreter_imports_calls_and_a_console_and_nothing_else() {
    let shape = bulkhead_schema::Shape::of(bulkhead_code::INTERPRETER).unwrap();
    let mut imports = shape.imports.clone();
    imports.sort_unstable();
    let expected = ["calls", "console", "types"].map(|interface| format!("bulkhead:code/{interface}@0.1.0"));
    assert_eq!(imports, expected);
}

#[tokio::test]
async fn a_script_has_a_result() {
    let study = Study::of(Plan::of(ECHO)).await;
    assert_eq!(study.result("1 + 1").await, json!(2));
    assert_eq!(study.result("return { a: [1, 'x', null] }").await, json!({ "a": [1, "x", null] }));
    let answer = study.answer("console.log('one', { two: 2 }); 3").await;
    assert_eq!((&answer["result"], &answer["console"]), (&json!(3), &json!(["one { two: 2 }"])));
    assert!(
        answer["used"]["fuel"].as_u64().unwrap() > 1000 && answer["used"]["memory"].as_u64().unwrap() > 0
    );
    let with = study.execute(json!({ "code": "args.a + 1", "args": { "a": 41 } }), None).await.unwrap();
    let Outcome::Complete(result) = with else { panic!("{with:?}") };
    assert_eq!(result.structured.unwrap()["result"], 42);
}

#[tokio::test]
async fn it_calls_tools_by_component_and_by_name() {
    let study = Study::of(Plan::of(ECHO)).await;
    let code = "const a = await tools.echo.echo({ text: 'hé' }); const b = await tools.echo({ text: 'b' });\
                const c = await tools.echo.structured({ number: 7, words: ['x'] }); [a, b, c.number, c.words]";
    let answer = study.answer(code).await;
    assert_eq!(answer["result"], json!(["hé", "b", 7, ["x"]]));
    let tools: Vec<_> = answer["calls"].as_array().unwrap().iter().map(|call| call["tool"].clone()).collect();
    assert_eq!(tools, ["echo.echo", "echo", "echo.structured"]);
    assert_eq!(answer["calls"][0]["outcome"], "ok");
    let kinds = study.result("(await tools.echo.kinds({})).map((block) => block.type)").await;
    assert_eq!(kinds[0], "text");
    assert_eq!(kinds[1], "image");
}

#[tokio::test]
async fn calls_overlap_up_to_the_cap() {
    let sleep =
        "await Promise.all(Array.from({ length: 10 }, () => tools.sleep.sleep({ milliseconds: 200 })))";
    let study = Study::of(Plan::of(SLEEP)).await;
    study.result("await tools.sleep.sleep({ milliseconds: 0 })").await;
    let begun = Instant::now();
    assert_eq!(study.answer(sleep).await["calls"].as_array().unwrap().len(), 10);
    let together = begun.elapsed();
    let study = Study::of(Plan::of(SLEEP).policy("[code]\nconcurrent_calls = 1\n")).await;
    study.result("await tools.sleep.sleep({ milliseconds: 0 })").await;
    let begun = Instant::now();
    study.result(sleep).await;
    // Ten times two tenths of a second, against once.
    assert!(together * 3 < begun.elapsed(), "{together:?} {:?}", begun.elapsed());
}

#[tokio::test]
async fn errors_point_at_the_source() {
    let study = Study::of(Plan::of(ECHO).and(REFUSE)).await;
    let error = study.error("let a = 1;\nfoo.bar").await;
    assert_eq!(error.code, "exception");
    assert!(error.message.contains("2 | foo.bar\n    ^ line 2, column 1"), "{}", error.message);
    assert_eq!(error.detail.unwrap()["detail"]["line"], 2);
    let error = study.error("await tools.ecko.echo({})").await;
    assert_eq!(error.code, "unknown_tool");
    assert!(error.message.contains("echo.echo"), "{}", error.message);
    let error = study.error("await tools.echo.echo({ txet: 1 })").await;
    assert_eq!(error.code, "bad_arguments");
    let error = study.error("\nawait tools.refuse.refuse({ code: 'no_luck', retryable: true })").await;
    assert_eq!((error.code.as_str(), error.retryable), ("no_luck", true));
    assert!(error.message.contains("line 2"), "{}", error.message);
    let caught = "try { await tools.refuse({ code: 'x' }) } catch (e) { [e.code, e.message, e.retryable, e.detail.why] }";
    assert_eq!(study.result(caught).await, json!(["x", "It is as it is.", false, "because"]));
}

#[tokio::test]
async fn each_limit_ends_a_script_with_its_own_error() {
    let study =
        Study::of(Plan::of(ECHO).policy("[code]\nlimits = { fuel = 10_000_000_000, memory = \"64MiB\" }\n"))
            .await;
    for (code, expected) in [
        ("for (;;);", "out_of_fuel"),
        ("/^(a+)+$/.test('a'.repeat(50) + 'b')", "out_of_fuel"),
        ("try { for (;;); } catch { 'caught' }", "out_of_fuel"),
        ("const f = () => f(); f()", "stack_overflow"),
        ("JSON.parse('['.repeat(1e6))", "stack_overflow"),
        ("eval('('.repeat(1e5))", "stack_overflow"),
        ("const l = []; for (;;) l.push(new Array(1000).fill(1))", "out_of_memory"),
        ("await new Promise(() => {})", "deadlock"),
        ("(async () => { for (;;) await null })(); await new Promise(() => {})", "out_of_fuel"),
    ] {
        let error = study.error(code).await;
        assert_eq!(error.code, expected, "{code}: {}", error.message);
        assert!(!error.message.is_empty());
    }
    // The next one has an instance of its own.
    assert_eq!(study.result("typeof l").await, "undefined");
}

#[tokio::test]
async fn a_run_has_one_budget_for_all_that_it_calls() {
    let policy = "[code]\ncalls = 3\ntraffic = \"1KiB\"\n";
    let study = Study::of(Plan::of(ECHO).policy(policy)).await;
    let code = "const codes = []; for (let i = 0; i < 5; i++) {\
                try { await tools.echo({ text: 'x' }); codes.push('ok') } catch (e) { codes.push(e.code) } } codes";
    assert_eq!(study.result(code).await, json!(["ok", "ok", "ok", "out_of_budget", "out_of_budget"]));
    let error = study.error("await tools.echo({ text: 'x'.repeat(2000) })").await;
    assert_eq!(error.code, "out_of_budget");
}

#[tokio::test]
async fn a_large_value_is_answered_in_part_and_kept_whole() {
    let study = Study::of(Plan::of(ECHO).policy("[code]\nanswer = \"2KiB\"\n")).await;
    let code =
        "({ count: 1000, items: Array.from({ length: 1000 }, (_, id) => ({ id, name: 'name ' + id })) })";
    let answer = study.answer(code).await;
    assert!(answer.to_string().len() < 4_000, "{answer}");
    assert_eq!(answer["result"]["count"], 1000);
    assert!(answer["left_out"][0]["at"].as_str().unwrap().starts_with("$.items["), "{answer}");
    let whole = answer["whole"].as_str().unwrap();
    assert_eq!(study.result(&format!("({whole}).items.length")).await, 1000);
    let error = study.error("await stored('0123')").await;
    assert_eq!(error.code, "not_found");
}

#[tokio::test]
async fn a_question_pauses_the_run_and_the_answer_resumes_it_once() {
    let study = Study::of(Plan::of(ASK).and(ECHO)).await;
    let code = "const said = await tools.echo({ text: 'x' + Math.random() });\
                const booked = await tools.ask({ place: 'Ritz' }); [said, booked]";
    let paused = study.execute(json!({ "code": code }), None).await.unwrap();
    let Outcome::InputRequired(request) = paused else { panic!("{paused:?}") };
    let keys: Vec<_> = request.questions.iter().map(|question| question.key.as_str()).collect();
    assert_eq!(keys, ["1/party", "1/where"]);
    let before = study.begun();
    let answer = |key: &str, answer| KeyedAnswer { key: key.to_owned(), answer };
    let people = Reply::Person { action: PersonAction::Accept, content: Some(json!({ "people": 4 })) };
    let answers = vec![answer("1/party", people), answer("1/where", Reply::Roots(Vec::new()))];
    let resumption = Resumption { state: request.state, answers };
    let resumed = study.execute(json!({ "code": code }), Some(resumption.clone())).await.unwrap();
    let Outcome::Complete(result) = resumed else { panic!("{resumed:?}") };
    let result = result.structured.unwrap();
    assert!(result["result"][0].as_str().unwrap().starts_with("x0."), "{result}");
    assert_eq!(result["result"][1], "Ritz (Ritz) for 4, 0 roots");
    // The run itself and the call that asked: the other was not made again.
    assert_eq!(study.begun(), before + 2);
    let again = study.execute(json!({ "code": code }), Some(resumption)).await.unwrap_err();
    assert_eq!(again.code(), "unknown_run");
}

#[tokio::test]
async fn code_mode_that_is_off_runs_nothing() {
    let study = Study::of(Plan::of(ECHO).policy("[code]\nenabled = false\n")).await;
    let ended = study.ran("1").await.end;
    assert_eq!(ended.err().map(|error| error.code).as_deref(), Some("denied"));
    let tool = study.execute(json!({ "code": "1" }), None).await.unwrap_err();
    assert_eq!(tool.code(), "unknown_tool");
    assert_eq!(study.begun(), 0);
}

#[tokio::test]
async fn bad_arguments_are_told() {
    let study = Study::of(Plan::of(ECHO)).await;
    for arguments in [json!(null), json!({}), json!({ "code": 3 }), json!({ "code": "1", "cod": 1 })] {
        let error = study.execute(arguments, None).await.unwrap_err();
        assert_eq!(error.code(), "bad_arguments");
    }
}

#[tokio::test]
async fn a_cancelled_run_cancels_its_calls() {
    let study = Study::of(Plan::of(SLEEP)).await;
    study.result("await tools.sleep.sleep({ milliseconds: 0 })").await;
    let run =
        study.answer("await Promise.all([1, 2].map(() => tools.sleep.sleep({ milliseconds: 60_000 })))");
    assert!(tokio::time::timeout(Duration::from_millis(500), run).await.is_err());
    tokio::time::sleep(Duration::from_millis(200)).await;
    let ended = study.house.notes.told();
    let cancelled = ended.iter().filter(|told| *told == "ended cancelled").count();
    assert_eq!(cancelled, 3, "{ended:?}");
}
