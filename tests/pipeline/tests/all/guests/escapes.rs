//! Out of a directory, and into one that is only to be read: every operation of WASI, with every path there is.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::fs::symlink,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    thread,
};

use bulkhead_test_artifacts::{ESCAPE, MEDDLE};
use serde_json::json;

use crate::house::{House, Plan};

async fn house(guest: &str, data: &str, library: &str) -> House {
    let name = Path::new(guest).file_stem().unwrap().to_str().unwrap();
    let policy = format!(
        "[tools.{name}]\nfs = [
            {{ host = \"data\", guest = \"/data\", access = \"{data}\" }},
            {{ host = \"library\", guest = \"/library\", access = \"{library}\" }},
        ]"
    );
    let house = Plan::of(guest).policy(policy).open().await;
    for folder in ["data", "library"] {
        fs::create_dir_all(house.path(folder).join("empty")).unwrap();
        fs::write(house.path(folder).join("a"), "alpha").unwrap();
        fs::write(house.path(folder).join("gone"), "").unwrap();
    }
    fs::create_dir(house.path("secret")).unwrap();
    fs::write(house.path("secret/c"), "gamma").unwrap();
    house
}

/// Names, contents and times of everything in a folder of the house.
fn picture(house: &House, folder: &str) -> BTreeMap<String, (Vec<u8>, std::time::SystemTime)> {
    let entries = fs::read_dir(house.path(folder)).unwrap().map(|entry| {
        let entry = entry.unwrap();
        let content = fs::read(entry.path()).unwrap_or_default();
        let modified = fs::symlink_metadata(entry.path()).unwrap().modified().unwrap();
        (entry.file_name().into_string().unwrap(), (content, modified))
    });
    entries.collect()
}

/// The same operations all go through where writing is granted, and none where it is not.
#[tokio::test]
pub async fn meddle() {
    let open = house(MEDDLE, "write", "write").await;
    let tried = open.json("meddle", json!({ "directory": "/library", "other": "/data" })).await;
    let tried = tried.as_object().unwrap();
    assert_eq!(tried.len(), 21);
    assert!(tried.values().all(|outcome| outcome == "ok"), "{tried:?}");
    assert!(open.notes.told().iter().all(|told| !told.starts_with("denied")));

    let closed = house(MEDDLE, "write", "read").await;
    let before = (picture(&closed, "library"), picture(&closed, "data"));
    let tried = closed.json("meddle", json!({ "directory": "/library", "other": "/data" })).await;
    let tried = tried.as_object().unwrap();
    assert!(tried.values().all(|outcome| outcome == "not-permitted"), "{tried:?}");
    assert_eq!(before, (picture(&closed, "library"), picture(&closed, "data")));
    // The record has as many as it takes to see what the guest is after, and no more.
    let denied = closed.notes.told().into_iter().filter(|told| told == "denied fs-read-only").count();
    assert_eq!(denied, 16);
}

fn paths_out(house: &House) -> Vec<String> {
    symlink("../secret", house.path("data/folder")).unwrap();
    symlink(house.path("secret"), house.path("data/absolute")).unwrap();
    symlink("folder", house.path("data/chain")).unwrap();
    symlink("/proc/self", house.path("data/proc")).unwrap();
    let absolute = house.path("secret/c").display().to_string();
    let up = format!("{}etc/passwd", "../".repeat(20));
    let paths = [
        "../secret/c",
        "./../secret/c",
        "empty/../../secret/c",
        "../data/../secret/c",
        "folder/c",
        "folder/../secret/c",
        "absolute/c",
        "chain/c",
        "proc/environ",
        "proc/cwd/Cargo.toml",
        "/proc/self/environ",
        "/etc/passwd",
        "//etc/passwd",
        "..//secret//c",
        absolute.as_str(),
        up.as_str(),
    ];
    paths.map(str::to_owned).to_vec()
}

#[tokio::test]
pub async fn escape() {
    let house = house(ESCAPE, "write", "read").await;
    assert_eq!(house.text("escape", json!({ "operation": "read", "path": "a", "other": "" })).await, "alpha");
    let paths = paths_out(&house);
    let before = ["data", "library", "secret"].map(|folder| picture(&house, folder));
    let operations = [
        "read", "create", "list", "stat", "hash", "readlink", "times", "mkdir", "rmdir", "unlink", "symlink",
        "rename", "link",
    ];
    for operation in operations {
        for path in &paths {
            let escape = json!({ "operation": operation, "path": path, "other": "other" });
            let error = house.refusal("escape", escape).await;
            assert_eq!(
                (error.code.as_str(), error.message.as_str()),
                ("refused", "not-permitted"),
                "{operation} {path}"
            );
            let told = house.notes.told();
            assert_eq!(told[told.len() - 2], "denied fs-no-grant", "{operation} {path}");
        }
    }
    // The other end of what has two.
    for operation in ["rename", "link"] {
        for path in &paths {
            let escape = json!({ "operation": operation, "path": "a", "other": path });
            assert_eq!(house.refusal("escape", escape).await.message, "not-permitted", "{operation} {path}");
        }
    }
    assert_eq!(before, ["data", "library", "secret"].map(|folder| picture(&house, folder)));
}

/// A link may say what it likes; following it leads nowhere.
#[tokio::test]
async fn links_that_a_guest_makes() {
    let house = house(ESCAPE, "write", "read").await;
    let make = |target: &str| json!({ "operation": "symlink", "path": "link", "other": target });
    for target in ["/etc/passwd", "/", house.path("secret").to_str().unwrap()] {
        assert_eq!(house.refusal("escape", make(target)).await.message, "not-permitted", "{target}");
    }
    for target in ["../secret/c", "../secret", "..", "../secret/not-there", "empty/../../secret/c"] {
        house.text("escape", make(target)).await;
        for path in ["link", "link/c", "link/", "link/secret/c"] {
            for operation in ["read", "create", "list", "stat", "times"] {
                let escape = json!({ "operation": operation, "path": path, "other": "" });
                assert_eq!(house.code("escape", escape).await, "refused", "{operation} {path} -> {target}");
            }
        }
        fs::remove_file(house.path("data/link")).unwrap();
    }
    assert_eq!(fs::read_dir(house.path("secret")).unwrap().count(), 1);
    assert_eq!(fs::read_to_string(house.path("secret/c")).unwrap(), "gamma");
}

#[tokio::test]
async fn slashes_at_the_end() {
    let house = house(ESCAPE, "write", "read").await;
    symlink("../secret", house.path("data/folder")).unwrap();
    symlink("../secret/c", house.path("data/file")).unwrap();
    let cases = [
        ("read", "a/"),
        ("read", "file/"),
        ("read", "../secret/c/"),
        ("list", "folder/"),
        ("list", "../secret/"),
        ("list", "../"),
        ("list", ".."),
        ("stat", "folder/"),
        ("create", "new/"),
        ("create", "file/"),
        ("create", "folder/new/"),
        ("mkdir", "folder/new/"),
        ("rmdir", "folder/"),
        ("unlink", "a/"),
        ("unlink", "file/"),
    ];
    for (operation, path) in cases {
        let escape = json!({ "operation": operation, "path": path, "other": "" });
        assert_eq!(house.code("escape", escape).await, "refused", "{operation} {path}");
    }
    assert_eq!(fs::read_dir(house.path("secret")).unwrap().count(), 1);
    assert!(house.path("data/a").exists() && !house.path("data/new").exists());
}

/// From one granted directory into another: allowed where both may be written, and nowhere else.
#[tokio::test]
async fn across_directories() {
    let across =
        |operation: &str, path: &str| json!({ "operation": operation, "path": path, "other": "there" });
    for (data, library) in [("write", "read"), ("read", "write"), ("read", "read")] {
        let house = house(ESCAPE, data, library).await;
        for operation in ["rename-across", "link-across"] {
            let error = house.refusal("escape", across(operation, "a")).await;
            assert_eq!(error.message, "not-permitted", "{operation} {data} {library}");
        }
        assert!(house.notes.told().contains(&"denied fs-read-only".to_owned()));
        assert!(house.path("data/a").exists() && !house.path("library/there").exists());
    }
    let house = house(ESCAPE, "write", "write").await;
    for operation in ["rename-across", "link-across"] {
        assert_eq!(house.refusal("escape", across(operation, "../secret/c")).await.message, "not-permitted");
    }
    assert_eq!(house.text("escape", across("rename-across", "a")).await, "done");
    assert_eq!(fs::read_to_string(house.path("library/there")).unwrap(), "alpha");
}

/// While a guest insists, what it asks for becomes a link to somewhere else and an honest directory again.
#[tokio::test]
async fn links_swapped_during_the_call() {
    let house = house(ESCAPE, "write", "read").await;
    let (door, aside) = (house.path("data/door"), house.path("data/aside"));
    fs::create_dir(&aside).unwrap();
    fs::write(aside.join("c"), "inside").unwrap();
    let over = Arc::new(AtomicBool::new(false));
    let swapping = thread::spawn({
        let over = Arc::clone(&over);
        move || {
            while !over.load(Ordering::Relaxed) {
                fs::rename(&aside, &door).unwrap();
                fs::rename(&door, &aside).unwrap();
                symlink("../secret", &door).unwrap();
                fs::remove_file(&door).unwrap();
            }
        }
    });
    let seen = insist(&house).await;
    over.store(true, Ordering::Relaxed);
    swapping.join().unwrap();
    assert!(seen.contains("inside") && seen.contains("not-permitted"), "{seen:?}");
    assert!(!seen.contains("gamma"), "{seen:?}");
}

/// Until both an honest directory and a link were met.
async fn insist(house: &House) -> BTreeSet<String> {
    let mut seen = BTreeSet::new();
    for _ in 0..50 {
        let answer = house.json("insist", json!({ "path": "door/c", "times": 500 })).await;
        seen.extend(
            answer["result"].as_array().unwrap().iter().map(|text| text.as_str().unwrap().to_owned()),
        );
        if seen.contains("inside") && seen.contains("not-permitted") {
            break;
        }
    }
    seen
}

#[tokio::test]
async fn a_loop_does_not_flood_the_record() {
    let house = house(ESCAPE, "write", "read").await;
    house.json("insist", json!({ "path": "../secret/c", "times": 1000 })).await;
    let denied = house.notes.told().into_iter().filter(|told| told.starts_with("denied")).count();
    assert_eq!(denied, 16);
}
