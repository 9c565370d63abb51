//! Running cargo with the guest toolchain.

use std::{
    collections::BTreeMap,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, anyhow, bail};
use serde_json::Value;

use crate::args::Build;

/// Builds the crate and gives the path of its WebAssembly file.
pub fn build(args: &Build) -> anyhow::Result<PathBuf> {
    let manifest = args.crate_dir.join("Cargo.toml");
    let manifest =
        manifest.canonicalize().with_context(|| format!("no crate at {}", args.crate_dir.display()))?;
    let toolchain = toolchain(args.toolchain.as_deref())?;
    let output = Command::new("cargo")
        .args([
            "build",
            "--release",
            "--lib",
            "--message-format=json-render-diagnostics",
            "--target",
            &args.target,
        ])
        .arg("--manifest-path")
        .arg(&manifest)
        .arg("--target-dir")
        .arg(target_dir(&manifest)?)
        .args(args.features.iter().flat_map(|features| ["--features", features]))
        .envs(&toolchain)
        // A host build's own settings are not the guest's.
        .env_remove("RUSTFLAGS")
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    if !output.status.success() {
        bail!("cargo could not build the crate{}", hint(&toolchain, &args.target));
    }
    artifact(&output.stdout, &manifest).ok_or_else(|| {
        anyhow!("the crate makes no WebAssembly file; it needs `[lib] crate-type = [\"cdylib\", \"rlib\"]`")
    })
}

/// A folder of its own: guests may be built by another compiler than the host.
fn target_dir(manifest: &Path) -> anyhow::Result<PathBuf> {
    let output = Command::new("cargo")
        .args(["metadata", "--no-deps", "--format-version=1", "--manifest-path"])
        .arg(manifest)
        .stderr(Stdio::inherit())
        .output()
        .context("cannot start cargo")?;
    let metadata: Value =
        serde_json::from_slice(&output.stdout).context("cargo could not read the manifest")?;
    let folder = metadata["target_directory"].as_str().context("cargo names no target directory")?;
    Ok(Path::new(folder).join("guests"))
}

/// The variables of the guest toolchain: those of `DIR/env`, or none, which is rustup's own.
fn toolchain(dir: Option<&Path>) -> anyhow::Result<BTreeMap<String, String>> {
    let named = dir.map(Path::to_owned);
    let Some(dir) = named.clone().or_else(user_toolchain) else { return Ok(BTreeMap::new()) };
    let file = dir.join("env");
    match std::fs::read_to_string(&file) {
        Ok(text) => Ok(variables(&text)),
        Err(_) if named.is_none() => Ok(BTreeMap::new()),
        Err(error) => Err(error).with_context(|| {
            format!("no guest toolchain at {}; guest-sdk/toolchain/setup.sh makes one", dir.display())
        }),
    }
}

/// Where the set-up script puts the toolchain when nobody names a folder.
fn user_toolchain() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let data = absolute("XDG_DATA_HOME").or_else(|| Some(absolute("HOME")?.join(".local/share")))?;
    Some(data.join("bulkhead/toolchain"))
}

fn variables(text: &str) -> BTreeMap<String, String> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('='))
        .map(|(name, value)| (name.to_owned(), value.to_owned()))
        .collect()
}

fn hint(toolchain: &BTreeMap<String, String>, target: &str) -> String {
    match toolchain.is_empty() {
        true => format!(
            "; if the target is what is missing, `rustup target add {target}` or guest-sdk/toolchain/setup.sh sets it up"
        ),
        false => String::new(),
    }
}

/// The crate's own WebAssembly file among cargo's messages.
fn artifact(messages: &[u8], manifest: &Path) -> Option<PathBuf> {
    let messages =
        messages.split(|byte| *byte == b'\n').filter_map(|line| serde_json::from_slice::<Value>(line).ok());
    let ours = messages.filter(|message| {
        message["reason"] == "compiler-artifact"
            && message["manifest_path"].as_str().map(Path::new) == Some(manifest)
    });
    let files = ours.filter_map(|message| message["filenames"].as_array().cloned()).flatten();
    files
        .filter_map(|file| file.as_str().map(PathBuf::from))
        .find(|file| file.extension().is_some_and(|e| e == "wasm"))
}
