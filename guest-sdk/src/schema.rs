//! JSON Schemas of arguments and results: 2020-12, with everything inline, and no more words than a model needs.

use schemars::generate::SchemaSettings;
use schemars::transform::RecursiveTransform;
use schemars::{JsonSchema, Schema, SchemaGenerator};
use serde_json::{Value, json};

/// The field that a result goes into when it is not an object: that of [`Wrapper`].
pub(crate) const WRAPPER: &str = "result";

/// The schema of the arguments.
pub fn input<T: JsonSchema>() -> Value {
    root::<T>(settings())
}

/// The schema of a result, in a field when it is not an object.
///
/// # Panics
///
/// When it is an object only sometimes: what a result looks like must not depend on the value.
pub(crate) fn output<T: JsonSchema>() -> Value {
    let mut schema = root::<T>(settings().for_serialize());
    match shape(&schema, &schema, 0) {
        Shape::Object => {
            // MCP wants it said at the root, also where alternatives say it.
            if let Value::Object(fields) = &mut schema {
                fields.insert("type".to_owned(), json!("object"));
            }
            schema
        }
        Shape::Other => wrapped_output::<T>(),
        Shape::Either => unusable::<T>(),
    }
}

#[expect(
    clippy::panic,
    reason = "only the author's build lists tools, and an output schema that lies would fail every call"
)]
fn unusable<T: JsonSchema>() -> ! {
    panic!(
        "a tool returns `{}`, whose JSON is sometimes an object and sometimes not; return a struct with a field of it",
        T::schema_name()
    )
}

/// The schema of a result that always goes into a field.
pub(crate) fn wrapped_output<T: JsonSchema>() -> Value {
    root::<Wrapper<T>>(settings().for_serialize())
}

// No doc comment: it would become the description.
#[derive(JsonSchema)]
struct Wrapper<T> {
    #[expect(dead_code, reason = "only the schema is used; the JSON is put together as text")]
    result: T,
}

fn settings() -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        // Models and providers cope badly with references; only a type that contains itself keeps one.
        settings.inline_subschemas = true;
        // It is what MCP takes a schema for when nothing is said.
        settings.meta_schema = None;
        settings.transforms.push(Box::new(RecursiveTransform(plain_numbers)));
        settings.transforms.push(Box::new(RecursiveTransform(anything)));
    })
}

fn root<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<T>();
    // The name of a Rust type tells a model nothing.
    schema.remove("title");
    schema.to_value()
}

/// `"format": "uint32"` and its kin are schemars' own and not JSON Schema's. What they say is said with bounds, which
/// the host then checks; beyond 32 bits a bound could not be written exactly as a JSON number.
fn plain_numbers(schema: &mut Schema) {
    let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
    let bounds = match format {
        "int8" => Some((i64::from(i8::MIN), i64::from(i8::MAX))),
        "int16" => Some((i64::from(i16::MIN), i64::from(i16::MAX))),
        "int32" => Some((i64::from(i32::MIN), i64::from(i32::MAX))),
        "uint8" => Some((0, i64::from(u8::MAX))),
        "uint16" => Some((0, i64::from(u16::MAX))),
        "uint32" => Some((0, i64::from(u32::MAX))),
        "int64" | "int" | "int128" | "uint64" | "uint" | "uint128" | "float" | "double" => None,
        _ => return,
    };
    schema.remove("format");
    if let Some((least, most)) = bounds {
        for (keyword, bound) in [("minimum", least), ("maximum", most)] {
            if schema.get(keyword).is_none() {
                schema.insert(keyword.to_owned(), json!(bound));
            }
        }
    }
}

/// `true` and `{}` both allow every value, and clients that map schemas onto types of their own only know the second.
fn anything(schema: &mut Schema) {
    if schema.as_bool() == Some(true) {
        *schema = Schema::default();
    }
}

/// What the values of a schema look like at their root.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shape {
    Object,
    Other,
    Either,
}

impl Shape {
    fn or(self, other: Self) -> Self {
        if self == other { self } else { Self::Either }
    }

    fn of_type(name: Option<&str>) -> Self {
        if name == Some("object") { Self::Object } else { Self::Other }
    }

    fn of_value(value: &Value) -> Self {
        if value.is_object() { Self::Object } else { Self::Other }
    }
}

fn shape(schema: &Value, root: &Value, depth: usize) -> Shape {
    // References of schemars go one step, to a definition; a chain as long as this is a circle.
    const LONGEST_CHAIN: usize = 16;
    let any_of = |schemas: &[Value]| {
        schemas.iter().map(|schema| shape(schema, root, depth + 1)).reduce(Shape::or).unwrap_or(Shape::Either)
    };
    if depth > LONGEST_CHAIN {
        return Shape::Either;
    }
    if let Some(target) = schema.get("$ref").and_then(Value::as_str) {
        let target = target.strip_prefix('#').and_then(|pointer| root.pointer(pointer));
        return target.map_or(Shape::Either, |target| shape(target, root, depth + 1));
    }
    match schema.get("type") {
        Some(Value::String(name)) => return Shape::of_type(Some(name)),
        Some(Value::Array(names)) => {
            let shapes = names.iter().map(|name| Shape::of_type(name.as_str()));
            return shapes.reduce(Shape::or).unwrap_or(Shape::Either);
        }
        _ => {}
    }
    if let Some(value) = schema.get("const") {
        return Shape::of_value(value);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(Shape::of_value).reduce(Shape::or).unwrap_or(Shape::Either);
    }
    let alternatives = ["oneOf", "anyOf"].iter().find_map(|keyword| schema.get(*keyword));
    alternatives.and_then(Value::as_array).map_or(Shape::Either, |schemas| any_of(schemas))
}

#[cfg(test)]
mod tests;
