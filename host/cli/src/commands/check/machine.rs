//! What the policy names of this machine: directories with what is in them, and variables.

use std::{fs, io, path::Path};

use bulkhead_policy::{Directory, EnvValue};
use bulkhead_sandbox::is_over;

use super::{Kind, Look, Note};

pub fn directories(look: &Look<'_>, note: Note<'_>) {
    for directory in &look.grants.directories {
        if let Err(problem) = directory_is_fit(look.base, directory) {
            note(Kind::Machine, format!("is granted the directory {:?}: {problem}", directory.host));
        }
    }
}

fn directory_is_fit(base: &Path, directory: &Directory) -> Result<(), String> {
    let path = base.join(&directory.host);
    let there = fs::metadata(&path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound => "there is none".to_owned(),
        _ => error.to_string(),
    })?;
    if !there.is_dir() {
        return Err("it is not a directory".to_owned());
    }
    match directory.quota {
        Some(quota) if is_over(&path, quota) => {
            Err("it holds more than its quota already, so that nothing can be written there".to_owned())
        }
        Some(_) | None => Ok(()),
    }
}

/// Variables of the host's that are not there: the component finds none of that name.
pub fn variables(look: &Look<'_>, note: Note<'_>) {
    for (name, value) in &look.grants.environment {
        if let EnvValue::FromHost(from) = value
            && std::env::var(from).is_err()
        {
            note(
                Kind::Note,
                format!("is granted the variable {name} from the host's {from}, which is not set here"),
            );
        }
    }
}
