//! From bytes to a component that can be called: checked, compiled and linked once.

use std::sync::Arc;

use bulkhead_schema::{Shape, component, expansion};
use wasmtime::component::{Component, ComponentExportIndex, Linker};
use wasmtime::{Engine, Store};

use crate::bindings::{ToolPre, tools, types};
use crate::state::State;
use crate::wasi::Directories;
use crate::{LoadError, Sandbox, host};

/// The largest component that is compiled. Compiling costs about two seconds of processor time and ten times the size in
/// memory for each megabyte; the largest useful components known (CPython with libraries) have about 40 MB.
pub const LARGEST: usize = 64 << 20;

/// The interface whose functions list and call tools.
const TOOLS: &str = "bulkhead:tool/tools@0.1.0";

/// A component that is ready to be called. Cheap to clone.
#[derive(Clone)]
pub struct Loaded {
    inner: Arc<Inner>,
}

struct Inner {
    digest: String,
    pre: ToolPre<State>,
    /// Where the function is that runs tools.
    call_tool: ComponentExportIndex,
    directories: Directories,
}

/// What a guest answers to a call.
pub(crate) type Answer = Result<tools::Outcome, types::ToolError>;

impl Loaded {
    /// The digest of the bytes it was made from, such as `sha256:…`.
    pub fn digest(&self) -> &str {
        &self.inner.digest
    }

    pub(crate) fn pre(&self) -> &ToolPre<State> {
        &self.inner.pre
    }

    /// Makes an instance and calls the tool. The bindings would look up every function of the contract for it, and compare
    /// every type, which takes longer than a small tool itself.
    pub(crate) async fn call_tool(
        &self,
        store: &mut Store<State>,
        call: &tools::ToolCall,
    ) -> wasmtime::Result<Answer> {
        let guest = self.inner.pre.instance_pre().instantiate_async(&mut *store).await?;
        let function =
            guest.get_typed_func::<(&tools::ToolCall,), (Answer,)>(&mut *store, &self.inner.call_tool)?;
        Ok(function.call_async(store, (call,)).await?.0)
    }

    pub(crate) fn directories(&self) -> &Directories {
        &self.inner.directories
    }
}

impl std::fmt::Debug for Loaded {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Loaded").field("digest", &self.inner.digest).finish_non_exhaustive()
    }
}

impl Sandbox {
    /// Compiles and links a component, or takes the compiled code from the cache. One at a time, on a blocking thread:
    /// the compiler uses every core by itself.
    ///
    /// # Errors
    ///
    /// What [`LoadError`] lists; the text says what is wrong with the component.
    pub async fn load(&self, bytes: Vec<u8>) -> Result<Loaded, LoadError> {
        if bytes.len() > LARGEST {
            return Err(LoadError::TooLarge { size: bytes.len(), limit: LARGEST });
        }
        let interrupted = |e: &dyn std::fmt::Display| LoadError::Interrupted { detail: e.to_string() };
        let turn = Arc::clone(&self.compiling).acquire_owned().await.map_err(|e| interrupted(&e))?;
        let linker = Arc::clone(&self.linker);
        tokio::task::spawn_blocking(move || {
            // Held until compiling is over, even when the one who asked has gone.
            let _turn = turn;
            compile(&linker, &bytes)
        })
        .await
        .map_err(|e| interrupted(&e))?
    }
}

/// The linker that every component is linked with.
pub(crate) fn linker(engine: &Engine) -> Result<Linker<State>, crate::Error> {
    let mut linker = Linker::new(engine);
    host::link(&mut linker).map_err(|e| crate::Error::Engine { detail: format!("{e:#}") })?;
    Ok(linker)
}

fn compile(linker: &Linker<State>, bytes: &[u8]) -> Result<Loaded, LoadError> {
    let shape = Shape::of(bytes)?;
    shape.admit()?;
    // The compiler would write out whatever the component stands for.
    expansion::check(bytes)?;
    let compiled = Component::from_binary(linker.engine(), bytes)
        .map_err(|e| LoadError::Compile { detail: format!("{e:#}") })?;
    let linked = linker.instantiate_pre(&compiled).map_err(|e| wrong_import(&shape, &format!("{e:#}")))?;
    let pre = ToolPre::new(linked).map_err(|e| LoadError::WrongExport { detail: format!("{e:#}") })?;
    let tools = compiled.get_export_index(None, TOOLS);
    let call_tool = tools.and_then(|tools| compiled.get_export_index(Some(&tools), "call-tool"));
    let call_tool =
        call_tool.ok_or_else(|| LoadError::WrongExport { detail: format!("there is no `{TOOLS}`") })?;
    let digest = component::digest(bytes);
    let inner = Inner { digest, pre, call_tool, directories: Directories::default() };
    Ok(Loaded { inner: Arc::new(inner) })
}

/// wasmtime's error names the import in backquotes, among other words.
fn wrong_import(shape: &Shape, text: &str) -> LoadError {
    let named = shape.imports.iter().find(|name| text.contains(&format!("`{name}`")));
    let name = named.map_or_else(|| "an import".to_owned(), Clone::clone);
    LoadError::WrongImport { name, detail: text.to_owned() }
}
