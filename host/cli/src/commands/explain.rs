//! `bulkhead explain`: may a component do this, which rule decides it, and what would allow it.

mod answer;
mod meaning;
mod record;
mod show;

use std::sync::Arc;

use anyhow::{Context, anyhow};
use bulkhead_dispatch::{Component, Denial, Dispatcher};
use bulkhead_policy::{HttpTarget, Wish};

use self::{answer::Answer, record::Recorded};
use crate::{
    args::Explain,
    exit::{Code, OrExit, Outcome},
    host::Configured,
    print, requests,
};

pub async fn run(args: Explain) -> Outcome {
    let answer = answer(&args).await?;
    if args.json {
        print::json(&answer)
    } else {
        show::text(&answer)
    }
    if answer.allowed { Ok(()) } else { Err(anyhow!("")).or_exit(Code::Denied) }
}

async fn answer(args: &Explain) -> Result<Answer, crate::exit::Failure> {
    let recorded = args.record.as_deref().map(record::read).transpose().or_exit(Code::Usage)?;
    let (named, text) = match &recorded {
        // What had no form that could be said cannot be asked again.
        Some(Recorded { wish: None, .. }) => ("", None),
        Some(recorded) => (recorded.component.as_str(), recorded.wish.clone()),
        None => (args.tool.as_deref().unwrap_or_default(), Some(args.wish.join(" "))),
    };
    let Some(text) = text else {
        return Ok(recorded.map(Answer::of_record).unwrap_or_default());
    };
    let wish = understood(&text).or_exit(Code::Usage)?;
    let configured = Configured::read(&args.source)?;
    let file = configured.file.clone().zip(configured.text.clone());
    let dispatcher = configured.look(&args.source).await?;
    let component = requests::component(&dispatcher, named).or_exit(Code::Usage)?;
    let wish = match wish {
        Ok(wish) => wish,
        Err(denial) => return Ok(Answer::of_form(&component.name, &text, denial)),
    };
    let place = answer::Place { policy: &dispatcher.policy(), file };
    let mut answer = place.answer(&component, &wish);
    answer.notes.extend(not_offered(&dispatcher, &component, named));
    if let Some(recorded) = recorded {
        let caller = recorded.caller().and_then(|caller| requests::component(&dispatcher, caller).ok());
        answer = place.again(answer, recorded, caller.as_deref(), &wish);
    }
    Ok(answer)
}

/// The wish, or the refusal of a request whose form no rule could allow.
fn understood(text: &str) -> anyhow::Result<Result<Wish, Denial>> {
    match text.parse::<Wish>() {
        Ok(wish) => Ok(Ok(wish)),
        Err(error) => match HttpTarget::of_text(text) {
            Some(Err(denial)) => Ok(Err(denial)),
            Some(Ok(_)) | None => Err(error).with_context(|| format!("{text:?} is nothing to ask about")),
        },
    }
}

/// That a tool is hidden, if one was named that is.
fn not_offered(dispatcher: &Dispatcher, component: &Arc<Component>, named: &str) -> Option<String> {
    let catalog = dispatcher.catalog();
    let tool = catalog.tools().find(|tool| tool.name() == named)?;
    let hidden = !dispatcher.policy().component(&component.name).offers(&tool.guest_name);
    hidden.then(|| format!("`only` leaves out the tool {named}, so that nobody can call it"))
}
