//! Which definitions get a name: those that contain themselves, and large ones that are used more than once.

use super::read::Book;
use super::shape::Type;

/// A definition of this many characters is worth a name, a line of its own and a look elsewhere while reading.
const LARGE: usize = 120;

/// What a name is taken to be long.
const NAME: usize = 12;

/// So much of a description counts, as it is cut later.
const MOST_OF_A_DOC: usize = 200;

/// For each definition, whether it gets a name.
pub(super) fn named(book: &mut Book<'_>) -> Vec<bool> {
    cut_endless(&mut book.definitions);
    let count = book.definitions.len();
    let mut graph = Graph {
        definitions: &book.definitions,
        states: vec![State::New; count],
        uses: vec![0; count],
        lengths: vec![0; count],
        recursive: vec![false; count],
    };
    graph.walk(&book.input);
    graph.walk(&book.output);
    (0..count).map(|number| graph.is_named(number)).collect()
}

#[derive(Clone, Copy, PartialEq)]
enum State {
    New,
    Open,
    Done,
}

struct Graph<'a> {
    definitions: &'a [Type],
    states: Vec<State>,
    /// How often each is referred to.
    uses: Vec<usize>,
    /// How long each is with everything in it that has no name; known once it is done.
    lengths: Vec<usize>,
    /// Those that are referred to from within themselves. Every circle has one.
    recursive: Vec<bool>,
}

impl Graph<'_> {
    /// The definitions are few, so this recursion is not deep.
    fn walk(&mut self, of: &Type) {
        let mut references = Vec::new();
        collect(of, &mut references);
        for number in references {
            self.uses[number] += 1;
            match self.states[number] {
                State::Open => self.recursive[number] = true,
                State::Done => {}
                State::New => {
                    self.states[number] = State::Open;
                    self.walk(&self.definitions[number]);
                    self.lengths[number] = self.length(&self.definitions[number]);
                    self.states[number] = State::Done;
                }
            }
        }
    }

    fn is_named(&self, number: usize) -> bool {
        self.recursive[number] || self.uses[number] > 1 && self.lengths[number] > LARGE
    }

    /// About so many characters.
    fn length(&self, of: &Type) -> usize {
        let own = match of {
            Type::Reference(number) if self.states[*number] == State::Open || self.is_named(*number) => NAME,
            Type::Reference(number) => self.lengths[*number],
            Type::Literal(_, text) => text.len() + 3,
            Type::Documented(doc, _) => doc.line(MOST_OF_A_DOC).len() + 8,
            Type::Object(object) => object.properties.iter().map(|property| property.name.len() + 4).sum(),
            Type::Unknown
            | Type::Never
            | Type::Plain(_)
            | Type::Array(_)
            | Type::Tuple(_)
            | Type::Union(_)
            | Type::Both(_)
            | Type::Named(..)
            | Type::Noted(..) => 8,
        };
        of.children().into_iter().fold(own, |sum, child| sum.saturating_add(self.length(child)))
    }
}

fn collect(of: &Type, references: &mut Vec<usize>) {
    if let Type::Reference(number) = of {
        references.push(*number);
    }
    for child in of.children() {
        collect(child, references);
    }
}

/// Takes out references that lead back to where they are with no object or array in between: `type A = A | string` says
/// nothing about `A`, and the compiler refuses it.
fn cut_endless(definitions: &mut [Type]) {
    let mut states = vec![State::New; definitions.len()];
    for number in 0..definitions.len() {
        close(number, definitions, &mut states);
    }
}

fn close(number: usize, definitions: &mut [Type], states: &mut [State]) {
    if states[number] != State::New {
        return;
    }
    states[number] = State::Open;
    let mut next = Vec::new();
    immediate(&mut definitions[number], Type::Unknown, &mut |of, nothing| {
        if let Type::Reference(other) = *of {
            if states[other] == State::Open {
                *of = nothing;
            } else {
                next.push(other);
            }
        }
    });
    for other in next {
        close(other, definitions, states);
    }
    states[number] = State::Done;
}

/// Visits what a type is without going into an object or an array. The visitor is also given what adds nothing at that
/// place.
fn immediate(of: &mut Type, nothing: Type, visit: &mut impl FnMut(&mut Type, Type)) {
    match of {
        Type::Union(members) => members.iter_mut().for_each(|member| immediate(member, Type::Never, visit)),
        Type::Both(parts) => parts.iter_mut().for_each(|part| immediate(part, Type::Unknown, visit)),
        Type::Documented(_, of) | Type::Noted(_, of) => immediate(of, nothing, visit),
        of => visit(of, nothing),
    }
}
