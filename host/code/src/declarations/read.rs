//! Keywords as types. Nothing is followed and nothing is simplified here.

mod object;

use serde_json::{Map, Value};

use super::doc::Doc;
use super::literal;
use super::reference::{Definitions, Found, Root, reference_in};
use super::shape::{Kind, Tuple, Type};

/// A schema is read to this depth, counting every schema within a schema. More than twice of what is shown, and little
/// enough for the stack of a thread.
const MOST_STEPS: usize = 48;

/// A function's schemas as types, and the definitions that they refer to.
pub(super) struct Book<'a> {
    pub input: Type,
    pub output: Type,
    pub definitions: Vec<Type>,
    pub found: Vec<Found<'a>>,
}

impl<'a> Book<'a> {
    pub(super) fn read(input: &'a Value, output: Option<&'a Value>) -> Self {
        let roots: Vec<Root<'a>> = [Some(input), output].into_iter().flatten().map(Root::new).collect();
        let mut definitions = Definitions::default();
        let mut read = |number: usize, schema: Option<&'a Value>| {
            let mut reader = Reader { root: number, roots: &roots, definitions: &mut definitions };
            schema.map_or(Type::Unknown, |schema| reader.schema(schema, 0))
        };
        let (input, output) = (read(0, Some(input)), read(1, output));
        let mut types = Vec::new();
        while let Some(found) = definitions.found.get(types.len()).copied() {
            let mut reader = Reader { root: found.root, roots: &roots, definitions: &mut definitions };
            types.push(reader.body(found.schema, 0));
        }
        Self { input, output, definitions: types, found: definitions.found }
    }
}

struct Reader<'r, 'a> {
    root: usize,
    roots: &'r [Root<'a>],
    definitions: &'r mut Definitions<'a>,
}

impl<'a> Reader<'_, 'a> {
    /// A schema, or a reference to it if others refer to it too.
    fn schema(&mut self, schema: &'a Value, steps: usize) -> Type {
        match self.roots.get(self.root).and_then(|root| root.reference_to(schema)) {
            Some(pointer) => self.definition(schema, pointer),
            None => self.body(schema, steps),
        }
    }

    fn definition(&mut self, schema: &'a Value, pointer: &'a str) -> Type {
        match self.definitions.number(Found { schema, root: self.root, pointer }) {
            Some(number) => Type::Reference(number),
            None => Type::Noted("cut: too many definitions".to_owned(), Box::new(Type::Unknown)),
        }
    }

    fn body(&mut self, schema: &'a Value, steps: usize) -> Type {
        match schema {
            Value::Bool(false) => Type::Never,
            Value::Object(map) if map.is_empty() => Type::Unknown,
            Value::Object(_) if steps >= MOST_STEPS => Type::cut(),
            Value::Object(map) => self.keywords(map, steps + 1),
            // Not a schema. The host's own check says so; a declaration shows what is left.
            _ => Type::Unknown,
        }
    }

    fn keywords(&mut self, schema: &'a Map<String, Value>, steps: usize) -> Type {
        let mut parts = Vec::new();
        if let Some(reference) = reference_in(schema) {
            parts.push(self.follow(reference));
        }
        parts.extend(self.own(schema, steps));
        parts.extend(self.list(schema, "allOf", steps));
        for key in ["anyOf", "oneOf"] {
            let members = self.list(schema, key, steps);
            if !members.is_empty() {
                parts.push(Type::Union(members));
            }
        }
        let mut of = if parts.len() == 1 { parts.remove(0) } else { Type::Both(parts) };
        if schema.get("nullable") == Some(&Value::Bool(true)) && of != Type::Both(Vec::new()) {
            of = Type::Union(vec![of, Type::Plain(Kind::Null)]);
        }
        let doc = Doc::read(schema);
        if doc.is_empty() { of } else { Type::Documented(doc, Box::new(of)) }
    }

    fn follow(&mut self, reference: &'a str) -> Type {
        let target = self.roots.get(self.root).and_then(|root| root.resolve(reference));
        target.map_or(Type::Unknown, |target| self.definition(target, reference))
    }

    fn list(&mut self, schema: &'a Map<String, Value>, key: &str, steps: usize) -> Vec<Type> {
        let members = schema.get(key).and_then(Value::as_array);
        members.into_iter().flatten().map(|member| self.schema(member, steps)).collect()
    }

    /// What a schema says itself, without references and combinations.
    fn own(&mut self, schema: &'a Map<String, Value>, steps: usize) -> Option<Type> {
        if let Some(value) = schema.get("const") {
            return Some(literal::literal(value));
        }
        let names = type_names(schema);
        let kinds = kinds(&names);
        match schema.get("enum").and_then(Value::as_array) {
            // Without values nothing at all would do, which nobody means.
            Some(values) if !values.is_empty() => return Some(literal::any_of(values, &kinds)),
            _ => {}
        }
        if names.iter().any(|name| kind(name).is_none()) {
            return Some(Type::Unknown);
        }
        let kinds = if names.is_empty() { inferred(schema).into_iter().collect() } else { kinds };
        match kinds.as_slice() {
            [] => None,
            [kind] => Some(self.of_kind(*kind, schema, steps)),
            _ => Some(Type::Union(kinds.iter().map(|kind| self.of_kind(*kind, schema, steps)).collect())),
        }
    }

    fn of_kind(&mut self, kind: Kind, schema: &'a Map<String, Value>, steps: usize) -> Type {
        match kind {
            Kind::Object => self.object(schema, steps),
            Kind::Array => self.array(schema, steps),
            Kind::String | Kind::Number | Kind::Boolean | Kind::Null => Type::Plain(kind),
        }
    }

    fn array(&mut self, schema: &'a Map<String, Value>, steps: usize) -> Type {
        let (first, after) = match (schema.get("prefixItems"), schema.get("items")) {
            (Some(Value::Array(first)), after) => (first, after),
            // The form of a tuple before 2020-12.
            (_, Some(Value::Array(first))) => (first, schema.get("additionalItems")),
            (_, Some(items)) => return Type::Array(Box::new(self.schema(items, steps))),
            (_, None) => return Type::Plain(Kind::Array),
        };
        let count = |key: &str| schema.get(key).and_then(Value::as_u64).and_then(|n| usize::try_from(n).ok());
        let is_closed =
            after == Some(&Value::Bool(false)) || count("maxItems").is_some_and(|n| n <= first.len());
        let rest = (!is_closed).then(|| after.map_or(Type::Unknown, |after| self.schema(after, steps)));
        let items: Vec<Type> = first.iter().map(|item| self.schema(item, steps)).collect();
        let least = count("minItems").unwrap_or(0).min(items.len());
        Type::Tuple(Tuple { items, least, rest: rest.map(Box::new) })
    }
}

/// The names in `type`; something else than names is as good as none.
fn type_names(schema: &Map<String, Value>) -> Vec<&str> {
    match schema.get("type") {
        Some(Value::String(name)) => vec![name],
        Some(Value::Array(names)) => {
            let mut names: Vec<&str> = names.iter().filter_map(Value::as_str).collect();
            names.sort_by_key(|name| *name == "null");
            names
        }
        _ => Vec::new(),
    }
}

/// Each kind once: a schema is read for each, and twice at every level would be a thousand times at ten.
fn kinds(names: &[&str]) -> Vec<Kind> {
    let mut kinds = Vec::new();
    for kind in names.iter().filter_map(|name| kind(name)) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    kinds
}

fn kind(name: &str) -> Option<Kind> {
    Some(match name {
        "string" => Kind::String,
        "number" | "integer" => Kind::Number,
        "boolean" => Kind::Boolean,
        "null" => Kind::Null,
        "object" => Kind::Object,
        "array" => Kind::Array,
        _ => return None,
    })
}

/// What a schema without `type` is about, by keywords that say nothing of other kinds.
fn inferred(schema: &Map<String, Value>) -> Option<Kind> {
    const TELLING: [(Kind, &[&str]); 4] = [
        (
            Kind::Object,
            &["properties", "additionalProperties", "patternProperties", "required", "propertyNames"],
        ),
        (Kind::Array, &["items", "prefixItems", "minItems", "maxItems", "contains"]),
        (Kind::String, &["minLength", "maxLength", "pattern", "contentEncoding"]),
        (Kind::Number, &["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"]),
    ];
    let has_any = |keys: &[&str]| keys.iter().any(|key| schema.contains_key(*key));
    let told = TELLING.iter().find(|(_, keys)| has_any(keys)).map(|(kind, _)| *kind);
    if has_any(&["$ref", "$dynamicRef", "allOf", "anyOf", "oneOf"]) {
        // What else there is says what the type is, and limits apply to those members that they are about.
        return told.filter(|kind| *kind == Kind::Object);
    }
    told.or_else(|| match schema.get("format")?.as_str()? {
        "int32" | "int64" | "float" | "double" => Some(Kind::Number),
        _ => Some(Kind::String),
    })
}
