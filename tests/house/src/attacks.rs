//! The table of attacks in docs/security.md, and the guests that it is about.

use std::collections::BTreeMap;

/// The heading that the tables stand under, to the next one of its rank.
const HEADING: &str = "## The attacks";

/// The programs of the tables, each with the cells of its first row. A row begins with its program in backquotes.
pub fn listed(document: &str) -> BTreeMap<String, Vec<String>> {
    let section = document.split_once(HEADING).map_or("", |(_, rest)| rest);
    let section = section.split_once("\n## ").map_or(section, |(section, _)| section);
    let mut listed = BTreeMap::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<String> = cells(line);
        let name = cells.first().and_then(|cell| cell.split('`').nth(1)).unwrap_or_default();
        listed.entry(name.to_owned()).or_insert(cells);
    }
    listed
}

/// A vertical bar in a cell is written `\|`.
fn cells(line: &str) -> Vec<String> {
    let line = line.trim().trim_matches('|').replace("\\|", "\u{0}");
    line.split('|').map(|cell| cell.trim().replace('\u{0}', "|")).collect()
}

/// What is wrong between the tables and the guests that there are.
pub fn wrong(listed: &BTreeMap<String, Vec<String>>, guests: &[String]) -> Vec<String> {
    let missing = guests.iter().filter(|guest| !listed.contains_key(*guest));
    let missing = missing.map(|guest| format!("the guest {guest} is in no table of docs/security.md"));
    let absent = listed.keys().filter(|name| !guests.contains(name));
    let absent = absent.map(|name| format!("docs/security.md lists {name}, and there is no such guest"));
    let unsaid = listed.iter().filter(|(_, cells)| cells.len() != 4 || cells.iter().any(String::is_empty));
    let unsaid = unsaid.map(|(name, _)| format!("the row of {name} in docs/security.md has an empty cell"));
    missing.chain(absent).chain(unsaid).collect()
}

#[cfg(test)]
mod tests;
