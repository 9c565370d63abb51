//! What checking a value against a schema can cost at most.
//!
//! References let a small schema stand for a very large one: ten definitions that each refer to the next one twice are
//! a thousand checks, and thirty are a billion. So the schema is counted as if every reference were written out.
//! A reference back to where it came from is counted as an end, and remembered as a loop.

use std::collections::{HashMap, HashSet};

use serde_json::{Map, Value};

use super::SchemaError;

/// What a schema costs.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Cost {
    /// Subschemas, with all references written out.
    parts: u64,
    /// References that lead back into what they are part of, counted as often as they are written out.
    loops: u64,
}

/// How large a value is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Size {
    pub(super) parts: u64,
    depth: u32,
}

/// The largest schema of a public MCP server known here has about three thousand parts.
const MAX_PARTS: u64 = 50_000;

/// References that lead to references. Each takes some of the stack, of which threads have 2 MiB.
const MAX_CHAIN: usize = 200;

impl Cost {
    /// Every part of the schema may look at every part of the value.
    pub(super) fn steps(self, parts: u64) -> u64 {
        self.parts.saturating_mul(parts)
    }

    /// The search for what is wrong remembers nothing: two loops take each level of the value twice.
    pub(super) fn steps_to_explain(self, size: Size) -> u64 {
        let growth = if self.loops > 1 { self.loops.saturating_pow(size.depth) } else { 1 };
        self.steps(size.parts).saturating_mul(growth)
    }
}

/// Counts a value's parts, without recursion, so that no depth is too deep.
pub(super) fn size(value: &Value) -> Size {
    let mut size = Size { parts: 0, depth: 0 };
    let mut open = vec![(value, 0)];
    while let Some((value, depth)) = open.pop() {
        size.parts += 1;
        size.depth = size.depth.max(depth);
        match value {
            Value::Array(items) => open.extend(items.iter().map(|item| (item, depth + 1))),
            Value::Object(fields) => open.extend(fields.values().map(|field| (field, depth + 1))),
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
    }
    size
}

/// Counts a schema.
///
/// # Errors
///
/// A reference that leads out of the schema or to nothing, a nested `$id`, or more than is ever checked.
pub(super) fn of(schema: &Value) -> Result<Cost, SchemaError> {
    let mut count =
        Count { root: schema, anchors: HashMap::new(), known: HashMap::new(), open: HashSet::new() };
    count.collect(schema, true)?;
    let (cost, _) = count.of(schema, 0)?;
    Ok(cost)
}

struct Count<'s> {
    root: &'s Value,
    anchors: HashMap<&'s str, &'s Value>,
    /// Cost, and the longest chain of references, by the subschema's address in the document.
    known: HashMap<*const Value, (Cost, usize)>,
    /// What is being counted now.
    open: HashSet<*const Value>,
}

impl<'s> Count<'s> {
    /// Finds the anchors, and that no subschema has a base of its own or leads out of the schema, used or not.
    fn collect(&mut self, value: &'s Value, is_root: bool) -> Result<(), SchemaError> {
        match value {
            Value::Object(fields) => {
                self.collect_names(value, fields, is_root)?;
                for (key, field) in fields {
                    if let Value::String(reference) = field
                        && is_reference(key)
                    {
                        check_local(reference)?;
                    }
                    if !is_data(key) {
                        self.collect(field, false)?;
                    }
                }
            }
            Value::Array(items) => {
                for item in items {
                    self.collect(item, false)?;
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        Ok(())
    }

    fn collect_names(
        &mut self,
        value: &'s Value,
        fields: &'s Map<String, Value>,
        is_root: bool,
    ) -> Result<(), SchemaError> {
        for key in ["$anchor", "$dynamicAnchor"] {
            if let Some(name) = fields.get(key).and_then(Value::as_str) {
                self.anchors.insert(name, value);
            }
        }
        for key in ["$id", "id"] {
            let Some(id) = fields.get(key).and_then(Value::as_str) else { continue };
            match id.strip_prefix('#') {
                // Up to draft 7 an identifier that is only a fragment is an anchor.
                Some(name) => {
                    self.anchors.insert(name, value);
                }
                None if key == "$id" && !is_root => return Err(SchemaError::NestedId { id: id.to_owned() }),
                None => {}
            }
        }
        Ok(())
    }

    fn of(&mut self, value: &'s Value, chain: usize) -> Result<(Cost, usize), SchemaError> {
        let key = std::ptr::from_ref(value);
        if let Some((cost, below)) = self.known.get(&key) {
            return check_chain(chain + below).map(|()| (*cost, *below));
        }
        if !self.open.insert(key) {
            return Ok((Cost { parts: 1, loops: 1 }, 0));
        }
        check_chain(chain)?;
        let mut total = (Cost { parts: 1, loops: 0 }, 0);
        match value {
            Value::Object(fields) => self.add_fields(fields, chain, &mut total)?,
            Value::Array(items) => {
                for item in items.iter().filter(|item| item.is_object()) {
                    add(&mut total, self.of(item, chain)?)?;
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
        }
        self.open.remove(&key);
        self.known.insert(key, total);
        Ok(total)
    }

    fn add_fields(
        &mut self,
        fields: &'s Map<String, Value>,
        chain: usize,
        total: &mut (Cost, usize),
    ) -> Result<(), SchemaError> {
        for (key, field) in fields {
            match field {
                Value::String(reference) if is_reference(key) => {
                    let target = self.target(reference)?;
                    let (cost, below) = self.of(target, chain + 1)?;
                    add(total, (cost, below + 1))?;
                }
                // What is only defined costs nothing until something refers to it.
                Value::Object(_) if key == "$defs" || key == "definitions" => {}
                Value::Object(_) | Value::Array(_) if !is_data(key) => add(total, self.of(field, chain)?)?,
                Value::Null
                | Value::Bool(_)
                | Value::Number(_)
                | Value::String(_)
                | Value::Object(_)
                | Value::Array(_) => {}
            }
        }
        Ok(())
    }

    fn target(&self, reference: &str) -> Result<&'s Value, SchemaError> {
        let fragment = check_local(reference)?;
        let dangling = || SchemaError::DanglingReference { reference: reference.to_owned() };
        let fragment = percent_decoded(fragment).ok_or_else(dangling)?;
        let target = if fragment.is_empty() {
            Some(self.root)
        } else if fragment.starts_with('/') {
            // A reference into data (`default`, `enum`) would turn what was not counted into a schema.
            let into_data = fragment.split('/').any(is_data) && !leads_through_names(self.root, &fragment);
            self.root.pointer(&fragment).filter(|_| !into_data)
        } else {
            self.anchors.get(fragment.as_str()).copied()
        };
        target.ok_or_else(dangling)
    }
}

/// Whether each segment that looks like a keyword for data is in truth the name of a property or definition.
fn leads_through_names(root: &Value, pointer: &str) -> bool {
    let mut at = Some(root);
    let mut names = false;
    for segment in pointer.split('/').skip(1) {
        if is_data(segment) && !names {
            return false;
        }
        names = !names
            && matches!(
                segment,
                "properties" | "patternProperties" | "$defs" | "definitions" | "dependentSchemas"
            );
        let key = segment.replace("~1", "/").replace("~0", "~");
        at = at.and_then(|value| value.get(&key).or_else(|| value.get(key.parse::<usize>().ok()?)));
    }
    at.is_some()
}

/// Gives the fragment.
fn check_local(reference: &str) -> Result<&str, SchemaError> {
    let remote = || SchemaError::RemoteReference { reference: reference.to_owned() };
    reference.strip_prefix('#').ok_or_else(remote)
}

fn percent_decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let high = char::from(rest.next()?).to_digit(16)?;
            let low = char::from(rest.next()?).to_digit(16)?;
            bytes.push(u8::try_from(high * 16 + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    String::from_utf8(bytes).ok()
}

/// Keywords whose values are data and not schemas.
fn is_data(key: &str) -> bool {
    matches!(key, "const" | "default" | "enum" | "examples" | "example")
}

fn is_reference(key: &str) -> bool {
    matches!(key, "$ref" | "$dynamicRef" | "$recursiveRef")
}

fn check_chain(length: usize) -> Result<(), SchemaError> {
    if length <= MAX_CHAIN {
        return Ok(());
    }
    Err(SchemaError::TooComplex {
        detail: format!("more than {MAX_CHAIN} references lead from one to the next"),
    })
}

fn add(total: &mut (Cost, usize), (cost, chain): (Cost, usize)) -> Result<(), SchemaError> {
    total.0.parts = total.0.parts.saturating_add(cost.parts);
    total.0.loops = total.0.loops.saturating_add(cost.loops);
    total.1 = total.1.max(chain);
    if total.0.parts <= MAX_PARTS {
        return Ok(());
    }
    Err(SchemaError::TooComplex {
        detail: format!("with its references written out it has more than {MAX_PARTS} parts"),
    })
}

#[cfg(test)]
mod tests;
