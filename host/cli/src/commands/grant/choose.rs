//! What of the missing is to be granted, and where on this machine it is: from the command line, or from the person.

use std::path::Path;

use anyhow::{Context, bail, ensure};
use bulkhead_policy::SecretSource;
use bulkhead_sandbox::neutral;
use bulkhead_schema::Capability;

use super::want::{Fate, Place, Want, addition};
use crate::{args::Grant, policy_file::Addition, requests::asked, terminal::Terminal};

pub struct Chooser<'a> {
    pub args: &'a Grant,
    /// Whom to ask; `None` when nobody is to be asked.
    pub terminal: Option<Terminal>,
    /// The policy file's, which relative paths start from.
    pub folder: &'a Path,
}

/// What was chosen.
pub struct Chosen {
    pub additions: Vec<Addition>,
    /// What was left out, and why, in a line each.
    pub left: Vec<String>,
}

/// What becomes of one request.
enum Choice {
    Grant(Addition),
    Leave(String),
}

impl Chooser<'_> {
    /// # Errors
    ///
    /// When the command line names what is not missing, or leaves out where something is and nobody can be asked.
    pub fn choose(&self, wants: &[Want<'_>]) -> anyhow::Result<Chosen> {
        let missing: Vec<&Want<'_>> = wants.iter().filter(|want| want.fate == Fate::Missing).collect();
        self.check_words(&missing)?;
        let mut chosen = Chosen { additions: Vec::new(), left: Vec::new() };
        for want in missing {
            match self.one(want)? {
                Choice::Grant(addition) => chosen.additions.push(addition),
                Choice::Leave(why) => {
                    chosen.left.push(format!("Left out: {}, {why}.", asked(&want.request.capability)));
                }
            }
        }
        Ok(chosen)
    }

    /// Every `--dir-for` and `--secret` must be for something that is missing: a slip must not look like a grant.
    fn check_words(&self, missing: &[&Want<'_>]) -> anyhow::Result<()> {
        let is_for = |word: &str, directory: bool| {
            let capabilities = missing.iter().map(|want| &want.request.capability);
            capabilities
                .filter(|capability| matches!(capability, Capability::Directory { .. }) == directory)
                .any(|capability| value_for(word, name(capability)).is_some())
        };
        for word in &self.args.dir_for {
            ensure!(is_for(word, true), "--dir-for {word:?} is for no directory that is missing");
        }
        for word in &self.args.secret {
            ensure!(is_for(word, false), "--secret {word:?} is for no secret that is missing");
        }
        Ok(())
    }

    fn one(&self, want: &Want<'_>) -> anyhow::Result<Choice> {
        let capability = &want.request.capability;
        let named = self.word(capability).is_some();
        if want.request.optional && !self.args.optional && !named {
            let Some(terminal) = self.terminal else {
                return Ok(Choice::Leave("which is optional; --optional grants it too".to_owned()));
            };
            let question = format!("Also grant {}, which is optional?", asked(capability));
            if !terminal.agrees(&question)? {
                return Ok(Choice::Leave("which is optional".to_owned()));
            }
        }
        let unused = SecretSource::Environment(String::new());
        let (directory, source) = match capability {
            Capability::Directory { path, .. } => match self.directory(path)? {
                Some(directory) => (directory, unused),
                None if self.terminal.is_some() || want.request.optional => {
                    return Ok(Choice::Leave("for no directory of this machine was named".to_owned()));
                }
                None => bail!("which directory is {path:?}? Say it with --dir-for {path}=DIRECTORY"),
            },
            Capability::Secret { name, to } => match self.source(name, to)? {
                Some(source) => (String::new(), source),
                None if want.request.optional => {
                    return Ok(Choice::Leave("for no source was named".to_owned()));
                }
                None => bail!(
                    "where is the secret {name:?}? Say it with --secret {name}=env:VARIABLE, file:PATH or keyring:ENTRY"
                ),
            },
            Capability::Http(_)
            | Capability::Environment(_)
            | Capability::Tcp(_)
            | Capability::Call(_)
            | Capability::State => (String::new(), unused),
        };
        let place = Place { directory: &directory, source: &source };
        addition(capability, &place).map(Choice::Grant).map_err(anyhow::Error::msg)
    }

    /// The directory of this machine that the guest finds at `path`.
    fn directory(&self, path: &str) -> anyhow::Result<Option<String>> {
        if let Some(directory) = self.args.dir_for.iter().find_map(|word| value_for(word, Some(path))) {
            self.check_directory(directory)?;
            return Ok(Some(directory.to_owned()));
        }
        let Some(terminal) = self.terminal else { return Ok(None) };
        loop {
            let question = format!(
                "Which directory of this machine is {}? (relative to {}; empty leaves it out)",
                neutral(path),
                self.folder.display()
            );
            match terminal.ask(&question)? {
                answer if answer.is_empty() => return Ok(None),
                answer => match self.check_directory(&answer) {
                    Ok(()) => return Ok(Some(answer)),
                    Err(error) => eprintln!("{error:#}"),
                },
            }
        }
    }

    fn check_directory(&self, directory: &str) -> anyhow::Result<()> {
        let path = self.folder.join(directory);
        let there = std::fs::metadata(&path).with_context(|| path.display().to_string())?;
        ensure!(there.is_dir(), "{} is not a directory", path.display());
        Ok(())
    }

    /// Where the value of a secret is. One that nobody named is never taken from a place of the author's choice.
    fn source(&self, name: &str, to: &str) -> anyhow::Result<Option<SecretSource>> {
        if let Some(source) = self.args.secret.iter().find_map(|word| value_for(word, Some(name))) {
            return parse_source(source).map(Some);
        }
        let Some(terminal) = self.terminal else { return Ok(None) };
        loop {
            let question = format!(
                "Where is the secret {}, which goes to {}? env:VARIABLE, file:PATH or keyring:ENTRY [env:{0}]",
                neutral(name),
                neutral(to)
            );
            match terminal.ask(&question)? {
                answer if answer.is_empty() => return Ok(Some(SecretSource::Environment(name.to_owned()))),
                answer => match parse_source(&answer) {
                    Ok(source) => return Ok(Some(source)),
                    Err(error) => eprintln!("{error:#}"),
                },
            }
        }
    }

    /// What the command line says about a request.
    fn word(&self, capability: &Capability) -> Option<&str> {
        let words = match capability {
            Capability::Directory { .. } => &self.args.dir_for,
            Capability::Secret { .. } => &self.args.secret,
            Capability::Http(_)
            | Capability::Environment(_)
            | Capability::Tcp(_)
            | Capability::Call(_)
            | Capability::State => return None,
        };
        words.iter().find_map(|word| value_for(word, name(capability)))
    }
}

/// What `NAME=VALUE` says of this name, which may have a `=` in it.
fn value_for<'a>(word: &'a str, name: Option<&str>) -> Option<&'a str> {
    word.strip_prefix(name?)?.strip_prefix('=')
}

/// The name by which the command line speaks of a request.
fn name(capability: &Capability) -> Option<&str> {
    match capability {
        Capability::Directory { path, .. } => Some(path),
        Capability::Secret { name, .. } => Some(name),
        Capability::Http(_)
        | Capability::Environment(_)
        | Capability::Tcp(_)
        | Capability::Call(_)
        | Capability::State => None,
    }
}

fn parse_source(text: &str) -> anyhow::Result<SecretSource> {
    let (kind, place) = text.split_once(':').unwrap_or((text, ""));
    ensure!(!place.is_empty(), "{text:?} names no source; write env:VARIABLE, file:PATH or keyring:ENTRY");
    match kind {
        "env" => Ok(SecretSource::Environment(place.to_owned())),
        "file" => Ok(SecretSource::File(place.to_owned())),
        "keyring" => Ok(SecretSource::Keyring(place.to_owned())),
        _ => bail!("{kind:?} is no kind of source; write env:VARIABLE, file:PATH or keyring:ENTRY"),
    }
}
