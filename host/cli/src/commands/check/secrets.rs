//! Whether a secret's value is where the policy says, and fit to be sent. Nothing of a value is ever said.

use bulkhead_policy::SecretSource;
use bulkhead_sandbox::{Secrets, SystemSecrets};
use bulkhead_schema::Capability;

use super::{Kind, Look, Note};
use crate::host;

pub async fn secrets(look: &Look<'_>, note: Note<'_>) {
    let system = host::secrets(look.base);
    for (name, secret) in &look.grants.secrets {
        if let Err(problem) = is_fit(&system, &secret.source).await {
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

/// As it is read and checked for a request, and for a file, that it is its owner's alone.
async fn is_fit(system: &SystemSecrets, source: &SecretSource) -> Result<(), String> {
    if let SecretSource::File(path) = source {
        let path = system.base.join(path);
        if std::fs::metadata(&path).is_ok_and(|file| file.is_file() && others_can_read(&file)) {
            return Err(format!(
                "the file {}: others than its owner can read it; `chmod 600` it",
                path.display()
            ));
        }
    }
    system.read(source).await?.check()
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
