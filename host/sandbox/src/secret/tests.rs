#![allow(clippy::unwrap_used, clippy::panic, clippy::print_stdout, reason = "tests")]

use super::*;

fn sources(base: &Path) -> SystemSecrets {
    let environment = [("TOKEN".to_owned(), "from the environment".to_owned())].into();
    SystemSecrets { base: base.to_owned(), environment }
}

/// A secret cannot be compared or displayed, which is why this takes it apart.
fn told(read: Result<Secret, String>) -> Result<String, String> {
    read.map(|secret| secret.value().to_owned())
}

#[tokio::test]
async fn a_variable() {
    let secrets = sources(Path::new("."));
    let read = |name: &str| SecretSource::Environment(name.to_owned());
    assert_eq!(told(secrets.read(&read("TOKEN")).await).unwrap(), "from the environment");
    let problem = told(secrets.read(&read("NONE")).await).unwrap_err();
    assert!(problem.contains("NONE"), "{problem}");
}

#[tokio::test]
async fn a_file_without_one_line_break_at_its_end() {
    let folder = tempfile::tempdir().unwrap();
    let secrets = sources(folder.path());
    for (content, value) in
        [("value", "value"), ("value\n", "value"), ("value\r\n", "value"), ("value\n\n", "value\n"), ("", "")]
    {
        std::fs::write(folder.path().join("token"), content).unwrap();
        let read = secrets.read(&SecretSource::File("token".to_owned())).await;
        assert_eq!(told(read).unwrap(), value, "{content:?}");
    }
    let absolute = folder.path().join("token").display().to_string();
    assert_eq!(told(secrets.read(&SecretSource::File(absolute)).await).unwrap(), "");
}

#[tokio::test]
async fn files_that_hold_no_secret() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("large"), vec![b'x'; 100_000]).unwrap();
    std::fs::write(folder.path().join("bytes"), b"\xff\xfe secret").unwrap();
    let secrets = sources(folder.path());
    // Nobody writes into it: whoever opened it would wait.
    let made = std::process::Command::new("mkfifo").arg(folder.path().join("pipe")).status().unwrap();
    assert!(made.success());
    for name in ["none", "large", "bytes", "pipe", "."] {
        let problem = told(secrets.read(&SecretSource::File(name.to_owned())).await).unwrap_err();
        assert!(problem.contains(name) && !problem.contains("secret\""), "{problem}");
    }
}

/// A machine without a keyring, or without the entry, says so.
#[tokio::test]
async fn an_entry_of_the_keyring() {
    let secrets = sources(Path::new("."));
    let name = format!("bulkhead-test-{}", std::process::id());
    let source = SecretSource::Keyring(name.clone());
    let problem = told(secrets.read(&source).await).unwrap_err();
    assert!(problem.contains("keyring"), "{problem}");
    let entry = keyring::Entry::new("bulkhead", &name).unwrap();
    if let Err(error) = entry.set_password("from the keyring") {
        // Containers have none as a rule.
        println!("SKIPPED: this machine's keyring cannot be written: {error}");
        return;
    }
    let read = told(secrets.read(&source).await);
    entry.delete_credential().unwrap();
    assert_eq!(read.unwrap(), "from the keyring");
}
