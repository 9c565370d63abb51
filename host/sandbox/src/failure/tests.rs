#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use super::*;

fn error(code: &str) -> ToolError {
    ToolError { code: code.into(), message: "m".into(), retryable: false, detail: None }
}

#[test]
fn a_guest_keeps_its_own_code() {
    for code in ["not_found", "unavailable"] {
        assert_eq!(Failure::tool(error(code)).code(), code);
    }
}

#[test]
fn a_guest_cannot_use_the_hosts_codes() {
    for code in RESERVED {
        let Failure::Tool(reported) = Failure::tool(error(code)) else { panic!("{code}") };
        assert_eq!(reported.code, "tool_failed");
        assert_eq!(reported.detail.unwrap()["code"], *code);
    }
}

#[test]
fn a_code_that_is_not_snake_case_is_replaced() {
    for code in ["", "Not Found", "a\nb", &"x".repeat(65)] {
        assert_eq!(Failure::tool(error(code)).code(), "tool_failed");
    }
}
