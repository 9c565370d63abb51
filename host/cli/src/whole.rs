//! Putting a text into the place of a file, whole or not at all.

use std::{
    fs::{self, File, Permissions},
    io::{self, Write},
    path::Path,
};

use anyhow::{Context, ensure};

/// Writes the new text of a file whose text is still `before`; `None` for a file that is not there. It is written beside
/// the file and moved into its place, so that no reader ever sees half of it; owner and permissions stay.
///
/// # Errors
///
/// When the file has changed since it was read, or cannot be written.
pub fn write(file: &Path, before: Option<&str>, text: &str) -> anyhow::Result<()> {
    // The file behind a link is changed, and the link stays.
    let file = if before.is_some() { fs::canonicalize(file)? } else { file.to_owned() };
    let now = match fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(error).with_context(|| format!("cannot read {}", file.display())),
    };
    ensure!(
        now.as_deref() == before,
        "{} was changed meanwhile; nothing was written. Try again",
        file.display()
    );
    let beside = beside(&file);
    let written = replace(&file, &beside, text, before.is_some());
    if written.is_err() {
        let _ = fs::remove_file(&beside);
    }
    written.with_context(|| format!("cannot write {}", file.display()))
}

fn beside(file: &Path) -> std::path::PathBuf {
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    file.with_file_name(format!(".{name}.{}.tmp", std::process::id()))
}

fn replace(file: &Path, beside: &Path, text: &str, there: bool) -> io::Result<()> {
    let kept = if there { Some(fs::metadata(file)?) } else { None };
    let mut new = File::create_new(beside)?;
    if let Some(kept) = &kept {
        keep_owner(beside, kept);
        new.set_permissions(Permissions::clone(&kept.permissions()))?;
    }
    new.write_all(text.as_bytes())?;
    new.sync_all()?;
    fs::rename(beside, file)
}

/// Only root may give a file away; for anybody else it is theirs already, or becomes so.
#[cfg(unix)]
fn keep_owner(file: &Path, kept: &fs::Metadata) {
    use std::os::unix::fs::MetadataExt;
    let _ = std::os::unix::fs::chown(file, Some(kept.uid()), Some(kept.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &Path, _: &fs::Metadata) {}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_keeps_its_permissions() {
        use std::os::unix::fs::PermissionsExt;
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("bulkhead.toml"), folder.path().join("link.toml"));
        write(&file, None, "one").unwrap();
        assert!(write(&file, None, "two").is_err(), "it is there meanwhile");
        std::fs::set_permissions(&file, PermissionsExt::from_mode(0o640)).unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write(&link, Some("one"), "two").unwrap();
        assert!(link.is_symlink(), "the link stays");
        assert_eq!(std::fs::read_to_string(&file).unwrap(), "two");
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
        let error = write(&file, Some("one"), "three").unwrap_err();
        assert!(error.to_string().contains("changed meanwhile"), "{error}");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2, "nothing is left beside it");
    }
}
