//! What the client can be asked for.

use bulkhead_schema::Question;
use serde_json::{Value, json};

use crate::meta;
use crate::revision::Revision;

/// The declared capabilities of a client, as far as they matter here.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Abilities {
    pub(crate) form: bool,
    pub(crate) url: bool,
    pub(crate) sampling: bool,
    pub(crate) roots: bool,
    /// The extension for tasks.
    pub(crate) tasks: bool,
}

impl Abilities {
    /// Reads a `ClientCapabilities` object. Members that are not known are none of our business.
    ///
    /// # Errors
    ///
    /// Names the member that is not an object.
    pub(crate) fn read(capabilities: &Value) -> Result<Self, &'static str> {
        let Some(members) = capabilities.as_object() else {
            return Err("the client's capabilities must be an object");
        };
        let object = |name: &str, error| match members.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::Object(member)) => Ok(Some(member)),
            Some(_) => Err(error),
        };
        let extensions = object("extensions", "the capability `extensions` must be an object")?;
        let elicitation = object("elicitation", "the capability `elicitation` must be an object")?;
        // `{}` is how revisions before URL mode said "forms", and still means that.
        let has = |mode| elicitation.is_some_and(|modes| modes.contains_key(mode));
        Ok(Self {
            form: elicitation.is_some() && (has("form") || !has("url")),
            url: has("url"),
            sampling: object("sampling", "the capability `sampling` must be an object")?.is_some(),
            roots: object("roots", "the capability `roots` must be an object")?.is_some(),
            tasks: extensions.is_some_and(|extensions| extensions.contains_key(meta::TASKS)),
        })
    }

    /// The same, without what the client's revision does not have: forms came with 2025-06-18, pages with 2025-11-25.
    pub(crate) fn known_to(self, revision: Revision) -> Self {
        Self { form: self.form && revision.has_structure(), url: self.url && revision.has_icons(), ..self }
    }

    /// The capabilities that these questions need and the client lacks, as a `ClientCapabilities` object.
    pub(crate) fn lacking<'a>(self, questions: impl IntoIterator<Item = &'a Question>) -> Option<Value> {
        let mut missing = json!({});
        for question in questions {
            match question {
                Question::Form { .. } if !self.form => missing["elicitation"]["form"] = json!({}),
                Question::Url { .. } if !self.url => missing["elicitation"]["url"] = json!({}),
                Question::Sampling(_) if !self.sampling => missing["sampling"] = json!({}),
                Question::Roots if !self.roots => missing["roots"] = json!({}),
                Question::Form { .. } | Question::Url { .. } | Question::Sampling(_) | Question::Roots => {}
            }
        }
        missing.as_object().is_some_and(|members| !members.is_empty()).then_some(missing)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use super::*;

    #[test]
    fn an_empty_elicitation_means_forms() {
        let read = |value| Abilities::read(&value).unwrap();
        let forms = Abilities { form: true, ..Abilities::default() };
        assert_eq!(read(json!({})), Abilities::default());
        assert_eq!(read(json!({ "elicitation": {} })), forms);
        assert_eq!(read(json!({ "elicitation": { "form": {} }, "x": 3 })), forms);
        assert_eq!(
            read(json!({ "elicitation": { "url": {} } })),
            Abilities { url: true, form: false, ..forms }
        );
        assert_eq!(
            read(json!({ "elicitation": { "url": {}, "form": {} } })),
            Abilities { url: true, ..forms }
        );
        assert!(read(json!({ "roots": { "listChanged": true } })).roots);
        for bad in [json!([]), json!("x"), json!({ "sampling": true }), json!({ "elicitation": [] })] {
            assert!(Abilities::read(&bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn what_is_missing_is_named_together() {
        let form = Question::Form { message: String::new(), schema: json!({}) };
        let url = Question::Url { message: String::new(), url: String::new() };
        let none = Abilities::default();
        assert_eq!(none.lacking([&form, &url]), Some(json!({ "elicitation": { "form": {}, "url": {} } })));
        assert_eq!(none.lacking([&Question::Roots]), Some(json!({ "roots": {} })));
        assert_eq!(none.lacking([]), None);
        assert_eq!(Abilities { form: true, ..none }.lacking([&form]), None);
    }

    #[test]
    fn a_revision_has_only_what_it_has() {
        let all = Abilities { form: true, url: true, sampling: true, roots: true, tasks: false };
        assert_eq!(all.known_to(Revision::V2025_11_25), all);
        assert_eq!(all.known_to(Revision::V2025_06_18), Abilities { url: false, ..all });
        assert_eq!(all.known_to(Revision::V2024_11_05), Abilities { url: false, form: false, ..all });
    }
}
