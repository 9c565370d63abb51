#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use super::*;

#[test]
fn a_host_and_a_port() {
    for (text, shown) in [
        ("db.example.com:5432", "db.example.com:5432"),
        ("DB.Example.com.:5432", "db.example.com:5432"),
        ("10.0.0.7:6379", "10.0.0.7:6379"),
        ("[fd00::7]:6379", "[fd00::7]:6379"),
    ] {
        let rule: TcpRule = text.parse().unwrap();
        assert_eq!(rule.to_string(), shown);
        assert_eq!(shown.parse::<TcpRule>().unwrap(), rule);
    }
}

#[test]
fn nothing_else() {
    for text in [
        "",
        "db.example.com",
        "db.example.com:",
        "db.example.com:0",
        "db.example.com:65536",
        "*.example.com:5432",
        "db.example.com:*",
        "user@db.example.com:5432",
        "tcp://db.example.com:5432",
        "fd00::7:6379",
        "0x7f.1:80",
        "2130706433:80",
        "db.example.com:5432/name",
        "db .example.com:5432",
    ] {
        assert!(text.parse::<TcpRule>().is_err(), "{text}");
    }
}
