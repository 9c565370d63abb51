//! What a rule means, in the words of the operator's page, so that there is one text and not two.

const PAGE: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/policy.md"));

/// The page's sentence about the rule of this id.
pub fn of(rule: &str) -> Option<String> {
    let row = PAGE.lines().find_map(|line| line.strip_prefix(&format!("| `{rule}` | ")))?;
    Some(row.strip_suffix(" |").unwrap_or(row).replace('`', ""))
}

#[cfg(test)]
mod tests;
