//! `wasi:clocks`: the time, or one that moves only when it is read.

use std::time::{Duration, SystemTime};

use wasmtime::component::{HasData, Linker, Resource};
use wasmtime_wasi::clocks::WasiClocksCtxView;
use wasmtime_wasi::p2::DynPollable;
use wasmtime_wasi::p2::bindings::clocks::{monotonic_clock, wall_clock};

use crate::limits::Meter;
use crate::state::State;

/// How far each reading moves a fixed clock on: what a program that measures itself can tell from nothing.
const STEP: Duration = Duration::from_millis(1);

/// A time that begins anew with each call and moves only when either clock is read.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fixed {
    begin: Duration,
    passed: Duration,
}

impl Fixed {
    /// Begins at this time; what is before 1970, which WASI cannot say, at the first moment of it.
    pub(crate) fn new(begin: SystemTime) -> Self {
        let begin = begin.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        Self { begin, passed: Duration::ZERO }
    }

    /// The wall clock's time since 1970, without reading it.
    pub(crate) fn wall(&self) -> Duration {
        self.begin.saturating_add(self.passed)
    }

    fn monotonic(&self) -> u64 {
        nanoseconds(self.passed)
    }

    fn step(&mut self) {
        self.passed = self.passed.saturating_add(STEP);
    }
}

fn nanoseconds(time: Duration) -> u64 {
    u64::try_from(time.as_nanos()).unwrap_or(u64::MAX)
}

/// What `wasi:clocks` needs of a call.
pub(crate) struct View<'a> {
    pub(crate) real: WasiClocksCtxView<'a>,
    pub(crate) fixed: Option<&'a mut Fixed>,
    pub(crate) meter: &'a mut Meter,
}

struct Clocks;

impl HasData for Clocks {
    type Data<'a> = View<'a>;
}

pub(crate) fn link(linker: &mut Linker<State>) -> wasmtime::Result<()> {
    wall_clock::add_to_linker::<_, Clocks>(linker, State::clocks)?;
    monotonic_clock::add_to_linker::<_, Clocks>(linker, State::clocks)
}

impl wall_clock::Host for View<'_> {
    fn now(&mut self) -> wasmtime::Result<wall_clock::Datetime> {
        self.meter.enter()?;
        let Some(fixed) = &mut self.fixed else { return wall_clock::Host::now(&mut self.real) };
        let now = datetime(fixed.wall());
        fixed.step();
        Ok(now)
    }

    fn resolution(&mut self) -> wasmtime::Result<wall_clock::Datetime> {
        self.meter.enter()?;
        if self.fixed.is_some() { Ok(datetime(STEP)) } else { wall_clock::Host::resolution(&mut self.real) }
    }
}

pub(crate) fn datetime(time: Duration) -> wall_clock::Datetime {
    wall_clock::Datetime { seconds: time.as_secs(), nanoseconds: time.subsec_nanos() }
}

impl monotonic_clock::Host for View<'_> {
    fn now(&mut self) -> wasmtime::Result<u64> {
        self.meter.enter()?;
        let Some(fixed) = &mut self.fixed else { return monotonic_clock::Host::now(&mut self.real) };
        let now = fixed.monotonic();
        fixed.step();
        Ok(now)
    }

    fn resolution(&mut self) -> wasmtime::Result<u64> {
        self.meter.enter()?;
        if self.fixed.is_some() {
            Ok(nanoseconds(STEP))
        } else {
            monotonic_clock::Host::resolution(&mut self.real)
        }
    }

    /// A fixed clock does not move while a guest waits for it, so that the guest waits for the difference.
    fn subscribe_instant(&mut self, when: u64) -> wasmtime::Result<Resource<DynPollable>> {
        self.meter.enter()?;
        match &self.fixed {
            Some(fixed) => self.real.subscribe_duration(when.saturating_sub(fixed.monotonic())),
            None => self.real.subscribe_instant(when),
        }
    }

    fn subscribe_duration(&mut self, duration: u64) -> wasmtime::Result<Resource<DynPollable>> {
        self.meter.enter()?;
        self.real.subscribe_duration(duration)
    }
}

#[cfg(test)]
mod tests;
