//! What a store does to the file system, and what it refuses there.

use std::fs;
use std::path::Path;
use std::time::Duration;

use bulkhead_store::{Error, Sqlite, Write, open};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::support::{AMPLE, ada, get, noon, plain, put, scope, url};

const HOUR: Duration = Duration::from_secs(3600);

#[tokio::test]
async fn what_was_written_is_there_after_opening_again() {
    let folder = tempfile::tempdir().unwrap();
    let url = url(&folder.path().join("a new one/%20/store.db"));
    let version = {
        let store = open(&url).await.unwrap();
        put(&*store, &ada(), "k", b"1").await;
        put(&*store, &ada(), "k", b"2").await
    };
    let store = open(&url).await.unwrap();
    let entry = get(&*store, &ada(), "k").await.unwrap();
    assert_eq!((entry.value.as_slice(), entry.version), (b"2".as_slice(), version));
    assert!(put(&*store, &ada(), "k", b"3").await > version);
    assert!(folder.path().join("a new one/%20/store.db").is_file(), "nothing in a path is decoded");
}

#[tokio::test]
async fn each_memory_is_its_own() {
    let one = open("sqlite::memory:").await.unwrap();
    let other = open("sqlite::memory:").await.unwrap();
    put(&*one, &ada(), "k", b"1").await;
    assert_eq!(get(&*other, &ada(), "k").await, None);
    assert!(!Path::new(":memory:").exists());
}

#[tokio::test]
async fn other_kinds_of_stores_are_refused() {
    for url in
        ["postgres://ada:hunter2@db/state", "postgresql://db/state", "mysql://db", "state/store.db", ""]
    {
        let error = open(url).await.err().unwrap();
        assert!(matches!(error, Error::NoSuchStore { .. }), "{url}: {error}");
        assert!(!error.to_string().contains("hunter2"), "{error}");
        assert!(matches!(Sqlite::open(url).await, Err(Error::NoSuchStore { .. })));
    }
}

#[tokio::test]
async fn what_cannot_be_a_file_is_refused_with_the_path_as_it_was_written() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("file"), "text").unwrap();
    fs::create_dir(folder.path().join("folder")).unwrap();
    // Where SQLite wants to have its log.
    fs::create_dir(folder.path().join("store.db-wal")).unwrap();
    for name in ["file/store.db", "folder", "store.db"] {
        let path = folder.path().join(name);
        let error = open(&url(&path)).await.err().unwrap();
        let said = error.to_string();
        assert!(matches!(error, Error::Unreachable { .. }), "{said}");
        assert!(said.contains(path.to_str().unwrap()), "{said}");
    }
    let error = open("sqlite:/dev/null/none/store.db").await.err().unwrap();
    assert!(error.to_string().starts_with("the store /dev/null/none/store.db cannot be opened: "), "{error}");
}

#[tokio::test]
async fn a_damaged_file_is_told_from_a_missing_value() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    {
        let store = open(&url(&path)).await.unwrap();
        put(&*store, &ada(), "k", &[1; 100_000]).await;
        empty_the_log(&path).await;
    }
    let mut bytes = fs::read(&path).unwrap();
    // All but the first page, which has the header and the list of tables.
    bytes[4096..].fill(0xaa);
    let copy = folder.path().join("copy.db");
    fs::write(&copy, bytes).unwrap();
    let store = open(&url(&copy)).await.unwrap();
    let read = store.get(&ada(), "k", noon()).await;
    assert!(matches!(read, Err(Error::Damaged { .. })), "{read:?}");
    let write = store.delete(&ada(), "k").await;
    assert!(matches!(write, Err(Error::Damaged { .. })), "{write:?}");
}

/// Otherwise what a principal left behind would be kept for good, though nobody can read it.
#[tokio::test]
async fn what_expired_in_a_scope_that_is_left_alone_goes_from_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let store = open(&url(&path)).await.unwrap();
    for number in 0..40 {
        let write = Write { expires: Some(noon()), ..plain("", b"value") };
        store.set(&scope("notes", &number.to_string()), write, AMPLE, noon() - HOUR).await.unwrap();
    }
    let (before, mut kept) = (entries(&path).await, Vec::new());
    for _ in 0..40 {
        put(&*store, &ada(), "k", b"value").await;
        kept.push(entries(&path).await);
    }
    assert_eq!(before, 40);
    assert!(kept[0] > 1, "one write does not do all the work: {kept:?}");
    assert_eq!(kept[39], 1, "only the last one is left: {kept:?}");
}

/// How many entries the file holds, whoever can see them.
async fn entries(path: &Path) -> i64 {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    let count = sqlx::query_scalar("SELECT count(*) FROM state_entries").fetch_one(&mut connection).await;
    connection.close().await.unwrap();
    count.unwrap()
}

/// Moves what is in the write-ahead log into the file.
pub(crate) async fn empty_the_log(path: &Path) {
    let mut connection = SqliteConnectOptions::new().filename(path).connect().await.unwrap();
    sqlx::raw_sql("PRAGMA wal_checkpoint(TRUNCATE)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
}

#[cfg(unix)]
mod permissions {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};
    use std::path::Path;

    use bulkhead_store::{Error, open};

    use crate::support::{ada, put, url, value};

    fn mode(path: &Path) -> u32 {
        fs::metadata(path).unwrap().permissions().mode() & 0o7777
    }

    fn set_mode(path: &Path, mode: u32) {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    }

    #[tokio::test]
    async fn what_is_created_is_for_this_user_alone() {
        let folder = tempfile::tempdir().unwrap();
        set_mode(folder.path(), 0o755);
        let store = open(&url(&folder.path().join("a/b/store.db"))).await.unwrap();
        put(&*store, &ada(), "k", b"1").await;
        assert_eq!(mode(&folder.path().join("a")), 0o700);
        assert_eq!(mode(&folder.path().join("a/b")), 0o700);
        let files: Vec<_> =
            fs::read_dir(folder.path().join("a/b")).unwrap().map(|entry| entry.unwrap().path()).collect();
        // The log and the shared memory, too.
        assert_eq!(files.len(), 3, "{files:?}");
        for file in files {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
    }

    #[tokio::test]
    async fn what_is_there_keeps_its_permissions() {
        let folder = tempfile::tempdir().unwrap();
        set_mode(folder.path(), 0o775);
        let path = folder.path().join("store.db");
        fs::write(&path, "").unwrap();
        set_mode(&path, 0o640);
        let store = open(&url(&path)).await.unwrap();
        put(&*store, &ada(), "k", b"1").await;
        assert_eq!((mode(folder.path()), mode(&path)), (0o775, 0o640));
    }

    #[tokio::test]
    async fn what_every_user_can_write_to_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        drop(open(&url(&path)).await.unwrap());
        for shared in [0o777, 0o1777, 0o703] {
            set_mode(folder.path(), shared);
            let error = open(&url(&path)).await.err().unwrap();
            assert!(
                matches!(error, Error::Exposed { what: "the folder", mode, .. } if mode == shared),
                "{error}"
            );
        }
        set_mode(folder.path(), 0o755);
        set_mode(&path, 0o602);
        let error = open(&url(&path)).await.err().unwrap();
        assert!(matches!(error, Error::Exposed { what: "the file", mode: 0o602, .. }), "{error}");
        assert!(error.to_string().contains("chmod o-w"), "{error}");
        set_mode(&path, 0o600);
        open(&url(&path)).await.unwrap();
    }

    /// The file would be made through the link, without the permissions that it should have.
    #[tokio::test]
    async fn a_link_to_nothing_is_not_filled() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("store.db");
        let target = folder.path().join("target.db");
        symlink(&target, &path).unwrap();
        let error = open(&url(&path)).await.err().unwrap();
        assert!(matches!(error, Error::Unreachable { .. }), "{error}");
        assert!(!target.exists());
        // A link to a store is one.
        drop(open(&url(&target)).await.unwrap());
        let store = open(&url(&path)).await.unwrap();
        put(&*store, &ada(), "k", b"1").await;
        let store = open(&url(&target)).await.unwrap();
        assert_eq!(value(&*store, &ada(), "k").await.unwrap(), b"1");
    }
}
