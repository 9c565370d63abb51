//! `wasi:random`, counted. Where the bytes come from is said in `wasi.rs`.

use chacha20::ChaCha20Rng;
use chacha20::rand_core::SeedableRng;
use wasmtime::component::{HasData, Linker};
use wasmtime_wasi::WasiCtxBuilder;
use wasmtime_wasi::p2::bindings::random::{insecure, insecure_seed, random};
use wasmtime_wasi::random::WasiRandomCtx;

use crate::limits::Meter;
use crate::state::State;

/// The most random bytes that a guest may ask for at once. The host makes them in its own memory first.
const AT_ONCE: u64 = 1 << 20;

/// What `wasi:random` needs of a call.
pub(crate) struct View<'a> {
    pub(crate) random: &'a mut WasiRandomCtx,
    pub(crate) meter: &'a mut Meter,
}

struct Random;

impl HasData for Random {
    type Data<'a> = View<'a>;
}

pub(crate) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    random::add_to_linker::<_, Random>(linker, State::random)?;
    insecure::add_to_linker::<_, Random>(linker, State::random)?;
    insecure_seed::add_to_linker::<_, Random>(linker, State::random)
}

/// Bounds what is made at once, whatever the source.
pub(crate) fn bounded(builder: &mut WasiCtxBuilder) {
    builder.max_random_size(AT_ONCE);
}

/// Every source from one seed: the same bytes for the same seed, in every release, on every machine.
pub(crate) fn seeded(builder: &mut WasiCtxBuilder, seed: u64) {
    let stream = |number: u64| {
        let mut generator = ChaCha20Rng::from_seed(key(seed));
        generator.set_stream(number);
        generator
    };
    builder.secure_random(stream(0)).insecure_random(stream(1)).insecure_random_seed(u128::from(seed));
}

fn key(seed: u64) -> [u8; 32] {
    let mut key = [0; 32];
    key[..8].copy_from_slice(&seed.to_le_bytes());
    key
}

impl View<'_> {
    fn take(&mut self, bytes: u64) -> wasmtime::Result<()> {
        self.meter.enter()?;
        Ok(self.meter.random().take(bytes)?)
    }
}

impl random::Host for View<'_> {
    fn get_random_bytes(&mut self, len: u64) -> wasmtime::Result<Vec<u8>> {
        self.take(len)?;
        random::Host::get_random_bytes(self.random, len)
    }

    fn get_random_u64(&mut self) -> wasmtime::Result<u64> {
        self.take(8)?;
        random::Host::get_random_u64(self.random)
    }
}

impl insecure::Host for View<'_> {
    fn get_insecure_random_bytes(&mut self, len: u64) -> wasmtime::Result<Vec<u8>> {
        self.take(len)?;
        insecure::Host::get_insecure_random_bytes(self.random, len)
    }

    fn get_insecure_random_u64(&mut self) -> wasmtime::Result<u64> {
        self.take(8)?;
        insecure::Host::get_insecure_random_u64(self.random)
    }
}

impl insecure_seed::Host for View<'_> {
    fn insecure_seed(&mut self) -> wasmtime::Result<(u64, u64)> {
        self.take(16)?;
        insecure_seed::Host::insecure_seed(self.random)
    }
}

#[cfg(test)]
mod tests;
