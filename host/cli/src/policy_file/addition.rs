//! One grant that is to be added, in the policy's own terms and in the file's.

use bulkhead_policy::{
    CallPattern, Directory, EnvValue, Grants, HttpRule, SecretGrant, SecretSource, StateGrant, TcpRule,
};
use toml_edit::{InlineTable, Value};

/// One grant.
#[derive(Clone, Debug, PartialEq)]
pub enum Addition {
    /// Requests.
    Http(HttpRule),
    /// Connections.
    Tcp(TcpRule),
    /// A directory, without a quota.
    Directory(Directory),
    /// The host's own variable of this name.
    Variable(String),
    /// A secret, by the guest's name for it.
    Secret(String, SecretGrant),
    /// Other tools.
    Call(CallPattern),
    /// State, as much as is usual.
    State,
}

/// How a grant is written under a component.
pub(super) enum Written {
    /// An element of a list.
    Element(&'static str, Value),
    /// A key of a table.
    Key(&'static str, String, Value),
    /// The value of a key.
    Single(&'static str, Value),
}

impl Addition {
    /// Adds it to what is granted already.
    pub(super) fn give(&self, grants: &mut Grants) {
        match self {
            Self::Http(rule) => grants.http.push(rule.clone()),
            Self::Tcp(rule) => grants.tcp.push(rule.clone()),
            Self::Directory(directory) => grants.directories.push(directory.clone()),
            Self::Variable(name) => {
                grants.environment.insert(name.clone(), EnvValue::FromHost(name.clone()));
            }
            Self::Secret(name, secret) => {
                grants.secrets.insert(name.clone(), secret.clone());
            }
            Self::Call(pattern) => grants.calls.push(pattern.clone()),
            Self::State => grants.state = Some(StateGrant::default()),
        }
    }

    pub(super) fn written(&self) -> Written {
        match self {
            Self::Http(rule) => Written::Element("http", rule.to_string().into()),
            Self::Tcp(rule) => Written::Element("tcp", rule.to_string().into()),
            Self::Directory(Directory { host, guest, access, .. }) => {
                let entry = table(&[("host", host), ("guest", guest), ("access", access.as_str())]);
                Written::Element("fs", entry)
            }
            Self::Variable(name) => Written::Key("env", name.clone(), table(&[("from", name)])),
            Self::Secret(name, secret) => Written::Key("secrets", name.clone(), secret_table(secret)),
            Self::Call(pattern) => Written::Element("calls", pattern.to_string().into()),
            Self::State => Written::Single("state", true.into()),
        }
    }
}

fn secret_table(secret: &SecretGrant) -> Value {
    let (kind, place) = match &secret.source {
        SecretSource::Environment(name) => ("env", name),
        SecretSource::File(path) => ("file", path),
        SecretSource::Keyring(entry) => ("keyring", entry),
    };
    table(&[
        (kind, place),
        ("header", &capitalised(&secret.header)),
        ("format", &secret.format.to_string()),
        ("to", &secret.to.to_string()),
    ])
}

/// A header as people write it; its case means nothing.
fn capitalised(header: &str) -> String {
    let mut first = true;
    let letter = |c: char| {
        let begins = std::mem::replace(&mut first, c == '-');
        if begins { c.to_ascii_uppercase() } else { c }
    };
    header.chars().map(letter).collect()
}

fn table(fields: &[(&str, &str)]) -> Value {
    let mut table = InlineTable::new();
    for (name, text) in fields {
        table.insert(*name, Value::from(*text));
    }
    table.into()
}
