use bulkhead_sdk::{prompt, resource};

/// Nowhere.
#[resource(mime_type = "text/plain")]
fn nowhere() -> String {
    String::new()
}

/// In two places.
#[resource(uri = "a:b", template = "a:{b}")]
fn twice() -> String {
    String::new()
}

#[resource(uri = "a:b")]
fn undescribed() -> String {
    String::new()
}

/// A parameter that the template has not.
#[resource(template = "note://{title}")]
fn note(titel: String) -> String {
    titel
}

/// A variable that no parameter has.
#[resource(template = "note://{year}/{title}")]
fn years(title: String) -> String {
    title
}

/// Two variables side by side.
#[resource(template = "note://{a}{b}")]
fn beside(a: String, b: String) -> String {
    a + &b
}

/// An expression that is not supported.
#[resource(template = "note://{?a}")]
fn query(a: String) -> String {
    a
}

/// A word that is not known.
#[resource(url = "a:b")]
fn word() -> String {
    String::new()
}

/// An argument that is no text.
#[prompt]
fn count(times: u32) -> String {
    times.to_string()
}

/// A name that is none.
#[prompt(name = "a b")]
fn named() -> String {
    String::new()
}

/// A hint that is not known.
#[prompt]
fn hinted(#[arg(max = 3)] text: String) -> String {
    text
}

fn main() {}
