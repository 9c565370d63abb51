//! What is known of an enum member's value before the script runs.

use oxc_ast::ast::*;
use oxc_syntax::operator::{BinaryOperator, UnaryOperator};

use super::visit::Stripper;

/// How deep an expression is looked into; beyond that it counts as unknown.
const DEPTH: u32 = 100;

/// The value of an enum member.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Constant {
    Number(f64),
    /// A text, which has no name of its own in the enum.
    Text,
    /// Another name's value.
    Named,
    Unknown,
}

impl Stripper<'_> {
    pub(super) fn constant(&self, it: &Expression<'_>) -> Constant {
        self.constant_at(it, DEPTH)
    }

    fn constant_at(&self, it: &Expression<'_>, depth: u32) -> Constant {
        let Some(depth) = depth.checked_sub(1) else {
            return Constant::Unknown;
        };
        match it {
            Expression::NumericLiteral(it) => Constant::Number(it.value),
            Expression::StringLiteral(_) | Expression::TemplateLiteral(_) => Constant::Text,
            Expression::ParenthesizedExpression(it) => self.constant_at(&it.expression, depth),
            Expression::UnaryExpression(it) => unary(it.operator, self.constant_at(&it.argument, depth)),
            Expression::BinaryExpression(it) => {
                binary(it.operator, self.constant_at(&it.left, depth), self.constant_at(&it.right, depth))
            }
            Expression::Identifier(it) => self.named(&it.name),
            Expression::StaticMemberExpression(it) => self.of_enum(&it.object, &it.property.name),
            Expression::ComputedMemberExpression(it) => match &it.expression {
                Expression::StringLiteral(name) => self.of_enum(&it.object, &name.value),
                _ => Constant::Named,
            },
            _ => Constant::Unknown,
        }
    }

    fn named(&self, name: &str) -> Constant {
        match name {
            "Infinity" => Constant::Number(f64::INFINITY),
            "NaN" => Constant::Number(f64::NAN),
            _ => self.enums.own_member(name).unwrap_or(Constant::Named),
        }
    }

    fn of_enum(&self, object: &Expression<'_>, name: &str) -> Constant {
        let Expression::Identifier(owner) = object else {
            return Constant::Named;
        };
        self.enums.member(&owner.name, name).unwrap_or(Constant::Named)
    }
}

fn unary(operator: UnaryOperator, value: Constant) -> Constant {
    let Constant::Number(value) = value else {
        return Constant::Unknown;
    };
    match operator {
        UnaryOperator::UnaryPlus => Constant::Number(value),
        UnaryOperator::UnaryNegation => Constant::Number(-value),
        UnaryOperator::BitwiseNot => Constant::Number(f64::from(!to_int32(value))),
        _ => Constant::Unknown,
    }
}

fn binary(operator: BinaryOperator, left: Constant, right: Constant) -> Constant {
    match (left, right) {
        (Constant::Number(left), Constant::Number(right)) => arithmetic(operator, left, right),
        (Constant::Text, _) | (_, Constant::Text) if operator == BinaryOperator::Addition => Constant::Text,
        _ => Constant::Unknown,
    }
}

fn arithmetic(operator: BinaryOperator, left: f64, right: f64) -> Constant {
    let (a, b) = (to_int32(left), to_int32(right));
    let shift = b.cast_unsigned() & 31;
    Constant::Number(match operator {
        BinaryOperator::Addition => left + right,
        BinaryOperator::Subtraction => left - right,
        BinaryOperator::Multiplication => left * right,
        BinaryOperator::Division => left / right,
        BinaryOperator::Remainder => left % right,
        BinaryOperator::BitwiseOR => f64::from(a | b),
        BinaryOperator::BitwiseAnd => f64::from(a & b),
        BinaryOperator::BitwiseXOR => f64::from(a ^ b),
        BinaryOperator::ShiftLeft => f64::from(a.wrapping_shl(shift)),
        BinaryOperator::ShiftRight => f64::from(a.wrapping_shr(shift)),
        BinaryOperator::ShiftRightZeroFill => f64::from(a.cast_unsigned().wrapping_shr(shift)),
        // Powers are left to the interpreter, whose rounding may differ.
        _ => return Constant::Unknown,
    })
}

/// JavaScript's conversion to 32 bits, which wraps around.
fn to_int32(value: f64) -> i32 {
    if !value.is_finite() {
        return 0;
    }
    let wrapped = value.trunc().rem_euclid(4_294_967_296.0);
    (wrapped as u32).cast_signed()
}

/// A number as JavaScript writes it.
pub(super) fn number(value: f64) -> String {
    if value.is_nan() {
        "NaN".to_owned()
    } else if value.is_infinite() {
        if value > 0.0 { "Infinity".to_owned() } else { "-Infinity".to_owned() }
    } else {
        value.to_string()
    }
}

/// A name as a text of JavaScript's on one line.
pub(super) fn quote(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 2);
    out.push('"');
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\u{2028}' => out.push_str("\\u2028"),
            '\u{2029}' => out.push_str("\\u2029"),
            _ => out.push(c),
        }
    }
    out.push('"');
    out
}
