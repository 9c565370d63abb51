#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use super::*;

fn document() -> Value {
    json!({ "items": [{ "name": "a" }, { "name": "b" }, { "name": "c" }], "a/b": { "~": 1 }, "text": "x" })
}

fn whole(pointer: &str) -> Result<Part, ToolError> {
    part(&document(), pointer, 0, 100)
}

#[test]
fn pointers_lead_to_values() {
    assert_eq!(whole("").unwrap().value, document());
    assert_eq!(whole("/items/1/name").unwrap().value, "b");
    assert_eq!(whole("/a~1b/~0").unwrap().value, 1);
    assert_eq!(whole("items").unwrap_err().code(), "invalid");
}

#[test]
fn pointers_that_lead_nowhere_say_where_they_end() {
    let message = |pointer: &str| whole(pointer).unwrap_err().message().to_owned();
    assert_eq!(
        message("/itmes"),
        "`/itmes` leads nowhere: the document is an object without `itmes`; it has `items`."
    );
    assert_eq!(
        message("/items/7"),
        "`/items/7` leads nowhere: `/items` is a list of 3, without an element `7`."
    );
    assert_eq!(message("/text/x"), "`/text/x` leads nowhere: `/text` has nothing in it.");
    assert!(message("/q").contains("it has a/b, items, text"), "{}", message("/q"));
}

#[test]
fn lists_come_in_pages() {
    let page = part(&document(), "/items", 1, 1).unwrap();
    assert_eq!(page, Part { value: json!([{ "name": "b" }]), total: Some(3), next_start: Some(2) });
    let last = part(&document(), "/items", 2, 9).unwrap();
    assert_eq!((last.next_start, part(&document(), "/items", 9, 9).unwrap().value), (None, json!([])));
    let large = json!(vec!["x".repeat(1000); 100]);
    let page = part(&large, "", 0, 100).unwrap();
    assert_eq!((page.value.as_array().unwrap().len(), page.next_start), (32, Some(32)));
}

#[test]
fn what_is_too_large_says_what_is_in_it() {
    let large = json!({ "list": vec![1; 20_000], "text": "x" });
    let error = part(&large, "", 0, 10).unwrap_err();
    assert_eq!(error.code(), "too_large");
    assert!(error.message().contains("/list (a list of 20,000), /text (3 bytes)"), "{error}");
    let error = part(&json!([{ "x": "y".repeat(40_000) }]), "", 0, 10).unwrap_err();
    assert!(error.message().starts_with("The value at `/0` has 40,008 bytes"), "{error}");
}
