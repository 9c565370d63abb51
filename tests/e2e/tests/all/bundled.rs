//! The bundled tools on real input, and the same calls refused when the grant is taken away.

use bulkhead_test_e2e::{Bench, Client, Mode, Page, Web, root};
use serde_json::{Value, json};

fn reading(component: &str, access: &str, folder: &str) -> Bench {
    Bench::new(&format!(
        "[tools.{component}]\nfs = [{{ host = {folder:?}, guest = \"/work\", access = \"{access}\" }}]\n"
    ))
}

fn repository() -> Bench {
    reading("files", "read", &root().display().to_string())
}

fn error(bench: &Bench, tool: &str, arguments: &Value) -> Value {
    let (code, answer) = bench.call(tool, arguments);
    assert_eq!(code, 1, "{answer}");
    answer["error"].clone()
}

#[test]
fn files_reads_and_searches_this_repository() {
    let bench = repository();
    let calls = json!([
        ["list_files", { "dir": "/work", "glob": "wit/*.wit" }],
        ["read_file", { "path": "/work/wit/package.wit", "start_line": -1 }],
        ["search_files", { "pattern": "pub fn decide\\(", "path": "/work/host/policy", "glob": "*.rs" }],
    ]);
    let answer = Client::Python.over_stdio(Mode::Modern, &bench, &calls);
    let listed = answer.structured(0).to_string();
    let wit = std::fs::read_dir(root().join("wit")).unwrap().flatten().map(|entry| entry.file_name());
    for name in wit.filter_map(|name| name.into_string().ok()).filter(|name| name.ends_with(".wit")) {
        assert!(listed.contains(&name), "{name} is not in {listed}");
    }
    assert!(
        answer.structured(1).to_string().contains("package bulkhead:tool@0.1.0;"),
        "{}",
        answer.structured(1)
    );
    assert!(answer.structured(2).to_string().contains("decision.rs"), "{}", answer.structured(2));
}

#[test]
fn files_reads_nothing_without_a_grant() {
    let bench = Bench::new("");
    let refused = error(&bench, "read_file", &json!({ "path": "/work/LICENSE" }));
    assert_eq!(refused["code"], "no_directory_granted");
}

#[test]
fn files_stays_in_its_directory() {
    let bench = repository();
    for path in ["/work/../../etc/passwd", "/etc/passwd", "../../../etc/passwd"] {
        let refused = error(&bench, "read_file", &json!({ "path": path }));
        assert!(!refused.to_string().contains("root:"), "{refused}");
    }
}

#[test]
fn files_writes_where_it_may_write_only() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("note.txt");
    std::fs::write(&file, "one\n").unwrap();
    let edit = json!({ "path": "/work/note.txt", "edits": [{ "find": "one", "replace": "two" }] });
    let write = json!({ "path": "/work/new.txt", "text": "new\n" });

    let bench = reading("files", "read", &folder.path().display().to_string());
    assert_eq!(error(&bench, "edit_file", &edit)["code"], "not_allowed");
    assert_eq!(error(&bench, "write_file", &write)["code"], "not_allowed");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "one\n");
    assert!(!folder.path().join("new.txt").exists());

    let bench = reading("files", "write", &folder.path().display().to_string());
    assert_eq!(bench.call("edit_file", &edit).0, 0);
    assert_eq!(bench.call("write_file", &write).0, 0);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "two\n");
    assert_eq!(std::fs::read_to_string(folder.path().join("new.txt")).unwrap(), "new\n");
}

/// The packages of this repository's lock file, as a table.
fn packages() -> (tempfile::TempDir, usize) {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).unwrap();
    let mut table = "name,version\n".to_owned();
    let value = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
    let mut name = String::new();
    let mut rows = 0;
    for line in lock.lines() {
        if line.starts_with("name = ") {
            name = value(line);
        } else if line.starts_with("version = \"") {
            table += &format!("{name},{}\n", value(line));
            rows += 1;
        }
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("packages.csv"), table).unwrap();
    (folder, rows)
}

#[test]
fn data_queries_a_real_table() {
    let (folder, rows) = packages();
    let query = json!({ "path": "/work/packages.csv", "query": "length, (map(select(.name == \"wasmtime\")) | .[0].version)" });
    let bench = reading("data", "read", &folder.path().display().to_string());
    let (code, answer) = bench.call("query_data", &query);
    assert_eq!(code, 0, "{answer}");
    let told = answer["structured"].to_string();
    assert!(told.contains(&rows.to_string()) && told.contains("48.0.8"), "{told}");

    let refused = error(&Bench::new(""), "query_data", &query);
    assert_eq!(refused["code"], "no_directory_granted");
}

fn web() -> Web {
    let html = "content-type: text/html; charset=utf-8";
    let page = "<html><head><title>Tides</title></head><body><h1>Tides</h1><p>High water at <b>noon</b>.</p></body></html>";
    Web::new(&[
        ("/tides", Page { status: "200 OK", header: html, body: page }),
        ("/moved", Page { status: "302 Found", header: "location: http://169.254.169.254/latest", body: "" }),
    ])
}

#[test]
fn fetch_gets_a_page_as_markdown() {
    let web = web();
    let bench = Bench::new(&format!(
        "[tools.fetch]\nhttp = [\"GET http://127.0.0.1:{0}/*\"]\naddresses = [\"127.0.0.1:{0}\"]\n",
        web.address.port()
    ));
    let (code, answer) = bench.call("fetch", &json!({ "url": format!("http://{}/tides", web.address) }));
    assert_eq!(code, 0, "{answer}");
    let told = answer["structured"].to_string();
    assert!(told.contains("# Tides") && told.contains("**noon**"), "{told}");
}

#[test]
fn fetch_goes_nowhere_else() {
    let web = web();
    let url = json!({ "url": format!("http://{}/tides", web.address) });
    let port = web.address.port();
    let refused = [
        // Nothing is granted.
        String::new(),
        // The name is, and its address is of this machine.
        format!("[tools.fetch]\nhttp = [\"GET http://*:{port}/*\"]\n"),
        // Another path is.
        format!(
            "[tools.fetch]\nhttp = [\"GET http://127.0.0.1:{port}/other\"]\naddresses = [\"127.0.0.1\"]\n"
        ),
        // Another method is.
        format!("[tools.fetch]\nhttp = [\"POST http://127.0.0.1:{port}/*\"]\naddresses = [\"127.0.0.1\"]\n"),
    ];
    for policy in refused {
        let refused = error(&Bench::new(&policy), "fetch", &url);
        assert_eq!(refused["code"], "not_allowed", "{policy}: {refused}");
    }
    assert_eq!(web.asked(), Vec::<String>::new());
}

#[test]
fn fetch_follows_a_redirect_only_where_it_may_go() {
    let web = web();
    let bench = Bench::new(&format!(
        "[tools.fetch]\nhttp = [\"GET http://127.0.0.1:{0}/*\"]\naddresses = [\"127.0.0.1:{0}\"]\n",
        web.address.port()
    ));
    let refused = error(&bench, "fetch", &json!({ "url": format!("http://{}/moved", web.address) }));
    assert_eq!(refused["code"], "not_allowed", "{refused}");
    assert_eq!(web.asked().len(), 1);
}
