//! What the operator granted and the component can never use: it did not ask for it, or does not import what it takes.

use bulkhead_policy::{Access, Clock, Randomness, is_within};

use super::{Kind, Look, Note};

const HTTP: &str = "wasi:http/outgoing-handler";
const TCP: &str = "wasi:sockets/tcp";

pub fn grants(look: &Look<'_>, note: Note<'_>) {
    network(look, note);
    directories(look, note);
    variables(look, note);
    state_and_calls(look, note);
    time_and_chance(look, note);
}

/// A grant that was asked for or not, and needs an import.
fn grant(look: &Look<'_>, what: &str, asked: bool, import: &str, note: Note<'_>) {
    if !asked {
        note(Kind::Useless, format!("is granted {what} and never asked for it"));
    } else if look.lacks(import) {
        note(Kind::Useless, format!("is granted {what} and does not import {import}"));
    }
}

fn network(look: &Look<'_>, note: Note<'_>) {
    let (grants, declared) = (look.grants, &look.component.declared);
    for rule in &grants.http {
        let asked = declared.http.iter().any(|asked| asked.overlaps(rule));
        grant(look, &format!("http {rule}"), asked, HTTP, note);
    }
    for rule in &grants.tcp {
        grant(look, &format!("tcp {rule}"), declared.tcp.contains(rule), TCP, note);
    }
    if grants.http.is_empty() && grants.tcp.is_empty() {
        for rule in &grants.addresses {
            note(Kind::Useless, format!("is granted the address {rule} and neither http nor tcp"));
        }
    }
    for (name, secret) in &grants.secrets {
        let what = format!("the secret {name}");
        grant(look, &what, declared.secrets.contains(name), HTTP, note);
        // Whatever path and method: the place is what the secret is bound to.
        if !grants.http.iter().any(|rule| secret.to.is_reached_by(rule)) {
            note(
                Kind::Useless,
                format!("is granted {what} for {}, and no http rule reaches that", secret.to),
            );
        }
    }
}

fn directories(look: &Look<'_>, note: Note<'_>) {
    for directory in &look.grants.directories {
        let declared = look.component.declared.directories.iter();
        let asked =
            declared.filter(|(path, _)| is_within(&directory.guest, path)).map(|(_, access)| *access).max();
        let what = format!("the directory {}", directory.guest);
        grant(look, &what, asked.is_some(), "wasi:filesystem/preopens", note);
        if asked == Some(Access::Read) && directory.access == Access::Write {
            note(Kind::Useless, format!("is granted {} to write and asked only to read it", directory.guest));
            if directory.quota.is_some() {
                note(Kind::Useless, format!("has a quota in {}, where it only reads", directory.guest));
            }
        }
    }
}

fn variables(look: &Look<'_>, note: Note<'_>) {
    for name in look.grants.environment.keys() {
        let asked = look.component.declared.environment.contains(name);
        grant(look, &format!("the variable {name}"), asked, "wasi:cli/environment", note);
    }
}

fn state_and_calls(look: &Look<'_>, note: Note<'_>) {
    let declared = &look.component.declared;
    if look.grants.state.is_some() {
        grant(look, "state", declared.state, "bulkhead:tool/state", note);
    }
    for pattern in &look.grants.calls {
        let asked = declared.calls.iter().any(|asked| asked.overlaps(pattern));
        grant(look, &format!("calls of {pattern}"), asked, "bulkhead:tool/calls", note);
    }
}

/// Fixed time and a seed are for runs that can be repeated, and nobody should meet them unawares.
fn time_and_chance(look: &Look<'_>, note: Note<'_>) {
    if matches!(look.grants.clock, Clock::Fixed(_)) {
        if look.lacks("wasi:clocks/wall-clock") && look.lacks("wasi:clocks/monotonic-clock") {
            note(Kind::Useless, "has a fixed clock and does not import wasi:clocks".to_owned());
        } else {
            note(Kind::Note, "has a fixed clock: each call begins at the same time".to_owned());
        }
    }
    if matches!(look.grants.random, Randomness::Seeded(_)) {
        let sources = ["wasi:random/random", "wasi:random/insecure", "wasi:random/insecure-seed"];
        if sources.into_iter().all(|source| look.lacks(source)) {
            note(Kind::Useless, "has a seed for random bytes and does not import wasi:random".to_owned());
        } else {
            note(Kind::Note, "has a seed: whoever knows it knows every random byte".to_owned());
        }
    }
}
