//! The directory and the policy file while the program serves: what comes, goes, is replaced, or is broken.

use std::{fs, time::Duration};

use bulkhead_schema::section;
use bulkhead_test_e2e::{Bench, Talk, fixtures, root};
use bulkhead_tests_wire::message::{initialize, modern, notification, request};
use serde_json::{Value, json};

/// The directory is looked at twice a second, and what changes must be the same for two looks.
const SOON: Duration = Duration::from_secs(20);

/// Longer than the host takes to see a change.
const SEEN: Duration = Duration::from_millis(2500);

/// A conversation with a session, which hears of changes by itself.
fn watching(bench: &Bench) -> Talk {
    let mut talk = Talk::start(bench);
    assert!(talk.ask(&initialize(0, "2025-11-25").to_string())["result"].is_object());
    talk.say(&notification("notifications/initialized", json!({})).to_string());
    talk
}

fn hear_of_tools(talk: &mut Talk) {
    loop {
        let heard = talk.hear_within(SOON).expect("a change is announced");
        if heard["method"] == "notifications/tools/list_changed" {
            return;
        }
    }
}

/// The tools of components: those of code mode come and go with them.
fn tools(talk: &mut Talk) -> Vec<String> {
    talk.say(&modern(99, "tools/list").to_string());
    loop {
        let heard = talk.hear();
        if heard["id"] == 99 {
            let tools = heard["result"]["tools"].as_array().expect("a list").clone();
            let names = tools.iter().map(|tool| tool["name"].as_str().expect("a name").to_owned());
            return names.filter(|name| !["execute", "search"].contains(&name.as_str())).collect();
        }
    }
}

fn call(talk: &mut Talk, tool: &str, arguments: &Value) -> Value {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta });
    talk.say(&request(98, "tools/call", params).to_string());
    loop {
        let heard = talk.hear();
        if heard["id"] == 98 {
            return heard;
        }
    }
}

fn read_license(talk: &mut Talk) -> Value {
    call(talk, "read_file", &json!({ "path": "/work/LICENSE", "line_count": 1 }))
}

fn granted() -> String {
    let work = root().display().to_string();
    format!("[tools.files]\nfs = [{{ host = {work:?}, guest = \"/work\", access = \"read\" }}]\n")
}

fn bundled(tool: &str) -> Vec<u8> {
    let bench = Bench::new("");
    fs::read(bench.components().join(format!("{tool}.wasm"))).expect("it is there")
}

#[test]
fn what_comes_is_served_and_what_goes_is_gone() {
    let bench = Bench::empty("");
    let mut talk = watching(&bench);
    assert!(tools(&mut talk).is_empty());
    let file = bench.components().join("data.wasm");
    fs::write(&file, bundled("data")).unwrap();
    hear_of_tools(&mut talk);
    assert_eq!(tools(&mut talk), ["describe_data", "query_data"]);
    let described = call(&mut talk, "describe_data", &json!({ "path": "/nowhere" }));
    assert_eq!(described["result"]["isError"], true, "{described}");
    fs::remove_file(file).unwrap();
    hear_of_tools(&mut talk);
    assert!(tools(&mut talk).is_empty());
    assert_eq!(call(&mut talk, "describe_data", &json!({}))["error"]["code"], -32602);
    talk.end();
}

#[test]
fn a_replacement_takes_the_place_and_a_broken_one_does_not() {
    let bench = Bench::empty(&granted());
    let file = bench.components().join("files.wasm");
    fs::write(&file, bundled("files")).unwrap();
    let mut talk = watching(&bench);
    assert_eq!(read_license(&mut talk)["result"]["isError"], false);
    // Written over, not moved: the bytes that serve are nowhere else in the directory.
    for broken in [&b"not a component"[..], &bundled("files")[..100_000]] {
        fs::write(&file, broken).unwrap();
        std::thread::sleep(SEEN);
        let read = read_license(&mut talk);
        assert_eq!(read["result"]["isError"], false, "{read}");
    }
    fs::write(&file, bundled("data")).unwrap();
    hear_of_tools(&mut talk);
    assert_eq!(tools(&mut talk), ["describe_data", "query_data"]);
    talk.end();
}

#[test]
fn a_newcomer_does_not_take_the_names_of_what_serves() {
    let bench = Bench::empty(&granted());
    fs::write(bench.components().join("files.wasm"), bundled("files")).unwrap();
    let log = bench.path().join("log");
    let mut talk = Talk::logging(&bench, fs::File::create(&log).unwrap());
    assert_eq!(read_license(&mut talk)["result"]["isError"], false);
    // Before it in the order of files, with the same tools and without the grant.
    fs::write(bench.components().join("aaa.wasm"), bundled("files")).unwrap();
    std::thread::sleep(SEEN);
    assert_eq!(read_license(&mut talk)["result"]["isError"], false);
    let said = fs::read_to_string(&log).unwrap();
    assert!(said.contains("component refused") && said.contains("aaa.wasm"), "{said}");
    talk.end();
}

#[test]
fn a_replacement_that_cannot_serve_beside_the_others_leaves_the_one_before_it() {
    let bench = Bench::empty(&granted());
    let file = bench.components().join("files.wasm");
    fs::write(&file, bundled("files")).unwrap();
    fs::write(bench.components().join("data.wasm"), bundled("data")).unwrap();
    let log = bench.path().join("log");
    let mut talk = Talk::logging(&bench, fs::File::create(&log).unwrap());
    let before = tools(&mut talk);
    assert_eq!(read_license(&mut talk)["result"]["isError"], false);
    let mut catalog = section::read(&bundled("files")).unwrap().unwrap();
    catalog.tools[0].input_schema = json!({ "type": "object", "properties": { "a": { "type": 3 } } });
    let unsound = section::embed(&bundled("files"), &catalog).unwrap();
    for (replacement, reason) in [(bundled("data"), "query_data"), (unsound, "schema")] {
        fs::write(&file, replacement).unwrap();
        std::thread::sleep(SEEN);
        assert_eq!(read_license(&mut talk)["result"]["isError"], false);
        assert_eq!(tools(&mut talk), before);
        let said = fs::read_to_string(&log).unwrap();
        let last = said.lines().rfind(|line| line.contains("goes on serving")).unwrap_or_default();
        assert!(last.contains(reason), "{said}");
    }
    talk.end();
}

#[test]
fn a_broken_replacement_is_said_to_be_one() {
    let bench = Bench::empty("");
    let file = bench.components().join("files.wasm");
    fs::write(&file, bundled("files")).unwrap();
    let log = bench.path().join("log");
    let mut talk = Talk::logging(&bench, fs::File::create(&log).unwrap());
    assert!(!tools(&mut talk).is_empty());
    fs::write(&file, "not a component").unwrap();
    std::thread::sleep(SEEN);
    assert!(!tools(&mut talk).is_empty());
    let said = fs::read_to_string(&log).unwrap();
    assert!(said.contains("not WebAssembly") && said.contains("goes on serving"), "{said}");
    fs::write(bench.policy(), "[tools.files]\nhttp = 3\n").unwrap();
    std::thread::sleep(SEEN);
    let said = fs::read_to_string(&log).unwrap();
    assert!(said.contains("the one before it stays in force"), "{said}");
    talk.end();
}

#[test]
fn a_component_that_nobody_has_called_survives_a_broken_replacement_too() {
    let bench = Bench::empty(&granted());
    // More than are kept in memory before they are called.
    let kept = bundled("data");
    for number in 0..9 {
        let name = format!("a{number}.wasm");
        fs::write(bench.components().join(name), &kept).unwrap();
    }
    let prefixes: String =
        (0..9).map(|number| format!("[tools.a{number}]\nprefix = \"a{number}_\"\n")).collect();
    fs::write(bench.policy(), granted() + &prefixes + "[code]\nlist_below = 1_000_000\n").unwrap();
    let file = bench.components().join("files.wasm");
    fs::write(&file, bundled("files")).unwrap();
    let log = bench.path().join("log");
    let mut talk = Talk::logging(&bench, fs::File::create(&log).unwrap());
    assert!(tools(&mut talk).contains(&"read_file".to_owned()));
    // Until everything has been compiled once, in the background.
    std::thread::sleep(Duration::from_secs(5));
    fs::write(&file, "not a component").unwrap();
    std::thread::sleep(SEEN);
    let read = read_license(&mut talk);
    assert_eq!(read["result"]["isError"], false, "{read}\n{}", fs::read_to_string(&log).unwrap());
    talk.end();
}

#[test]
fn a_policy_takes_effect_when_it_is_saved() {
    let bench = Bench::new("");
    let mut talk = watching(&bench);
    assert_eq!(read_license(&mut talk)["result"]["isError"], true);
    fs::write(bench.policy(), granted()).unwrap();
    hear_of_tools(&mut talk);
    assert_eq!(read_license(&mut talk)["result"]["isError"], false);
    // One that is none changes nothing.
    fs::write(bench.policy(), "[tools.files\n").unwrap();
    std::thread::sleep(SEEN);
    assert_eq!(read_license(&mut talk)["result"]["isError"], false);
    fs::write(bench.policy(), granted() + "only = [\"list_files\"]\nprefix = \"work_\"\n").unwrap();
    hear_of_tools(&mut talk);
    let listed = tools(&mut talk);
    assert!(
        listed.contains(&"work_list_files".to_owned()) && listed.iter().all(|tool| !tool.contains("read"))
    );
    assert_eq!(read_license(&mut talk)["error"]["code"], -32602);
    talk.end();
}

#[test]
fn a_call_in_flight_ends_as_it_began() {
    let bench = fixtures("");
    let mut talk = watching(&bench);
    let slow = json!({ "name": "slow_compute", "arguments": { "seconds": 4, "label": "x" } });
    talk.say(&request(1, "tools/call", slow).to_string());
    std::thread::sleep(Duration::from_millis(500));
    fs::write(bench.components().join("conformance.wasm"), bundled("data")).unwrap();
    hear_of_tools(&mut talk);
    assert_eq!(tools(&mut talk), ["describe_data", "query_data"]);
    let ended = loop {
        let heard = talk.hear_within(SOON).expect("the call ends");
        if heard["id"] == 1 {
            break heard;
        }
    };
    assert_eq!(ended["result"]["content"][0]["text"], "Computed x for 4 s.", "{ended}");
    talk.end();
}

#[test]
fn no_tool_may_change_what_decides_about_it() {
    let writes = |host: &str| {
        format!("[tools.files]\nfs = [{{ host = {host:?}, guest = \"/work\", access = \"write\" }}]\n")
    };
    for host in [".", "components"] {
        let ended = Bench::new(&writes(host)).run(&["call", "list_files", "{\"dir\": \"/work\"}"]);
        assert_eq!(ended.code(), 2, "{}", ended.out());
        assert!(
            ended.err().contains("may write to") && ended.err().contains("tools.files"),
            "{}",
            ended.err()
        );
    }
    let bench = Bench::new("");
    let log = bench.path().join("log");
    let mut talk = Talk::logging(&bench, fs::File::create(&log).unwrap());
    let list = json!({ "dir": "/work" });
    assert_eq!(call(&mut talk, "list_files", &list)["result"]["isError"], true);
    fs::write(bench.policy(), writes(".")).unwrap();
    std::thread::sleep(SEEN);
    assert_eq!(call(&mut talk, "list_files", &list)["result"]["isError"], true);
    assert!(fs::read_to_string(&log).unwrap().contains("holds the policy file"));
    fs::create_dir(bench.path().join("notes")).unwrap();
    fs::write(bench.policy(), writes("notes")).unwrap();
    std::thread::sleep(SEEN);
    let listed = call(&mut talk, "list_files", &list);
    assert_eq!(listed["result"]["isError"], false, "{listed}");
    talk.end();
}
