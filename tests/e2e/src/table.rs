//! A real table: the packages that this program is built from.

use tempfile::TempDir;

use crate::program::root;

/// The packages of this repository's lock file as `packages.csv` in a folder, and how many they are.
pub fn packages() -> (TempDir, usize) {
    let lock = std::fs::read_to_string(root().join("Cargo.lock")).expect("the lock file is there");
    let mut table = "name,version\n".to_owned();
    let value = |line: &str| line.split('"').nth(1).unwrap_or_default().to_owned();
    let mut name = String::new();
    let mut rows = 0;
    for line in lock.lines() {
        if line.starts_with("name = ") {
            name = value(line);
        } else if line.starts_with("version = \"") {
            table += &format!("{name},{}\n", value(line));
            rows += 1;
        }
    }
    let folder = tempfile::tempdir().expect("a folder is made");
    std::fs::write(folder.path().join("packages.csv"), table).expect("the table is written");
    (folder, rows)
}
