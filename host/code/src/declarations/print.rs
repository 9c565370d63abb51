//! Types as text.

use super::doc::Doc;
use super::shape::{Kind, Object, Property, Tuple, Type};
use super::text::{comment as comment_of, is_same_name, key};

/// Objects up to this width stand on one line.
const WIDTH: usize = 100;

/// The type of other keys must accept every property as well. If it gets longer than this, `unknown` says as much.
const MOST_OF_OTHERS: usize = 120;

/// Where a type stands, as far as it matters for parentheses.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Place {
    /// Nothing around it binds.
    Free,
    /// Between `|`.
    Union,
    /// Between `&`.
    Both,
    /// In front of `[]` or `?`.
    Item,
}

pub(super) struct Printer<'p> {
    /// The names of definitions, by number.
    pub names: &'p [String],
    /// How many characters of a description are shown; with 0 there are no comments.
    pub doc: usize,
}

impl Printer<'_> {
    /// `indent` is the depth of the line that the type begins on.
    pub(super) fn text(&self, of: &Type, place: Place, indent: usize) -> String {
        match of {
            Type::Unknown => "unknown".to_owned(),
            Type::Never => "never".to_owned(),
            Type::Plain(kind) => plain(*kind).to_owned(),
            Type::Literal(_, text) => text.clone(),
            Type::Array(of) => self.text(of, Place::Item, indent) + "[]",
            Type::Tuple(tuple) => self.tuple(tuple, indent),
            Type::Object(object) => self.object(object, indent),
            Type::Union(members) => {
                enclosed(self.list(members, " | ", Place::Union, indent), place > Place::Union)
            }
            Type::Both(parts) => enclosed(self.list(parts, " & ", Place::Both, indent), place > Place::Both),
            Type::Named(number, _) | Type::Reference(number) => self.name(*number),
            Type::Documented(doc, of) => self.commented(&doc.comment(self.doc), of, place, indent),
            Type::Noted(note, of) => self.commented(&(comment_of("/*", note) + " "), of, place, indent),
        }
    }

    /// The comment and the type, apart, for a place where the comment comes first.
    pub(super) fn apart<'t>(&self, of: &'t Type, name: &str) -> (String, &'t Type) {
        match of {
            Type::Documented(doc, of) if is_same_name(&doc.text, name) => {
                (Doc { text: String::new(), facts: doc.facts.clone() }.comment(self.doc), of)
            }
            Type::Documented(doc, of) => (doc.comment(self.doc), of),
            of => (String::new(), of),
        }
    }

    fn name(&self, number: usize) -> String {
        self.names.get(number).cloned().unwrap_or_else(|| "unknown".to_owned())
    }

    fn commented(&self, comment: &str, of: &Type, place: Place, indent: usize) -> String {
        // A comment binds to nothing, so what it belongs to is shown by parentheses.
        let bound =
            matches!(of, Type::Union(_) | Type::Both(_)) && place > Place::Free && !comment.is_empty();
        let of = enclosed(
            self.text(of, if comment.is_empty() { place } else { Place::Free }, indent),
            bound && place < Place::Item,
        );
        enclosed(format!("{comment}{of}"), place == Place::Item && !comment.is_empty())
    }

    fn list(&self, types: &[Type], between: &str, place: Place, indent: usize) -> String {
        let texts: Vec<String> = types.iter().map(|of| self.text(of, place, indent)).collect();
        texts.join(between)
    }

    fn tuple(&self, tuple: &Tuple, indent: usize) -> String {
        let item = |(place, of): (usize, &Type)| {
            if place < tuple.least {
                self.text(of, Place::Free, indent)
            } else {
                self.text(of, Place::Item, indent) + "?"
            }
        };
        let mut items: Vec<String> = tuple.items.iter().enumerate().map(item).collect();
        items.extend(tuple.rest.as_deref().map(|of| format!("...{}[]", self.text(of, Place::Item, indent))));
        format!("[{}]", items.join(", "))
    }

    fn object(&self, object: &Object, indent: usize) -> String {
        if let (true, Some(others)) = (object.properties.is_empty(), object.others.as_deref()) {
            return self.record(others, indent);
        }
        let mut lines: Vec<String> =
            object.properties.iter().map(|property| self.property(property, indent + 1)).collect();
        lines.extend(object.others.as_deref().map(|others| self.others(others, object, indent + 1)));
        let width: usize = lines.iter().map(|line| line.len() + 2).sum();
        if width + 2 <= WIDTH && !lines.iter().any(|line| line.contains('\n')) {
            return format!("{{ {} }}", lines.join("; "));
        }
        let margin = "  ".repeat(indent);
        let lines: String = lines.iter().map(|line| format!("{margin}  {line};\n")).collect();
        format!("{{\n{lines}{margin}}}")
    }

    fn property(&self, property: &Property, indent: usize) -> String {
        let (comment, of) = self.apart(&property.of, &property.name);
        let optional = if property.optional { "?" } else { "" };
        format!("{comment}{}{optional}: {}", key(&property.name), self.text(of, Place::Free, indent))
    }

    /// An object of nothing but other keys. `Record` cannot be part of a circle of aliases, an index signature can.
    fn record(&self, others: &Type, indent: usize) -> String {
        let of = self.text(others, Place::Free, indent);
        if has_name(others) { format!("{{ [key: string]: {of} }}") } else { format!("Record<string, {of}>") }
    }

    /// The index signature beside properties, which it must not contradict.
    fn others(&self, others: &Type, object: &Object, indent: usize) -> String {
        let (comment, others) = self.apart(others, "");
        let own = self.text(others, Place::Union, indent);
        if *others == Type::Unknown {
            return format!("{comment}[key: string]: unknown");
        }
        match self.with_properties(own.clone(), object) {
            Some(all) => format!("{comment}[key: string]: {all}"),
            None if is_short(&own) && self.doc > 0 => {
                format!("{} [key: string]: unknown", comment_of("/**", &format!("other keys: {own}")))
            }
            None => format!("{comment}[key: string]: unknown"),
        }
    }

    /// The union of a type and the types of all properties, if it is short.
    fn with_properties(&self, own: String, object: &Object) -> Option<String> {
        let mut members = vec![own];
        for property in &object.properties {
            let (_, of) = self.apart(&property.of, "");
            // Written once already; a second time at every level would double the work with each.
            let of = if is_flat(of) { self.text(of, Place::Union, 0) } else { return None };
            if !members.contains(&of) {
                members.push(of);
            }
        }
        if object.properties.iter().any(|property| property.optional) {
            members.push("undefined".to_owned());
        }
        let all = members.join(" | ");
        is_short(&all).then_some(all)
    }
}

fn is_short(of: &str) -> bool {
    of.len() <= MOST_OF_OTHERS && !of.contains('\n')
}

fn is_flat(of: &Type) -> bool {
    !matches!(of, Type::Object(_) | Type::Tuple(_)) && of.children().into_iter().all(is_flat)
}

fn plain(kind: Kind) -> &'static str {
    match kind {
        Kind::String => "string",
        Kind::Number => "number",
        Kind::Boolean => "boolean",
        Kind::Null => "null",
        Kind::Object => "Record<string, unknown>",
        Kind::Array => "unknown[]",
    }
}

fn enclosed(text: String, is_enclosed: bool) -> String {
    if is_enclosed { format!("({text})") } else { text }
}

fn has_name(of: &Type) -> bool {
    matches!(of, Type::Named(..)) || of.children().into_iter().any(has_name)
}
