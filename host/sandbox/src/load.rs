//! From bytes to a component that can be called: checked, compiled and linked once.

use std::sync::Arc;

use bulkhead_schema::{Shape, component, expansion};
use wasmtime::component::{Component, ComponentNamedList, InstancePre, Lift, Linker, Lower};
use wasmtime::{Engine, Store};

use crate::exports::{Exports, Function};
use crate::state::State;
use crate::wasi::Directories;
use crate::{LoadError, Sandbox, host, script};

/// The largest component that is compiled. Compiling costs about two seconds of processor time and ten times the size in
/// memory for each megabyte; the largest useful components known (CPython with libraries) have about 40 MB.
pub const LARGEST: usize = 64 << 20;

/// A component that is ready to be called. Cheap to clone.
#[derive(Clone)]
pub struct Loaded {
    inner: Arc<Inner>,
}

struct Inner {
    digest: String,
    pre: InstancePre<State>,
    exports: Exports,
    directories: Directories,
}

impl Loaded {
    /// The digest of the bytes it was made from, such as `sha256:…`.
    pub fn digest(&self) -> &str {
        &self.inner.digest
    }

    /// Whether the component has this function.
    pub(crate) fn has(&self, function: Function) -> bool {
        self.inner.exports.has(function)
    }

    /// Makes an instance and calls one function of it.
    pub(crate) async fn call<P, R>(
        &self,
        store: &mut Store<State>,
        function: Function,
        params: P,
    ) -> wasmtime::Result<R>
    where
        P: ComponentNamedList + Lower + Send + Sync,
        R: Lift + Send + Sync + 'static,
        (R,): ComponentNamedList + Lift,
    {
        self.inner.exports.call(&self.inner.pre, store, function, params).await
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
        let linker = Arc::clone(&self.linker);
        self.compile_with(bytes, move |bytes| {
            let shape = Shape::of(bytes)?;
            shape.admit()?;
            compile(&linker, &shape, bytes)
        })
        .await
    }

    /// The same for the interpreter of code mode, which is linked with what `wit/code` has, and with nothing else.
    ///
    /// # Errors
    ///
    /// As [`Sandbox::load`].
    pub async fn load_interpreter(&self, bytes: Vec<u8>) -> Result<Loaded, LoadError> {
        let engine = self.linker.engine().clone();
        self.compile_with(bytes, move |bytes| {
            let linker =
                script::linker(&engine).map_err(|e| LoadError::Compile { detail: format!("{e:#}") })?;
            compile(&linker, &Shape::of(bytes)?, bytes)
        })
        .await
    }

    async fn compile_with(
        &self,
        bytes: Vec<u8>,
        compile: impl FnOnce(&[u8]) -> Result<Loaded, LoadError> + Send + 'static,
    ) -> Result<Loaded, LoadError> {
        if bytes.len() > LARGEST {
            return Err(LoadError::TooLarge { size: bytes.len(), limit: LARGEST });
        }
        let interrupted = |e: &dyn std::fmt::Display| LoadError::Interrupted { detail: e.to_string() };
        let turn = Arc::clone(&self.compiling).acquire_owned().await.map_err(|e| interrupted(&e))?;
        tokio::task::spawn_blocking(move || {
            // Held until compiling is over, even when the one who asked has gone.
            let _turn = turn;
            compile(&bytes)
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

fn compile(linker: &Linker<State>, shape: &Shape, bytes: &[u8]) -> Result<Loaded, LoadError> {
    // The compiler would write out whatever the component stands for.
    expansion::check(bytes)?;
    let compiled = Component::from_binary(linker.engine(), bytes)
        .map_err(|e| LoadError::Compile { detail: format!("{e:#}") })?;
    let pre = linker.instantiate_pre(&compiled).map_err(|e| wrong_import(shape, &format!("{e:#}")))?;
    let exports = Exports::of(&compiled)?;
    let digest = component::digest(bytes);
    let inner = Inner { digest, pre, exports, directories: Directories::default() };
    Ok(Loaded { inner: Arc::new(inner) })
}

/// wasmtime's error names the import in backquotes, among other words.
fn wrong_import(shape: &Shape, text: &str) -> LoadError {
    let named = shape.imports.iter().find(|name| text.contains(&format!("`{name}`")));
    let name = named.map_or_else(|| "an import".to_owned(), Clone::clone);
    LoadError::WrongImport { name, detail: text.to_owned() }
}
