//! Reads `bulkhead.toml`: every key by name, and nothing that is not understood is passed over.

use std::collections::BTreeMap;

use toml::de::DeTable;

use crate::policy::version_of;
use crate::{CodePolicy, ComponentPolicy, HostSettings, Limits, Policy, PolicyError};

mod code;
mod component;
mod environment;
mod files;
mod host;
mod limits;
mod reader;
mod secrets;
mod state;

pub(crate) use environment::is_variable;
use reader::{Entry, Source};

/// A whole file that works, for errors about the file as such.
const EXAMPLE: &str = "[tools.fetch]\nhttp = [\"GET https://*/*\"]";

const TOP: &[&str] = &["host", "defaults", "code", "tools"];

pub(crate) fn policy(text: &str) -> Result<Policy, PolicyError> {
    let source = Source { text };
    let document = DeTable::parse(text).map_err(|error| PolicyError::Syntax {
        place: Box::new(source.place(error.span().unwrap_or(0..0))),
        detail: error.message().replace('\n', ", "),
        example: EXAMPLE,
    })?;
    let (mut host, mut limits, mut tools) = (HostSettings::default(), Limits::default(), None);
    let mut code = CodePolicy::default();
    for entry in source.entries(document.get_ref(), "") {
        match entry.name {
            "host" => host = host::settings(&entry)?,
            "defaults" => limits = defaults(&entry)?,
            "code" => code = code::code(&entry)?,
            "tools" => tools = Some(entry),
            _ => return Err(entry.unknown(TOP, EXAMPLE)),
        }
    }
    let unnamed = ComponentPolicy { limits, ..ComponentPolicy::default() };
    let components =
        tools.as_ref().map(|tools| named_components(tools, &unnamed)).transpose()?.unwrap_or_default();
    if let Some(tools) = tools.filter(|_| host.state.is_none()) {
        kept_nowhere(&tools, &components)?;
    }
    Ok(Policy { version: version_of(text), host, code, components, unnamed })
}

/// State needs a store, and `[host]` names none.
fn kept_nowhere(
    tools: &Entry<'_>,
    components: &BTreeMap<String, ComponentPolicy>,
) -> Result<(), PolicyError> {
    const EXAMPLE: &str = "[host]\nstate = \"sqlite:state/bulkhead.db\"";
    for entry in tools.table(EXAMPLE)? {
        if components.get(entry.name).is_some_and(|component| component.grants.state.is_some()) {
            return Err(entry.conflict(
                "its state is granted, and `state` in [host] does not say where it is kept",
                EXAMPLE,
            ));
        }
    }
    Ok(())
}

fn defaults(entry: &Entry<'_>) -> Result<Limits, PolicyError> {
    let mut limits = Limits::default();
    for entry in entry.table(limits::EXAMPLE)? {
        match entry.name {
            "limits" => limits = limits::limits(&entry, &limits)?,
            _ => return Err(entry.unknown(&["limits"], limits::EXAMPLE)),
        }
    }
    Ok(limits)
}

fn named_components(
    tools: &Entry<'_>,
    unnamed: &ComponentPolicy,
) -> Result<BTreeMap<String, ComponentPolicy>, PolicyError> {
    let mut components = BTreeMap::new();
    for entry in tools.table(EXAMPLE)? {
        if !is_component_name(entry.name) {
            return Err(entry.bad_name(
                "this is no name of a component",
                "the name of a component file without `.wasm`: small letters, digits, `-` and `_`, at most 64",
                EXAMPLE,
            ));
        }
        components.insert(entry.name.to_owned(), component::component(&entry, unnamed)?);
    }
    Ok(components)
}

/// A component is named after its file. Capitals are left out because file systems disagree on whether they matter.
fn is_component_name(name: &str) -> bool {
    let plain = |b: u8| b.is_ascii_lowercase() || b.is_ascii_digit();
    name.len() <= 64
        && name.bytes().next().is_some_and(plain)
        && name.bytes().all(|b| plain(b) || b == b'-' || b == b'_')
}

#[cfg(test)]
mod tests;
