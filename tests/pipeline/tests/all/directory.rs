//! The directory: what serves, what does not and why, and what happens to a file while the host runs.

use std::{fs, sync::Arc};

use bulkhead_dispatch::{CallRequest, Dispatcher, Error, Options, Policy, Silent, TracingRecorder};
use bulkhead_sandbox::{Sandbox, Settings, SystemResolver, SystemSecrets};
use bulkhead_schema::{Catalog, section};
use bulkhead_test_artifacts::{ECHO, SPIN, STALL};
use serde_json::json;

use crate::house::{House, Plan, caller};

/// The catalog of a house's one component, put together from what the host tells of it.
pub async fn catalog_of(house: &House) -> Catalog {
    let catalog = house.dispatcher.catalog();
    let info = catalog.components()[0].info.clone();
    let tools = catalog.tools().map(|tool| tool.definition.clone()).collect();
    Catalog { info, tools, templates: Vec::new(), prompts: Vec::new() }
}

const TOOLS: &str = r#"(export "bulkhead:tool/manifest@0.1.0" (instance $i)) (export "bulkhead:tool/tools@0.1.0" (instance $i))"#;

fn wat(text: &str) -> Vec<u8> {
    wat::parse_str(text).unwrap()
}

/// One line for each kind of broken file: its name, its bytes, and words of the reason that is given for it.
#[tokio::test]
async fn broken_files_are_refused_by_name_and_the_others_serve() {
    let whole = fs::read(ECHO).unwrap();
    let imports =
        format!(r#"(component (import "wasi:keyvalue/store@0.2.0" (instance)) (instance $i) {TOOLS})"#);
    let hollow = format!("(component (instance $i) {TOOLS})");
    let refused: Vec<(&str, Vec<u8>, &[&str])> = vec![
        ("empty.wasm", Vec::new(), &["not WebAssembly"]),
        ("garbage.wasm", b"This is no WebAssembly at all.".to_vec(), &["not WebAssembly"]),
        ("magic-only.wasm", b"\0asm".to_vec(), &["broken at byte"]),
        ("truncated.wasm", whole[..whole.len() / 2].to_vec(), &["broken at byte"]),
        ("core-module.wasm", wat("(module)"), &["core WebAssembly module", "bulkhead build"]),
        ("nothing.wasm", wat("(component)"), &["has no tools", "exports nothing"]),
        (
            "command.wasm",
            wat(r#"(component (instance $i) (export "wasi:cli/run@0.2.0" (instance $i)))"#),
            &["has no tools", "wasi:cli/run@0.2.0"],
        ),
        ("needs-more.wasm", wat(&imports), &["imports `wasi:keyvalue/store@0.2.0`", "does not offer"]),
        ("hollow.wasm", wat(&hollow), &["exports do not fit"]),
        ("Bad Name.wasm", whole.clone(), &["Bad Name.wasm", "lower-case"]),
    ];
    let mut plan = Plan::of(ECHO).file("notes.txt", "not even tried");
    for (name, bytes, _) in &refused {
        plan = plan.file(name, bytes.clone());
    }
    let house = plan.open().await;
    for (name, _, words) in &refused {
        let reason = house.reason(name);
        assert!(words.iter().all(|word| reason.contains(word)), "{name}: {reason}");
    }
    assert_eq!(house.dispatcher.catalog().refused().len(), refused.len());
    assert_eq!(house.dispatcher.catalog().components().len(), 1);
    assert_eq!(house.text("echo", json!({ "text": "served" })).await, "served");
}

#[tokio::test]
async fn a_component_that_cannot_be_read() {
    let house = Plan::of(ECHO);
    let house = house.open().await;
    // A folder of that name is what even root cannot read as a file.
    fs::create_dir(house.file("folder.wasm")).unwrap();
    let again = open(&house).await.unwrap();
    assert_eq!(again.catalog().refused().len(), 1);
    assert_eq!(again.catalog().components().len(), 1);
    fs::remove_dir_all(house.path("tools")).unwrap();
    let Err(Error::Directory { directory, .. }) = open(&house).await else { panic!("it opened") };
    assert_eq!(directory, house.path("tools"));
}

async fn open(house: &House) -> Result<Dispatcher, Error> {
    let settings = Settings {
        cache: Some(std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled")),
        concurrency: 1,
        stack: 8 << 20,
        resolver: Arc::new(SystemResolver),
        secrets: Arc::new(SystemSecrets { base: house.path("."), environment: Default::default() }),
        environment: Default::default(),
        base: house.path("."),
    };
    let options = Options {
        directory: house.path("tools"),
        policy: Policy::deny_all(),
        sandbox: Sandbox::new(settings).unwrap(),
        recorder: Arc::new(TracingRecorder),
        store: None,
        metrics: false,
        descriptions: Some(house.path("descriptions")),
        copies: None,
        interpreter: None,
    };
    Dispatcher::open(options).await
}

#[tokio::test]
async fn an_empty_directory_serves_nothing() {
    let house = Plan::default().open().await;
    assert!(house.dispatcher.catalog().components().is_empty());
    assert_eq!(house.code("echo", json!({})).await, "unknown_tool");
}

/// Nothing runs: the component would never have said what it is.
#[tokio::test]
async fn an_embedded_catalog_is_believed_without_running_the_component() {
    let mut catalog = catalog_of(&Plan::of(ECHO).open().await).await;
    catalog.info.description = "As it says of itself.".to_owned();
    let bytes = section::embed(&fs::read(STALL).unwrap(), &catalog).unwrap();
    let house = Plan::default().file("stall.wasm", bytes).open().await;
    let served = house.dispatcher.catalog();
    assert_eq!(served.components()[0].info.description, "As it says of itself.");
    assert_eq!(served.tools().map(|tool| tool.name()).collect::<Vec<_>>(), ["echo", "kinds", "structured"]);
}

/// What is done to an honest catalog.
type Damage = fn(&mut Catalog);

#[tokio::test]
async fn an_embedded_catalog_with_a_fatal_problem_is_refused() {
    let honest = catalog_of(&Plan::of(ECHO).open().await).await;
    let damage: [(&str, Damage); 3] = [
        ("twice.wasm", |catalog| catalog.tools.extend(catalog.tools.clone())),
        ("list.wasm", |catalog| catalog.tools[0].input_schema = json!({ "type": "array" })),
        ("name.wasm", |catalog| catalog.tools[0].name = "two words".to_owned()),
    ];
    let mut plan = Plan::of(SPIN);
    for (name, damage) in damage {
        let mut catalog = honest.clone();
        damage(&mut catalog);
        plan = plan.file(name, section::embed(&fs::read(ECHO).unwrap(), &catalog).unwrap());
    }
    let house = plan.open().await;
    for (name, _) in damage {
        assert!(!house.reason(name).is_empty());
    }
    assert_eq!(house.text("spin", json!({ "rounds": 1 })).await, "1 rounds");
}

/// Schemas are compiled when they are needed, or in the background: one that points elsewhere is never fetched.
#[tokio::test]
async fn a_schema_that_points_elsewhere() {
    let mut catalog = catalog_of(&Plan::of(ECHO).open().await).await;
    catalog.tools[0].input_schema = json!({ "type": "object", "$ref": "http://127.0.0.1:1/schema" });
    let bytes = section::embed(&fs::read(ECHO).unwrap(), &catalog).unwrap();
    let house = Plan::of(SPIN).file("echo.wasm", bytes).open().await;
    let error = house.call("echo", json!({ "text": "x" })).await.unwrap_err();
    assert_eq!(error.code(), "unavailable");
    assert!(error.to_string().contains("http://127.0.0.1:1/schema"), "{error}");
    house.dispatcher.warm().await;
    assert!(house.reason("echo.wasm").contains("http://127.0.0.1:1/schema"));
    assert_eq!(house.text("spin", json!({ "rounds": 1 })).await, "1 rounds");
}

/// A component without a catalog is asked once; its answer is kept by its digest, and a damaged answer is asked for anew.
#[tokio::test]
async fn a_description_is_kept() {
    let house = Plan::of(ECHO).open().await;
    let served = |dispatcher: &Dispatcher| dispatcher.catalog().tools().count();
    assert_eq!(served(&open(&house).await.unwrap()), 3);
    let kept: Vec<_> = fs::read_dir(house.path("descriptions")).unwrap().collect();
    let [Ok(file)] = &kept[..] else { panic!("{kept:?}") };
    let text = fs::read_to_string(file.path()).unwrap();
    fs::write(file.path(), text.replace("Says it again.", "Kept.")).unwrap();
    let again = open(&house).await.unwrap();
    assert!(again.catalog().tools().any(|tool| tool.definition.description == "Kept."));
    fs::write(file.path(), "{").unwrap();
    assert_eq!(served(&open(&house).await.unwrap()), 3);
    assert_eq!(fs::read_to_string(file.path()).unwrap(), text);
}

/// A call that was decided for one component never runs another in its place.
#[tokio::test]
async fn a_component_that_was_replaced_is_another_one() {
    let house = Plan::of(ECHO).open().await;
    // The digest is what the policy decided on.
    assert!(house.call("echo", json!({ "text": 1 })).await.is_err());
    let component = house.dispatcher.catalog().components()[0].clone();
    component.digest().await.unwrap();
    fs::copy(SPIN, house.file("echo.wasm")).unwrap();
    // It never runs in the other's place: the directory is looked at again, and has no such tool any more.
    assert_eq!(house.code("echo", json!({ "text": "x" })).await, "unknown_tool");
    assert_eq!(house.text("spin", json!({ "rounds": 1 })).await, "1 rounds");
    fs::copy(ECHO, house.file("second.wasm")).unwrap();
    fs::remove_file(house.file("echo.wasm")).unwrap();
    // What is compiled is what was decided on; the file is not looked at again until somebody follows the directory.
    assert_eq!(house.text("spin", json!({ "rounds": 1 })).await, "1 rounds");
}

/// Nor does one that was listed and never called lend its grants to what is put in its place.
#[tokio::test]
async fn a_component_that_was_replaced_before_its_first_call_says_anew_what_it_wants() {
    let catalog = catalog_of(&Plan::of(ECHO).open().await).await;
    let mut other = catalog.clone();
    other.info.description.push_str(" Or so it says.");
    let bytes = fs::read(ECHO).unwrap();
    let house = Plan::of(SPIN).file("told.wasm", section::embed(&bytes, &catalog).unwrap()).open().await;
    let told = |house: &House| {
        let catalog = house.dispatcher.catalog();
        catalog
            .components()
            .iter()
            .find(|component| component.name == "told")
            .unwrap()
            .info
            .description
            .clone()
    };
    assert_eq!(told(&house), catalog.info.description);
    fs::write(house.file("told.wasm"), section::embed(&bytes, &other).unwrap()).unwrap();
    assert_eq!(house.text("echo", json!({ "text": "x" })).await, "x");
    assert_eq!(told(&house), other.info.description);
    // One that cannot be read leaves nothing to call, and says why.
    fs::write(house.file("echo.wasm"), "no component").unwrap();
    fs::write(house.file("told.wasm"), section::embed(&bytes, &catalog).unwrap()).unwrap();
    assert_eq!(house.text("echo", json!({ "text": "x" })).await, "x");
}

/// A catalog can be embedded in what does not compile; that shows when it is compiled, at the latest in a call.
#[tokio::test]
async fn a_component_that_does_not_compile_stops_serving() {
    let catalog = catalog_of(&Plan::of(ECHO).open().await).await;
    let hollow = wat(&format!("(component (instance $i) {TOOLS})"));
    let hollow = section::embed(&hollow, &catalog).unwrap();
    let house = Plan::of(SPIN).file("hollow.wasm", hollow).open().await;
    assert_eq!(house.code("echo", json!({ "text": "x" })).await, "unavailable");
    house.dispatcher.warm().await;
    assert!(house.reason("hollow.wasm").contains("exports do not fit"));
    let request = CallRequest::new("echo", json!({ "text": "x" }));
    let gone = house.dispatcher.call(&caller(), request, Arc::new(Silent)).await.unwrap_err();
    assert_eq!(gone.code(), "unknown_tool");
    assert_eq!(house.text("spin", json!({ "rounds": 1 })).await, "1 rounds");
}
