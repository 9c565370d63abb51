//! Guests that take memory, tables and instances: little by little, at once, and before they run.

use bulkhead_dispatch::CallError;
use bulkhead_test_artifacts::{
    DATA_HUGE, INSTANCES, INSTANCES_OF_INSTANCES, MEMORIES, MEMORY_BEGGING, MEMORY_BEYOND, MEMORY_BY_PAGE,
    MEMORY_FROM_THE_START, MEMORY_ONCE, TABLE_BEYOND, TABLE_FROM_THE_START, TABLE_GROW, TABLE_HUGE,
    TABLE_MANY,
};

use super::attack::{ends, refused};

#[tokio::test]
pub async fn memory_once() {
    ends(MEMORY_ONCE, "", "out_of_memory").await;
}

#[tokio::test]
pub async fn memory_by_page() {
    ends(MEMORY_BY_PAGE, "memory = \"8MiB\"", "out_of_memory").await;
}

/// Being told no costs fuel as everything does.
#[tokio::test]
pub async fn memory_begging() {
    ends(MEMORY_BEGGING, "memory = \"8MiB\"\nfuel = 1_000_000", "out_of_fuel").await;
}

#[tokio::test]
pub async fn memory_from_the_start() {
    ends(MEMORY_FROM_THE_START, "", "out_of_memory").await;
}

#[tokio::test]
pub async fn memory_beyond() {
    let error = ends(MEMORY_BEYOND, "", "trap").await;
    assert!(error.to_string().contains("out of bounds"), "{error}");
}

/// What lies in its file counts as what it takes.
#[tokio::test]
pub async fn data_huge() {
    ends(DATA_HUGE, "memory = \"2MiB\"", "out_of_memory").await;
}

#[tokio::test]
pub async fn table_grow() {
    ends(TABLE_GROW, "", "out_of_table").await;
}

#[tokio::test]
pub async fn table_from_the_start() {
    ends(TABLE_FROM_THE_START, "", "out_of_table").await;
}

#[tokio::test]
pub async fn table_beyond() {
    let error: CallError = ends(TABLE_BEYOND, "", "trap").await;
    assert!(error.to_string().contains("out of bounds"), "{error}");
}

/// The reason why the guest does not serve has these words.
async fn too_large(guest: &str, words: &str) {
    let reason = refused(guest).await;
    assert!(reason.contains(words), "{reason}");
}

#[tokio::test]
pub async fn table_huge() {
    too_large(TABLE_HUGE, "table").await;
}

#[tokio::test]
pub async fn table_many() {
    too_large(TABLE_MANY, "table").await;
}

#[tokio::test]
pub async fn memories() {
    too_large(MEMORIES, "memories").await;
}

#[tokio::test]
pub async fn instances() {
    too_large(INSTANCES, "instances").await;
}

#[tokio::test]
pub async fn instances_of_instances() {
    too_large(INSTANCES_OF_INSTANCES, "when every instance in it is written out").await;
}
