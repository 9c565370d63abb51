//! The names and values of enums seen so far.

use std::collections::HashMap;

use super::constants::Constant;

/// The enums seen so far.
#[derive(Default)]
pub(super) struct EnumTable {
    /// The names declared in each block that is open.
    blocks: Vec<Vec<String>>,
    members: HashMap<String, Vec<(String, Constant)>>,
    /// The enum whose member is being visited.
    pub(super) current: Option<String>,
}

impl EnumTable {
    pub(super) fn enter(&mut self) {
        self.blocks.push(Vec::new());
    }

    pub(super) fn leave(&mut self) {
        self.blocks.pop();
    }

    /// What declares an enum's name: nothing if this one adds to another.
    pub(super) fn keyword(&mut self, name: &str) -> Option<&'static str> {
        let keyword = if self.blocks.len() == 1 { "var" } else { "let" };
        let block = self.blocks.last_mut()?;
        if block.iter().any(|it| it == name) {
            return None;
        }
        block.push(name.to_owned());
        self.members.remove(name);
        Some(keyword)
    }

    /// The value of a member of an enum.
    pub(super) fn member(&self, owner: &str, name: &str) -> Option<Constant> {
        let members = self.members.get(owner)?;
        members.iter().rev().find(|(it, _)| it == name).map(|(_, value)| *value)
    }

    /// The value of a name inside a member's expression.
    pub(super) fn own_member(&self, name: &str) -> Option<Constant> {
        self.member(self.current.as_deref()?, name)
    }

    /// The enum that a bare name inside a member's expression belongs to.
    pub(super) fn owner_of(&self, name: &str) -> Option<&str> {
        let owner = self.current.as_deref()?;
        self.member(owner, name).map(|_| owner)
    }

    pub(super) fn is_current(&self, name: &str) -> bool {
        self.current.as_deref() == Some(name)
    }

    pub(super) fn add(&mut self, owner: &str, name: &str, value: Constant) {
        self.members.entry(owner.to_owned()).or_default().push((name.to_owned(), value));
    }
}
