//! `bulkhead new`.

use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};

use crate::{
    args::New,
    exit::{Code, OrExit, Outcome},
    print,
};

/// The files of a new crate. `@name@` and `@sdk@` are filled in.
const FILES: &[(&str, &str)] = &[
    ("Cargo.toml", include_str!("new/Cargo.toml.in")),
    ("src/lib.rs", include_str!("new/lib.rs.in")),
    (".gitignore", "/target\n*.wasm\n"),
];

pub fn run(args: &New) -> Outcome {
    create(args).or_exit(Code::Usage)?;
    print::line(format_args!(
        "{0} is ready: `cd {0}`, `cargo test` runs its test, `bulkhead build` makes {0}.wasm",
        args.name
    ));
    Ok(())
}

fn create(args: &New) -> anyhow::Result<()> {
    let named = args.name.starts_with(|c: char| c.is_ascii_lowercase())
        && args.name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_');
    ensure!(
        named,
        "a name starts with a lower-case letter and has lower-case letters, digits, `-` and `_`, as in `my-tool`"
    );
    let folder = Path::new(&args.name);
    ensure!(!folder.exists(), "{} is already there", folder.display());
    let sdk = match args.sdk.clone().or_else(checkout) {
        Some(folder) => {
            let folder = folder.canonicalize().with_context(|| format!("no SDK at {}", folder.display()))?;
            format!("{{ path = {folder:?} }}")
        }
        None => format!("{:?}", env!("CARGO_PKG_VERSION")),
    };
    for (file, text) in FILES {
        let path = folder.join(file);
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).with_context(|| format!("cannot make {}", parent.display()))?;
        let text = text.replace("@name@", &args.name).replace("@sdk@", &sdk);
        std::fs::write(&path, text).with_context(|| format!("cannot write {}", path.display()))?;
    }
    Ok(())
}

/// The SDK of the checkout that this program was built in, if it was: what belongs together is used together.
fn checkout() -> Option<PathBuf> {
    let program = std::env::current_exe().ok()?;
    let sdks = program.ancestors().map(|folder| folder.join("guest-sdk"));
    sdks.into_iter().find(|sdk| sdk.join("Cargo.toml").is_file())
}
