//! A component as it lies in the directory: what it says of itself, and what it asks for.

use std::path::{Path, PathBuf};

use bulkhead_policy::{Access, Declared, HttpRule};
use bulkhead_schema::{Capability, ComponentInfo, DirectoryAccess, Request, Shape};
use tokio::sync::OnceCell;

/// A component that serves.
#[derive(Debug)]
pub struct Component {
    /// The file's name without `.wasm`; the policy file grants by this name.
    pub name: String,
    /// Where it lies.
    pub path: PathBuf,
    /// Its size in bytes.
    pub size: u64,
    /// What it imports and exports.
    pub shape: Shape,
    /// Its description of itself.
    pub info: ComponentInfo,
    /// What its author asks for, in the policy's own terms.
    pub declared: Declared,
    digest: OnceCell<String>,
}

impl Component {
    pub(crate) fn new(path: PathBuf, size: u64, shape: Shape, info: ComponentInfo) -> Result<Self, String> {
        let name = component_name(&path)?;
        let declared = declared(&info.requests)?;
        Ok(Self { name, path, size, shape, info, declared, digest: OnceCell::new() })
    }

    /// The SHA-256 of the file, as `sha256:` and hexadecimal. Read on first need: a catalog is ready without it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read any more.
    pub async fn digest(&self) -> std::io::Result<&str> {
        let read = async {
            let bytes = tokio::fs::read(&self.path).await?;
            Ok(bulkhead_schema::component::digest(&bytes))
        };
        self.digest.get_or_try_init(|| read).await.map(String::as_str)
    }

    /// The bytes, provided that they are the ones the digest was made of: a call that was decided for one component
    /// must not run another that was put in its place.
    pub(crate) async fn bytes(&self) -> Result<Vec<u8>, String> {
        let bytes = tokio::fs::read(&self.path).await.map_err(|error| error.to_string())?;
        let found = bulkhead_schema::component::digest(&bytes);
        let expected = self.digest.get_or_init(|| std::future::ready(found.clone())).await;
        if *expected != found {
            return Err(format!(
                "{} was replaced while the host runs; restart the host",
                self.path.display()
            ));
        }
        Ok(bytes)
    }
}

/// The name that a file gives its component.
///
/// # Errors
///
/// When the name could not be written in the policy file.
pub(crate) fn component_name(path: &Path) -> Result<String, String> {
    let stem = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-' || c == '_';
    if stem.is_empty() || !stem.chars().all(plain) || stem.starts_with(['-', '_']) {
        return Err(format!(
            "a component's file is named with lower-case letters, digits, `-` and `_`, as in `my-tool.wasm`, not {:?}",
            path.file_name().unwrap_or_default()
        ));
    }
    Ok(stem.to_owned())
}

/// The author's requests as the policy understands them. Kinds that no grant exists for are left out, since a grant
/// must exist for a request to give anything.
fn declared(requests: &[Request]) -> Result<Declared, String> {
    let mut declared = Declared::default();
    for request in requests {
        match &request.capability {
            Capability::Http(rule) => declared.http.push(
                rule.parse::<HttpRule>()
                    .map_err(|error| format!("its request for HTTP {rule:?}: {error}"))?,
            ),
            Capability::Directory { path, access } => {
                declared.directories.push((path.clone(), access_of(*access)));
            }
            Capability::Environment(name) => declared.environment.push(name.clone()),
            Capability::Secret { .. } | Capability::Tcp(_) | Capability::Call(_) | Capability::State => {}
        }
    }
    Ok(declared)
}

fn access_of(access: DirectoryAccess) -> Access {
    match access {
        DirectoryAccess::Read => Access::Read,
        DirectoryAccess::Write => Access::Write,
    }
}
