//! Code mode from the outside: over MCP in both eras, and from the shell.

use std::fs;

use bulkhead_test_e2e::{Bench, Ended, Talk, root};
use bulkhead_tests_wire::message::{initialize, meta, modern, notification, request};
use serde_json::{Value, json};

fn granted() -> String {
    let work = root().display().to_string();
    format!("[tools.files]\nfs = [{{ host = {work:?}, guest = \"/work\", access = \"read\" }}]\n")
}

fn names(listed: &Value) -> Vec<&str> {
    listed["result"]["tools"].as_array().unwrap().iter().map(|tool| tool["name"].as_str().unwrap()).collect()
}

fn called(talk: &mut Talk, tool: &str, arguments: &Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments, "_meta": meta() });
    talk.ask(&request(9, "tools/call", params).to_string())["result"].clone()
}

#[test]
fn small_catalogs_are_listed_beside_the_two_and_large_ones_are_not() {
    let bench = Bench::new(&granted());
    let mut talk = Talk::start(&bench);
    let listed = talk.ask(&modern(1, "tools/list").to_string());
    assert!(names(&listed).contains(&"read_file") && names(&listed).contains(&"execute"), "{listed}");
    talk.end();

    let bench = Bench::new(&(granted() + "[code]\nlist_below = 100\npin = [\"read_*\"]\n"));
    let mut talk = Talk::start(&bench);
    let listed = talk.ask(&modern(1, "tools/list").to_string());
    assert_eq!(names(&listed), ["execute", "read_file", "search"], "{listed}");
    let unlisted = called(&mut talk, "list_files", &json!({ "dir": "/work/wit" }));
    assert_eq!(unlisted["isError"], false, "what is not listed can be called: {unlisted}");
    talk.end();

    let bench = Bench::new("[code]\nenabled = false\n");
    let mut talk = Talk::start(&bench);
    let listed = talk.ask(&modern(1, "tools/list").to_string());
    assert!(!names(&listed).contains(&"execute"), "{listed}");
    talk.end();
}

#[test]
fn a_task_of_many_calls_is_one_call_in_both_eras() {
    let bench = Bench::new(&(granted() + "[code]\nlist_below = 0\n"));
    let code = "const found = await search('read a text file', { detail: 'line' });\n\
                const read = (line) => tools.files.read_file({ path: '/work/LICENSE', start_line: line, line_count: 1 });\n\
                const lines: unknown[] = await Promise.all(Array.from({ length: 30 }, (_, i) => read(i + 1)));\n\
                return { found: found[0].tool, lines: lines.length };";
    let mut talk = Talk::start(&bench);
    let found = called(&mut talk, "search", &json!({ "query": "read a file" }));
    let text = found["content"][0]["text"].as_str().unwrap();
    assert!(text.contains("tools.files") && text.contains("read_file(args: {"), "{text}");
    let done = called(&mut talk, "execute", &json!({ "code": code }));
    assert_eq!(
        done["structuredContent"]["result"],
        json!({ "found": "files.read_file", "lines": 30 }),
        "{done}"
    );
    assert_eq!(done["structuredContent"]["calls"].as_array().unwrap().len(), 31);
    let failed = called(&mut talk, "execute", &json!({ "code": "await tools.files.raed_file({})" }));
    let told = failed["content"][0]["text"].as_str().unwrap();
    assert!(
        failed["isError"] == true && told.contains("files.read_file") && told.contains("line 1"),
        "{failed}"
    );
    talk.end();

    let mut talk = Talk::start(&bench);
    talk.ask(&initialize(0, "2025-11-25").to_string());
    talk.say(&notification("notifications/initialized", json!({})).to_string());
    let call = json!({ "name": "execute", "arguments": { "code": code } });
    let done = talk.ask(&request(1, "tools/call", call).to_string());
    assert_eq!(done["result"]["structuredContent"]["result"]["lines"], 30, "{done}");
    talk.end();
}

#[test]
fn scripts_run_from_the_shell_and_from_their_record() {
    let bench = Bench::new(&granted());
    let (script, record) = (bench.path().join("count.ts"), bench.path().join("run.json"));
    let source = "enum Folder { Contract = '/work/wit' }\n\
                  const listed = await tools.files.list_files({ dir: Folder.Contract });\n\
                  console.log('seed', Math.random());\n\
                  return { month: args.month, listed: JSON.stringify(listed).includes('worlds.wit') };";
    fs::write(&script, source).unwrap();
    let file = script.to_str().unwrap();
    let ran =
        bench.run(&["run", file, "--args", "{\"month\":7}", "--json", "--record", record.to_str().unwrap()]);
    assert_eq!(ran.code(), 0, "{}", ran.err());
    let first = ran.json();
    assert_eq!(first["result"], json!({ "month": 7, "listed": true }), "{first}");
    let again = bench.run(&["run", "--replay", record.to_str().unwrap(), "--json"]).json();
    assert_eq!((&again["result"], &again["console"]), (&first["result"], &first["console"]));

    fs::write(&script, "const a: number = 1;\nnope(a)").unwrap();
    let ran = bench.run(&["run", file]);
    assert_eq!(ran.code(), 1);
    assert!(ran.err().contains("2 | nope(a)") && ran.err().contains("nope is not defined"), "{}", ran.err());
    fs::write(&script, "for (;;);").unwrap();
    assert_eq!(bench.run(&["run", file]).code(), 5);
    assert_eq!(bench.run(&["run", "/nowhere.ts"]).code(), 2);

    let types = bench.run(&["types"]);
    assert!(
        types.out().contains("declare const tools: {") && types.out().contains("read_file(args: {"),
        "{}",
        types.out()
    );
}

#[test]
fn the_search_is_measured_on_any_catalog() {
    let bench = Bench::empty("");
    let (catalog, queries) = (bench.path().join("c.json"), bench.path().join("q.jsonl"));
    let tool = |name: &str, about: &str| json!({ "name": name, "description": about, "inputSchema": { "type": "object" } });
    let tools = [tool("send_mail", "Sends an e-mail."), tool("read_file", "Reads a text file.")];
    fs::write(&catalog, json!({ "tools": tools }).to_string()).unwrap();
    fs::write(&queries, "{\"query\":\"show me the file\",\"expected\":[\"read_file\"]}\n").unwrap();
    let words =
        ["bench", "search", "--catalog", catalog.to_str().unwrap(), "--queries", queries.to_str().unwrap()];
    let mut command = bench.command(&[&words[..], &["--k", "1", "--json"]].concat());
    let measured = Ended::from(command.output().unwrap()).json();
    assert_eq!(
        (&measured["tools"], &measured["kinds"][0]["recall"], &measured["k"]),
        (&json!(2), &json!(1.0), &json!(1))
    );
}
