//! The kind of action that a tool takes or that a request asks for.

use super::request::Wish;

/// What is done to the thing: the wrong kind on the right thing is a bad hit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    /// Looking without changing anything.
    Read,
    /// Bringing something about.
    Create,
    /// Changing what is there.
    Change,
    /// Taking something away.
    Delete,
}

/// Stems of verbs that tell the kind, as tools are named with them.
const VERBS: &[(Action, &[&str])] = &[
    (
        Action::Read,
        &[
            "get", "list", "search", "find", "check", "read", "show", "fetch", "describ", "queri", "count",
            "compar", "download", "view", "lookup", "retriev",
        ],
    ),
    (Action::Create, &["creat", "add", "insert", "post", "upload", "send", "publish"]),
    (Action::Change, &["updat", "edit", "modifi", "set", "renam", "replac", "patch", "chang"]),
    (Action::Delete, &["delet", "remov", "destroy", "purg", "unset"]),
];

/// Words that open a question: who asks wants to know, not to change.
const QUESTIONS: &[&str] = &[
    "what", "which", "who", "where", "when", "how", "is", "are", "did", "does", "do", "has", "have", "was",
    "why",
];

/// The action of a tool, by the first telling verb among the stems of its name.
pub(super) fn of_name(stems: impl Iterator<Item = String>) -> Option<Action> {
    stems.into_iter().find_map(|stem| of_stem(&stem))
}

/// The action of a request: a question reads, and otherwise the first word
/// decides that says or means a telling verb.
pub(super) fn of_request(text: &str, wishes: &[Wish]) -> Option<Action> {
    let first = text.split_whitespace().next().unwrap_or_default().to_lowercase();
    if QUESTIONS.contains(&first.as_str()) {
        return Some(Action::Read);
    }
    wishes.iter().find_map(|wish| {
        let said = wish.word.as_deref().map(super::text::stem);
        said.as_deref().and_then(of_stem).or_else(|| of_meant(wish))
    })
}

fn of_meant(wish: &Wish) -> Option<Action> {
    wish.meant.iter().flatten().find_map(|stem| of_stem(stem))
}

fn of_stem(stem: &str) -> Option<Action> {
    VERBS.iter().find(|(_, stems)| stems.contains(&stem)).map(|&(action, _)| action)
}
