//! Files that are no component, components for another host, and components that are hard to compile.

use std::io::Write;

use bulkhead_test_artifacts::{
    ATOMICS, BLOCKS, CORE_MODULE, DATA_MANY, ECHO, ELEMENTS_HUGE, EXCEPTIONS, EXPORT_MANY, EXPORT_OTHER,
    FUNCTION_HUGE, FUNCTIONS, GARBAGE, IMPORT_FORGED, IMPORT_MANY, IMPORT_OTHER, IMPORT_UNKNOWN, JSON_TWICE,
    LOCALS, MEMORY_PAGES, MEMORY_SECOND, MEMORY_SHARED, MEMORY64, NESTING, OTHER_WORLD, STACKS,
    TABLES_OF_BRANCHES, TYPES, TYPES_OF_TYPES, WIDE_NUMBERS,
};
use serde_json::json;
use tempfile::TempDir;

use super::attack::{answers, refused};
use crate::house::Plan;

/// The reason why the guest does not serve has these words.
async fn refuses(guest: &str, words: &str) {
    let reason = refused(guest).await;
    assert!(reason.contains(words), "{reason}");
}

#[tokio::test]
pub async fn core_module() {
    refuses(CORE_MODULE, "this is a core WebAssembly module").await;
}

#[tokio::test]
pub async fn other_world() {
    refuses(OTHER_WORLD, "It exports `acme:shop/till@1.0.0`").await;
}

#[tokio::test]
pub async fn import_unknown() {
    refuses(IMPORT_UNKNOWN, "`wasi:threads/spawn@0.2.0`, which this host does not offer").await;
}

#[tokio::test]
pub async fn import_forged() {
    refuses(IMPORT_FORGED, "acme:db").await;
}

#[tokio::test]
pub async fn import_other() {
    refuses(IMPORT_OTHER, "bulkhead:tool/logging@0.1.0").await;
}

#[tokio::test]
pub async fn export_other() {
    refuses(EXPORT_OTHER, "exports do not fit").await;
}

#[tokio::test]
pub async fn import_many() {
    refuses(IMPORT_MANY, "which this host does not offer").await;
}

#[tokio::test]
pub async fn export_many() {
    refuses(EXPORT_MANY, "limit").await;
}

#[tokio::test]
pub async fn nesting() {
    refuses(NESTING, "exports do not fit").await;
}

/// As deep as nobody could write it down: each component is the only section of the next.
#[tokio::test]
async fn nesting_without_end() {
    let mut inner = Vec::from(*b"\0asm\x0d\0\x01\0");
    for _ in 0..20_000 {
        let mut size = Vec::new();
        let mut left = inner.len();
        while left >= 0x80 {
            size.push((left & 0x7f) as u8 | 0x80);
            left >>= 7;
        }
        size.push(left as u8);
        inner = [b"\0asm\x0d\0\x01\0\x04".as_slice(), &size, &inner].concat();
    }
    let bytes = [std::fs::read(EXPORT_OTHER).unwrap().as_slice(), &inner[8..]].concat();
    let house = Plan::of(ECHO).file("deep.wasm", bytes).open().await;
    assert!(!house.reason("deep.wasm").is_empty());
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}

#[tokio::test]
pub async fn types_of_types() {
    refuses(TYPES_OF_TYPES, "type size").await;
}

#[tokio::test]
pub async fn data_many() {
    refuses(DATA_MANY, "data segments count exceeds limit").await;
}

#[tokio::test]
pub async fn memory64() {
    refuses(MEMORY64, "memory64").await;
}

#[tokio::test]
pub async fn memory_shared() {
    refuses(MEMORY_SHARED, "threads").await;
}

#[tokio::test]
pub async fn memory_second() {
    refuses(MEMORY_SECOND, "multiple memories").await;
}

#[tokio::test]
pub async fn memory_pages() {
    refuses(MEMORY_PAGES, "page").await;
}

#[tokio::test]
pub async fn atomics() {
    refuses(ATOMICS, "threads support is not enabled").await;
}

#[tokio::test]
pub async fn garbage() {
    refuses(GARBAGE, "gc").await;
}

#[tokio::test]
pub async fn exceptions() {
    refuses(EXCEPTIONS, "exceptions").await;
}

#[tokio::test]
pub async fn stacks() {
    refuses(STACKS, "stack switching").await;
}

#[tokio::test]
pub async fn wide_numbers() {
    refuses(WIDE_NUMBERS, "wide arithmetic").await;
}

// What follows is large and not wrong: it compiles, in its own time, and serves.

#[tokio::test]
pub async fn function_huge() {
    answers(FUNCTION_HUGE, "").await;
}

#[tokio::test]
pub async fn blocks() {
    answers(BLOCKS, "").await;
}

#[tokio::test]
pub async fn functions() {
    answers(FUNCTIONS, "").await;
}

#[tokio::test]
pub async fn locals() {
    answers(LOCALS, "").await;
}

#[tokio::test]
pub async fn types() {
    answers(TYPES, "").await;
}

#[tokio::test]
pub async fn tables_of_branches() {
    answers(TABLES_OF_BRANCHES, "").await;
}

#[tokio::test]
pub async fn elements_huge() {
    answers(ELEMENTS_HUGE, "").await;
}

/// A component that is good, cut off in many places. Each piece is refused with a reason, or is what was left of it when
/// only its catalog was cut off.
#[tokio::test]
async fn truncated() {
    let whole = std::fs::read(ECHO).unwrap();
    let mut plan = Plan::of(ECHO);
    let places = (0..64).chain((64..whole.len()).step_by(whole.len() / 100));
    let cuts: Vec<_> = places.map(|at| (format!("cut{at}.wasm"), &whole[..at])).collect();
    for (name, bytes) in &cuts {
        plan = plan.file(name, *bytes);
    }
    let house = plan.open().await;
    for (name, _) in &cuts {
        assert!(!house.reason(name).is_empty());
    }
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}

/// One bit is another, in three hundred places that are the same in every run. What still serves does so without
/// harm: it may answer nonsense, and the host is never at fault.
#[tokio::test]
async fn flipped() {
    let whole = std::fs::read(JSON_TWICE).unwrap();
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let (mut plan, mut policy) = (Plan::of(ECHO), String::new());
    for number in 0..300 {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let mut bytes = whole.clone();
        bytes[random as usize % whole.len()] ^= 1 << (random >> 60 & 7);
        plan = plan.file(&format!("flip{number}.wasm"), bytes);
        policy += &format!("[tools.flip{number}]\nprefix = \"f{number}_\"\n");
    }
    let house = plan.policy(policy + "[defaults.limits]\nfuel = 50_000_000\n").open().await;
    house.dispatcher.warm().await;
    let catalog = house.dispatcher.catalog();
    assert_eq!(catalog.components().len() + catalog.refused().len(), 301);
    for tool in catalog.tools().filter(|tool| tool.component.name.starts_with("flip")) {
        let code = house
            .call(tool.name(), json!({}))
            .await
            .map_or_else(|error| error.code().to_owned(), |_| "ok".to_owned());
        assert!(
            code != "internal" && code != "unavailable",
            "{} of {}: {code}",
            tool.name(),
            tool.component.name
        );
    }
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}

/// The largest file that is read has 64 MiB; what is larger is not even read.
#[tokio::test]
async fn a_file_of_gigabytes() {
    let folder = TempDir::new().unwrap();
    let tools = folder.path().join("tools");
    std::fs::create_dir(&tools).unwrap();
    std::fs::copy(ECHO, tools.join("echo.wasm")).unwrap();
    // A custom section of two gigabytes, of which hardly a byte is on the disk.
    let mut file = std::fs::File::create(tools.join("sparse.wasm")).unwrap();
    file.write_all(&std::fs::read(EXPORT_OTHER).unwrap()).unwrap();
    file.write_all(b"\0\xff\xff\xff\xff\x07\x01x").unwrap();
    file.set_len(file.metadata().unwrap().len() - 2 + 0x7fff_ffff).unwrap();
    let house = Plan::default().open_in(folder).await;
    assert!(house.reason("sparse.wasm").contains("at most 67108864"), "{}", house.reason("sparse.wasm"));
    assert_eq!(house.text("echo", json!({ "text": "still here" })).await, "still here");
}
