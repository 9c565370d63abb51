//! What a model reads before it writes code that calls tools: TypeScript made of the tools' JSON Schemas.
//!
//! A schema passes four stages. `read` turns keywords into types and follows nothing; `settle` decides which
//! definitions get a name; `expand` puts the others where they are used, simplifies, and stops at the limits; `print`
//! writes the text. A declaration that comes out too long is expanded again with less detail.
//!
//! The text is for a model to read, so it is as short as the meaning allows. The compiler accepts it in strict mode
//! whatever the schema says, and the type accepts every value that the schema accepts, with two exceptions. Keys that a
//! schema neither lists nor mentions are not shown, although JSON Schema allows them unless it is told otherwise: an
//! author who wants more keys says so. And a schema without `type` is taken to be about what its other keywords are
//! about, although by the letter `minimum` alone allows a string.
//!
//! Schemas and descriptions come from servers that nobody vouches for. Their names are quoted, their texts cannot end a
//! comment or steer the compiler, and neither depth nor size of a schema is passed on to the stack or to the text.

mod doc;
mod expand;
mod fact;
mod join;
mod literal;
mod print;
mod read;
mod reference;
mod settle;
mod shape;
mod signature;
#[cfg(test)]
mod tests;
mod text;

use std::collections::{BTreeMap, HashMap, HashSet};

use serde_json::Value;

use signature::{Declaration, Naming};

/// What a declaration is made of.
#[derive(Clone, Copy, Debug)]
pub struct Function<'a> {
    /// The component that the function belongs to: the property of `tools` it is found under.
    pub component: &'a str,
    /// The function's name, as it is called.
    pub name: &'a str,
    /// A name for people. It is shown when it says more than `name`.
    pub title: Option<&'a str>,
    /// What the function does. Empty is allowed.
    pub description: &'a str,
    /// The JSON Schema of the one argument.
    pub input: &'a Value,
    /// The JSON Schema of the result. Without it the result is `unknown`, which makes code look before it
    /// relies on a property; `any` would let it guess.
    pub output: Option<&'a Value>,
}

/// The declaration of one function: the type aliases it needs, a line each, then its comment and its signature.
///
/// # Example
///
/// ```
/// # use bulkhead_code::declarations::{Function, declare};
/// let input = serde_json::json!({
///     "type": "object",
///     "properties": { "path": { "type": "string", "description": "Relative to the root." } },
///     "required": ["path"],
/// });
/// let function = Function {
///     component: "files",
///     name: "read_file",
///     title: None,
///     description: "Reads a file.",
///     input: &input,
///     output: None,
/// };
/// assert_eq!(
///     declare(&function),
///     "/** Reads a file. */\nread_file(args: { /** Relative to the root. */ path: string }): Promise<unknown>;"
/// );
/// ```
#[must_use]
pub fn declare(function: &Function<'_>) -> String {
    let declaration = signature::declaration(function, &Naming::default(), 0);
    let mut text = String::new();
    for alias in &declaration.aliases {
        text.push_str(&alias.text);
        text.push('\n');
    }
    text.push_str(&declaration.signature);
    text
}

/// The `.d.ts` of a whole catalog: one constant `tools` with a property for each component, in the order of their names,
/// whose functions are in the order they came in.
#[must_use]
pub fn module<'a>(functions: impl IntoIterator<Item = Function<'a>>) -> String {
    let mut components: BTreeMap<&str, Vec<Function<'a>>> = BTreeMap::new();
    for function in functions {
        components.entry(function.component).or_default().push(function);
    }
    let mut aliases = Aliases::default();
    let mut tools = String::from("declare const tools: {\n");
    for (component, functions) in components {
        tools.push_str(&format!("  {}: {{\n", text::key(component)));
        for function in &functions {
            tools.push_str(&format!("    {}\n", aliases.take_in(function)));
        }
        tools.push_str("  };\n");
    }
    tools.push_str("};\n");
    aliases.text + &tools
}

/// The type aliases of a module. They share one scope, in which the names of the language's own types are taken as
/// well (`Node`, `Request`, …); a component's name and an underscore before each keep out of their way.
#[derive(Default)]
struct Aliases {
    text: String,
    taken: HashSet<String>,
    /// The suffix that aliases with this text were given, so that functions with the same definitions share them.
    known: HashMap<String, usize>,
    /// The next suffix to try for a name, so that a thousand functions with a `Node` each are not a million tries.
    next: HashMap<String, usize>,
}

impl Aliases {
    /// The signature of a function whose aliases are now among these.
    fn take_in(&mut self, function: &Function<'_>) -> String {
        let mut naming = Naming { prefix: text::pascal_case(function.component) + "_", suffix: 1 };
        let first = signature::declaration(function, &naming, 2);
        if first.aliases.is_empty() {
            return first.signature;
        }
        let text = joined(&first);
        if let Some(suffix) = self.known.get(&text) {
            naming.suffix = *suffix;
            return signature::declaration(function, &naming, 2).signature;
        }
        let declaration = self.free(function, &mut naming, first);
        self.known.insert(text, naming.suffix);
        self.text.push_str(&joined(&declaration));
        self.taken.extend(declaration.aliases.into_iter().map(|alias| alias.name));
        declaration.signature
    }

    /// The declaration with the first suffix that makes all of its names new.
    fn free(
        &mut self,
        function: &Function<'_>,
        naming: &mut Naming,
        mut declaration: Declaration,
    ) -> Declaration {
        let key = declaration.aliases.first().map(|alias| alias.name.clone()).unwrap_or_default();
        naming.suffix = self.next.get(&key).copied().unwrap_or(1);
        if naming.suffix > 1 {
            declaration = signature::declaration(function, naming, 2);
        }
        while declaration.aliases.iter().any(|alias| self.taken.contains(&alias.name)) {
            naming.suffix += 1;
            declaration = signature::declaration(function, naming, 2);
        }
        self.next.insert(key, naming.suffix + 1);
        declaration
    }
}

fn joined(declaration: &Declaration) -> String {
    declaration.aliases.iter().map(|alias| format!("{}\n", alias.text)).collect()
}
