//! What changes how much a directory holds. Each change runs where it cannot be interrupted half-way, so that what was
//! charged is what was done even when the call is dropped meanwhile.

use std::fs::File;
use std::sync::Arc;

use bytes::Bytes;
use tokio::task;
use wasmtime_wasi::p2::bindings::filesystem::types::ErrorCode;
use wasmtime_wasi::p2::{DynOutputStream, FsError, FsResult, StreamError, StreamResult};

use super::account::{Account, Balance, OverQuota};
use crate::limits::Tally;

/// Sets a file's size. What it grows by is written, though nobody wrote it.
pub(super) async fn set_size(
    file: Arc<File>,
    size: u64,
    balance: Option<Balance>,
    written: Arc<Tally>,
) -> FsResult<()> {
    let changed = task::spawn_blocking(move || resize(&file, size, balance, &written));
    changed.await.map_err(FsError::trap)?
}

fn resize(file: &File, size: u64, mut balance: Option<Balance>, written: &Tally) -> FsResult<()> {
    let before = file.metadata()?.len();
    let growth = size.saturating_sub(before);
    if let Some(balance) = &mut balance {
        balance.grow(growth)?;
    }
    let taken = written.take(growth).map_err(FsError::trap);
    let result = taken.and_then(|()| file.set_len(size).map_err(FsError::from));
    if let Some(balance) = &mut balance {
        balance.shrink(if result.is_ok() { before.saturating_sub(size) } else { growth });
    }
    result
}

/// Puts bytes into a file through a stream that is where they go: at a position, or at the end when there is none. All of
/// them, or an error.
pub(super) async fn put(
    account: Arc<Account>,
    file: Arc<File>,
    position: Option<u64>,
    stream: &mut DynOutputStream,
    bytes: Bytes,
) -> StreamResult<()> {
    let mut balance = account.turn().await;
    let before = size(&file).await?;
    let end = position.unwrap_or(before).saturating_add(bytes.len() as u64);
    let growth = if bytes.is_empty() { 0 } else { end.saturating_sub(before) };
    balance.grow(growth).map_err(|e| StreamError::LastOperationFailed(e.into()))?;
    let result = stream.blocking_write_and_flush(bytes).await;
    if result.is_err() {
        let grown = size(&file).await.map_or(growth, |now| now.saturating_sub(before));
        balance.shrink(growth.saturating_sub(grown));
    }
    result
}

async fn size(file: &Arc<File>) -> StreamResult<u64> {
    let file = Arc::clone(file);
    let meta =
        task::spawn_blocking(move || file.metadata()).await.map_err(|e| StreamError::Trap(e.into()))?;
    Ok(meta.map_err(|e| StreamError::LastOperationFailed(e.into()))?.len())
}

/// What went wrong with a stream, as the error of a call.
pub(super) fn stream_error(error: StreamError) -> FsError {
    match error {
        StreamError::Closed => ErrorCode::Io.into(),
        StreamError::LastOperationFailed(e) if e.is::<OverQuota>() => OverQuota.into(),
        StreamError::LastOperationFailed(e) => match e.downcast::<std::io::Error>() {
            Ok(e) => e.into(),
            Err(e) => FsError::trap(e),
        },
        StreamError::Trap(e) => FsError::trap(e),
    }
}
