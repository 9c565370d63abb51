//! Types as values: what is between a schema and its text.

use super::doc::Doc;

/// What JSON distinguishes. Whole numbers are numbers here; the doc says that they are whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Kind {
    String,
    Number,
    Boolean,
    Null,
    Object,
    Array,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Type {
    Unknown,
    Never,
    /// Everything of a kind.
    Plain(Kind),
    /// One value, already as text.
    Literal(Kind, String),
    Array(Box<Type>),
    Tuple(Tuple),
    Object(Object),
    /// Any of these.
    Union(Vec<Type>),
    /// All of these at once.
    Both(Vec<Type>),
    /// A definition, by its number; only before `expand`.
    Reference(usize),
    /// A definition that has a name, and what kind it is of if that is known; only after `expand`.
    Named(usize, Option<Kind>),
    Documented(Doc, Box<Type>),
    /// A type that is wider than the schema, and why.
    Noted(String, Box<Type>),
}

/// An array whose items differ by their place.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Tuple {
    pub items: Vec<Type>,
    /// So many of the items are always there.
    pub least: usize,
    /// What may follow them.
    pub rest: Option<Box<Type>>,
}

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Object {
    /// The required ones are first.
    pub properties: Vec<Property>,
    /// What other keys hold. `Never` only where there are no properties.
    pub others: Option<Box<Type>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Property {
    pub name: String,
    pub optional: bool,
    pub of: Type,
}

/// Why a type is `unknown` although the schema says more.
pub(super) const TOO_DEEP: &str = "cut: too deep";

impl Type {
    /// `unknown` in place of something that is left out.
    pub(super) fn cut() -> Self {
        Self::Noted(TOO_DEEP.to_owned(), Box::new(Self::Unknown))
    }

    /// The kind that all values of this type are of.
    pub(super) fn kind(&self) -> Option<Kind> {
        match self {
            Self::Plain(kind) | Self::Literal(kind, _) => Some(*kind),
            Self::Array(_) | Self::Tuple(_) => Some(Kind::Array),
            Self::Object(_) => Some(Kind::Object),
            Self::Named(_, kind) => *kind,
            Self::Documented(_, of) | Self::Noted(_, of) => of.kind(),
            Self::Both(parts) => parts.iter().find_map(Self::kind),
            Self::Union(members) => {
                let kind = members.first()?.kind()?;
                members.iter().all(|member| member.kind() == Some(kind)).then_some(kind)
            }
            Self::Unknown | Self::Never | Self::Reference(_) => None,
        }
    }

    /// The types that this one is made of, whatever they are to it.
    pub(super) fn children(&self) -> Vec<&Type> {
        match self {
            Self::Array(of) | Self::Documented(_, of) | Self::Noted(_, of) => vec![of],
            Self::Tuple(tuple) => tuple.items.iter().chain(tuple.rest.as_deref()).collect(),
            Self::Object(object) => {
                let properties = object.properties.iter().map(|property| &property.of);
                properties.chain(object.others.as_deref()).collect()
            }
            Self::Union(of) | Self::Both(of) => of.iter().collect(),
            Self::Unknown
            | Self::Never
            | Self::Plain(_)
            | Self::Literal(..)
            | Self::Reference(_)
            | Self::Named(..) => Vec::new(),
        }
    }
}

impl Object {
    /// Whether it can have no property at all.
    pub(super) fn is_empty(&self) -> bool {
        self.properties.is_empty() && self.others.as_deref() == Some(&Type::Never)
    }

    /// Required properties before optional ones, each in the order they were in.
    pub(super) fn sort(&mut self) {
        self.properties.sort_by_key(|property| property.optional);
    }
}
