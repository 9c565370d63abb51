//! Compiled components, kept while they are in use.

use std::{
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use bulkhead_sandbox::{LoadError, Loaded, Sandbox};
use lru::LruCache;
use tokio::sync::OnceCell;

use crate::{component::Component, copies::Copies};

/// How many compiled components stay in memory. Compiled code is a few megabytes for each, and loading one again from
/// the compile cache takes milliseconds, so the shelf holds what is in use and not what there is.
const SHELF: usize = 32;

/// How many of them are put there before anyone has called them. Compiled code of a megabyte for each tool that may
/// never be called is too much; taking it from the compile cache makes one first call a few milliseconds longer.
const WARM: usize = 8;

/// A slot is made under the lock and filled outside of it, so that two first calls of one component compile it once
/// and nobody else waits.
type Slot = Arc<OnceCell<Loaded>>;

pub(crate) struct Shelf {
    sandbox: Sandbox,
    copies: Option<Copies>,
    /// By the component's serial number.
    slots: Mutex<LruCache<u64, Slot>>,
}

/// Why a component could not be taken from the shelf.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ShelfError {
    /// The file is gone, cannot be read, or is another one now.
    #[error("{0}")]
    Bytes(String),
    /// It does not compile or does not link: it never will.
    #[error(transparent)]
    Load(#[from] LoadError),
}

impl Shelf {
    pub fn new(sandbox: Sandbox, copies: Option<Copies>) -> Self {
        let places = NonZeroUsize::new(SHELF).unwrap_or(NonZeroUsize::MIN);
        Self { sandbox, copies, slots: Mutex::new(LruCache::new(places)) }
    }

    pub fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    /// Removes copies that nobody has used for long.
    pub async fn prune(&self) {
        if let Some(copies) = &self.copies {
            copies.prune().await;
        }
    }

    /// The compiled component; compiled now if it is not on the shelf.
    pub async fn take(&self, component: &Component) -> Result<Loaded, ShelfError> {
        let slot = self.slot(component.serial);
        Ok(slot.get_or_try_init(|| self.load(component)).await?.clone())
    }

    /// Compiles the component, so that a later `take` finds it in the compile cache, and puts it on the shelf while
    /// that is nearly empty: warming never pushes out what is in use.
    pub async fn warm(&self, component: &Component) -> Result<(), ShelfError> {
        let room = {
            let slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
            slots.len() < WARM || slots.contains(&component.serial)
        };
        match room {
            true => self.take(component).await.map(drop),
            false => self.load(component).await.map(drop),
        }
    }

    async fn load(&self, component: &Component) -> Result<Loaded, ShelfError> {
        if component.is_interpreter() {
            let bytes = component.bytes().await.map_err(ShelfError::Bytes)?;
            return Ok(self.sandbox.load_interpreter(bytes).await?);
        }
        let bytes = match (component.bytes().await, &self.copies) {
            (Ok(bytes), Some(copies)) => {
                copies.keep(component, &bytes).await;
                bytes
            }
            (Ok(bytes), None) => bytes,
            (Err(reason), Some(copies)) => copies.of(component).await.ok_or(ShelfError::Bytes(reason))?,
            (Err(reason), None) => return Err(ShelfError::Bytes(reason)),
        };
        Ok(self.sandbox.load(bytes).await?)
    }

    fn slot(&self, serial: u64) -> Slot {
        let mut slots = self.slots.lock().unwrap_or_else(PoisonError::into_inner);
        slots.get_or_insert(serial, Slot::default).clone()
    }
}
