//! The component that everything is measured with, built from source in two ways, and many of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::program::bulkhead;
use crate::table::root;
use bulkhead_schema::section;

/// The guests, and the folder for what else is made of them.
pub struct Guests {
    /// Built for `wasm32-unknown-unknown`: it imports nothing of WASI.
    pub plain: Vec<u8>,
    /// Built for `wasm32-wasip2`, as most tools are.
    pub wasi: Vec<u8>,
    folder: PathBuf,
}

impl Guests {
    pub fn build() -> Self {
        // It stays, so that a second run need not compile a hundred components again. This is
        // <target>/release/deps/<benchmark>.
        let this = std::env::current_exe().expect("a benchmark has a path");
        let folder = this.ancestors().nth(3).expect("a target directory").join("bench");
        let plain = build(&folder, "wasm32-unknown-unknown");
        let wasi = build(&folder, "wasm32-wasip2");
        Self { plain, wasi, folder }
    }

    /// Where all that is measured keeps its compiled code.
    pub fn cache(&self) -> PathBuf {
        self.folder.join("cache")
    }

    /// A folder with so many components, all different: the first is `echo`, the others have tools of other names. All of
    /// them have been compiled into the cache.
    pub fn directory(&self, name: &str, component: &[u8], count: usize) -> PathBuf {
        let directory = self.folder.join(name);
        fs::create_dir_all(&directory).expect("a folder");
        let catalog = section::read(component).expect("a component").expect("a catalog");
        for number in 0..count {
            let mut catalog = catalog.clone();
            if number > 0 {
                catalog.tools[0].name = format!("echo_{number}");
            }
            let bytes = section::embed(component, &catalog).expect("a component");
            fs::write(directory.join(format!("echo-{number}.wasm")), bytes).expect("a file");
        }
        // No client makes as many calls in a minute as a measurement; the programs start in this folder and find it.
        fs::write(directory.join("bulkhead.toml"), "[defaults.limits]\nrate = 1_000_000_000\n")
            .expect("a policy");
        let mut check = Command::new(bulkhead());
        check.args(["check", "--dir"]).arg(&directory).arg("--cache").arg(self.cache());
        let output = check.output().expect("the program starts");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
        directory
    }
}

fn build(folder: &Path, target: &str) -> Vec<u8> {
    let out = folder.join(target);
    let guest = root().join("tests/bench/guest");
    let mut command = Command::new(bulkhead());
    command.arg("build").arg(guest).arg("--out").arg(&out).args(["--target", target]).current_dir(root());
    // `make` says where its toolchain is; without it, it is where `make` would have put it.
    let toolchain = root().join(".toolchain");
    if std::env::var_os("BULKHEAD_TOOLCHAIN").is_none() && toolchain.join("env").is_file() {
        command.env("BULKHEAD_TOOLCHAIN", toolchain);
    }
    let output = command.output().expect("the program starts");
    assert!(output.status.success(), "the guest does not build: {}", String::from_utf8_lossy(&output.stderr));
    fs::read(out.join("echo.wasm")).expect("a component")
}
