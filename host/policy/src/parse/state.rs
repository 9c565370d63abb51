//! `state`, the key-value state of a component.

use toml::de::DeValue;

use super::reader::Entry;
use crate::{PolicyError, StateGrant};

const STATE: &str = "[host]\nstate = \"sqlite:state/bulkhead.db\"\n[tools.notes]\nstate = { quota = \"1MiB\", keys = 1_000, life = \"24h\" }";

pub(super) fn state(entry: &Entry<'_>) -> Result<Option<StateGrant>, PolicyError> {
    const EXPECTED: &str = "true, or a table with `quota`, `keys` and `life`";
    match entry.value() {
        DeValue::Boolean(true) => Ok(Some(StateGrant::default())),
        DeValue::Boolean(false) => Ok(None),
        DeValue::Table(_) => table(entry).map(Some),
        DeValue::String(_)
        | DeValue::Integer(_)
        | DeValue::Float(_)
        | DeValue::Datetime(_)
        | DeValue::Array(_) => Err(entry.wrong_type(EXPECTED, STATE)),
    }
}

fn table(entry: &Entry<'_>) -> Result<StateGrant, PolicyError> {
    let mut state = StateGrant::default();
    for entry in entry.table(STATE)? {
        match entry.name {
            "quota" => state.bytes = entry.size(STATE)?,
            "keys" => state.keys = entry.count(STATE)?,
            "life" => state.life = Some(entry.time(STATE)?),
            _ => return Err(entry.unknown(&["quota", "keys", "life"], STATE)),
        }
    }
    Ok(state)
}
