//! Where a `$ref` leads, and the definitions that were found that way.

use std::collections::{HashMap, HashSet};
use std::ptr;

use serde_json::Value;

use super::text::pascal_case;

/// So many definitions of one function are read; the largest seen in the wild have sixty. It also bounds how deep the
/// walk over their graph goes.
const MOST_DEFINITIONS: usize = 256;

/// The definitions of a function, by number. One is added when something is found that a reference leads to.
#[derive(Default)]
pub(super) struct Definitions<'a> {
    pub found: Vec<Found<'a>>,
    /// Values are told apart by where they are, so that a schema is one definition whichever way it is reached.
    numbers: HashMap<*const Value, usize>,
}

#[derive(Clone, Copy)]
pub(super) struct Found<'a> {
    pub schema: &'a Value,
    /// What references inside it start from.
    pub root: usize,
    /// The reference it was first found by.
    pub pointer: &'a str,
}

impl<'a> Definitions<'a> {
    /// The number of a definition, or nothing if there are too many.
    pub(super) fn number(&mut self, found: Found<'a>) -> Option<usize> {
        let address = ptr::from_ref(found.schema);
        if let Some(number) = self.numbers.get(&address) {
            return Some(*number);
        }
        if self.found.len() >= MOST_DEFINITIONS {
            return None;
        }
        self.found.push(found);
        self.numbers.insert(address, self.found.len() - 1);
        Some(self.found.len() - 1)
    }
}

/// A whole schema: what references in it start from.
pub(super) struct Root<'a> {
    schema: &'a Value,
    /// What references lead to, and one that does.
    targets: HashMap<*const Value, &'a str>,
    /// What was named with `$id` or `$anchor`.
    names: HashMap<&'a str, &'a Value>,
}

impl<'a> Root<'a> {
    /// Looks through everything, without recursion, because references can lead forward and anywhere.
    pub(super) fn new(schema: &'a Value) -> Self {
        let mut root = Self { schema, targets: HashMap::new(), names: HashMap::new() };
        let mut references = HashSet::new();
        let mut rest = vec![schema];
        while let Some(value) = rest.pop() {
            match value {
                Value::Array(items) => rest.extend(items),
                Value::Object(map) => {
                    references.extend(reference_in(map));
                    for key in ["$id", "$anchor", "$dynamicAnchor"] {
                        if let Some(Value::String(name)) = map.get(key) {
                            root.names.insert(name.trim_start_matches('#'), value);
                        }
                    }
                    rest.extend(map.values());
                }
                _ => {}
            }
        }
        let mut references: Vec<&str> = references.into_iter().collect();
        references.sort_unstable();
        for reference in references {
            if let Some(target) = root.resolve(reference) {
                root.targets.entry(ptr::from_ref(target)).or_insert(reference);
            }
        }
        root
    }

    /// The reference that leads to exactly this value.
    pub(super) fn reference_to(&self, value: &'a Value) -> Option<&'a str> {
        self.targets.get(&ptr::from_ref(value)).copied()
    }

    pub(super) fn resolve(&self, reference: &str) -> Option<&'a Value> {
        let (document, fragment) = reference.split_once('#').unwrap_or((reference, ""));
        let document = if document.is_empty() { self.schema } else { self.names.get(document)? };
        if fragment.is_empty() {
            Some(document)
        } else if fragment.starts_with('/') {
            document.pointer(&decoded(fragment))
        } else {
            self.names.get(fragment).copied()
        }
    }
}

/// The reference of a schema, if it has one.
pub(super) fn reference_in(schema: &serde_json::Map<String, Value>) -> Option<&str> {
    ["$ref", "$dynamicRef"].iter().find_map(|key| schema.get(*key)?.as_str())
}

/// A fragment without its `%xx`.
fn decoded(fragment: &str) -> String {
    let mut bytes = Vec::with_capacity(fragment.len());
    let mut rest = fragment.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let hex = after.get(..2).and_then(|hex| std::str::from_utf8(hex).ok());
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()).filter(|_| *first == b'%') {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// A name for what a reference leads to: `#/$defs/list-item` is a `ListItem`, `#/properties/rows/items` a `RowsItem`.
pub(super) fn name_of(reference: &str) -> String {
    let mut parts = reference.rsplit(['/', '#']);
    let is_keyword = |part: &&str| {
        let keywords =
            ["", "properties", "anyOf", "oneOf", "allOf", "additionalProperties", "$defs", "schema"];
        !keywords.contains(part) && part.parse::<usize>().is_err()
    };
    match parts.find(is_keyword) {
        None => "Args".to_owned(),
        Some("items") => parts.find(is_keyword).map(pascal_case).unwrap_or_default() + "Item",
        Some(part) => pascal_case(part),
    }
}
