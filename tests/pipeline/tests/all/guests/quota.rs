//! What a directory may hold, and every way past it.

use std::{fs, path::Path};

use bulkhead_test_artifacts::QUOTA;
use serde_json::{Value, json};

use crate::house::{House, Plan};

const WAYS: [&str; 8] =
    ["write", "stream", "stream-slowly", "append", "zeroes", "size", "hole", "hole-by-stream"];

const MOST: u64 = 64 << 10;

async fn with(quota: &str) -> House {
    let policy = format!(
        "[tools.quota]\nfs = [
            {{ host = \"data\", guest = \"/data\", access = \"write\"{quota} }},
            {{ host = \"free\", guest = \"/free\", access = \"write\" }},
        ]"
    );
    let house = Plan::of(QUOTA).policy(policy).open().await;
    for folder in ["data", "free"] {
        fs::create_dir(house.path(folder)).unwrap();
        fs::write(house.path(folder).join("seed"), "").unwrap();
    }
    house
}

async fn house() -> House {
    with(", quota = \"64KiB\", entries = 8").await
}

fn fill(file: &str, bytes: u64, way: &str) -> Value {
    json!({ "directory": "/data", "file": file, "bytes": bytes, "way": way })
}

fn held(folder: &Path) -> u64 {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().metadata().unwrap().len()).sum()
}

#[tokio::test]
pub async fn quota() {
    for way in WAYS {
        let free = with("").await;
        let house = house().await;
        for house in [&free, &house] {
            assert_eq!(house.text("fill", fill("a", 40 << 10, way)).await, "full", "{way}");
        }
        assert_eq!(free.text("fill", fill("b", 40 << 10, way)).await, "full", "{way}");
        assert_eq!(house.code("fill", fill("b", 40 << 10, way)).await, "quota", "{way}");
        assert!(held(&house.path("data")) <= MOST, "{way}");
        // What is there can be written again, and what is removed makes room for the next call.
        if way != "append" {
            house.text("fill", fill("a", 40 << 10, way)).await;
        }
        house.text("remove", json!({ "path": "/data/b" })).await;
        assert_eq!(house.text("fill", fill("c", 24 << 10, way)).await, "full", "{way}");
        assert_eq!(held(&house.path("data")), MOST, "{way}");
    }
}

/// A gibibyte of nothing is a gibibyte.
#[tokio::test]
async fn holes() {
    for way in ["size", "hole", "hole-by-stream"] {
        assert_eq!(house().await.code("fill", fill("a", 1 << 30, way)).await, "quota", "{way}");
    }
}

#[tokio::test]
async fn what_is_there_counts_whoever_put_it_there() {
    let house = house().await;
    fs::write(house.path("data/old"), vec![0; 60 << 10]).unwrap();
    assert_eq!(house.code("fill", fill("a", 8 << 10, "write")).await, "quota");
    fs::remove_file(house.path("data/old")).unwrap();
    fs::remove_file(house.path("data/a")).unwrap();
    house.text("fill", fill("a", 8 << 10, "write")).await;
}

#[tokio::test]
async fn entries() {
    let clutter = |kind: &str| json!({ "directory": "/data", "kind": kind, "times": 20 });
    for kind in ["file", "new", "directory", "symlink", "link"] {
        let free = with("").await;
        assert_eq!(free.json("clutter", clutter(kind)).await["result"], json!([20, "ok"]), "{kind}");
        let house = house().await;
        assert_eq!(house.json("clutter", clutter(kind)).await["result"], json!([7, "quota"]), "{kind}");
        assert_eq!(fs::read_dir(house.path("data")).unwrap().count(), 8, "{kind}");
        // Files that are there can be opened as if to create them.
        if kind == "file" {
            house.text("fill", fill("file3", 4096, "write")).await;
        }
    }
    // A quota in bytes alone bounds them too.
    let many = with(", quota = \"64KiB\"").await;
    assert_eq!(many.json("clutter", clutter("file")).await["result"], json!([15, "quota"]));
}

#[tokio::test]
async fn a_file_is_written_anew_as_often_as_one_likes() {
    let house = house().await;
    house.text("rewrite", json!({ "path": "/data/a", "bytes": 60 << 10, "times": 50 })).await;
    house.text("pump", json!({ "path": "/data/a", "bytes": 60 << 10, "times": 50 })).await;
    let error = house.refusal("pump", json!({ "path": "/data/a", "bytes": 70 << 10, "times": 1 })).await;
    assert_eq!(error.code, "too_large");
}

/// A file that has no name any more and is open takes its room until the call is over.
#[tokio::test]
async fn what_is_hidden_counts() {
    for by in ["unlink", "rename"] {
        let hide = json!({ "directory": "/data", "bytes": 20 << 10, "times": 10, "by": by });
        assert_eq!(with("").await.json("hide", hide.clone()).await["result"], json!([10, "ok"]));
        let house = house().await;
        assert_eq!(house.json("hide", hide.clone()).await["result"], json!([3, "quota"]), "{by}");
        fs::remove_file(house.path("data/hidden")).unwrap();
        assert_eq!(house.json("hide", hide).await["result"], json!([3, "quota"]), "{by}: the next call");
    }
}

/// What one call has removed is no room for another that runs at the same time, since it may have it open.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn calls_at_the_same_time_share_what_there_is() {
    let house = house().await;
    let first = house.call("linger", json!({ "path": "/data/a", "bytes": 40 << 10, "milliseconds": 3000 }));
    let second = async {
        while house.path("data/a").exists() || !house.notes.told().contains(&"intent".to_owned()) {
            tokio::task::yield_now().await;
        }
        // The first one is written and gone by now, or about to be written.
        tokio::time::sleep(std::time::Duration::from_millis(1000)).await;
        let bytes = fill("b", 40 << 10, "write");
        assert_eq!(house.code("fill", bytes).await, "quota");
        assert_eq!(house.text("fill", fill("b", 20 << 10, "write")).await, "full");
    };
    let (first, ()) = tokio::join!(first, second);
    first.unwrap();
    assert_eq!(house.text("fill", fill("b", 40 << 10, "write")).await, "full");
}

#[tokio::test]
async fn nothing_is_carried_in_or_out() {
    let carry = |from: &str, to: &str, link: bool| json!({ "from": from, "to": to, "link": link });
    for link in [false, true] {
        let free = with("").await;
        free.text("carry", carry("/free/seed", "/data/in", link)).await;
        let house = house().await;
        for (from, to) in [("/free/seed", "/data/in"), ("/data/seed", "/free/out")] {
            assert_eq!(house.code("carry", carry(from, to, link)).await, "cross_device", "{from} {to}");
        }
        assert_eq!(house.text("carry", carry("/data/seed", "/data/else", link)).await, "carried");
        assert!(!house.path("data/in").exists() && !house.path("free/out").exists());
    }
}
