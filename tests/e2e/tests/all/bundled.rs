//! The bundled tools at the edges of what they were granted.

use bulkhead_test_e2e::{Bench, Page, Web, root};
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

fn web() -> Web {
    let html = "content-type: text/html; charset=utf-8";
    let page = "<html><head><title>Tides</title></head><body><h1>Tides</h1><p>High water at <b>noon</b>.</p></body></html>";
    Web::new(&[
        ("/tides", Page { status: "200 OK", header: html, body: page }),
        ("/moved", Page { status: "302 Found", header: "location: http://169.254.169.254/latest", body: "" }),
    ])
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
