//! A program that is killed while it writes. The program is this test's own, started once more.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader, Write as _};
use std::process::{Command, Stdio};
use std::sync::Arc;

use bulkhead_store::open;

use crate::support::{ada, assert_counted, keys, noon, put, url, value};

/// Present in the program that is going to be killed: the number that its writes begin with.
const BEGIN: &str = "BULKHEAD_STORE_TEST_BEGIN";

/// Relative, and with a beginning that SQLite would give a meaning.
const NAME: &str = "file:store.db";

/// Writes until it is killed, and says what has been acknowledged.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "is started by the other test, which kills it"]
async fn writer() {
    let begin: u64 = std::env::var(BEGIN).expect("started by the other test").parse().unwrap();
    let store = open(&format!("sqlite:{NAME}")).await.unwrap();
    let mut tasks = tokio::task::JoinSet::new();
    for task in 0..4 {
        let store = Arc::clone(&store);
        tasks.spawn(async move {
            for number in begin.. {
                let key = format!("{task}/{}", number % 50);
                put(&*store, &ada(), &key, written(number).as_bytes()).await;
                writeln!(std::io::stdout().lock(), "acknowledged {key} {number}").unwrap();
                if number % 7 == 0 {
                    store.delete(&ada(), &key).await.unwrap();
                    writeln!(std::io::stdout().lock(), "acknowledged {key} {number} gone").unwrap();
                }
            }
        });
    }
    tasks.join_all().await;
}

/// Long enough to fill several pages of the file.
fn written(number: u64) -> String {
    format!("{number:>5000}")
}

#[tokio::test]
async fn every_acknowledged_write_is_found_after_a_kill() {
    let folder = tempfile::tempdir().unwrap();
    let mut known = Known::default();
    for (round, lines) in [1, 30, 230, 400].into_iter().enumerate() {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["--exact", "crash::writer", "--ignored", "--nocapture"])
            .env(BEGIN, (round * 100_000 + 1).to_string())
            .current_dir(folder.path())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let mut seen = 0;
        for line in BufReader::new(child.stdout.take().unwrap()).lines() {
            let line = line.unwrap();
            // The rest is the test runner's.
            let Some((_, said)) = line.split_once("acknowledged ") else { continue };
            known.hear(said);
            seen += 1;
            if seen == lines {
                // SIGKILL: nothing in the child runs any more. What it has said until then is still read.
                child.kill().unwrap();
            }
        }
        assert!(!child.wait().unwrap().success());
        assert!(seen >= lines, "{seen} writes before it ended by itself");
        known.check(&url(&folder.path().join(NAME))).await;
    }
}

/// What the writer has said.
#[derive(Default)]
struct Known {
    /// The last number of each key; of a deleted one there is none.
    numbers: BTreeMap<String, u64>,
    /// The last number of each task, which is the first part of a key.
    last: BTreeMap<String, u64>,
}

impl Known {
    /// Takes a line such as `3/17 20017` or `3/17 20017 gone`.
    fn hear(&mut self, said: &str) {
        let words: Vec<_> = said.split(' ').collect();
        let (key, number) = (words[0], words[1].parse().unwrap());
        match words[2..] {
            [] => self.numbers.insert(key.to_owned(), number),
            ["gone"] => self.numbers.remove(key),
            _ => panic!("{said}"),
        };
        self.last.insert(key[..1].to_owned(), number);
    }

    /// Each task may have had one step more under way than it has said: the write of a later number, or the deletion of
    /// its last one. All else is as it said.
    async fn check(&mut self, url: &str) {
        let store = open(url).await.unwrap();
        let mut found = BTreeMap::new();
        for key in keys(&*store, &ada(), "").await {
            let value = value(&*store, &ada(), &key).await.unwrap();
            let value = String::from_utf8(value).unwrap();
            let number: u64 = value.trim().parse().unwrap();
            assert_eq!(value, written(number));
            found.insert(key, number);
        }
        for (task, last) in &self.last {
            let all: BTreeSet<_> =
                found.keys().chain(self.numbers.keys()).filter(|key| key.starts_with(task)).collect();
            let differ: Vec<_> = all
                .iter()
                .map(|key| (self.numbers.get(*key), found.get(*key)))
                .filter(|(said, is)| said != is)
                .collect();
            let is_one_step = match differ[..] {
                [] => true,
                [(_, Some(later))] => later > last,
                [(said, None)] => said == Some(last) && last % 7 == 0,
                _ => false,
            };
            assert!(is_one_step, "task {task} after {last}: {differ:?}");
        }
        self.numbers = found;
        assert_counted(&*store, &ada(), noon()).await;
    }
}
