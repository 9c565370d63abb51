//! What a comment says of a type: its description, and the facts that a type cannot express.

use serde_json::{Map, Value};

use super::fact::{Fact, facts};
use super::text::{collapsed, comment, cut, is_same_name};

/// So much of the description of an array's items goes into the comment of the array.
const MOST_OF_AN_ITEM: usize = 100;

/// What is kept of a description until it is known how much of it is shown; the limits of `signature` are below it.
const MOST_KEPT: usize = 500;

#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Doc {
    pub text: String,
    pub facts: Vec<Fact>,
}

impl Doc {
    /// What the annotations and limits of a schema say.
    pub(super) fn read(schema: &Map<String, Value>) -> Self {
        Self { text: annotation(schema, "description"), facts: facts(schema) }
    }

    /// What the title of a property says, for where there is no description. Most are the name again, as generators
    /// write them; those say nothing.
    pub(super) fn of_property(name: &str, schema: &Value) -> Self {
        let title = schema.as_object().map(|schema| annotation(schema, "title")).unwrap_or_default();
        let text = if is_same_name(name, &title) { String::new() } else { title };
        Self { text, facts: Vec::new() }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.facts.is_empty()
    }

    /// This, and what the other one says beyond it.
    pub(super) fn with(mut self, other: Self) -> Self {
        if self.text.is_empty() {
            self.text = other.text;
        }
        for fact in other.facts {
            let is_known = |known: &Fact| match fact.label {
                "" => *known == fact,
                label => known.label == label,
            };
            if !self.facts.iter().any(is_known) {
                self.facts.push(fact);
            }
        }
        self
    }

    /// The same as said of an array's items.
    pub(super) fn of_each(&self) -> Self {
        let facts = vec![Fact { label: "each", value: self.line(MOST_OF_AN_ITEM) }];
        Self { text: String::new(), facts }
    }

    /// On one line; the description takes no more characters than this.
    pub(super) fn line(&self, most: usize) -> String {
        let text = cut(&self.text, most);
        let lower = text.to_lowercase();
        let is_said = |fact: &Fact| fact.is_said_in(&text, &lower);
        let facts: Vec<String> = self.facts.iter().filter(|fact| !is_said(fact)).map(Fact::line).collect();
        match (text.is_empty(), facts.is_empty()) {
            (_, true) => text,
            (true, false) => facts.join(", "),
            (false, false) => format!("{text} ({})", facts.join(", ")),
        }
    }

    /// As a comment with a space after it, or nothing.
    pub(super) fn comment(&self, most: usize) -> String {
        let line = if most == 0 { String::new() } else { self.line(most) };
        if line.is_empty() { line } else { comment("/**", &line) + " " }
    }
}

fn annotation(schema: &Map<String, Value>, key: &str) -> String {
    schema.get(key).and_then(Value::as_str).map(|text| collapsed(text, MOST_KEPT)).unwrap_or_default()
}
