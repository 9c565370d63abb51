//! The ways of changing a file or a directory, with what they are charged for.

use std::fs::File;
use std::sync::Arc;

use bulkhead_policy::Access;
use tokio::task;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::Descriptor;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    DescriptorFlags, ErrorCode, Filesize, HostDescriptor, NewTimestamp, OpenFlags, PathFlags,
};
use wasmtime_wasi::p2::{DynOutputStream, FsError, FsResult};

use super::account::{Account, Balance};
use super::stream::{Charged, Counted};
use super::{View, change};
use crate::clocks::datetime;

type Fd = Resource<Descriptor>;

/// A turn at the account of a directory, if it has one. What is removed is not given back before nobody can have it open any
/// more; it has to be known before it is gone.
pub(super) async fn turn(account: Option<Arc<Account>>) -> Option<Balance> {
    match account {
        Some(account) => Some(account.turn().await),
        None => None,
    }
}

/// An entry that is about to be, charged where the directory has a quota.
pub(super) struct Entry(Option<Balance>);

impl Entry {
    pub(super) async fn charge(account: Option<Arc<Account>>) -> FsResult<Self> {
        let mut turn = turn(account).await;
        if let Some(balance) = &mut turn {
            balance.add_entry()?;
        }
        Ok(Self(turn))
    }

    /// Says whether it came to be.
    pub(super) fn settle(self, made: bool) {
        if let (Some(mut balance), false) = (self.0, made) {
            balance.remove_entry();
        }
    }
}

impl View<'_> {
    /// That nothing gets into a directory with a quota from another one, or out of it: it would be a file with two accounts,
    /// which could be filled by one and emptied by the other.
    pub(super) fn stays_within(&self, fd: &Fd, other: &Fd) -> FsResult<()> {
        let (from, to) = (self.root(fd)?, self.root(other)?);
        // Where nothing may be written there is a better reason to refuse.
        let writable = from.access == Access::Write && to.access == Access::Write;
        let elsewhere = self.place(fd)?.root != self.place(other)?.root;
        if writable && elsewhere && (from.account.is_some() || to.account.is_some()) {
            return Err(ErrorCode::CrossDevice.into());
        }
        Ok(())
    }

    /// A guest that lives in a fixed time stamps its files with that.
    pub(super) fn timestamp(&self, time: NewTimestamp) -> NewTimestamp {
        match (time, self.now) {
            (NewTimestamp::Now, Some(now)) => NewTimestamp::Timestamp(datetime(now)),
            (time, _) => time,
        }
    }

    pub(super) async fn resize(&mut self, fd: &Fd, size: Filesize) -> FsResult<()> {
        let file = self.writable(fd)?;
        let turn = turn(self.account(fd)?).await;
        change::set_size(file, size, turn, Arc::clone(self.meter.written())).await
    }

    /// A file, when the guest may write it. A directory is no file.
    fn writable(&self, fd: &Fd) -> FsResult<Arc<File>> {
        match self.inner.table.get(fd)? {
            Descriptor::Dir(_) => Err(ErrorCode::BadDescriptor.into()),
            Descriptor::File(file) if file.perms.write_not_permitted() => Err(ErrorCode::NotPermitted.into()),
            Descriptor::File(file) => Ok(Arc::clone(&file.file)),
        }
    }

    /// A stream of wasmtime's, taken out of the table so that it can be put into one of ours.
    fn plain_stream(&mut self, fd: &Fd, position: Option<Filesize>) -> FsResult<DynOutputStream> {
        let fd = Resource::new_borrow(fd.rep());
        let stream = match position {
            Some(position) => self.inner.write_via_stream(fd, position)?,
            None => self.inner.append_via_stream(fd)?,
        };
        Ok(self.inner.table.delete(stream)?)
    }

    pub(super) fn stream(
        &mut self,
        fd: &Fd,
        position: Option<Filesize>,
    ) -> FsResult<Resource<DynOutputStream>> {
        let inner = self.plain_stream(fd, position)?;
        let written = Arc::clone(self.meter.written());
        let stream: DynOutputStream = match self.account(fd)? {
            Some(account) => Box::new(Charged::new(inner, account, self.writable(fd)?, position, written)),
            None => Box::new(Counted { inner, written }),
        };
        Ok(self.inner.table.push(stream)?)
    }

    /// Writes all of it or nothing.
    pub(super) async fn write_charged(
        &mut self,
        account: Arc<Account>,
        fd: &Fd,
        bytes: Vec<u8>,
        offset: Filesize,
    ) -> FsResult<Filesize> {
        let file = self.writable(fd)?;
        let mut stream = self.plain_stream(fd, Some(offset))?;
        let length = bytes.len() as u64;
        let put = async move { change::put(account, file, Some(offset), &mut stream, bytes.into()).await };
        task::spawn(put).await.map_err(FsError::trap)?.map_err(change::stream_error)?;
        Ok(length)
    }

    /// Opens with CREATE, TRUNCATE or both. First as if it were there and long enough, so that what is new can be charged, and
    /// what is cut can be given back.
    pub(super) async fn open_charged(
        &mut self,
        account: &Arc<Account>,
        fd: Fd,
        path_flags: PathFlags,
        path: String,
        open_flags: OpenFlags,
        flags: DescriptorFlags,
    ) -> FsResult<Fd> {
        if open_flags.contains(OpenFlags::DIRECTORY) {
            // Never valid together.
            return self.inner.open_at(fd, path_flags, path, open_flags, flags).await;
        }
        let mut turn = account.turn().await;
        let there = open_flags & !(OpenFlags::CREATE | OpenFlags::TRUNCATE | OpenFlags::EXCLUSIVE);
        let new = open_flags & !OpenFlags::TRUNCATE;
        let opened = if open_flags.contains(OpenFlags::CREATE | OpenFlags::EXCLUSIVE) {
            self.create(&mut turn, fd, path_flags, path, new, flags).await?
        } else {
            let first = Resource::new_borrow(fd.rep());
            match self.inner.open_at(first, path_flags, path.clone(), there, implied(flags)).await {
                Err(e) if is_missing(&e) && new.contains(OpenFlags::CREATE) => {
                    self.create(&mut turn, fd, path_flags, path, new, flags).await?
                }
                opened => opened?,
            }
        };
        if open_flags.contains(OpenFlags::TRUNCATE)
            && let Err(e) = self.truncate(&opened, turn).await
        {
            HostDescriptor::drop(&mut self.inner, opened).map_err(FsError::trap)?;
            return Err(e);
        }
        Ok(opened)
    }

    async fn create(
        &mut self,
        turn: &mut Balance,
        fd: Fd,
        path_flags: PathFlags,
        path: String,
        open_flags: OpenFlags,
        flags: DescriptorFlags,
    ) -> FsResult<Fd> {
        turn.add_entry()?;
        let opened = self.inner.open_at(fd, path_flags, path, open_flags, flags).await;
        if opened.is_err() {
            turn.remove_entry();
        }
        opened
    }

    async fn truncate(&mut self, fd: &Fd, turn: Balance) -> FsResult<()> {
        change::set_size(self.writable(fd)?, 0, Some(turn), Arc::clone(self.meter.written())).await
    }
}

/// What CREATE and TRUNCATE open a file for besides what was asked.
fn implied(flags: DescriptorFlags) -> DescriptorFlags {
    if flags.contains(DescriptorFlags::WRITE) {
        flags
    } else {
        flags | DescriptorFlags::READ | DescriptorFlags::WRITE
    }
}

fn is_missing(error: &FsError) -> bool {
    matches!(error.downcast_ref(), Some(ErrorCode::NoEntry))
}
