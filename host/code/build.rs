//! Makes the interpreter: compiles it to WebAssembly, lets it get ready, and keeps the picture of its memory as a component.

#![allow(clippy::print_stdout, reason = "this is how a build script speaks to cargo")]

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::{Command, ExitCode, Stdio},
};

use anyhow::{Context, ensure};
use serde_json::Value;
use wit_component::ComponentEncoder;

#[path = "build/snapshot.rs"]
mod snapshot;

const TARGET: &str = "wasm32-unknown-unknown";

/// What the interpreter is made of.
const SOURCES: &[&str] = &["tools/interpreter/Cargo.toml", "tools/interpreter/src", "wit/code", "Cargo.lock"];

/// What the cargo that runs this script tells of itself, and what a build for the host may be told: not the guest's.
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
    let module = fs::read(build(&root, &out)?)?;
    let ready = snapshot::take(&module).context("the interpreter does not get ready")?;
    let component = ComponentEncoder::default().module(&ready)?.validate(true).encode()?;
    fs::write(out.join("interpreter.wasm"), component)?;
    Ok(())
}

fn folder(variable: &str) -> anyhow::Result<PathBuf> {
    env::var_os(variable).map(PathBuf::from).with_context(|| format!("cargo did not set {variable}"))
}

/// Compiles the interpreter, and gives the path of its module.
fn build(root: &Path, out: &Path) -> anyhow::Result<PathBuf> {
    let target = out.ancestors().nth(4).unwrap_or(out).join("guests");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo
        .current_dir(root)
        .args(["build", "--release", "--package", "bulkhead-interpreter", "--lib"])
        .args(["--target", TARGET, "--message-format=json-render-diagnostics", "--target-dir"])
        .arg(target)
        .stderr(Stdio::inherit());
    for name in OF_THE_HOST {
        cargo.env_remove(name);
    }
    let output = cargo.envs(toolchain(root)?).output().context("cannot start cargo")?;
    ensure!(output.status.success(), "the interpreter does not build; the compiler's messages are above");
    let messages = output.stdout.split(|byte| *byte == b'\n');
    let module = messages.filter_map(|line| artifact(&serde_json::from_slice(line).ok()?)).next();
    module.context("cargo made no module of the interpreter")
}

fn artifact(message: &Value) -> Option<PathBuf> {
    if message["reason"] != "compiler-artifact" || message["target"]["name"] != "bulkhead_interpreter" {
        return None;
    }
    let files = message["filenames"].as_array()?.iter();
    files.filter_map(Value::as_str).find(|file| file.ends_with(".wasm")).map(PathBuf::from)
}

/// The variables of the guest toolchain: `KEY=VALUE` lines, `#` before comments.
fn toolchain(root: &Path) -> anyhow::Result<Vec<(String, String)>> {
    println!("cargo::rerun-if-env-changed=BULKHEAD_TOOLCHAIN");
    let named = env::var_os("BULKHEAD_TOOLCHAIN").map(PathBuf::from);
    let folder = named.unwrap_or_else(|| root.join(".toolchain"));
    let mut variables = Vec::new();
    for name in ["env", "clang/env"] {
        let file = folder.join(name);
        println!("cargo::rerun-if-changed={}", file.display());
        let text = fs::read_to_string(&file).with_context(|| {
            format!(
                "the interpreter needs compilers of Rust and of C for {TARGET}, and {} is not there; in the repository, \
                 run: make toolchain",
                file.display()
            )
        })?;
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        variables.extend(
            lines
                .filter_map(|line| line.split_once('='))
                .map(|(name, value)| (name.to_owned(), value.to_owned())),
        );
    }
    Ok(variables)
}
