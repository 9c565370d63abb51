//! The decision and all that led to it.

use std::path::PathBuf;

use bulkhead_dispatch::{Component, Denial, Policy};
use bulkhead_policy::{AddressRule, CallPattern, EffectiveGrants, HttpRule, TcpRule, Wish, is_within};
use bulkhead_schema::Capability;
use serde::Serialize;

use super::{meaning, record::Recorded};
use crate::{
    policy_file::{Line, line_of},
    requests,
};

/// What is printed.
#[derive(Debug, Default, Serialize)]
pub struct Answer {
    pub component: String,
    pub wish: Option<String>,
    pub allowed: bool,
    pub rule: String,
    pub meaning: Option<String>,
    /// Why it was refused, in one line.
    pub why: Option<String>,
    /// The policy file.
    pub file: Option<PathBuf>,
    /// Its line that has what is wished for, whether or not that is enough.
    pub line: Option<Line>,
    /// The author's request that has it.
    pub declared: Option<String>,
    /// What the model is told.
    pub for_model: Option<String>,
    /// The smallest grant that would allow it.
    pub allow: Option<String>,
    /// What was recorded, when that was asked about: the rule and the reason.
    pub recorded: Option<(String, String)>,
    pub notes: Vec<String>,
}

impl Answer {
    /// About a refusal of which nothing more is known than was recorded.
    pub fn of_record(recorded: Recorded) -> Self {
        Self {
            meaning: meaning::of(&recorded.rule),
            component: recorded.component,
            rule: recorded.rule,
            why: Some(recorded.reason),
            allow: recorded.allow,
            ..Self::default()
        }
    }

    /// About a request that is refused whatever is granted.
    pub fn of_form(component: &str, text: &str, denial: Denial) -> Self {
        Self { component: component.to_owned(), wish: Some(text.to_owned()), ..Self::default() }
            .refused(denial)
    }

    fn refused(self, denial: Denial) -> Self {
        Self {
            allowed: false,
            rule: denial.rule.to_string(),
            meaning: meaning::of(denial.rule.as_str()),
            why: Some(denial.for_operator),
            for_model: Some(denial.for_model),
            allow: denial.allow,
            ..self
        }
    }
}

/// What decides: the policy, and the file with its text if there is one.
pub struct Place<'a> {
    pub policy: &'a Policy,
    pub file: Option<(PathBuf, String)>,
}

impl Place<'_> {
    pub fn answer(&self, component: &Component, wish: &Wish) -> Answer {
        let granted = &self.policy.component(&component.name).grants;
        let grants = EffectiveGrants::intersect(&component.name, granted, &component.declared, None);
        let declared = component.info.requests.iter().find(|request| asks(&request.capability, wish));
        let told = |request: &bulkhead_schema::Request| {
            format!("{} ({})", requests::asked(&request.capability), request.reason)
        };
        let answer = Answer {
            component: component.name.clone(),
            wish: Some(wish.to_string()),
            file: self.file.as_ref().map(|(file, _)| file.clone()),
            line: self.file.as_ref().and_then(|(_, text)| line(text, &component.name, wish)),
            declared: declared.map(told),
            notes: lacking(component, wish).into_iter().collect(),
            ..Answer::default()
        };
        match grants.check(wish) {
            Ok(rule) => {
                let rule = rule.as_str();
                let mut answer =
                    Answer { allowed: true, rule: rule.to_owned(), meaning: meaning::of(rule), ..answer };
                answer.notes.extend(further(wish).map(str::to_owned));
                answer
            }
            Err(denial) => answer.refused(denial),
        }
    }

    /// The answer now to what was refused then. A call that another tool made needs that tool's grants as well.
    pub fn again(
        &self,
        answer: Answer,
        recorded: Recorded,
        caller: Option<&Component>,
        wish: &Wish,
    ) -> Answer {
        let mut answer = match caller {
            Some(caller) if answer.allowed => self.answer(caller, wish),
            _ => answer,
        };
        if answer.allowed && recorded.by.is_some() && caller.is_none() {
            let note =
                "it happened in a call that another tool made, which must be granted and declare it as well";
            answer.notes.push(note.to_owned());
        }
        answer.recorded = Some((recorded.rule, recorded.reason));
        answer
    }
}

/// The line of the policy file that has what is wished for.
fn line(text: &str, component: &str, wish: &Wish) -> Option<Line> {
    type Means<'a> = Box<dyn Fn(&str) -> bool + 'a>;
    let (key, is): (_, Means<'_>) = match wish {
        Wish::Http(target) => {
            ("http", Box::new(|rule| rule.parse::<HttpRule>().is_ok_and(|rule| rule.matches(target))))
        }
        Wish::Tcp(wanted) => {
            ("tcp", Box::new(|rule| rule.parse::<TcpRule>().is_ok_and(|rule| rule == *wanted)))
        }
        Wish::Address(to) => (
            "addresses",
            Box::new(|rule| rule.parse::<AddressRule>().is_ok_and(|rule| rule.opens(to.ip(), to.port()))),
        ),
        Wish::File { path, .. } => ("fs", Box::new(|guest| is_within(path, guest))),
        Wish::Variable(wanted) => ("env", Box::new(move |name| name == wanted)),
        Wish::Secret { name: wanted, .. } => ("secrets", Box::new(move |name| name == wanted)),
        Wish::Call(tool) => {
            ("calls", Box::new(|rule| rule.parse::<CallPattern>().is_ok_and(|rule| rule.matches(tool))))
        }
        Wish::State => ("state", Box::new(|_| true)),
    };
    line_of(text, component, key, &*is)
}

/// Whether the author's request has what is wished for.
fn asks(capability: &Capability, wish: &Wish) -> bool {
    match (capability, wish) {
        (Capability::Http(rule), Wish::Http(target)) => {
            rule.parse::<HttpRule>().is_ok_and(|rule| rule.matches(target))
        }
        (Capability::Tcp(rule), Wish::Tcp(wanted)) => {
            rule.parse::<TcpRule>().is_ok_and(|rule| rule == *wanted)
        }
        (Capability::Directory { path: asked, .. }, Wish::File { path, .. }) => is_within(path, asked),
        (Capability::Environment(asked), Wish::Variable(name))
        | (Capability::Secret { name: asked, .. }, Wish::Secret { name, .. }) => asked == name,
        (Capability::Call(asked), Wish::Call(tool)) => {
            asked.parse::<CallPattern>().is_ok_and(|asked| asked.matches(tool))
        }
        (Capability::State, Wish::State) => true,
        _ => false,
    }
}

/// What is to be said if the component does not import what it needs for this.
fn lacking(component: &Component, wish: &Wish) -> Option<String> {
    let interface = match wish {
        Wish::Http(_) | Wish::Secret { .. } => "wasi:http/outgoing-handler",
        Wish::Tcp(_) => "wasi:sockets/tcp",
        Wish::Address(_) => return None,
        Wish::File { .. } => "wasi:filesystem/preopens",
        Wish::Variable(_) => "wasi:cli/environment",
        Wish::Call(_) => "bulkhead:tool/calls",
        Wish::State => "bulkhead:tool/state",
    };
    let lacks = !component.shape.imports_interface(interface);
    lacks.then(|| format!("the component does not import {interface}, so that it can never do this"))
}

/// What is decided apart from this, once this is allowed.
fn further(wish: &Wish) -> Option<&'static str> {
    match wish {
        Wish::Http(_) | Wish::Tcp(_) => Some(
            "the addresses that the name leads to are checked as well; ask about one with `address IP:PORT`",
        ),
        Wish::Address(_) => Some(
            "a connection needs a rule for the name, too; ask about it with `METHOD URL` or `tcp HOST:PORT`",
        ),
        Wish::Secret { target: Some(_), .. } => Some(
            "the request that carries the secret needs an http rule as well; ask about it with `METHOD URL`",
        ),
        Wish::Secret { target: None, .. } => {
            Some("whether it may go into a request is another question; ask it with `secret NAME METHOD URL`")
        }
        Wish::File { .. } | Wish::Variable(_) | Wish::Call(_) | Wish::State => None,
    }
}
