//! The interface `wasi:filesystem/types`. Every call is counted and then passed on to wasmtime's own, with what the policy
//! adds around those that change something.

use std::sync::Arc;

use bulkhead_policy::Access;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::Descriptor;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    self, Advice, DescriptorFlags, DescriptorStat, DescriptorType, DirectoryEntry, ErrorCode, Filesize,
    HostDescriptor, HostDirectoryEntryStream, MetadataHashValue, NewTimestamp, OpenFlags, PathFlags,
};
use wasmtime_wasi::p2::{DynInputStream, DynOutputStream, FsError, FsResult, ReaddirIterator};

use super::View;
use super::account::OverQuota;
use super::charged::{Entry, turn};
use super::refusal::Attempt;

type Fd = Resource<Descriptor>;

impl types::Host for View<'_> {
    fn convert_error_code(&mut self, err: FsError) -> wasmtime::Result<ErrorCode> {
        self.inner.convert_error_code(err)
    }

    fn filesystem_error_code(
        &mut self,
        err: Resource<wasmtime::Error>,
    ) -> wasmtime::Result<Option<ErrorCode>> {
        self.meter.enter()?;
        if self.inner.table.get(&err)?.is::<OverQuota>() {
            return Ok(Some(ErrorCode::Quota));
        }
        self.inner.filesystem_error_code(err)
    }
}

impl HostDescriptor for View<'_> {
    async fn advise(&mut self, fd: Fd, offset: Filesize, len: Filesize, advice: Advice) -> FsResult<()> {
        self.enter()?;
        self.inner.advise(fd, offset, len, advice).await
    }

    async fn sync_data(&mut self, fd: Fd) -> FsResult<()> {
        self.enter()?;
        self.inner.sync_data(fd).await
    }

    async fn get_flags(&mut self, fd: Fd) -> FsResult<DescriptorFlags> {
        self.enter()?;
        self.inner.get_flags(fd).await
    }

    async fn get_type(&mut self, fd: Fd) -> FsResult<DescriptorType> {
        self.enter()?;
        self.inner.get_type(fd).await
    }

    async fn set_size(&mut self, fd: Fd, size: Filesize) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::on(fd.rep(), Access::Write);
        let result = self.resize(&fd, size).await;
        self.noted(&attempt, result)
    }

    async fn set_times(&mut self, fd: Fd, atim: NewTimestamp, mtim: NewTimestamp) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::on(fd.rep(), Access::Write);
        let (atim, mtim) = (self.timestamp(atim), self.timestamp(mtim));
        let result = self.inner.set_times(fd, atim, mtim).await;
        self.noted(&attempt, result)
    }

    async fn read(&mut self, fd: Fd, len: Filesize, offset: Filesize) -> FsResult<(Vec<u8>, bool)> {
        self.enter()?;
        self.inner.read(fd, len, offset).await
    }

    async fn write(&mut self, fd: Fd, buf: Vec<u8>, offset: Filesize) -> FsResult<Filesize> {
        self.enter()?;
        let attempt = Attempt::on(fd.rep(), Access::Write);
        let length = buf.len() as u64;
        let counted = Arc::clone(self.meter.written());
        counted.take(length).map_err(FsError::trap)?;
        let result = match self.account(&fd)? {
            Some(account) => self.write_charged(account, &fd, buf, offset).await,
            None => self.inner.write(fd, buf, offset).await,
        };
        counted.give_back(length.saturating_sub(*result.as_ref().unwrap_or(&0)));
        self.noted(&attempt, result)
    }

    async fn read_directory(&mut self, fd: Fd) -> FsResult<Resource<ReaddirIterator>> {
        self.enter()?;
        self.inner.read_directory(fd).await
    }

    async fn sync(&mut self, fd: Fd) -> FsResult<()> {
        self.enter()?;
        self.inner.sync(fd).await
    }

    async fn create_directory_at(&mut self, fd: Fd, path: String) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Write);
        let entry = Entry::charge(self.account(&fd)?).await?;
        let result = self.inner.create_directory_at(fd, path).await;
        entry.settle(result.is_ok());
        self.noted(&attempt, result)
    }

    async fn stat(&mut self, fd: Fd) -> FsResult<DescriptorStat> {
        self.enter()?;
        self.inner.stat(fd).await
    }

    async fn stat_at(&mut self, fd: Fd, flags: PathFlags, path: String) -> FsResult<DescriptorStat> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Read);
        let result = self.inner.stat_at(fd, flags, path).await;
        self.noted(&attempt, result)
    }

    async fn set_times_at(
        &mut self,
        fd: Fd,
        flags: PathFlags,
        path: String,
        atim: NewTimestamp,
        mtim: NewTimestamp,
    ) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Write);
        let (atim, mtim) = (self.timestamp(atim), self.timestamp(mtim));
        let result = self.inner.set_times_at(fd, flags, path, atim, mtim).await;
        self.noted(&attempt, result)
    }

    async fn link_at(
        &mut self,
        fd: Fd,
        flags: PathFlags,
        old_path: String,
        new_fd: Fd,
        new_path: String,
    ) -> FsResult<()> {
        self.enter()?;
        // Whoever has a second name for a file where it may be written can write it.
        let from = Attempt::at(fd.rep(), &old_path, Access::Write);
        let to = Attempt::at(new_fd.rep(), &new_path, Access::Write);
        self.stays_within(&fd, &new_fd)?;
        let entry = Entry::charge(self.account(&new_fd)?).await?;
        let result = self.inner.link_at(fd, flags, old_path, new_fd, new_path).await;
        entry.settle(result.is_ok());
        self.noted_of_two(&from, Some(&to), result)
    }

    async fn open_at(
        &mut self,
        fd: Fd,
        path_flags: PathFlags,
        path: String,
        open_flags: OpenFlags,
        flags: DescriptorFlags,
    ) -> FsResult<Fd> {
        self.enter()?;
        let changes = open_flags.intersects(OpenFlags::CREATE | OpenFlags::TRUNCATE);
        let writes = changes || flags.contains(DescriptorFlags::WRITE);
        let access = if writes { Access::Write } else { Access::Read };
        let attempt = Attempt::at(fd.rep(), &path, access);
        let place = self.place(&fd)?.below(&path);
        let result = match self.account(&fd)? {
            Some(account) if changes => {
                self.open_charged(&account, fd, path_flags, path, open_flags, flags).await
            }
            Some(_) | None => self.inner.open_at(fd, path_flags, path, open_flags, flags).await,
        };
        if let Ok(opened) = &result {
            self.call.places.insert(opened.rep(), place);
        }
        self.noted(&attempt, result)
    }

    fn drop(&mut self, fd: Fd) -> wasmtime::Result<()> {
        self.meter.enter()?;
        self.call.places.remove(&fd.rep());
        HostDescriptor::drop(&mut self.inner, fd)
    }

    async fn readlink_at(&mut self, fd: Fd, path: String) -> FsResult<String> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Read);
        let result = self.inner.readlink_at(fd, path).await;
        self.noted(&attempt, result)
    }

    async fn remove_directory_at(&mut self, fd: Fd, path: String) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Write);
        let held = turn(self.account(&fd)?).await;
        let result = self.inner.remove_directory_at(fd, path).await;
        drop(held);
        self.noted(&attempt, result)
    }

    async fn rename_at(&mut self, fd: Fd, old_path: String, new_fd: Fd, new_path: String) -> FsResult<()> {
        self.enter()?;
        let from = Attempt::at(fd.rep(), &old_path, Access::Write);
        let to = Attempt::at(new_fd.rep(), &new_path, Access::Write);
        self.stays_within(&fd, &new_fd)?;
        let held = turn(self.account(&new_fd)?).await;
        let result = self.inner.rename_at(fd, old_path, new_fd, new_path).await;
        drop(held);
        self.noted_of_two(&from, Some(&to), result)
    }

    async fn symlink_at(&mut self, fd: Fd, target: String, path: String) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Write);
        let entry = Entry::charge(self.account(&fd)?).await?;
        let result = self.inner.symlink_at(fd, target, path).await;
        entry.settle(result.is_ok());
        self.noted(&attempt, result)
    }

    async fn unlink_file_at(&mut self, fd: Fd, path: String) -> FsResult<()> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Write);
        let held = turn(self.account(&fd)?).await;
        let result = self.inner.unlink_file_at(fd, path).await;
        drop(held);
        self.noted(&attempt, result)
    }

    fn read_via_stream(&mut self, fd: Fd, offset: Filesize) -> FsResult<Resource<DynInputStream>> {
        self.enter()?;
        self.inner.read_via_stream(fd, offset)
    }

    fn write_via_stream(&mut self, fd: Fd, offset: Filesize) -> FsResult<Resource<DynOutputStream>> {
        self.enter()?;
        let attempt = Attempt::on(fd.rep(), Access::Write);
        let result = self.stream(&fd, Some(offset));
        self.noted(&attempt, result)
    }

    fn append_via_stream(&mut self, fd: Fd) -> FsResult<Resource<DynOutputStream>> {
        self.enter()?;
        let attempt = Attempt::on(fd.rep(), Access::Write);
        let result = self.stream(&fd, None);
        self.noted(&attempt, result)
    }

    async fn is_same_object(&mut self, a: Fd, b: Fd) -> wasmtime::Result<bool> {
        self.meter.enter()?;
        self.inner.is_same_object(a, b).await
    }

    async fn metadata_hash(&mut self, fd: Fd) -> FsResult<MetadataHashValue> {
        self.enter()?;
        self.inner.metadata_hash(fd).await
    }

    async fn metadata_hash_at(
        &mut self,
        fd: Fd,
        flags: PathFlags,
        path: String,
    ) -> FsResult<MetadataHashValue> {
        self.enter()?;
        let attempt = Attempt::at(fd.rep(), &path, Access::Read);
        let result = self.inner.metadata_hash_at(fd, flags, path).await;
        self.noted(&attempt, result)
    }
}

impl HostDirectoryEntryStream for View<'_> {
    async fn read_directory_entry(
        &mut self,
        stream: Resource<ReaddirIterator>,
    ) -> FsResult<Option<DirectoryEntry>> {
        self.enter()?;
        self.inner.read_directory_entry(stream).await
    }

    fn drop(&mut self, stream: Resource<ReaddirIterator>) -> wasmtime::Result<()> {
        self.meter.enter()?;
        HostDirectoryEntryStream::drop(&mut self.inner, stream)
    }
}
