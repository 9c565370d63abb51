use super::{paths, prints_or_exits, said, without_text};

#[test]
fn comments_and_literals_are_no_code() {
    let source =
        "a // std::fs\n/* std /* :: */ fs */ b \"std::fs \\\" \" 'c' '\\'' r#\"std::\"fs\"# br\"x\" &'life d";
    let code = without_text(source);
    let words: Vec<_> = code.split_whitespace().collect();
    assert_eq!(words, ["a", "b", "&'life", "d"]);
}

#[test]
fn every_branch_of_a_use_is_a_path() {
    let found = paths("use std::{fs as disk, collections::{BTreeMap, hash_map}, io}; std::env::var(x)");
    let expected = [
        "std::fs",
        "std::collections::BTreeMap",
        "std::collections::hash_map",
        "std::io",
        "std::env::var",
        "x",
    ];
    assert_eq!(found, expected);
}

#[test]
fn a_path_is_found_in_every_way_of_writing_it() {
    for source in [
        "use std::fs;",
        "use std::{env, fs};",
        "use std::fs::File;",
        "fn f() { std::fs::read(\"x\") }",
        "fn f() { std :: fs :: read(\"x\") }",
        "pub use ::std::{collections::BTreeMap, fs::{self, File}};",
    ] {
        assert_eq!(said(source, &["std::fs"]), ["std::fs"], "{source}");
    }
    assert_eq!(said("let t = std::time::SystemTime::now();", &["SystemTime::now"]), ["SystemTime::now"]);
    assert_eq!(said("use std::net::{IpAddr, TcpStream};", &["TcpStream"]), ["TcpStream"]);
}

#[test]
fn what_only_looks_alike_is_not_found() {
    let source = "//! Never `std::fs`.\nuse std::fmt; fn f(now: SystemTime, my_std: u8) -> &'static str { \"std::fs\" }";
    assert_eq!(said(source, &["std::fs", "SystemTime::now", "std::env", "std"]), ["std"]);
}

#[test]
fn printing_and_exiting_are_found() {
    assert_eq!(prints_or_exits("fn f() { println!(\"x\") }"), ["println"]);
    assert_eq!(prints_or_exits("fn f() { std::process::exit(1) }"), ["process::exit"]);
    assert_eq!(prints_or_exits("fn f() { write!(f, \"println!\"); print(x) } // dbg!()"), [""; 0]);
}
