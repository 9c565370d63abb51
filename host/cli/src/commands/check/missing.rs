//! What the author asks for and the operator did not grant.

use super::{Kind, Look, Note};
use crate::requests::{Standing, asked, standing};

pub fn requests(look: &Look<'_>, note: Note<'_>) {
    for request in &look.component.info.requests {
        // What the operator chose to grant less of is granted.
        if standing(&request.capability, &look.component.declared, look.grants) == Standing::Missing {
            let kind = if request.optional { Kind::OptionalNotGranted } else { Kind::NotGranted };
            note(
                kind,
                format!("asks for {} and is not granted it: {}", asked(&request.capability), request.reason),
            );
        }
    }
}
