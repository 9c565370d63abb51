#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fs;

use bulkhead_policy::{Declared, Policy};
use wasmtime::component::ResourceTable;
use wasmtime_wasi::filesystem::WasiFilesystemCtxView;
use wasmtime_wasi::p2::bindings::filesystem::preopens::Host as _;
use wasmtime_wasi::p2::bindings::filesystem::types::{
    DescriptorFlags, ErrorCode, HostDescriptor, OpenFlags, PathFlags,
};

use super::*;

fn granted(access: Access) -> Vec<Directory> {
    vec![Directory { host: "notes".into(), guest: "/notes".into(), access, quota: None }]
}

fn base() -> tempfile::TempDir {
    let base = tempfile::tempdir().unwrap();
    fs::create_dir(base.path().join("notes")).unwrap();
    fs::write(base.path().join("notes/a.txt"), "a").unwrap();
    fs::write(base.path().join("secret"), "s").unwrap();
    base
}

/// Opens a path as a guest would, and says how it went.
async fn open_at(
    base: &Path,
    access: Access,
    path: &str,
    flags: OpenFlags,
    mode: DescriptorFlags,
) -> Result<(), ErrorCode> {
    let mut ctx = Directories::default().open(base, &granted(access)).unwrap().unwrap();
    let mut table = ResourceTable::new();
    let mut view = WasiFilesystemCtxView { ctx: &mut ctx, table: &mut table };
    let (root, name) = view.get_directories().unwrap().pop().unwrap();
    assert_eq!(name, "/notes");
    match view.open_at(root, PathFlags::SYMLINK_FOLLOW, path.into(), flags, mode).await {
        Ok(_) => Ok(()),
        Err(e) => Err(e.downcast().unwrap()),
    }
}

#[tokio::test]
async fn read_only_means_read_only() {
    let base = base();
    let (read, write) = (DescriptorFlags::READ, DescriptorFlags::READ | DescriptorFlags::WRITE);
    let none = OpenFlags::empty();
    assert!(open_at(base.path(), Access::Read, "a.txt", none, read).await.is_ok());
    assert!(open_at(base.path(), Access::Read, "a.txt", none, write).await.is_err());
    assert!(open_at(base.path(), Access::Read, "b.txt", OpenFlags::CREATE, write).await.is_err());
    assert!(open_at(base.path(), Access::Read, "a.txt", OpenFlags::TRUNCATE, write).await.is_err());
    assert!(open_at(base.path(), Access::Write, "b.txt", OpenFlags::CREATE, write).await.is_ok());
    assert_eq!(fs::read_to_string(base.path().join("notes/a.txt")).unwrap(), "a");
}

#[cfg(unix)]
#[tokio::test]
async fn nothing_leads_out() {
    let base = base();
    std::os::unix::fs::symlink("../secret", base.path().join("notes/link")).unwrap();
    std::os::unix::fs::symlink("/etc/passwd", base.path().join("notes/absolute")).unwrap();
    for path in ["../secret", "link", "absolute", "/etc/passwd", "x/../../secret"] {
        let opened =
            open_at(base.path(), Access::Write, path, OpenFlags::empty(), DescriptorFlags::READ).await;
        assert!(opened.is_err(), "{path}");
    }
}

#[cfg(unix)]
#[test]
fn handles_are_opened_once_and_anew_when_the_directory_is_another() {
    let base = base();
    let directories = Directories::default();
    directories.open(base.path(), &granted(Access::Read)).unwrap();
    let opened = |directories: &Directories| {
        let opened = directories.opened.lock().unwrap();
        opened.as_ref().map(|opened| (opened.granted.clone(), opened.identities.clone())).unwrap()
    };
    let first = opened(&directories);
    fs::rename(base.path().join("notes"), base.path().join("old")).unwrap();
    fs::create_dir(base.path().join("notes")).unwrap();
    directories.open(base.path(), &granted(Access::Read)).unwrap();
    assert_ne!(first.1, opened(&directories).1);
    directories.open(base.path(), &granted(Access::Write)).unwrap();
    assert_ne!(first.0, opened(&directories).0);
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let base = base();
    fs::remove_dir_all(base.path().join("notes")).unwrap();
    for make_file in [false, true] {
        if make_file {
            fs::write(base.path().join("notes"), "").unwrap();
        }
        let Err(failure) = Directories::default().open(base.path(), &granted(Access::Read)) else { panic!() };
        let text = failure.to_string();
        assert!(text.contains("`notes`") && text.contains("`/notes`"), "{text}");
        assert!(!failure.for_model().contains("notes"));
    }
}

#[test]
fn only_granted_variables_are_there() {
    use wasmtime_wasi::cli::WasiCliCtxView;
    use wasmtime_wasi::p2::bindings::cli::environment::Host as _;
    let policy = Policy::parse(
        "[tools.t]\nenv = { A = \"1\", B = { from = \"X\" }, C = { from = \"Y\" }, D = \"4\" }",
    )
    .unwrap();
    let declared =
        Declared { environment: ["A", "B", "C"].map(String::from).to_vec(), ..Declared::default() };
    let grants = EffectiveGrants::intersect("t", &policy.component("t").grants, &Arc::new(declared), None);
    let host = BTreeMap::from([("X".to_owned(), "2".to_owned()), ("Z".to_owned(), "9".to_owned())]);
    let lines = Arc::new(Lines::new(Arc::new(crate::Quiet), &bulkhead_policy::Limits::default()));
    let mut context = context(&grants, &host, None, &lines);
    let mut table = ResourceTable::new();
    let mut view = WasiCliCtxView { ctx: context.cli(), table: &mut table };
    let expected = [("A", "1"), ("B", "2")].map(|(name, value)| (name.to_owned(), value.to_owned()));
    assert_eq!(view.get_environment().unwrap(), expected);
    assert!(view.get_arguments().unwrap().is_empty());
}
