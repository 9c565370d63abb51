//! Guests from WebAssembly text.

use std::path::PathBuf;

use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::Resolve;

/// A guest of the world that has everything, whose `call-tool` is this.
pub fn guest(body: &str) -> Vec<u8> {
    Guest { body, ..Guest::default() }.build()
}

#[derive(Clone, Copy)]
pub struct Guest<'a> {
    pub imports: &'a str,
    pub body: &'a str,
    pub extra: &'a str,
    /// The version of WASI that it is built against.
    pub wasi: &'a str,
    /// The world of the contract that it is built for.
    pub world: &'a str,
}

impl Default for Guest<'_> {
    fn default() -> Self {
        Self { imports: "", body: ECHO, extra: "", wasi: "0.2.12", world: "bulkhead:tool/tool@0.1.0" }
    }
}

/// Answers with its arguments.
pub const ECHO: &str = "(call $ok (local.get $arguments) (local.get $arguments-length))";

impl Guest<'_> {
    pub fn build(self) -> Vec<u8> {
        let text = include_str!("guest.wat")
            .replace("{imports}", &self.imports.replace("WASI", self.wasi))
            .replace("{body}", self.body)
            .replace("{extra}", self.extra)
            .replace("{{}}", "{}");
        let mut module = wat::parse_str(&text).unwrap();
        let mut resolve = Resolve::default();
        resolve.push_dir(self.wit()).unwrap();
        let world = format!(
            "package test:guest; world guest {{ include {}; include bulkhead:tool/wasi-side@0.1.0; }}",
            self.world
        );
        let package = resolve.push_str("guest.wit", &world).unwrap();
        let world = resolve.select_world(&[package], Some("guest")).unwrap();
        embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8).unwrap();
        ComponentEncoder::default().validate(true).module(&module).unwrap().encode().unwrap()
    }

    /// The contract, against the version of WASI that is wanted.
    fn wit(self) -> PathBuf {
        let source = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../wit");
        if self.wasi == "0.2.12" {
            return source;
        }
        let copy = tempfile::tempdir().unwrap().keep();
        copy_replacing(&source, &copy, self.wasi);
        copy
    }
}

fn copy_replacing(from: &std::path::Path, to: &std::path::Path, version: &str) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            copy_replacing(&entry.path(), &target, version);
        } else {
            let text = std::fs::read_to_string(entry.path()).unwrap();
            // What came in a later version is there in an earlier one as well; a guest that does not use it cannot tell.
            let text = text.replace("0.2.12", version);
            let gate =
                |line: &str| ["@since", "@deprecated"].iter().any(|gate| line.trim_start().starts_with(gate));
            let ungated = text.lines().filter(|line| !gate(line));
            std::fs::write(target, ungated.collect::<Vec<_>>().join("\n")).unwrap();
        }
    }
}
