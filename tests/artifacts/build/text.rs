//! Guests that are written as WebAssembly text, because no compiler would emit what they do.
//!
//! A file of `tests/guests/wat` is one of three things: a component (it begins with `(component`) or a core module (it begins with
//! `(module`), taken as they are; or fields of a core module, to which `frame.wat` adds whatever the contract wants and the
//! file does not have. `<<1000: … >>` stands for its content a thousand times over, with the number of the turn in place
//! of each `#`.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

use anyhow::{Context, ensure};
use wit_component::{ComponentEncoder, StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, WorldId};

/// What `bulkhead build` calls the section that a catalog is embedded in.
const CATALOG: &str = "bulkhead:catalog@0.1";

/// The exports that every component with tools has. They are empty here: what has only these is refused at the latest
/// when it is linked.
const CONTRACT: &str = r#"(instance $nothing)
  (export "bulkhead:tool/manifest@0.1.0" (instance $nothing))
  (export "bulkhead:tool/tools@0.1.0" (instance $nothing))"#;

const WORLD: &str = "package test:guest;
world guest { include bulkhead:tool/tool@0.1.0; include bulkhead:tool/wasi-side@0.1.0; }";

/// The parts of a core module that a file may leave out: how a file that has one of its own is recognised, and the part.
const FRAME: &str = include_str!("frame.wat");

/// Every guest in text, by its name.
pub fn guests(root: &Path) -> anyhow::Result<BTreeMap<String, Vec<u8>>> {
    let (resolve, world) = world(root)?;
    let mut guests = BTreeMap::new();
    for entry in fs::read_dir(root.join("tests/guests/wat"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "wat") {
            let name = path.file_stem().and_then(|stem| stem.to_str()).context("a name")?.to_owned();
            let bytes = guest(&name, &path, &resolve, world).with_context(|| format!("the guest {name}"))?;
            guests.insert(name, bytes);
        }
    }
    Ok(guests)
}

fn world(root: &Path) -> anyhow::Result<(Resolve, WorldId)> {
    let mut resolve = Resolve::default();
    resolve.push_dir(root.join("wit"))?;
    let package = resolve.push_str("guest.wit", WORLD)?;
    let world = resolve.select_world(&[package], Some("guest"))?;
    Ok((resolve, world))
}

fn guest(name: &str, path: &Path, resolve: &Resolve, world: WorldId) -> anyhow::Result<Vec<u8>> {
    let text = repeated(&fs::read_to_string(path)?)?;
    let code: String = text.lines().filter(|line| !line.trim_start().starts_with(";;")).collect();
    let whole = ["(component", "(module"].iter().any(|form| code.trim_start().starts_with(form));
    let mut bytes = if whole {
        wat::parse_str(text.replace("CONTRACT", CONTRACT))?
    } else {
        let mut module = wat::parse_str(framed(&text, &code))?;
        embed_component_metadata(&mut module, resolve, world, StringEncoding::UTF8)?;
        ComponentEncoder::default().validate(true).module(&module)?.encode()?
    };
    if let Some(catalog) = catalog(name, path, whole || describes_itself(&code))? {
        embed(&mut bytes, catalog.as_bytes());
    }
    Ok(bytes)
}

/// The file of the same name that ends in `.json`, whatever is in it; otherwise a catalog with one tool of the guest's
/// name, unless the guest itself says what it is.
fn catalog(name: &str, path: &Path, none: bool) -> anyhow::Result<Option<String>> {
    let file: PathBuf = path.with_extension("json");
    if file.exists() {
        return repeated(&fs::read_to_string(file)?).map(Some);
    }
    let info = format!(r#"{{ "name": "{name}", "version": "1.0.0", "description": "A guest in text." }}"#);
    let tool = format!(
        r#"{{ "name": "{name}", "description": "What it is for.", "input_schema": {{ "type": "object" }} }}"#
    );
    Ok((!none).then(|| format!(r#"{{ "info": {info}, "tools": [{tool}] }}"#)))
}

fn describes_itself(code: &str) -> bool {
    ["#list-tools\"", "#describe\""].iter().any(|export| code.contains(export))
}

/// The file's fields, with the parts of the frame that it does not have.
fn framed(text: &str, code: &str) -> String {
    let parts = FRAME.split(";; unless: ").skip(1).filter_map(|part| part.split_once('\n'));
    let missing = parts.filter(|(unless, _)| !code.contains(unless.trim())).map(|(_, part)| part);
    format!("(module {text} {})", missing.collect::<String>())
}

/// Writes out what is between `<<N:` and `>>` as often as it says.
fn repeated(text: &str) -> anyhow::Result<String> {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("<<") {
        let (inside, after) = after.split_once(">>").context("`<<` without `>>`")?;
        let (times, content) = inside.split_once(':').context("`<<` without a number")?;
        ensure!(!content.contains("<<"), "repetitions do not nest");
        out.push_str(before);
        for turn in 0..times.trim().parse::<usize>()? {
            out.push_str(&content.replace('#', &turn.to_string()));
        }
        rest = after;
    }
    out.push_str(rest);
    Ok(out)
}

/// Appends a custom section: its identifier, its size, its name, its content.
fn embed(component: &mut Vec<u8>, catalog: &[u8]) {
    component.push(0);
    number(component, number_size(CATALOG.len()) + CATALOG.len() + catalog.len());
    number(component, CATALOG.len());
    component.extend_from_slice(CATALOG.as_bytes());
    component.extend_from_slice(catalog);
}

/// LEB128.
fn number(out: &mut Vec<u8>, mut value: usize) {
    while value >= 0x80 {
        out.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    out.push(value as u8);
}

fn number_size(value: usize) -> usize {
    let mut bytes = Vec::new();
    number(&mut bytes, value);
    bytes.len()
}
