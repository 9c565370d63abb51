//! The TypeScript compiler, in a folder of the build's own.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;

/// The release that the declarations were made to please. Errors would be the same in others.
const VERSION: &str = "7.0.2";

pub struct Compiler {
    folder: PathBuf,
}

/// The two tests share the folder.
static INSTALLING: Mutex<()> = Mutex::new(());

impl Compiler {
    /// Installs it if it is not there yet; nothing if that is not possible here.
    pub fn installed() -> Option<Self> {
        let _guard = INSTALLING.lock();
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("typescript");
        let compiler = Self { folder };
        if compiler.program().is_file() {
            return Some(compiler);
        }
        fs::create_dir_all(&compiler.folder).ok()?;
        fs::write(compiler.folder.join("package.json"), "{ \"private\": true }\n").ok()?;
        let package = format!("typescript@{VERSION}");
        let mut npm = Command::new("npm");
        npm.args(["install", "--no-save", "--ignore-scripts", &package]).current_dir(&compiler.folder);
        let status = npm.output().ok()?.status;
        (status.success() && compiler.program().is_file()).then_some(compiler)
    }

    /// Checks files in strict mode, without the types of browsers, and fails with what it says.
    pub fn check(&self, name: &str, files: &[(&str, &str)]) {
        let folder = self.folder.join(name);
        fs::create_dir_all(&folder).unwrap();
        let mut node = Command::new("node");
        node.arg(self.program()).args(["--noEmit", "--strict", "--lib", "es2022", "--pretty", "false"]);
        for (file, text) in files {
            fs::write(folder.join(file), text).unwrap();
            node.arg(folder.join(file));
        }
        let output = node.output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout);
        let first: Vec<&str> = said.lines().take(20).collect();
        assert!(output.status.success(), "{name}: {} lines\n{}", said.lines().count(), first.join("\n"));
    }

    fn program(&self) -> PathBuf {
        self.folder.join("node_modules/typescript/bin/tsc")
    }
}
