//! `bulkhead install`: this server in the configuration of an MCP client, after a person's yes.

mod clients;
mod edit;

use std::{fs, io, path::Path};

use anyhow::{Context, anyhow, bail};
use serde_json::{Map, Value};

pub use self::clients::Name as ClientName;
use self::clients::{Format, Home};
use crate::{
    args::Install,
    exit::{Code, OrExit, Outcome},
    host::Configured,
    paste::Paste,
    print,
    terminal::Terminal,
    whole,
};

pub fn run(args: &Install) -> Outcome {
    let client = args.client.client();
    let entry = if args.remove { None } else { Some(entry(args, client)?) };
    if args.print {
        let entry = entry.context("there is nothing to print for --remove").or_exit(Code::Usage)?;
        return print::all(snippet(client, &args.name, &entry).as_bytes()).or_exit(Code::Internal);
    }
    let home = Home::here();
    let file = client.file(&home).with_context(|| {
        format!(
            "where {} keeps its configuration is not known here; --print shows what belongs into it",
            client.title
        )
    });
    let file = file.or_exit(Code::Usage)?;
    let before = read(&file).or_exit(Code::Usage)?;
    let text = before.as_deref().unwrap_or_default();
    let change = edit::Change { client, name: &args.name, entry: entry.as_ref() };
    let edited = change.made(text).with_context(|| format!("{} stays as it is", file.display()));
    let edit::Edited { text: after, was } = edited.or_exit(Code::Usage)?;
    if after == text {
        let there = if args.remove { "is not there" } else { "is there already" };
        println!("`{}` {there}, in {}.", args.name, file.display());
        return Ok(());
    }
    let what = match (&entry, was) {
        (None, _) => format!("To be removed from {}: `{}`", file.display(), args.name),
        (Some(entry), false) => {
            format!(
                "To be added to {}:\n{}",
                file.display(),
                print::indented(&snippet(client, &args.name, entry))
            )
        }
        (Some(entry), true) => format!(
            "To be put in place of the `{}` that is in {}:\n{}",
            args.name,
            file.display(),
            print::indented(&snippet(client, &args.name, entry))
        ),
    };
    eprintln!("{}", print::plain(&what));
    agreed(args).or_exit(Code::Failed)?;
    if before.is_none() {
        let folder = file.parent().unwrap_or(Path::new("."));
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot make {}", folder.display()))
            .or_exit(Code::Usage)?;
    }
    whole::write(&file, before.as_deref(), &after).or_exit(Code::Usage)?;
    println!("Written. {}", client.next);
    Ok(())
}

fn agreed(args: &Install) -> anyhow::Result<()> {
    if args.yes {
        return Ok(());
    }
    let Some(terminal) = Terminal::there() else {
        bail!(
            "standard input is no terminal, so that nobody can be asked: look at the above and say --yes; nothing was written"
        );
    };
    if terminal.agrees("Write this?")? { Ok(()) } else { Err(anyhow!("nothing was written")) }
}

/// What the client is to be told of this server.
fn entry(args: &Install, client: &clients::Client) -> Result<Map<String, Value>, crate::exit::Failure> {
    if let Some(url) = &args.http {
        let entry = client.http.with_context(|| {
            format!(
                "{}'s file names programs only; leave --http out, and it starts the server itself",
                client.title
            )
        });
        return Ok(entry.or_exit(Code::Usage)?(url));
    }
    let configured = Configured::read(&args.source)?;
    let Paste { program, arguments } = Paste::new(&args.source, &configured);
    Ok((client.stdio)(&program.display().to_string(), &arguments))
}

/// A file with nothing but this server.
fn snippet(client: &clients::Client, name: &str, entry: &Map<String, Value>) -> String {
    let change = edit::Change { client, name, entry: Some(entry) };
    let empty = if client.format == Format::Json { "{}" } else { "" };
    change.made(empty).map(|edited| edited.text.trim_end().to_owned() + "\n").unwrap_or_default()
}

fn read(file: &Path) -> anyhow::Result<Option<String>> {
    match fs::read_to_string(file) {
        Ok(text) => Ok(Some(text)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error).with_context(|| format!("cannot read {}", file.display())),
    }
}
