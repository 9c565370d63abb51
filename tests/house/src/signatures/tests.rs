use super::{leaks, shown_modules};

#[test]
fn the_modules_that_others_see() {
    let lib = "mod engine; mod run; pub mod call; pub use run::{Sandbox, Settings}; pub use call::Call;";
    assert_eq!(shown_modules(lib), ["call", "run"]);
}

#[test]
fn a_foreign_type_in_a_public_signature_is_found() {
    for source in [
        "use wasmtime::Engine; pub fn engine(&self) -> &Engine { &self.engine }",
        "use wasmtime::component::{Component as C, Linker}; pub struct Loaded { pub linker: Linker<State> }",
        "pub fn run(store: wasmtime::Store<State>) {}",
        "use wasmtime::Trap; pub enum Failure { Trapped(Trap), Other }",
        "use wasmtime::Trap; pub trait Side { fn trapped(&self, trap: Trap); }",
        "impl From<wasmtime::Error> for Failure { }",
        "pub use wasmtime::Engine;",
        "use wasmtime_wasi::WasiCtx; pub type Context = WasiCtx;",
    ] {
        assert_eq!(leaks(source, "wasmtime").len(), 1, "{source}");
    }
}

#[test]
fn what_only_the_crate_itself_sees_may_be_foreign() {
    for source in [
        "use wasmtime::Store; async fn call(store: &mut Store<State>) -> wasmtime::Result<Answer> { }",
        "use wasmtime::component::Linker; pub struct Sandbox { pub(crate) linker: Linker<State>, pub calls: u32 }",
        "use wasmtime::Engine; pub fn run(&self) -> u32 { let engine: Engine = self.engine(); 0 }",
        "/// wasmtime's words.\npub enum Error { Engine { detail: String } }",
    ] {
        assert_eq!(leaks(source, "wasmtime"), [""; 0], "{source}");
    }
}
