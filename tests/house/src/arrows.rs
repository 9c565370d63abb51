//! Dependencies only point down.

use crate::floors::{self, Floor};
use crate::workspace::{Kind, Member};

/// The arrows that point up or sideways, to a package on a crate's own list, or to the house from outside of it.
pub fn wrong(members: &[Member]) -> Vec<String> {
    let mut wrong = Vec::new();
    for member in members {
        match member.folder.strip_prefix("host/") {
            Some(folder) => match floors::of(folder) {
                Some(floor) => from_inside(member, floor, members, &mut wrong),
                None => wrong.push(format!("{} has no floor; give it one in tests/house", member.folder)),
            },
            None => from_outside(member, members, &mut wrong),
        }
    }
    wrong
}

fn from_inside(member: &Member, floor: &Floor, members: &[Member], wrong: &mut Vec<String>) {
    let built = member.dependencies.iter().filter(|dependency| dependency.kind != Kind::Development);
    for dependency in built {
        let package = &dependency.package;
        let builds_with =
            dependency.kind == Kind::Build && floors::BUILDS_WITH.contains(&(floor.folder, package));
        if !builds_with && floor.never.iter().any(|pattern| floors::matches(pattern, package)) {
            wrong.push(format!("{} must never import {package}", member.name));
        }
        let Some(other) = members.iter().find(|other| other.name == *package) else { continue };
        match other.folder.strip_prefix("host/").and_then(floors::of) {
            Some(below) if below.level < floor.level => {}
            Some(other) if other.level == floor.level => {
                wrong.push(format!(
                    "{} knows {package}, which is on its own floor {}",
                    member.name, floor.level
                ));
            }
            Some(above) => wrong.push(format!(
                "{} on floor {} knows {package} on floor {}",
                member.name, floor.level, above.level
            )),
            None => wrong.push(format!("{} knows {package}, which is outside of the house", member.name)),
        }
    }
}

/// What stands on the contract, not in the house, knows the contract only; its tests, too.
const OUTSIDE: &[&str] = &["guest-sdk", "tools", "tests/guests", "tests/bench/guest", "tests/conformance"];

fn from_outside(member: &Member, members: &[Member], wrong: &mut Vec<String>) {
    let below = |folder: &&str| member.folder == **folder || member.folder.starts_with(&format!("{folder}/"));
    if !OUTSIDE.iter().any(below) {
        return;
    }
    for dependency in &member.dependencies {
        let inside = |other: &&Member| other.name == dependency.package && other.folder.starts_with("host/");
        if members.iter().any(|other| inside(&other)) {
            wrong.push(format!("{} is outside of the house and knows {}", member.name, dependency.package));
        }
    }
}

/// What of `closure`, everything that a crate's build is made of, its floor forbids.
pub fn impure(floor: &Floor, closure: &[String]) -> Vec<String> {
    let forbidden = |package: &&String| floor.never.iter().any(|pattern| floors::matches(pattern, package));
    closure
        .iter()
        .filter(forbidden)
        .map(|package| format!("host/{} is pure, and {package} is built into it", floor.folder))
        .collect()
}

#[cfg(test)]
mod tests;
