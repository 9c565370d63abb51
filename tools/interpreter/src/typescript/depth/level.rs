//! What is pending inside one pair of brackets.

/// What is pending inside one pair of brackets.
#[derive(Default)]
pub(super) struct Level {
    pub(super) bracket: u8,
    pub(super) expression: u32,
    pub(super) statement: u32,
    /// The `<` that are not closed.
    pub(super) angle: u32,
    /// Whether each `.` of a name nests, as in `namespace A.B`.
    pub(super) dots: bool,
    /// Whether a `=` here comes before a type.
    pub(super) alias: bool,
    /// Whether the bracket may hold the parameters of a function's type.
    pub(super) parameters: bool,
}

impl Level {
    pub(super) fn pending(&self) -> u32 {
        self.expression + self.statement + self.angle
    }

    pub(super) fn end_expression(&mut self) {
        self.expression = 0;
        self.angle = 0;
        self.dots = false;
        self.alias = false;
    }

    pub(super) fn end_statement(&mut self) {
        self.end_expression();
        self.statement = 0;
    }
}
