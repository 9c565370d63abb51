//! Builds every guest with the guest toolchain, and generates a constant for each.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::{
    collections::BTreeMap,
    env,
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use anyhow::{Context, ensure};
use serde_json::Value;
use wasi_preview1_component_adapter_provider::{
    WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME, WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER,
};
use wit_component::ComponentEncoder;

#[path = "build/text.rs"]
mod text;

const TARGET: &str = "wasm32-wasip2";

/// What the guests are made of. Cargo.lock is among it, since a guest is rebuilt when a dependency is another one.
const SOURCES: &[&str] = &[
    "tests/artifacts/build",
    "tests/guests",
    "guest-sdk/Cargo.toml",
    "guest-sdk/src",
    "guest-sdk/macros/Cargo.toml",
    "guest-sdk/macros/src",
    "wit",
    "Cargo.lock",
];

/// What the cargo that runs this script tells of itself, and what a build for the host may be told: not the guests'.
const OF_THE_HOST: &[&str] = &[
    "CARGO_BUILD_TARGET",
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_INCREMENTAL",
    "CARGO_TARGET_DIR",
    "RUSTC",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOC",
    "RUSTFLAGS",
];

fn main() -> ExitCode {
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            println!("cargo::error={}", format!("{error:#}").replace('\n', " "));
            ExitCode::FAILURE
        }
    }
}

fn run() -> anyhow::Result<()> {
    let root = folder("CARGO_MANIFEST_DIR")?.join("../..").canonicalize()?;
    let out = folder("OUT_DIR")?;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", root.join(source).display());
    }
    let variables = toolchain(&root)?;
    let mut guests = BTreeMap::new();
    for (name, built) in build(&root, &out, &variables)? {
        let component = out.join(format!("{name}.wasm"));
        let bytes = componentize(fs::read(&built)?).with_context(|| format!("the guest {name}"))?;
        fs::write(&component, bytes)?;
        guests.insert(name, component);
    }
    for (name, bytes) in text::guests(&root)? {
        let component = out.join(format!("{name}.wasm"));
        fs::write(&component, bytes)?;
        ensure!(guests.insert(name.clone(), component).is_none(), "there are two guests named {name}");
    }
    fs::write(out.join("guests.rs"), generated(&guests)?)?;
    Ok(())
}

fn folder(variable: &str) -> anyhow::Result<PathBuf> {
    env::var_os(variable).map(PathBuf::from).with_context(|| format!("cargo did not set {variable}"))
}

/// The variables of `DIR/env`: `KEY=VALUE` lines, `#` before comments.
fn toolchain(root: &Path) -> anyhow::Result<Vec<(String, String)>> {
    println!("cargo::rerun-if-env-changed=BULKHEAD_TOOLCHAIN");
    let named = env::var_os("BULKHEAD_TOOLCHAIN").map(PathBuf::from);
    let file = named.unwrap_or_else(|| root.join(".toolchain")).join("env");
    println!("cargo::rerun-if-changed={}", file.display());
    let text = fs::read_to_string(&file).with_context(|| {
        format!(
            "the guests of the tests need a compiler for {TARGET}, and {} is not there; in the repository, run: \
             guest-sdk/toolchain/setup.sh .toolchain",
            file.display()
        )
    })?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    Ok(lines
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect())
}

/// Each guest's name, and the file that the compiler made of it.
fn build(
    root: &Path,
    out: &Path,
    variables: &[(String, String)],
) -> anyhow::Result<BTreeMap<String, PathBuf>> {
    // Where `bulkhead build` puts its guests as well, so that the SDK is compiled once. Not the folder of the cargo that
    // waits for this script: that one holds its lock until the script is done.
    let target = out.ancestors().nth(4).unwrap_or(out).join("guests");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root)
        .args(["build", "--release", "--package", "bulkhead-test-guests", "--examples"])
        .args(["--target", TARGET, "--message-format=json-render-diagnostics", "--target-dir"])
        .arg(target)
        .stderr(Stdio::inherit());
    for name in OF_THE_HOST {
        cargo.env_remove(name);
    }
    let output = cargo.envs(variables.iter().cloned()).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the guests do not build; the compiler's messages are above");
    let messages = output.stdout.split(|byte| *byte == b'\n');
    Ok(messages.filter_map(|line| artifact(&serde_json::from_slice(line).ok()?)).collect())
}

fn artifact(message: &Value) -> Option<(String, PathBuf)> {
    if message["reason"] != "compiler-artifact" || message["target"]["kind"][0] != "example" {
        return None;
    }
    let files = message["filenames"].as_array()?.iter();
    let file = files.filter_map(Value::as_str).find(|file| file.ends_with(".wasm"))?;
    Some((message["target"]["name"].as_str()?.to_owned(), file.into()))
}

/// rustup's compiler makes a component; Debian's makes a core module that still calls WASI's first preview.
fn componentize(bytes: Vec<u8>) -> anyhow::Result<Vec<u8>> {
    if wasmparser::Parser::is_component(&bytes) {
        return Ok(bytes);
    }
    let mut encoder = ComponentEncoder::default()
        .module(&bytes)?
        .validate(true)
        .adapter(WASI_SNAPSHOT_PREVIEW1_ADAPTER_NAME, WASI_SNAPSHOT_PREVIEW1_REACTOR_ADAPTER)?;
    encoder.encode()
}

fn generated(guests: &BTreeMap<String, PathBuf>) -> anyhow::Result<String> {
    let mut code = String::new();
    for (name, path) in guests {
        writeln!(code, "/// The guest `{name}`.\npub const {}: &str = {path:?};", name.to_uppercase())?;
    }
    writeln!(
        code,
        "/// Calls a macro with the name of each guest.\n#[macro_export]\nmacro_rules! foreach_guest {{"
    )?;
    writeln!(code, "    ($macro:ident) => {{")?;
    for name in guests.keys() {
        writeln!(code, "        $macro!({name});")?;
    }
    writeln!(code, "    }};\n}}")?;
    Ok(code)
}
