//! Objects: listed properties and the others.

use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::Reader;
use crate::declarations::doc::Doc;
use crate::declarations::shape::{Kind, Object, Property, Type};

impl<'a> Reader<'_, 'a> {
    pub(super) fn object(&mut self, schema: &'a Map<String, Value>, steps: usize) -> Type {
        let mut object = Object { properties: self.properties(schema, steps), others: None };
        let others = self.others(schema, steps);
        self.add_unlisted(schema, others.as_ref(), &mut object);
        object.sort();
        match (others, object.properties.is_empty()) {
            (None, true) => return Type::Plain(Kind::Object),
            (Some(Type::Never), false) | (None, false) => {}
            (Some(others), _) => object.others = Some(Box::new(others)),
        }
        Type::Object(object)
    }

    fn properties(&mut self, schema: &'a Map<String, Value>, steps: usize) -> Vec<Property> {
        let listed = schema.get("properties").and_then(Value::as_object);
        let required = required(schema);
        let property = |(name, schema): (&'a String, &'a Value)| {
            let of = self.schema(schema, steps);
            let doc = Doc::of_property(name, schema);
            let of = if doc.is_empty() { of } else { titled(doc, of) };
            Property { name: name.clone(), optional: !required.contains(name.as_str()), of }
        };
        listed.into_iter().flatten().map(property).collect()
    }

    /// What a key holds that is not listed; nothing if the schema does not say.
    fn others(&mut self, schema: &'a Map<String, Value>, steps: usize) -> Option<Type> {
        let patterns = schema.get("patternProperties").and_then(Value::as_object);
        let mut members: Vec<Type> = Vec::new();
        for of in patterns.into_iter().flat_map(Map::values) {
            members.push(self.schema(of, steps));
        }
        match schema.get("additionalProperties") {
            Some(Value::Bool(true)) => members.push(Type::Unknown),
            Some(Value::Bool(false)) => members.push(Type::Never),
            Some(of @ Value::Object(_)) => members.push(self.schema(of, steps)),
            _ => {}
        }
        if members.len() > 1 {
            return Some(Type::Union(members));
        }
        members.pop()
    }

    /// What is required but not listed is there all the same.
    fn add_unlisted(&self, schema: &Map<String, Value>, others: Option<&Type>, object: &mut Object) {
        let mut missing = required(schema);
        for property in &object.properties {
            missing.remove(property.name.as_str());
        }
        // Only what is small is repeated: a hundred names for the same tree at every level would be a forest.
        let of = others.filter(|others| **others != Type::Never && others.children().is_empty());
        let of = of.unwrap_or(&Type::Unknown);
        let property = |name: &str| Property { name: name.to_owned(), optional: false, of: of.clone() };
        object.properties.extend(missing.into_iter().map(property));
    }
}

/// A title under whatever the schema itself says.
fn titled(title: Doc, of: Type) -> Type {
    match of {
        Type::Documented(doc, of) => Type::Documented(doc.with(title), of),
        of => Type::Documented(title, Box::new(of)),
    }
}

/// The names that are required, in an order that does not depend on the schema's.
fn required(schema: &Map<String, Value>) -> BTreeSet<&str> {
    let names = schema.get("required").and_then(Value::as_array);
    names.into_iter().flatten().filter_map(Value::as_str).collect()
}
