//! The answer, for a person.

use super::answer::Answer;
use crate::print;
use bulkhead_sandbox::neutral;

pub fn text(answer: &Answer) {
    let decision = if answer.allowed { "allowed" } else { "refused" };
    let wish = answer.wish.as_deref().unwrap_or("something that has no form of its own");
    print::line(format_args!(
        "{decision}: {} for the component `{}`",
        neutral(wish),
        neutral(&answer.component)
    ));
    let meaning = answer.meaning.as_deref().unwrap_or("this version has no such rule");
    field("rule", &format!("{} ({meaning})", neutral(&answer.rule)));
    if let Some(why) = &answer.why {
        field("why", &neutral(why));
    }
    if answer.wish.is_some() {
        policy(answer);
        let declared = answer.declared.as_deref().unwrap_or("its author asks for nothing of the kind");
        field("author", &neutral(declared));
    }
    if let Some(told) = &answer.for_model {
        field("model", told);
    }
    if !answer.allowed {
        let allow = answer.allow.as_deref().unwrap_or("no grant allows it");
        allow.lines().enumerate().for_each(|(number, line)| {
            field(if number == 0 { "to allow" } else { "" }, &neutral(line));
        });
    }
    if let Some((rule, reason)) = &answer.recorded {
        field("recorded", &format!("{}: {}", neutral(rule), neutral(reason)));
    }
    answer.notes.iter().for_each(|note| field("note", note));
}

fn policy(answer: &Answer) {
    let said = match (&answer.file, &answer.line) {
        (Some(file), Some(line)) => {
            format!("{}, line {}: {}", file.display(), line.number, neutral(&line.text))
        }
        (Some(file), None) => format!("no line of {} has it", file.display()),
        (None, _) => "there is no policy file".to_owned(),
    };
    field("policy", &said);
}

fn field(name: &str, text: &str) {
    print::line(format_args!("  {name:<9} {text}"));
}
