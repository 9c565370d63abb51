//! Adding to a TOML text and leaving all else as it stands, whichever of TOML's ways of writing tables it uses.

use anyhow::{Context, bail};
use toml_edit::{Array, Decor, DocumentMut, InlineTable, Item, Table, Value};

use super::{Change, addition::Written};

pub(super) fn changed(text: &str, change: &Change<'_>) -> anyhow::Result<String> {
    let mut document: DocumentMut = text.parse()?;
    // Comments that stand alone stand before what comes.
    let mut head = String::new();
    if document.is_empty() {
        head = document.trailing().as_str().unwrap_or_default().to_owned();
        document.set_trailing("");
    }
    if let Some(store) = change.store {
        set(section(document.as_item_mut(), "host", Table::new())?, "state", store.into())?;
    }
    // `[tools]` itself has nothing to say when it is new.
    let mut tools = Table::new();
    tools.set_implicit(true);
    let tools = section(document.as_item_mut(), "tools", tools)?;
    let component = section(tools, change.component, Table::new())?;
    for addition in change.additions {
        match addition.written() {
            Written::Element(key, value) => push(component, key, value)?,
            Written::Key(key, name, value) => {
                let mut new = Item::Value(InlineTable::new().into());
                set(&mut new, &name, value.clone())?;
                match under(component, key) {
                    None => set(component, key, new.into_value().unwrap_or(value))?,
                    Some(there) => set(there, &name, value)?,
                }
            }
            Written::Single(key, value) => set(component, key, value)?,
        }
    }
    Ok(format!("{head}{document}"))
}

/// The table under a key. A new one is written as its surroundings are: with a header, with dots, or in braces.
fn section<'a>(parent: &'a mut Item, key: &str, new: Table) -> anyhow::Result<&'a mut Item> {
    if under(parent, key).is_none() {
        if let Item::Table(parent) = parent {
            parent.insert(key, Item::Table(new));
        } else {
            set(parent, key, InlineTable::new().into())?;
        }
    }
    under(parent, key).filter(|item| item.is_table_like()).with_context(|| format!("`{key}` is no table"))
}

/// What is under a key. An [`Item`]'s own `get_mut` would put a hole there.
fn under<'a>(table: &'a mut Item, key: &str) -> Option<&'a mut Item> {
    table.as_table_like_mut()?.get_mut(key)
}

/// Sets a key; a value that stood there leaves its comment.
fn set(table: &mut Item, key: &str, mut value: Value) -> anyhow::Result<()> {
    if let Item::Value(Value::InlineTable(braces)) = table
        && !braces.contains_key(key)
    {
        take_space(braces, &mut value);
    }
    let table = table.as_table_like_mut().with_context(|| format!("`{key}` is in no table"))?;
    if let Some(old) = table.get(key).and_then(Item::as_value) {
        *value.decor_mut() = old.decor().clone();
    }
    table.insert(key, Item::Value(value));
    Ok(())
}

/// The space before a closing brace belongs to the last value; the next last one takes it over.
fn take_space(braces: &mut InlineTable, value: &mut Value) {
    let Some((_, last)) = braces.iter_mut().last() else { return };
    let space = last.decor().suffix().and_then(|raw| raw.as_str()).unwrap_or_default().to_owned();
    if !space.is_empty() && space.bytes().all(|b| b == b' ') {
        last.decor_mut().set_suffix("");
        *value.decor_mut() = Decor::new(" ", space);
    }
}

/// Adds an element to the list under a key.
fn push(component: &mut Item, key: &str, value: Value) -> anyhow::Result<()> {
    match under(component, key) {
        None => set(component, key, Array::from_iter([value]).into()),
        Some(Item::Value(Value::Array(list))) => {
            append(list, value);
            Ok(())
        }
        Some(Item::ArrayOfTables(tables)) => {
            let entry = value.as_inline_table().cloned().with_context(|| format!("`{key}` has tables"))?;
            tables.push(entry.into_table());
            Ok(())
        }
        Some(_) => bail!("`{key}` is no list"),
    }
}

/// Adds an element under the others: on a line of its own when they are, and below the comment of the one before.
fn append(list: &mut Array, mut value: Value) {
    let begin = list.iter().last().and_then(|last| Some(last.decor().prefix()?.as_str()?.to_owned()));
    let Some(begin) = begin else { return list.push(value) };
    let indent = begin.rfind('\n').map(|at| begin[at..].to_owned());
    let Some(indent) = indent else {
        // The space before the bracket, if there is one, stays there.
        let space = take_end(list);
        value.decor_mut().set_prefix(" ");
        put_end(list, &mut value, &space);
        return list.push_formatted(value);
    };
    // What follows the last element up to its line's end is its comment; the new one goes below.
    let end = take_end(list);
    let line = end.rfind('\n').unwrap_or(end.len());
    let (comment, bracket) = end.split_at(line);
    value.decor_mut().set_prefix(format!("{comment}{indent}"));
    put_end(list, &mut value, bracket);
    list.push_formatted(value);
}

/// What stands between the last element and the bracket: behind the last comma, or else a part of that element.
fn take_end(list: &mut Array) -> String {
    if list.trailing_comma() {
        let end = list.trailing().as_str().unwrap_or_default().to_owned();
        list.set_trailing("");
        return end;
    }
    let Some(last) = list.iter_mut().last() else { return String::new() };
    let end = last.decor().suffix().and_then(|raw| raw.as_str()).unwrap_or_default().to_owned();
    last.decor_mut().set_suffix("");
    end
}

fn put_end(list: &mut Array, value: &mut Value, end: &str) {
    if list.trailing_comma() {
        list.set_trailing(end);
    } else {
        value.decor_mut().set_suffix(end);
    }
}
