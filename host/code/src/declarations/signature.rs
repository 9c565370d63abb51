//! The declaration of one function, in as much detail as there is room for.

use std::collections::{HashMap, HashSet};

use super::Function;
use super::expand::{Expanded, expanded};
use super::print::{Place, Printer};
use super::read::Book;
use super::reference::name_of;
use super::settle;
use super::shape::{Kind, Type};
use super::text::{collapsed, comment, cut, is_same_name, method};

/// A declaration is no longer than this: about 4,000 tokens, which is more than most models should spend on one function.
const MOST_BYTES: usize = 16 * 1024;

/// So much of a function's description is shown. What follows is seldom needed to call it.
const MOST_OF_A_FUNCTION: usize = 400;

/// From everything to the least. Descriptions get shorter first, because the types are what code must match; then what
/// is deep in the result goes, and what is deep in the argument. Two levels with a word on each are worth more than three
/// without.
const DETAILS: [Detail; 10] = [
    Detail { doc: 200, input: 12, output: 12 },
    Detail { doc: 80, input: 12, output: 12 },
    Detail { doc: 80, input: 12, output: 5 },
    Detail { doc: 40, input: 12, output: 4 },
    Detail { doc: 40, input: 5, output: 3 },
    Detail { doc: 40, input: 4, output: 2 },
    Detail { doc: 0, input: 4, output: 2 },
    Detail { doc: 40, input: 2, output: 1 },
    Detail { doc: 0, input: 2, output: 1 },
    Detail { doc: 0, input: 1, output: 1 },
];

#[derive(Clone, Copy)]
struct Detail {
    /// Characters of a property's description.
    doc: usize,
    /// Levels of objects in the argument.
    input: usize,
    /// Levels of objects in the result.
    output: usize,
}

/// How aliases are named.
pub(super) struct Naming {
    pub prefix: String,
    /// Written if it is more than 1.
    pub suffix: usize,
}

impl Default for Naming {
    fn default() -> Self {
        Self { prefix: String::new(), suffix: 1 }
    }
}

pub(super) struct Declaration {
    pub aliases: Vec<Alias>,
    pub signature: String,
}

pub(super) struct Alias {
    pub name: String,
    /// The whole statement.
    pub text: String,
}

impl Declaration {
    fn len(&self) -> usize {
        self.aliases.iter().map(|alias| alias.text.len() + "\n".len()).sum::<usize>() + self.signature.len()
    }
}

/// `indent` is the depth of the lines; the first one is not indented.
pub(super) fn declaration(function: &Function<'_>, naming: &Naming, indent: usize) -> Declaration {
    let mut book = Book::read(function.input, function.output);
    let named = settle::named(&mut book);
    let names = names(&book, naming, &named);
    for detail in DETAILS {
        let Some(types) = expanded(&book, &named, detail.input, detail.output) else { continue };
        let printer = Printer { names: &names, doc: detail.doc };
        let declaration = written(function, &types, &printer, indent);
        if declaration.len() <= MOST_BYTES {
            return declaration;
        }
    }
    let signature =
        signature(function, "args?: /* cut: too large */ Record<string, unknown>", "unknown", indent);
    Declaration { aliases: Vec::new(), signature }
}

/// The names of definitions, no two the same and none of them one that the printer writes itself.
fn names(book: &Book<'_>, naming: &Naming, named: &[bool]) -> Vec<String> {
    let mut taken = HashSet::from(["Promise".to_owned(), "Record".to_owned()]);
    let mut name = |pointer| {
        let base = naming.prefix.clone() + &name_of(pointer);
        let numbered = (2..).map(|number| format!("{base}{number}"));
        let free = std::iter::once(base.clone()).chain(numbered).find(|name| taken.insert(name.clone()));
        let suffix = if naming.suffix > 1 { naming.suffix.to_string() } else { String::new() };
        free.unwrap_or(base) + &suffix
    };
    let found = book.found.iter().zip(named);
    found.map(|(found, named)| if *named { name(found.pointer) } else { String::new() }).collect()
}

fn written(function: &Function<'_>, types: &Expanded, printer: &Printer<'_>, indent: usize) -> Declaration {
    let alias = |(number, of): &(usize, Type)| {
        let (comment, of) = printer.apart(of, "");
        let name = printer.names.get(*number).cloned().unwrap_or_default();
        let text = format!("{comment}type {name} = {};", printer.text(of, Place::Free, 0));
        Alias { name, text }
    };
    let aliases = types.aliases.iter().map(alias).collect();
    let output = printer.text(&types.output, Place::Free, indent);
    Declaration {
        aliases,
        signature: signature(function, &parameter(types, printer, indent), &output, indent),
    }
}

fn signature(function: &Function<'_>, parameter: &str, output: &str, indent: usize) -> String {
    let description = description(function);
    let comment = if description.is_empty() {
        String::new()
    } else {
        comment("/**", &description) + "\n" + &"  ".repeat(indent)
    };
    format!("{comment}{}({parameter}): Promise<{output}>;", method(function.name))
}

fn description(function: &Function<'_>) -> String {
    let description = collapsed(function.description, MOST_OF_A_FUNCTION);
    let title = collapsed(function.title.unwrap_or_default(), MOST_OF_A_FUNCTION);
    let is_said = is_same_name(&title, function.name) || description.contains(&title);
    let whole = match (is_said, description.is_empty()) {
        (true, _) => description,
        (false, true) => title,
        (false, false) => format!("{title}: {description}"),
    };
    cut(&whole, MOST_OF_A_FUNCTION)
}

/// A function without properties takes nothing; one that requires none can be called with nothing.
fn parameter(types: &Expanded, printer: &Printer<'_>, indent: usize) -> String {
    // What is said of the whole argument is said better by the function's description.
    let (_, of) = printer.apart(&types.input, "");
    if has_no_properties(of) {
        return String::new();
    }
    let optional = if accepts_nothing(of, types, &mut HashMap::new(), 0) { "?" } else { "" };
    format!("args{optional}: {}", printer.text(of, Place::Free, indent))
}

fn has_no_properties(of: &Type) -> bool {
    match of {
        Type::Unknown | Type::Plain(Kind::Object) => true,
        Type::Object(object) => object.is_empty(),
        _ => false,
    }
}

/// Whether an object without properties is of this type. What is known of aliases is kept, because many can lead to one.
fn accepts_nothing(of: &Type, types: &Expanded, known: &mut HashMap<usize, bool>, hops: usize) -> bool {
    /// How deep the stack gets; names that stand for names that stand for names are rare.
    const MOST_HOPS: usize = 64;
    if let Type::Named(number, _) = of
        && let Some(accepted) = known.get(number)
    {
        return *accepted;
    }
    let mut accepts = |of: &Type| accepts_nothing(of, types, known, hops + 1);
    match of {
        _ if hops > MOST_HOPS => false,
        Type::Object(object) => object.properties.iter().all(|property| property.optional),
        Type::Union(members) => members.iter().any(accepts),
        Type::Both(parts) => parts.iter().all(accepts),
        Type::Documented(_, of) | Type::Noted(_, of) => accepts(of),
        Type::Named(number, _) => {
            let alias = types.aliases.iter().find(|(alias, _)| alias == number);
            let accepted = alias.is_some_and(|(_, of)| accepts(of));
            known.insert(*number, accepted);
            accepted
        }
        Type::Unknown | Type::Plain(Kind::Object) => true,
        Type::Never | Type::Plain(_) | Type::Literal(..) | Type::Array(_) | Type::Tuple(_) => false,
        Type::Reference(_) => false,
    }
}
