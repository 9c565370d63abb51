//! Checks that several kinds of wish share.

use crate::effective::{EffectiveGrants, is_within};
use crate::{Access, Denial, RuleId, Wish};

impl EffectiveGrants {
    /// The same question to the tool that makes this call, if one does.
    pub(super) fn within_caller<T>(
        &self,
        check: impl FnOnce(&EffectiveGrants) -> Result<T, Denial>,
    ) -> Result<(), Denial> {
        match &self.within {
            None => Ok(()),
            Some(caller) => check(caller).map(drop).map_err(|denial| Denial {
                for_operator: format!(
                    "`{}` was called by another tool, and {}",
                    self.component, denial.for_operator
                ),
                ..denial
            }),
        }
    }

    /// Decides about a path. While a guest runs the directories that were opened for it decide, which are made from the
    /// same grants; this says why.
    pub(super) fn check_file(&self, path: &str, access: Access) -> Result<RuleId, Denial> {
        let wish = || Wish::File { path: path.to_owned(), access };
        let Some(granted) = self.granted.directories.iter().find(|granted| is_within(path, &granted.guest))
        else {
            return Err(self.not_granted(RuleId::FileNoGrant, wish()));
        };
        if granted.access < access {
            return Err(self.read_only(granted, wish()));
        }
        match super::asked_access(&granted.guest, &self.declared.directories) {
            Some(asked) if asked >= access => {}
            Some(_) | None => return Err(self.not_declared(RuleId::FileNotDeclared, wish())),
        }
        if !self.directories.iter().any(|open| open.guest == granted.guest && open.access >= access) {
            // Both sides agree, so that it can only be the caller who has not as much.
            self.within_caller(|caller| Err::<(), _>(caller.not_granted(RuleId::FileNoGrant, wish())))?;
        }
        Ok(RuleId::FileAllowed)
    }

    /// The denial for a path that the sandbox has refused. Where the rules would have it (a link leads out of a directory, or
    /// a path leads from one directory into another) it is what the operating system found that refuses.
    pub fn file_denied(&self, path: &str, access: Access) -> Denial {
        let wish = || Wish::File { path: path.to_owned(), access };
        let Err(denial) = self.check_file(path, access) else {
            return match self.directories.iter().find(|open| is_within(path, &open.guest)) {
                Some(open) if open.access < access => self.read_only(open, wish()),
                Some(_) | None => self.leads_out(wish()),
            };
        };
        denial
    }

    /// Decides about a variable.
    pub(super) fn check_variable(&self, name: &str) -> Result<RuleId, Denial> {
        let wish = || Wish::Variable(name.to_owned());
        if !self.granted.environment.contains_key(name) {
            return Err(self.not_granted(RuleId::VariableNoGrant, wish()));
        }
        if !self.declared.environment.iter().any(|declared| declared == name) {
            return Err(self.not_declared(RuleId::VariableNotDeclared, wish()));
        }
        if !self.environment.contains_key(name) {
            self.within_caller(|caller| Err::<(), _>(caller.not_granted(RuleId::VariableNoGrant, wish())))?;
        }
        Ok(RuleId::VariableAllowed)
    }
}
