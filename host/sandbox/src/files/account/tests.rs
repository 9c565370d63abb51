#![allow(clippy::unwrap_used, clippy::panic, reason = "tests")]

use std::fs;

use super::*;

fn directory(host: &str, bytes: u64, entries: u64) -> Directory {
    Directory {
        host: host.to_owned(),
        guest: "/g".to_owned(),
        access: Access::Write,
        quota: Some(Quota { bytes, entries }),
    }
}

fn base() -> tempfile::TempDir {
    let base = tempfile::tempdir().unwrap();
    fs::create_dir(base.path().join("d")).unwrap();
    fs::write(base.path().join("d/a"), [0; 10]).unwrap();
    base
}

fn of(accounts: &Accounts, base: &tempfile::TempDir, directory: &Directory) -> Arc<Account> {
    accounts.of(base.path(), directory).unwrap().unwrap()
}

#[tokio::test]
async fn what_is_there_counts() {
    let (base, accounts) = (base(), Accounts::default());
    let account = of(&accounts, &base, &directory("d", 15, 2));
    let mut turn = account.turn().await;
    turn.grow(5).unwrap();
    assert!(turn.grow(1).is_err());
    assert!(turn.grow(u64::MAX).is_err());
    turn.grow(0).unwrap();
    turn.shrink(1);
    turn.grow(1).unwrap();
    turn.add_entry().unwrap();
    assert!(turn.add_entry().is_err());
    turn.remove_entry();
    turn.add_entry().unwrap();
}

#[tokio::test]
async fn calls_in_flight_share_and_the_next_one_measures() {
    let (base, accounts) = (base(), Accounts::default());
    let wanted = directory("d", 15, 2);
    let first = of(&accounts, &base, &wanted);
    first.turn().await.grow(5).unwrap();
    fs::remove_file(base.path().join("d/a")).unwrap();
    let second = of(&accounts, &base, &wanted);
    assert!(second.turn().await.grow(1).is_err());
    drop(first);
    let third = of(&accounts, &base, &wanted);
    assert!(third.turn().await.grow(1).is_err(), "the second is still there");
    drop((second, third));
    of(&accounts, &base, &wanted).turn().await.grow(15).unwrap();
}

#[tokio::test]
async fn only_what_may_grow_has_an_account() {
    let (base, accounts) = (base(), Accounts::default());
    let reading = Directory { access: Access::Read, ..directory("d", 15, 2) };
    let unbounded = Directory { quota: None, ..directory("d", 15, 2) };
    for directory in [reading, unbounded] {
        assert!(accounts.of(base.path(), &directory).unwrap().is_none());
    }
    let Err(failure) = accounts.of(base.path(), &directory("gone", 1, 1)) else { panic!() };
    assert!(failure.to_string().contains("gone"));
}

/// What holds more entries than it may can be emptied, but nothing in it grows.
#[tokio::test]
async fn an_overfull_directory() {
    let (base, accounts) = (base(), Accounts::default());
    fs::write(base.path().join("d/b"), [0; 10]).unwrap();
    let account = of(&accounts, &base, &directory("d", 1000, 1));
    let mut turn = account.turn().await;
    turn.shrink(10);
    assert!(turn.grow(1).is_err());
    assert!(turn.add_entry().is_err());
}
