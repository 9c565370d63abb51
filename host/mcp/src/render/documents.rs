//! Resources, prompts and suggestions as MCP's, each revision getting only what it knows.

use bulkhead_dispatch::Resources;
use bulkhead_schema as contract;
use serde_json::{Map, Value, json};

use super::{annotations, block, icons, resource};
use crate::list;
use crate::revision::Revision;

/// A page of resources.
pub(crate) fn resources(page: Resources, revision: Revision, freshness: u64) -> Value {
    let listed: Vec<Value> =
        page.resources.into_iter().map(|resource| definition(resource, revision)).collect();
    let mut result = json!({ "resources": listed });
    if let Some(next) = page.next {
        result["nextCursor"] = list::write_resource_cursor(&next).into();
    }
    fresh(result, revision, freshness)
}

fn definition(resource: contract::ResourceDefinition, revision: Revision) -> Value {
    let hints = resource.annotations.map(|hints| json!(annotations(hints, revision)));
    let mut listed = Listed::new(revision, resource.name);
    listed.put("uri", Some(resource.uri));
    listed.describe(resource.title, resource.description, resource.mime_type, &resource.icons, resource.meta);
    listed.put("size", resource.size);
    listed.put("annotations", hints);
    listed.done()
}

/// A family of resources.
pub(crate) fn template(template: contract::ResourceTemplate, revision: Revision) -> Value {
    let mut listed = Listed::new(revision, template.name);
    listed.put("uriTemplate", Some(template.uri_template));
    listed.put("annotations", template.annotations.map(|hints| json!(annotations(hints, revision))));
    listed.describe(template.title, template.description, template.mime_type, &template.icons, template.meta);
    listed.done()
}

/// A prompt as it is listed.
pub(crate) fn prompt(prompt: &contract::PromptDefinition, revision: Revision) -> Value {
    let mut listed = Listed::new(revision, prompt.name.clone());
    let contract::PromptDefinition { title, description, icons, meta, .. } = prompt.clone();
    listed.describe(title, description, None, &icons, meta);
    let arguments = prompt.arguments.iter().map(|argument| {
        let mut listed = Listed::new(revision, argument.name.clone());
        listed.describe(argument.title.clone(), argument.description.clone(), None, &[], None);
        listed.put("required", argument.required.then_some(true));
        listed.done()
    });
    let arguments: Vec<Value> = arguments.collect();
    listed.put("arguments", (!arguments.is_empty()).then_some(arguments));
    listed.done()
}

/// What every list shows of a thing, as far as this revision has it.
struct Listed {
    revision: Revision,
    fields: Map<String, Value>,
}

impl Listed {
    fn new(revision: Revision, name: String) -> Self {
        Self { revision, fields: Map::from_iter([("name".to_owned(), name.into())]) }
    }

    fn put(&mut self, name: &str, value: Option<impl Into<Value>>) {
        if let Some(value) = value {
            self.fields.insert(name.to_owned(), value.into());
        }
    }

    fn describe(
        &mut self,
        title: Option<String>,
        description: Option<String>,
        mime_type: Option<String>,
        pictures: &[contract::Icon],
        meta: Option<Map<String, Value>>,
    ) {
        self.put("description", description);
        self.put("mimeType", mime_type);
        if self.revision.has_structure() {
            self.put("title", title);
            self.put("_meta", meta);
        }
        if self.revision.has_icons() {
            self.put("icons", icons(pictures).map(|icons| json!(icons)));
        }
    }

    fn done(self) -> Value {
        Value::Object(self.fields)
    }
}

/// What a resource holds.
pub(crate) fn contents(
    contents: Vec<contract::ResourceContents>,
    revision: Revision,
    freshness: u64,
) -> Value {
    let contents: Vec<_> = contents.into_iter().map(|contents| resource(contents, revision)).collect();
    fresh(json!({ "contents": contents }), revision, freshness)
}

/// A prompt with its values filled in.
pub(crate) fn filled_in(result: contract::PromptResult, revision: Revision) -> Value {
    let messages = result.messages.into_iter().map(|message| {
        let role = match message.role {
            contract::Role::User => "user",
            contract::Role::Assistant => "assistant",
        };
        json!({ "role": role, "content": block(message.content, revision) })
    });
    let mut filled = json!({ "messages": messages.collect::<Vec<_>>() });
    if let Some(description) = result.description {
        filled["description"] = description.into();
    }
    complete(filled, revision)
}

/// Suggestions for an argument.
pub(crate) fn suggestions(given: contract::Suggestions, revision: Revision) -> Value {
    let mut completion = json!({ "values": given.values, "hasMore": given.has_more });
    if let Some(total) = given.total {
        completion["total"] = total.into();
    }
    complete(json!({ "completion": completion }), revision)
}

/// Says how long it may be kept, and for whom: everything depends on who asks.
pub(crate) fn fresh(mut result: Value, revision: Revision, freshness: u64) -> Value {
    if revision.is_modern() {
        result["ttlMs"] = freshness.into();
        result["cacheScope"] = "private".into();
    }
    complete(result, revision)
}

fn complete(mut result: Value, revision: Revision) -> Value {
    if revision.is_modern() {
        result["resultType"] = "complete".into();
    }
    result
}
