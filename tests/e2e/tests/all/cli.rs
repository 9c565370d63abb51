//! Each command, its JSON, and its exit codes.

use bulkhead_test_e2e::{Bench, Ended, root};
use serde_json::json;

#[test]
fn list_shows_tools_and_grants() {
    let bench = Bench::new("[tools.fetch]\nhttp = [\"GET https://example.com/*\"]\n");
    let said = bench.run(&["list"]).out();
    assert!(said.contains("query_data"), "{said}");
    assert!(said.contains("granted: http  GET https://example.com/*"), "{said}");
    assert!(said.contains("granted: nothing"), "{said}");
    let tools = bench.run(&["list", "--json"]).json();
    assert_eq!(tools["tools"][0]["component"], "data");
}

#[test]
fn call_ends_with_a_code_for_each_kind_of_failure() {
    let bench = Bench::new("[tools.data]\nonly = [\"query_data\"]\nlimits = { fuel = 100_000_000 }\n");
    let fine = json!({ "text": "[1,2]", "query": "add" });
    assert_eq!(bench.call("query_data", &fine).0, 0);
    let fails = json!({ "text": "[1,2]", "query": "add |" });
    assert_eq!(bench.call("query_data", &fails).0, 1);
    assert_eq!(bench.call("query_data", &json!({ "query": 1 })).0, 2);
    assert_eq!(bench.run(&["call", "query_data", "{ no JSON"]).code(), 2);
    // What `only` leaves out answers as what is not there.
    let (code, answer) = bench.call("describe_data", &json!({ "text": "[]" }));
    assert_eq!((code, &answer["error"]["code"]), (2, &json!("unknown_tool")));
    let endless = json!({ "text": "1", "query": "[range(10000000)] | length" });
    let (code, answer) = bench.call("query_data", &endless);
    assert_eq!((code, &answer["error"]["code"]), (5, &json!("out_of_fuel")), "{answer}");
}

#[test]
fn call_reads_arguments_from_standard_input() {
    use std::{io::Write, process::Stdio};
    let bench = Bench::new("");
    let mut command = bench.command(&[]);
    command.args(bench.words(&["call", "query_data", "-"])).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    child.stdin.take().unwrap().write_all(br#"{"text": "[20,22]", "query": "add"}"#).unwrap();
    let ended = Ended::from(child.wait_with_output().unwrap());
    assert_eq!(ended.code(), 0);
    assert!(ended.out().contains("42"), "{}", ended.out());
}

#[test]
fn inspect_shows_what_a_component_is() {
    let bench = Bench::new("");
    let file = bench.components().join("fetch.wasm").display().to_string();
    let said = Ended::from(bench.command(&["inspect", &file, "--json"]).output().unwrap()).json();
    assert!(said["imports"].to_string().contains("wasi:http/outgoing-handler"), "{said}");
    assert!(said["exports"].to_string().contains("bulkhead:tool/tools@0.1.0"), "{said}");
    assert!(said["info"]["requests"].to_string().contains("GET https://"), "{said}");
    assert!(said["digest"].as_str().unwrap().starts_with("sha256:"));
}

#[test]
fn inspect_says_what_is_wrong_with_a_file() {
    let bench = Bench::new("");
    let inspect = |bytes: &[u8]| {
        std::fs::write(bench.path().join("odd.wasm"), bytes).unwrap();
        let ended = Ended::from(bench.command(&["inspect", "odd.wasm"]).output().unwrap());
        assert!(ended.err().contains("odd.wasm"), "{}", ended.err());
        (ended.code(), ended.err())
    };
    // A component of 8 bytes; and one with tools that imports an instance nobody offers.
    let nothing = b"\0asm\x0d\0\x01\0".to_vec();
    let import = b"\x07\x03\x01\x42\0\x0a\x12\x01\0\x0dacme:door/key\x05\0";
    let mut foreign = std::fs::read(bench.components().join("data.wasm")).unwrap();
    foreign.extend_from_slice(import);
    for (bytes, code, words) in [
        (b"no".as_slice(), 2, "not WebAssembly"),
        (b"\0asm\x01\0\0\0", 2, "core WebAssembly module"),
        (&nothing[..6], 2, "broken at byte"),
        (&nothing, 1, "bulkhead:tool/tool@0.1.0"),
        (&foreign, 1, "acme:door/key"),
    ] {
        let (ended, said) = inspect(bytes);
        assert_eq!(ended, code, "{said}");
        assert!(said.contains(words), "{words:?} is not in {said}");
    }
}

#[test]
fn check_names_each_thing_that_does_not_fit() {
    let bench = Bench::new(
        "[tools.files]\nonly = [\"no_such_function\"]\n\
         [tools.data]\nhttp = [\"GET https://example.com/*\"]\n\
         [tools.ghost]\n",
    );
    std::fs::write(bench.components().join("text.wasm"), "no").unwrap();
    let ended = bench.run(&["check", "--json"]);
    assert_eq!(ended.code(), 1);
    let found = ended.json();
    let has = |component: &str, kind: &str| {
        found.as_array().unwrap().iter().any(|f| f["component"] == component && f["kind"] == kind)
    };
    assert!(has("files", "not_granted"), "{found}");
    assert!(has("files", "unknown"), "{found}");
    assert!(has("data", "useless"), "{found}");
    assert!(has("data", "optional_not_granted"), "{found}");
    assert!(has("ghost", "unknown"), "{found}");
    assert!(has("text.wasm", "refused"), "{found}");
}

#[test]
fn check_is_content_with_the_policy_that_make_serve_uses() {
    let bench = Bench::new("");
    let policy = root().join("tools/bulkhead.toml").display().to_string();
    let components = bench.components().display().to_string();
    let ended =
        Ended::from(bench.command(&["check", "--config", &policy, "--dir", &components]).output().unwrap());
    assert_eq!(ended.code(), 0, "{}{}", ended.out(), ended.err());
}

#[test]
fn every_command_has_help_with_an_example_and_shells_have_completions() {
    let bench = Bench::empty("");
    for command in
        ["serve", "list", "call", "inspect", "check", "grant", "explain", "build", "new", "completions"]
    {
        let help = Ended::from(bench.command(&[command, "--help"]).output().unwrap());
        assert_eq!(help.code(), 0);
        assert!(
            help.out().contains("bulkhead ") && help.out().contains("Example"),
            "{command}: {}",
            help.out()
        );
    }
    for shell in ["bash", "zsh", "fish"] {
        let script = Ended::from(bench.command(&["completions", shell]).output().unwrap());
        assert_eq!(script.code(), 0, "{shell}");
        assert!(script.out().contains("inspect"), "{shell}");
    }
    let script = bench.path().join("completions.bash");
    let written = Ended::from(bench.command(&["completions", "bash"]).output().unwrap());
    std::fs::write(&script, written.out()).unwrap();
    assert!(std::process::Command::new("bash").arg("-n").arg(&script).status().unwrap().success());
}

#[test]
fn usage_errors_end_with_two() {
    let bench = Bench::empty("");
    assert_eq!(Ended::from(bench.command(&["nonsense"]).output().unwrap()).code(), 2);
    assert_eq!(Ended::from(bench.command(&["list", "--dir", "nowhere"]).output().unwrap()).code(), 2);
    std::fs::remove_file(bench.policy()).unwrap();
    let without = Ended::from(bench.command(&["list"]).output().unwrap());
    assert_eq!(without.code(), 2);
    assert!(without.err().contains("--dir"), "{}", without.err());
}

#[test]
fn a_reader_that_goes_away_is_no_failure() {
    let bench = Bench::new("");
    let file = bench.components().join("data.wasm").display().to_string();
    for words in [
        bench.words(&["list"]),
        bench.words(&["list", "--json"]),
        bench.words(&["call", "query_data", r#"{"text": "[1,2]", "query": "add"}"#]),
        vec!["inspect".to_owned(), file],
        vec!["completions".to_owned(), "zsh".to_owned()],
    ] {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = Ended::from(bench.command(&[]).args(&words).stdout(writer).output().unwrap());
        assert_eq!(ended.code(), 0, "{words:?}: {}", ended.err());
    }
}
