//! Guests whose results are too large, lie about where they are, or are not what they say.

use bulkhead_test_artifacts::{
    ERROR_LYING, JSON_DEEP, JSON_DIGITS, JSON_ESCAPE, JSON_INFINITE, JSON_MORE, JSON_NAN, JSON_TWICE,
    RESULT_ENUM, RESULT_GIGABYTE, RESULT_LIST_LYING, RESULT_LYING, RESULT_OPTION, RESULT_PIECES,
    RESULT_POINTER, RESULT_RESUMPTION, RESULT_SURROGATE, RESULT_UNALIGNED, RESULT_UTF8, RESULT_VARIANT,
};
use serde_json::json;

use super::attack::{answers, ends, structured};

/// Ends with this code, and with these words for the operator.
async fn told(guest: &str, code: &str, words: &str) {
    let error = ends(guest, "", code).await;
    assert!(error.to_string().contains(words), "{error}");
}

#[tokio::test]
pub async fn result_lying() {
    told(RESULT_LYING, "trap", "out of bounds").await;
}

/// It is there, and is not copied all the same.
#[tokio::test]
pub async fn result_gigabyte() {
    ends(RESULT_GIGABYTE, "memory = \"2GiB\"", "output_too_large").await;
}

#[tokio::test]
pub async fn result_pieces() {
    ends(RESULT_PIECES, "memory = \"256MiB\"", "output_too_large").await;
}

#[tokio::test]
pub async fn result_list_lying() {
    told(RESULT_LIST_LYING, "trap", "out of bounds").await;
}

#[tokio::test]
pub async fn result_utf8() {
    told(RESULT_UTF8, "trap", "utf-8").await;
}

#[tokio::test]
pub async fn result_surrogate() {
    told(RESULT_SURROGATE, "trap", "utf-8").await;
}

#[tokio::test]
pub async fn result_pointer() {
    told(RESULT_POINTER, "trap", "out of bounds").await;
}

#[tokio::test]
pub async fn result_unaligned() {
    told(RESULT_UNALIGNED, "trap", "aligned").await;
}

#[tokio::test]
pub async fn result_variant() {
    told(RESULT_VARIANT, "trap", "discriminant").await;
}

#[tokio::test]
pub async fn result_option() {
    told(RESULT_OPTION, "trap", "discriminant").await;
}

#[tokio::test]
pub async fn result_enum() {
    told(RESULT_ENUM, "trap", "discriminant").await;
}

#[tokio::test]
pub async fn result_resumption() {
    ends(RESULT_RESUMPTION, "", "output_too_large").await;
}

#[tokio::test]
pub async fn error_lying() {
    told(ERROR_LYING, "trap", "out of bounds").await;
}

#[tokio::test]
pub async fn json_deep() {
    told(JSON_DEEP, "invalid_output", "recursion limit").await;
}

/// Whoever reads it after the host reads what the host checked: there is one key left.
#[tokio::test]
pub async fn json_twice() {
    let (_, answer) = answers(JSON_TWICE, "").await;
    assert_eq!(structured(&answer).unwrap().to_string(), json!({ "n": 2 }).to_string());
}

#[tokio::test]
pub async fn json_nan() {
    told(JSON_NAN, "invalid_output", "is not JSON").await;
}

#[tokio::test]
pub async fn json_infinite() {
    told(JSON_INFINITE, "invalid_output", "number out of range").await;
}

#[tokio::test]
pub async fn json_more() {
    told(JSON_MORE, "invalid_output", "trailing characters").await;
}

#[tokio::test]
pub async fn json_digits() {
    told(JSON_DIGITS, "invalid_output", "number out of range").await;
}

#[tokio::test]
pub async fn json_escape() {
    told(JSON_ESCAPE, "invalid_output", "is not JSON").await;
}
