//! The host's own files: who can write the policy file or the components decides what every tool may do, and that must be no
//! tool.

use std::path::{Path, PathBuf};

use anyhow::{bail, ensure};
use bulkhead_dispatch::Policy;
use bulkhead_policy::Access;

/// The files and folders that decide what tools may do.
#[derive(Clone, Debug, Default)]
pub struct OwnFiles {
    /// The folder that the policy's paths start from.
    pub base: PathBuf,
    /// Each with what it is, for a person.
    pub own: Vec<(&'static str, PathBuf)>,
}

impl OwnFiles {
    /// That no component of this policy can write to one of them.
    ///
    /// # Errors
    ///
    /// Names the first that can, and what to do.
    pub fn are_out_of_reach(&self, policy: &Policy) -> anyhow::Result<()> {
        // No component is named so; it stands for all that the file does not name.
        for name in policy.component_names().chain([""]) {
            for directory in &policy.component(name).grants.directories {
                if directory.access == Access::Write {
                    self.check(name, &self.base.join(&directory.host))?;
                }
            }
        }
        Ok(())
    }

    fn check(&self, component: &str, granted: &Path) -> anyhow::Result<()> {
        // A directory that is not there is for the call to refuse.
        let Ok(granted) = granted.canonicalize() else { return Ok(()) };
        for (what, path) in &self.own {
            let Ok(path) = path.canonicalize() else { continue };
            ensure!(
                !path.starts_with(&granted),
                "[tools.{component}] may write to {}, which holds {what} ({}): such a tool could grant itself anything. \
                 Grant a directory that has neither",
                granted.display(),
                path.display()
            );
            if path.is_dir() && granted.starts_with(&path) {
                bail!(
                    "[tools.{component}] may write to {}, which is in {what} ({}): such a tool could decide what runs. \
                     Grant a directory outside of it",
                    granted.display(),
                    path.display()
                );
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use std::fs;

    use super::*;

    #[test]
    fn a_tool_that_could_change_what_it_is_granted_is_found() {
        let folder = tempfile::tempdir().unwrap();
        let base = folder.path();
        for name in ["notes", "tools/within", "cache"] {
            fs::create_dir_all(base.join(name)).unwrap();
        }
        fs::write(base.join("bulkhead.toml"), "").unwrap();
        std::os::unix::fs::symlink(base, base.join("notes/link")).unwrap();
        let own = vec![
            ("the policy file", base.join("bulkhead.toml")),
            ("the components", base.join("tools")),
            ("the compiled code", base.join("cache")),
        ];
        let files = OwnFiles { base: base.to_owned(), own };
        let reach = |host: &str, access: &str| {
            let fs =
                format!("[tools.a]\nfs = [{{ host = \"{host}\", guest = \"/x\", access = \"{access}\" }}]\n");
            files.are_out_of_reach(&Policy::parse(&fs).unwrap()).is_ok()
        };
        assert!(reach("notes", "write") && reach(".", "read") && reach("nowhere", "write"));
        for host in [".", "tools", "tools/within", "cache", "notes/link", "notes/.."] {
            assert!(!reach(host, "write"), "{host}");
        }
    }
}
