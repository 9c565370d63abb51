//! A component as it lies in the directory: what it says of itself, and what it asks for.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

use bulkhead_policy::{Access, Declared, HttpRule};
use bulkhead_schema::{
    Capability, Catalog, ComponentInfo, DirectoryAccess, Request, ResourceTemplate, Shape, UriTemplate,
    component::digest, section,
};
use tokio::sync::OnceCell;

use crate::{directory::Found, script::EXECUTE};

/// A family of resources.
#[derive(Clone, Debug)]
pub struct Family {
    /// As the author wrote it.
    pub definition: ResourceTemplate,
    /// Its template, read.
    template: UriTemplate,
}

impl Family {
    fn of(definition: &ResourceTemplate) -> Result<Self, String> {
        let template = UriTemplate::parse(&definition.uri_template)
            .map_err(|error| format!("its resource template {:?}: {error}", definition.uri_template))?;
        Ok(Self { definition: definition.clone(), template })
    }
}

fn serial() -> u64 {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    NEXT.fetch_add(1, Ordering::Relaxed)
}

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
    pub declared: Arc<Declared>,
    /// The families of its resources, in the author's order.
    pub templates: Vec<Family>,
    /// A digest of the embedded catalog that `info`, `declared` and the tools were taken from.
    catalog: Option<String>,
    digest: OnceCell<String>,
    /// The bytes, when they are part of the program and of no file.
    built_in: Option<&'static [u8]>,
    /// Unique in this process: a file that is replaced becomes another component of the same name.
    pub(crate) serial: u64,
}

impl Component {
    /// A component that was asked what it is: its bytes are known.
    pub(crate) fn asked(found: Found, digest: String, catalog: &Catalog) -> Result<Self, String> {
        Self::new(found, catalog, None, OnceCell::from(digest))
    }

    /// A component with an embedded catalog: its bytes are read on first need.
    pub(crate) fn described(found: Found, catalog: &Catalog) -> Result<Self, String> {
        Self::new(found, catalog, Some(catalog_digest(catalog)), OnceCell::new())
    }

    fn new(
        found: Found,
        said: &Catalog,
        catalog: Option<String>,
        digest: OnceCell<String>,
    ) -> Result<Self, String> {
        let Found { path, size, shape } = found;
        let (name, declared) = (component_name(&path)?, Arc::new(declared(&said.info.requests)?));
        let templates = said.templates.iter().map(Family::of).collect::<Result<_, _>>()?;
        let serial = serial();
        let info = said.info.clone();
        Ok(Self {
            name,
            path,
            size,
            shape,
            info,
            declared,
            templates,
            catalog,
            digest,
            built_in: None,
            serial,
        })
    }

    /// The interpreter of code mode. Its name is no component's in a directory, which has a file.
    pub(crate) fn interpreter(bytes: &'static [u8]) -> Self {
        let info = ComponentInfo {
            name: EXECUTE.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            ..ComponentInfo::default()
        };
        Self {
            name: EXECUTE.to_owned(),
            path: PathBuf::from("(built in)"),
            size: bytes.len() as u64,
            shape: Shape::default(),
            info,
            declared: Arc::default(),
            templates: Vec::new(),
            catalog: None,
            digest: OnceCell::new(),
            built_in: Some(bytes),
            serial: serial(),
        }
    }

    /// Whether it is the interpreter, which is linked with other things than a tool.
    pub(crate) fn is_interpreter(&self) -> bool {
        self.built_in.is_some()
    }

    /// Whether the URI is of one of the families.
    pub fn claims(&self, uri: &str) -> bool {
        self.templates.iter().any(|family| family.template.matches(uri))
    }

    /// The SHA-256 of the file, as `sha256:` and hexadecimal. Read on first need: a catalog is ready without it.
    ///
    /// # Errors
    ///
    /// When the file cannot be read any more, or is not the one that was listed.
    pub async fn digest(&self) -> Result<&str, String> {
        let read = async { self.digest_of(&self.read().await?) };
        self.digest.get_or_try_init(|| read).await.map(String::as_str)
    }

    /// The digest, once the bytes have been read.
    pub(crate) fn known_digest(&self) -> Option<&str> {
        self.digest.get().map(String::as_str)
    }

    /// The bytes, provided that they are the ones the digest was made of: a call that was decided for one component
    /// must not run another that was put in its place.
    pub(crate) async fn bytes(&self) -> Result<Vec<u8>, String> {
        let bytes = self.read().await?;
        let found = self.digest_of(&bytes)?;
        let expected = self.digest.get_or_init(|| std::future::ready(found.clone())).await;
        if *expected == found { Ok(bytes) } else { Err(self.replaced()) }
    }

    async fn read(&self) -> Result<Vec<u8>, String> {
        if let Some(bytes) = self.built_in {
            return Ok(bytes.to_vec());
        }
        tokio::fs::read(&self.path).await.map_err(|error| error.to_string())
    }

    /// The digest of bytes that say of themselves what was listed. Others could run under what this component's author
    /// asked for and its operator granted.
    fn digest_of(&self, bytes: &[u8]) -> Result<String, String> {
        if let Some(listed) = &self.catalog {
            let found = section::read(bytes).map_err(|error| error.to_string())?;
            if found.as_ref().map(catalog_digest).as_ref() != Some(listed) {
                return Err(self.replaced());
            }
        }
        Ok(digest(bytes))
    }

    fn replaced(&self) -> String {
        format!("{} was replaced while the host runs", self.path.display())
    }
}

fn catalog_digest(catalog: &Catalog) -> String {
    digest(&serde_json::to_vec(catalog).unwrap_or_default())
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

/// The author's requests as the policy understands them.
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
            Capability::Secret { name, .. } => declared.secrets.push(name.clone()),
            Capability::Tcp(rule) => declared
                .tcp
                .push(rule.parse().map_err(|error| format!("its request for TCP {rule:?}: {error}"))?),
            Capability::Call(tool) => declared
                .calls
                .push(tool.parse().map_err(|error| format!("its request to call {tool:?}: {error}"))?),
            Capability::State => declared.state = true,
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
