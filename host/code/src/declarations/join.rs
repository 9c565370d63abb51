//! Unions and intersections, as simple as they can be.
//!
//! TypeScript would work most of this out itself. It is done here because a reader would have to as well, and because
//! `allOf` of plain objects is how schemas write inheritance.

use super::doc::Doc;
use super::shape::{Kind, Object, Type};

/// Two unions are multiplied out if the result has no more members than this.
const MOST_MEMBERS: usize = 64;

/// Any of the members.
pub(super) fn any(members: Vec<Type>) -> Type {
    let mut kept: Vec<Type> = Vec::new();
    for member in flat(members) {
        match member {
            Type::Unknown => return Type::Unknown,
            Type::Documented(_, of) if *of == Type::Unknown => return Type::Unknown,
            Type::Never => {}
            _ if kept.contains(&member) => {}
            _ => kept.push(member),
        }
    }
    let (yes, no) = (boolean("true"), boolean("false"));
    if kept.contains(&yes) && kept.contains(&no) {
        kept.retain(|member| *member != yes && *member != no);
        kept.push(Type::Plain(Kind::Boolean));
    }
    // Null last, as people write it.
    kept.sort_by_key(|member| *member == Type::Plain(Kind::Null));
    match kept.len() {
        0 => Type::Never,
        1 => kept.remove(0),
        _ => Type::Union(kept),
    }
}

fn boolean(text: &str) -> Type {
    Type::Literal(Kind::Boolean, text.to_owned())
}

fn flat(members: Vec<Type>) -> Vec<Type> {
    let inner = |member| match member {
        Type::Union(members) => members,
        member => vec![member],
    };
    members.into_iter().flat_map(inner).collect()
}

/// All of the parts at once. What they say in comments is said of the whole.
pub(super) fn all(parts: Vec<Type>) -> Type {
    let mut doc = Doc::default();
    let mut kept: Vec<Type> = Vec::new();
    for part in parts {
        let part = match part {
            Type::Documented(said, part) => {
                doc = doc.with(said);
                *part
            }
            part => part,
        };
        match part {
            Type::Both(parts) => parts.into_iter().for_each(|part| add(part, &mut kept)),
            part => add(part, &mut kept),
        }
    }
    let whole = match kept.len() {
        0 => Type::Unknown,
        1 => kept.remove(0),
        _ if kept.contains(&Type::Never) => Type::Never,
        _ => Type::Both(kept),
    };
    if doc.is_empty() { whole } else { Type::Documented(doc, Box::new(whole)) }
}

/// Joins a part with the first of the others that it can be joined with.
fn add(mut part: Type, kept: &mut Vec<Type>) {
    for known in kept.iter_mut() {
        match join(std::mem::replace(known, Type::Unknown), part) {
            Ok(joined) => {
                *known = joined;
                return;
            }
            Err(apart) => (*known, part) = *apart,
        }
    }
    kept.push(part);
}

/// One type instead of two, or the two again.
fn join(one: Type, other: Type) -> Result<Type, Box<(Type, Type)>> {
    match (one, other) {
        (Type::Unknown, of) | (of, Type::Unknown) => Ok(of),
        (Type::Never, _) | (_, Type::Never) => Ok(Type::Never),
        (one, other) if one == other => Ok(one),
        (Type::Documented(doc, of), other) | (other, Type::Documented(doc, of)) => match join(*of, other) {
            Ok(of) => Ok(Type::Documented(doc, Box::new(of))),
            Err(apart) => Err(Box::new((Type::Documented(doc, Box::new(apart.0)), apart.1))),
        },
        // Closed, and what is in it is said elsewhere: strictly nothing would do, but the author means the rest.
        (Type::Object(closed), of) | (of, Type::Object(closed))
            if closed.is_empty() && of.kind() == Some(Kind::Object) =>
        {
            Ok(of)
        }
        (Type::Object(one), Type::Object(other)) => Ok(Type::Object(merged(one, other))),
        (Type::Array(one), Type::Array(other)) => Ok(Type::Array(Box::new(all(vec![*one, *other])))),
        (one, other) if are_multiplied(&one, &other) => product(one, other),
        (one, other) => match (one.kind(), other.kind()) {
            (Some(kind), Some(other_kind)) if kind != other_kind => Ok(Type::Never),
            (Some(_), Some(_)) if matches!(one, Type::Plain(_)) => Ok(other),
            (Some(_), Some(_)) if matches!(other, Type::Plain(_)) => Ok(one),
            (Some(_), Some(_)) if is_literal(&one) && is_literal(&other) => Ok(Type::Never),
            _ => Err(Box::new((one, other))),
        },
    }
}

fn is_literal(of: &Type) -> bool {
    matches!(of, Type::Literal(..))
}

/// Whether `(A | B) & C` is written `A & C | B & C`: only where nothing that takes room is written twice.
fn are_multiplied(one: &Type, other: &Type) -> bool {
    let is_union = |of: &Type| matches!(of, Type::Union(_));
    let is_known = |of: &Type| members(of).iter().all(|member| member.kind().is_some());
    let is_small =
        |of: &Type| members(of).iter().all(|member| matches!(member, Type::Plain(_) | Type::Literal(..)));
    (is_union(one) || is_union(other))
        && (is_small(one) || is_small(other))
        && is_known(one)
        && is_known(other)
        && members(one).len() * members(other).len() <= MOST_MEMBERS
}

fn members(of: &Type) -> &[Type] {
    match of {
        Type::Union(members) => members,
        of => std::slice::from_ref(of),
    }
}

fn product(one: Type, other: Type) -> Result<Type, Box<(Type, Type)>> {
    let mut products = Vec::new();
    for left in members(&one) {
        for right in members(&other) {
            match join(left.clone(), right.clone()) {
                Ok(joined) => products.push(joined),
                Err(_) => return Err(Box::new((one, other))),
            }
        }
    }
    Ok(any(products))
}

/// A property of both is all of what they say of it, and required if one of them requires it.
fn merged(mut one: Object, other: Object) -> Object {
    for property in other.properties {
        match one.properties.iter_mut().find(|known| known.name == property.name) {
            Some(known) => {
                known.optional &= property.optional;
                let of = std::mem::replace(&mut known.of, Type::Unknown);
                known.of = all(vec![of, property.of]);
            }
            None => one.properties.push(property),
        }
    }
    one.sort();
    let others: Vec<Type> = [one.others, other.others].into_iter().flatten().map(|of| *of).collect();
    one.others = if others.is_empty() { None } else { Some(Box::new(all(others))) };
    one
}
