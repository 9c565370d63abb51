//! Where in the policy file something is written.

use serde::Serialize;
use toml_edit::{Document, Item};

/// A place in the policy file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// From 1.
    pub number: usize,
    /// What is written there: a rule, or a key with its value. On one line.
    pub text: String,
}

/// The line under `[tools.COMPONENT]` whose `key` has an element, or a name, that `is` recognises. For an element of a
/// list of texts `is` gets the text; for one of a list of tables, its `guest`; for a table, each name; for anything else
/// an empty text.
pub fn line_of(text: &str, component: &str, key: &str, is: &dyn Fn(&str) -> bool) -> Option<Line> {
    let document = Document::parse(text).ok()?;
    let item = document.as_table().get("tools")?.get(component)?.get(key)?;
    let (span, shown) = match item {
        Item::ArrayOfTables(tables) => {
            let found = tables.iter().find(|table| guest(table.get("guest")).is_some_and(is))?;
            (found.get("guest")?.span()?, None)
        }
        item if item.is_array() => {
            let list = item.as_array()?;
            let found = list.iter().find(|element| match element.as_inline_table() {
                Some(table) => table.get("guest").and_then(|guest| guest.as_str()).is_some_and(is),
                None => element.as_str().is_some_and(is),
            })?;
            (found.span()?, None)
        }
        item if item.is_table_like() && key != "state" => {
            let table = item.as_table_like()?;
            let (name, value) = table.iter().find(|(name, _)| is(name))?;
            let span = value.span().or_else(|| table.key(name)?.span())?;
            (span, Some(name.to_owned()))
        }
        item => (item.span()?, Some(key.to_owned())),
    };
    let number = text.get(..span.start)?.matches('\n').count() + 1;
    let written = text.get(span)?.split_whitespace().collect::<Vec<_>>().join(" ");
    let text = shown.map_or_else(|| written.clone(), |name| format!("{name} = {written}"));
    Some(Line { number, text })
}

fn guest(item: Option<&Item>) -> Option<&str> {
    item?.as_str()
}
