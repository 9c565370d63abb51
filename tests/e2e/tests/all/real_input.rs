//! Real work through each client, over both transports and in both eras; then the same calls without the grants.

use bulkhead_test_e2e::{Answer, Bench, Client, Page, Web, packages, root};
use serde_json::{Value, json};

/// What each client is asked to do.
struct Work {
    web: Web,
    table: tempfile::TempDir,
    rows: usize,
}

impl Work {
    fn new() -> Self {
        let (table, rows) = packages();
        let page = Page {
            status: "200 OK",
            header: "content-type: text/html; charset=utf-8",
            body: "<title>Tides</title><h1>Tides</h1><p>High water at <b>noon</b>.</p>",
        };
        Self { web: Web::new(&[("/tides", page)]), table, rows }
    }

    /// This repository and the table to read, the page to get.
    fn granted(&self) -> String {
        let (root, table, port) = (root(), self.table.path(), self.web.address.port());
        format!(
            "[tools.files]\nfs = [{{ host = {root:?}, guest = \"/work\", access = \"read\" }}, \
             {{ host = {table:?}, guest = \"/data\", access = \"read\" }}]\n\
             [tools.data]\nfs = [{{ host = {table:?}, guest = \"/data\", access = \"read\" }}]\n\
             [tools.fetch]\nhttp = [\"GET http://127.0.0.1:{port}/*\"]\naddresses = [\"127.0.0.1:{port}\"]\n"
        )
    }

    fn calls(&self) -> Value {
        json!([
            ["list_files", { "dir": "/work", "glob": "wit/*.wit" }],
            ["read_file", { "path": "/work/wit/package.wit" }],
            ["search_files", { "pattern": "pub fn decide\\(", "path": "/work/host/policy", "glob": "*.rs" }],
            ["query_data", { "path": "/data/packages.csv", "query": "length, (.[] | select(.name == \"wasmtime\").version)" }],
            ["describe_data", { "path": "/data/packages.csv" }],
            ["fetch", { "url": format!("http://{}/tides", self.web.address) }],
            ["write_file", { "path": "/data/packages.csv", "text": "gone", "mode": "overwrite" }],
            ["write_file", { "path": "/work/target/written-by-a-test", "text": "new" }],
        ])
    }

    fn done(&self, answer: &Answer) {
        let rows = self.rows.to_string();
        let told: [(usize, &[&str]); 6] = [
            (0, &["package.wit", "tools.wit"]),
            (1, &["package bulkhead:tool@0.1.0;"]),
            (2, &["host/policy/src/decision.rs"]),
            (3, &[&rows, "48.0.8"]),
            (4, &[&rows, "version"]),
            (5, &["# Tides", "**noon**"]),
        ];
        for (call, words) in told {
            let structured = answer.structured(call).to_string();
            for word in words {
                assert!(structured.contains(word), "{word:?} is not in {structured}");
            }
        }
        for write in [6, 7] {
            assert_eq!(answer.tool_error(write)["code"], "not_allowed");
        }
        self.untouched();
    }

    fn refused(&self, answer: &Answer) {
        for call in [0, 1, 2, 3, 4, 6, 7] {
            assert_eq!(answer.tool_error(call)["code"], "no_directory_granted", "call {call}");
        }
        assert_eq!(answer.tool_error(5)["code"], "not_allowed");
        self.untouched();
    }

    fn untouched(&self) {
        let table = std::fs::read_to_string(self.table.path().join("packages.csv")).unwrap();
        assert_eq!(table.lines().count(), self.rows + 1);
        assert!(!root().join("target/written-by-a-test").exists());
    }
}

/// Each client, over both transports, in both eras.
fn everywhere(bench: &Bench, calls: &Value, check: impl Fn(&Answer)) {
    let server = bench.http();
    for (client, mode) in Client::each_era() {
        check(&client.over_stdio(mode, bench, calls));
        check(&client.over_http(mode, &server, calls));
    }
}

#[test]
fn what_is_granted_is_done_and_no_more() {
    let work = Work::new();
    everywhere(&Bench::new(&work.granted()), &work.calls(), |answer| work.done(answer));
    assert_eq!(work.web.asked().len(), 2 * Client::each_era().count());
}

#[test]
fn what_is_not_granted_is_refused() {
    let work = Work::new();
    everywhere(&Bench::new(""), &work.calls(), |answer| work.refused(answer));
    assert_eq!(work.web.asked(), Vec::<String>::new());
}
