//! The policy file as text: where in it something is granted, and how a grant is added without touching the rest.

mod addition;
mod edit;
mod lines;

pub use addition::Addition;
pub use lines::{Line, line_of};

use anyhow::{Context, ensure};
use bulkhead_dispatch::Policy;

/// Grants to be added to one component.
pub struct Change<'a> {
    /// The component, as the policy file names it.
    pub component: &'a str,
    /// What it is to be granted.
    pub additions: &'a [Addition],
    /// Where state is to be kept, for a file that does not say so yet.
    pub store: Option<&'a str>,
}

impl Change<'_> {
    /// The text with the change made. The rest of the text, its comments and its layout, stays as it is.
    ///
    /// # Errors
    ///
    /// When the text is no policy, or when the new text would not be a policy that grants exactly this in addition.
    pub fn made(&self, text: &str) -> anyhow::Result<String> {
        let before = Policy::parse(text)?;
        let changed = edit::changed(text, self)?;
        let after = Policy::parse(&changed).context("this cannot be added to the policy file")?;
        ensure!(
            self.is_all(&before, &after),
            "this cannot be added to the policy file without changing something else in it; add it by hand"
        );
        Ok(changed)
    }

    /// The lines that are new, as they would stand in a file of their own.
    pub fn lines(&self) -> anyhow::Result<String> {
        edit::changed("", self)
    }

    /// Whether the change is the only difference: every other component, the defaults and `[host]` are the same, and of
    /// this component everything but what is added.
    fn is_all(&self, before: &Policy, after: &Policy) -> bool {
        let mut host = before.host().clone();
        if let Some(store) = self.store {
            host.state = Some(store.to_owned());
        }
        let mut expected = before.component(self.component).clone();
        let mut grants = (*expected.grants).clone();
        self.additions.iter().for_each(|addition| addition.give(&mut grants));
        expected.grants = grants.into();
        // No component is named so; it stands for all that the file does not name.
        let unnamed = "";
        let others = before.component_names().chain(after.component_names()).chain([unnamed]);
        *after.host() == host
            && *after.component(self.component) == expected
            && others
                .filter(|name| *name != self.component)
                .all(|name| before.component(name) == after.component(name))
            && after.component_names().all(|name| name == self.component || before.names(name))
    }
}

#[cfg(test)]
mod tests;
