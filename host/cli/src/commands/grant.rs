//! `bulkhead grant`: what a component's author asks for, written into the policy file after a person's yes.

mod choose;
mod want;

use anyhow::{Context, anyhow};
use bulkhead_dispatch::{Component, Policy};
use bulkhead_sandbox::neutral;
use serde_json::{Value, json};

use self::{
    choose::{Chooser, Chosen},
    want::{Fate, Want},
};
use crate::{
    args::Grant,
    exit::{Code, OrExit, Outcome},
    host::{Configured, folder},
    policy_file::Change,
    print, requests,
    terminal::Terminal,
    whole,
};

/// Where state is kept when the policy file does not say so yet, relative to its folder.
const STORE: &str = "sqlite:state/bulkhead.db";

pub async fn run(args: Grant) -> Outcome {
    let configured = Configured::read_or_new(&args.source)?;
    let file = configured.file.clone().context("no policy file").or_exit(Code::Usage)?;
    let before = configured.text.clone();
    let own = configured.own_files(&args.source);
    let dispatcher = configured.look(&args.source).await?;
    let component = requests::component(&dispatcher, &args.tool).or_exit(Code::Usage)?;
    let policy = &dispatcher.policy();
    let wants = want::all(&component, policy);
    let teller = Teller { json: args.json };
    teller.say(&listing(&component, &wants));

    let terminal = if args.yes { None } else { Terminal::there() };
    let missing = wants.iter().any(|want| want.fate == Fate::Missing);
    if missing && terminal.is_none() && !args.yes {
        teller.result(&component, &wants, None);
        let error = anyhow!(
            "standard input is no terminal, so that nobody can be asked: look at the above and say --yes; nothing was written"
        );
        return Err(error).or_exit(Code::Usage);
    }
    let folder = folder(Some(&file));
    let chooser = Chooser { args: &args, terminal, folder: &folder };
    let Chosen { additions, left } = chooser.choose(&wants).or_exit(Code::Usage)?;
    left.iter().for_each(|left| teller.say(left));
    if additions.is_empty() {
        teller.say(if missing { "Nothing was written." } else { "There is nothing to grant." });
        teller.result(&component, &wants, None);
        return Ok(());
    }

    let change = Change {
        component: &component.name,
        store: needs_store(&additions, policy).then_some(STORE),
        additions: &additions,
    };
    let after = change.made(before.as_deref().unwrap_or_default());
    let after = after.with_context(|| file.display().to_string()).or_exit(Code::Usage)?;
    Policy::parse(&after)
        .map_err(Into::into)
        .and_then(|policy| own.are_out_of_reach(&policy))
        .or_exit(Code::Usage)?;
    let lines = change.lines().or_exit(Code::Internal)?;
    teller.say(&format!("\nTo be written into {}:\n{}", file.display(), print::indented(&lines)));
    if let Some(terminal) = terminal
        && !terminal.agrees("Grant this?").or_exit(Code::Internal)?
    {
        return Err(anyhow!("nothing was written")).or_exit(Code::Failed);
    }
    whole::write(&file, before.as_deref(), &after).or_exit(Code::Usage)?;
    teller.say("Written. A host that serves with this file grants it from now on.");
    teller.result(&component, &wants, Some(&lines));
    Ok(())
}

fn needs_store(additions: &[crate::policy_file::Addition], policy: &Policy) -> bool {
    additions.contains(&crate::policy_file::Addition::State) && policy.host().state.is_none()
}

/// What the author asks for, each with its reason and how it stands.
fn listing(component: &Component, wants: &[Want<'_>]) -> String {
    let info = &component.info;
    let mut text = format!(
        "{} {}: {}",
        component.name,
        neutral(&info.version),
        neutral(print::brief(&info.description))
    );
    if wants.is_empty() {
        text += "\nIts author asks for nothing.";
    }
    for want in wants {
        let optional = if want.request.optional { ", optional" } else { "" };
        text += &format!("\n  {}{optional}: {}", want.fate, requests::asked(&want.request.capability));
        text += &format!("\n      {}", neutral(&want.request.reason));
    }
    text
}

/// Says things to a person, and the result to a program if that is who asked.
struct Teller {
    json: bool,
}

impl Teller {
    fn say(&self, text: &str) {
        if self.json { eprintln!("{text}") } else { print::line(text) }
    }

    fn result(&self, component: &Component, wants: &[Want<'_>], written: Option<&str>) {
        if self.json {
            print::json(&json!({
                "component": component.name,
                "requests": wants.iter().map(want_json).collect::<Vec<_>>(),
                "written": written,
            }));
        }
    }
}

/// As it stood before anything was written.
fn want_json(want: &Want<'_>) -> Value {
    let (fate, detail) = match &want.fate {
        Fate::Granted => ("granted", Value::Null),
        Fate::InPart(parts) => ("granted_in_part", json!(parts)),
        Fate::Missing => ("missing", Value::Null),
        Fate::Unfit(problem) => ("cannot_be_granted", json!(problem)),
    };
    json!({
        "capability": want.request.capability, "reason": want.request.reason, "optional": want.request.optional,
        "standing": fate, "detail": detail,
    })
}
