//! One member of a configuration file, and nothing else of it: comments, order and layout stay as they are.

use anyhow::{Context, anyhow, bail, ensure};
use jsonc_parser::{
    ParseOptions,
    cst::{CstInputValue, CstRootNode},
};
use serde_json::{Map, Value};
use toml_edit::{DocumentMut, Item, Table};

use super::clients::{Client, Format};

/// What is to become of one server in the file of a client.
pub struct Change<'a> {
    pub client: &'a Client,
    /// The server's name there.
    pub name: &'a str,
    /// What stands there; `None` for what is to be removed.
    pub entry: Option<&'a Map<String, Value>>,
}

/// The text with the change made.
#[derive(Debug)]
pub struct Edited {
    pub text: String,
    /// Whether something of this name was there.
    pub was: bool,
}

impl Change<'_> {
    /// Makes it in the text of a file; an empty one is a file that is not there.
    ///
    /// # Errors
    ///
    /// When the text is not what the client would read, with the place.
    pub fn made(&self, text: &str) -> anyhow::Result<Edited> {
        ensure!(!self.name.trim().is_empty(), "a server needs a name");
        match self.client.format {
            Format::Json => self.in_json(text),
            Format::Toml => self.in_toml(text),
        }
    }

    fn in_json(&self, text: &str) -> anyhow::Result<Edited> {
        let text = if text.trim().is_empty() { "{}\n" } else { text };
        let root = CstRootNode::parse(text, &ParseOptions::default())
            .map_err(|error| anyhow!("this is not JSON, not even with comments: {error}"))?;
        let mut expected = root.to_serde_value().unwrap_or_default();
        let top = root.object_value().context("the file holds no JSON object")?;
        let there = top.object_value(self.client.key);
        ensure!(
            there.is_some() || top.get(self.client.key).is_none(),
            "`{}` is there and is no object",
            self.client.key
        );
        let found = there.as_ref().and_then(|servers| servers.get(self.name));
        let was = found.is_some();
        match (self.entry, found) {
            (None, None) => {}
            (None, Some(member)) => member.remove(),
            (Some(entry), Some(member)) => {
                let same = member.value().and_then(|value| value.to_serde_value());
                if same != Some(Value::Object(entry.clone())) {
                    member.set_value(input(&Value::Object(entry.clone())));
                }
            }
            (Some(entry), None) => {
                let servers = top.object_value_or_create(self.client.key).context("it cannot be added")?;
                servers.append(self.name, input(&Value::Object(entry.clone())));
            }
        }
        let text = root.to_string();
        match self.entry {
            Some(entry) => expected[self.client.key][self.name] = Value::Object(entry.clone()),
            None if was => {
                if let Some(servers) = expected[self.client.key].as_object_mut() {
                    servers.remove(self.name);
                }
            }
            None => {}
        }
        // A member that is there twice is one that the client reads and one that was found here.
        let read =
            CstRootNode::parse(&text, &ParseOptions::default()).ok().and_then(|root| root.to_serde_value());
        ensure!(
            read == Some(expected),
            "it cannot be changed without changing something else in it; do it by hand"
        );
        Ok(Edited { text, was })
    }

    fn in_toml(&self, text: &str) -> anyhow::Result<Edited> {
        let mut document: DocumentMut = text.parse().context("this is not TOML")?;
        let key = self.client.key;
        let was = match document.get(key) {
            None => false,
            Some(Item::Table(servers)) => servers.contains_key(self.name),
            Some(_) => bail!("`{key}` is there and is no table; add the server by hand"),
        };
        let servers = document.entry(key).or_insert_with(|| {
            let mut servers = Table::new();
            // Only its members have headers.
            servers.set_implicit(true);
            Item::Table(servers)
        });
        let servers = servers.as_table_mut().context("it cannot be added")?;
        match self.entry {
            None => {
                servers.remove(self.name);
            }
            Some(entry) => {
                let mut table = Table::new();
                for (name, value) in ordered(entry) {
                    table.insert(name, Item::Value(toml(value)?));
                }
                let same = servers.get(self.name).is_some_and(|old| same_values(old, &table));
                if !same {
                    servers.insert(self.name, Item::Table(table));
                }
            }
        }
        Ok(Edited {
            text: if self.entry.is_none() && !was { text.to_owned() } else { document.to_string() },
            was,
        })
    }
}

fn same_values(old: &Item, new: &Table) -> bool {
    let plain = |table: &Table| {
        table
            .iter()
            .map(|(name, value)| (name.to_owned(), value.to_string().trim().to_owned()))
            .collect::<Vec<_>>()
    };
    old.as_table().is_some_and(|old| plain(old) == plain(new))
}

/// As a person would write it: what it is, the program, its arguments.
fn ordered(entry: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut members: Vec<_> = entry.iter().collect();
    members.sort_by_key(|(name, _)| !matches!(name.as_str(), "type" | "command"));
    members.sort_by_key(|(name, _)| name.as_str() != "type");
    members
}

fn input(value: &Value) -> CstInputValue {
    match value {
        Value::Null => CstInputValue::Null,
        Value::Bool(flag) => CstInputValue::Bool(*flag),
        Value::Number(number) => CstInputValue::Number(number.to_string()),
        Value::String(text) => CstInputValue::String(text.clone()),
        Value::Array(items) => CstInputValue::Array(items.iter().map(input).collect()),
        Value::Object(members) => CstInputValue::Object(
            ordered(members).into_iter().map(|(name, value)| (name.clone(), input(value))).collect(),
        ),
    }
}

fn toml(value: &Value) -> anyhow::Result<toml_edit::Value> {
    Ok(match value {
        Value::String(text) => text.as_str().into(),
        Value::Array(items) => {
            let items: Vec<toml_edit::Value> = items.iter().map(toml).collect::<Result<_, _>>()?;
            toml_edit::Value::Array(items.into_iter().collect())
        }
        other => bail!("{other} has no place in this file"),
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::super::clients::Name;
    use super::*;

    fn made(client: Name, text: &str, entry: Option<&Map<String, Value>>) -> anyhow::Result<Edited> {
        Change { client: client.client(), name: "bulkhead", entry }.made(text)
    }

    fn entry(program: &str) -> Map<String, Value> {
        (Name::Cursor.client().stdio)(program, &["serve".to_owned(), "--stdio".to_owned()])
    }

    #[test]
    fn comments_and_layout_stay() {
        let text = "{\n  // mine\n  \"theme\": \"dark\",\n  \"mcpServers\": {\n    \"other\": { \"command\": \"x\" }, // keep\n  },\n}\n";
        let edited = made(Name::Cursor, text, Some(&entry("/b"))).unwrap();
        assert!(!edited.was);
        for kept in ["// mine", "\"theme\": \"dark\"", "\"other\": { \"command\": \"x\" }", "// keep"] {
            assert!(edited.text.contains(kept), "{}", edited.text);
        }
        let again = made(Name::Cursor, &edited.text, Some(&entry("/b"))).unwrap();
        assert_eq!((again.text.as_str(), again.was), (edited.text.as_str(), true));
        let other = made(Name::Cursor, &edited.text, Some(&entry("/c"))).unwrap();
        assert!(
            other.was && other.text.contains("\"/c\"") && !other.text.contains("\"/b\""),
            "{}",
            other.text
        );
        let removed = made(Name::Cursor, &edited.text, None).unwrap();
        assert!(removed.was && !removed.text.contains("bulkhead") && removed.text.contains("// keep"));
    }

    #[test]
    fn a_table_is_one_of_many() {
        let text = "# mine\nmodel = \"m\"\n\n[mcp_servers.other]\ncommand = \"x\" # keep\n";
        let edited = made(Name::Codex, text, Some(&entry("/b"))).unwrap();
        assert!(edited.text.starts_with(text), "{}", edited.text);
        assert!(
            edited.text.contains("[mcp_servers.bulkhead]\ncommand = \"/b\"\nargs = [\"serve\", \"--stdio\"]"),
            "{}",
            edited.text
        );
        let again = made(Name::Codex, &edited.text, Some(&entry("/b"))).unwrap();
        assert_eq!((again.text.as_str(), again.was), (edited.text.as_str(), true));
        assert_eq!(made(Name::Codex, &edited.text, None).unwrap().text.trim(), text.trim());
        assert_eq!(made(Name::Codex, text, None).unwrap().text, text);
    }

    #[test]
    fn what_the_client_could_not_read_is_left_alone() {
        for (client, text) in [
            (Name::Cursor, "{"),
            (Name::Cursor, "[]"),
            (Name::Cursor, "{ \"mcpServers\": 3 }"),
            (Name::Cursor, "{ \"mcpServers\": {}, \"mcpServers\": { \"a\": {} } }"),
            (Name::Codex, "a = "),
            (Name::Codex, "mcp_servers = 3"),
        ] {
            assert!(made(client, text, Some(&entry("/b"))).is_err(), "{text}");
        }
    }
}
