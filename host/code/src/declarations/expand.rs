//! Types as they will be shown: definitions without a name put in place, simplified, and no deeper than the limit.

use std::collections::HashMap;

use super::doc::Doc;
use super::join;
use super::read::Book;
use super::shape::{Kind, Object, Property, Tuple, Type};

/// A declaration of the greatest length has fewer parts than this, so one with more is too long.
const MOST_PARTS: usize = 4_096;

/// How deep the stack gets. Definitions within definitions add up here and nowhere else.
const MOST_STEPS: usize = 96;

/// How far it is looked through names to find out what kind a definition is of.
const MOST_HOPS: usize = 8;

/// Types without references, for one declaration.
pub(super) struct Expanded {
    pub input: Type,
    pub output: Type,
    /// The definitions that have a name and are used, by number.
    pub aliases: Vec<(usize, Type)>,
}

/// Nothing if it has too many parts. The input and the output are shown to so many levels of objects and arrays.
pub(super) fn expanded(book: &Book<'_>, named: &[bool], input: usize, output: usize) -> Option<Expanded> {
    let mut expander =
        Expander { book, named, levels: input, parts: 0, used: Vec::new(), kinds: HashMap::new() };
    let input_type = expander.expand(&book.input, 0, 0);
    expander.levels = output;
    let output_type = expander.expand(&book.output, 0, 0);
    expander.levels = input.max(output);
    let mut aliases = Vec::new();
    while let Some(number) = expander.used.get(aliases.len()).copied() {
        aliases.push((number, expander.expand(&book.definitions[number], 0, 0)));
        if expander.parts > MOST_PARTS {
            return None;
        }
    }
    let fits = expander.parts <= MOST_PARTS;
    fits.then_some(Expanded { input: input_type, output: output_type, aliases })
}

struct Expander<'e> {
    book: &'e Book<'e>,
    named: &'e [bool],
    levels: usize,
    parts: usize,
    /// Definitions that were referred to by name, in the order they were.
    used: Vec<usize>,
    /// The kinds of definitions that were asked for, so that each is asked once however many lead to it.
    kinds: HashMap<usize, Option<Kind>>,
}

impl Expander<'_> {
    fn expand(&mut self, of: &Type, level: usize, steps: usize) -> Type {
        self.parts += 1;
        if steps >= MOST_STEPS || self.parts > MOST_PARTS {
            return Type::cut();
        }
        let steps = steps + 1;
        match of {
            Type::Reference(number) if self.named[*number] => self.name(*number),
            Type::Reference(number) => {
                let book = self.book;
                self.expand(&book.definitions[*number], level, steps)
            }
            Type::Object(object) => self.object(object, level, steps),
            Type::Tuple(tuple) => self.tuple(tuple, level, steps),
            // One more than objects, because a list of strings is no deeper than a string.
            Type::Array(_) if level > self.levels => Type::cut(),
            Type::Array(of) => array(self.expand(of, level + 1, steps)),
            Type::Union(members) => lifted(join::any(self.each(members, level, steps))),
            Type::Both(parts) => join::all(self.each(parts, level, steps)),
            Type::Documented(doc, of) => documented(doc.clone(), self.expand(of, level, steps)),
            Type::Noted(note, of) => Type::Noted(note.clone(), Box::new(self.expand(of, level, steps))),
            Type::Unknown | Type::Never | Type::Plain(_) | Type::Literal(..) | Type::Named(..) => of.clone(),
        }
    }

    fn each(&mut self, types: &[Type], level: usize, steps: usize) -> Vec<Type> {
        types.iter().map(|of| self.expand(of, level, steps)).collect()
    }

    fn name(&mut self, number: usize) -> Type {
        if !self.used.contains(&number) {
            self.used.push(number);
        }
        Type::Named(number, self.kind_of(number, 0))
    }

    fn kind_of(&mut self, number: usize, hops: usize) -> Option<Kind> {
        if let Some(kind) = self.kinds.get(&number) {
            return *kind;
        }
        let book = self.book;
        let kind = self.kind(&book.definitions[number], hops);
        self.kinds.insert(number, kind);
        kind
    }

    fn kind(&mut self, of: &Type, hops: usize) -> Option<Kind> {
        if hops >= MOST_HOPS {
            return None;
        }
        let mut kind = |of| self.kind(of, hops + 1);
        match of {
            Type::Reference(number) => self.kind_of(*number, hops + 1),
            Type::Documented(_, of) => kind(of),
            Type::Both(parts) => parts.iter().find_map(kind),
            Type::Union(members) => {
                let first = kind(members.first()?)?;
                members.iter().all(|member| kind(member) == Some(first)).then_some(first)
            }
            of => of.kind(),
        }
    }

    fn object(&mut self, object: &Object, level: usize, steps: usize) -> Type {
        if level >= self.levels && !object.is_empty() {
            return Type::cut();
        }
        let property = |property: &Property| Property {
            name: property.name.clone(),
            optional: property.optional,
            of: self.expand(&property.of, level + 1, steps),
        };
        let properties = object.properties.iter().map(property).collect();
        let others = object.others.as_deref().map(|of| Box::new(self.expand(of, level + 1, steps)));
        Type::Object(Object { properties, others })
    }

    fn tuple(&mut self, tuple: &Tuple, level: usize, steps: usize) -> Type {
        if level >= self.levels {
            return Type::cut();
        }
        let items = self.each(&tuple.items, level + 1, steps);
        let rest = tuple.rest.as_deref().map(|of| Box::new(self.expand(of, level + 1, steps)));
        Type::Tuple(Tuple { items, least: tuple.least, rest })
    }
}

/// What is said of the items is said of the array, where it does not stand between brackets.
fn array(of: Type) -> Type {
    match of {
        Type::Documented(doc, of) => Type::Documented(doc.of_each(), Box::new(Type::Array(of))),
        of => Type::Array(Box::new(of)),
    }
}

/// What is said of the one type that may also be null is said of both.
fn lifted(of: Type) -> Type {
    let Type::Union(mut members) = of else { return of };
    if members.len() != 2 || members[1] != Type::Plain(Kind::Null) {
        return Type::Union(members);
    }
    match members.remove(0) {
        Type::Documented(doc, of) => documented(doc, join::any(vec![*of, Type::Plain(Kind::Null)])),
        of => join::any(vec![of, Type::Plain(Kind::Null)]),
    }
}

/// One comment instead of two.
fn documented(doc: Doc, of: Type) -> Type {
    match of {
        Type::Documented(inner, of) => Type::Documented(doc.with(inner), of),
        of => Type::Documented(doc, Box::new(of)),
    }
}
