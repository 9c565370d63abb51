//! Whether a secret's value is where the policy says, and fit to be sent. Nothing of a value is ever said.

use std::{fs::File, io::Read, path::Path};

use bulkhead_policy::SecretSource;
use bulkhead_schema::Capability;

use super::{Kind, Look, Note};

/// The shortest value that is sent: a shorter one could be guessed by what is masked in a response.
const SHORTEST: usize = 8;

/// More than any header that a server takes; what is read of a file.
const LONGEST: u64 = 64 << 10;

/// The service under which the keyring has the host's secrets.
const SERVICE: &str = "bulkhead";

pub fn secrets(look: &Look<'_>, note: Note<'_>) {
    for (name, secret) in &look.grants.secrets {
        if let Err(problem) = is_fit(&secret.source, look.base) {
            note(Kind::Machine, format!("is granted the secret {name}: {problem}"));
        }
        let asked = look.component.info.requests.iter().find_map(|request| match &request.capability {
            Capability::Secret { name: asked, to } if asked == name => Some(to),
            _ => None,
        });
        if let Some(expected) = asked
            && expected.parse().ok().as_ref() != Some(&secret.to)
        {
            note(
                Kind::Note,
                format!("is granted the secret {name} for {}, and its author expects {expected}", secret.to),
            );
        }
    }
}

fn is_fit(source: &SecretSource, base: &Path) -> Result<(), String> {
    match source {
        SecretSource::Environment(name) => {
            let value = std::env::var_os(name).ok_or(format!("the variable {name} is not set here"))?;
            let value = value.into_string().map_err(|_| format!("the variable {name} is no text"))?;
            of_value(&value, &format!("the variable {name}"))
        }
        SecretSource::File(path) => {
            let path = base.join(path);
            in_file(&path).map_err(|problem| format!("the file {}: {problem}", path.display()))
        }
        SecretSource::Keyring(name) => {
            let entry = keyring::Entry::new(SERVICE, name).and_then(|entry| entry.get_password());
            let value = entry.map_err(|error| format!("the keyring's entry {name:?}: {error}"))?;
            of_value(&value, &format!("the keyring's entry {name:?}"))
        }
    }
}

fn in_file(path: &Path) -> Result<(), String> {
    // Before it is opened: a pipe would be waited for.
    let there = std::fs::metadata(path).map_err(|error| error.to_string())?;
    if !there.is_file() {
        return Err("it is not a file".to_owned());
    }
    if others_can_read(&there) {
        return Err("others than its owner can read it; `chmod 600` it".to_owned());
    }
    let file = File::open(path).map_err(|error| error.to_string())?;
    let mut value = String::new();
    file.take(LONGEST).read_to_string(&mut value).map_err(|error| error.to_string())?;
    let value = value.strip_suffix('\n').map_or(&*value, |line| line.strip_suffix('\r').unwrap_or(line));
    of_value(value, "what is in it")
}

#[cfg(unix)]
fn others_can_read(file: &std::fs::Metadata) -> bool {
    use std::os::unix::fs::PermissionsExt;
    file.permissions().mode() & 0o077 != 0
}

#[cfg(not(unix))]
fn others_can_read(_: &std::fs::Metadata) -> bool {
    false
}

fn of_value(value: &str, what: &str) -> Result<(), String> {
    if value.len() < SHORTEST {
        return Err(format!("{what} has less than {SHORTEST} bytes, and is not sent"));
    }
    if !value.bytes().all(|b| b.is_ascii_graphic() || b == b' ') {
        return Err(format!("{what} has characters that headers do not have"));
    }
    Ok(())
}
