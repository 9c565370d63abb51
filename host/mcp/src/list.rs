//! The lists, in pages.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use bulkhead_dispatch::ResourceCursor;
use rmcp::model::{CacheScope, ErrorData, ListToolsResult, ResultType};
use serde_json::{Map, Value, json};

use crate::render::{self, documents};
use crate::revision::Revision;
use crate::server::Server;

/// What a cursor of ours begins with once decoded; the key of the last thing that was listed follows. What comes or goes
/// between two pages so neither repeats nor hides another.
const CURSOR: &str = "after:";

/// What a cursor into resources begins with; the component and its own cursor follow as JSON.
const RESOURCES: &str = "resources:";

impl Server {
    /// A page of the tools that the principal may see, by name.
    pub(crate) fn list_tools(
        &self,
        params: &Map<String, Value>,
        revision: Revision,
    ) -> Result<ListToolsResult, ErrorData> {
        let mut page = Page::new(self, params)?;
        self.desk.each_tool(&self.principal, &mut |tool| {
            page.take(&tool.name, || render::tool(tool, revision));
        });
        let next = page.next();
        let mut listed = ListToolsResult::with_all_items(page.items);
        listed.next_cursor = next;
        listed.result_type = None;
        if revision.is_modern() {
            listed.result_type = Some(ResultType::COMPLETE);
            listed.ttl_ms = Some(self.freshness());
            // What is listed depends on who asks.
            listed.cache_scope = Some(CacheScope::Private);
            listed.meta = Some(self.meta.clone());
        }
        Ok(listed)
    }

    /// A page of the prompts that the principal may see, by name.
    pub(crate) fn list_prompts(
        &self,
        params: &Map<String, Value>,
        revision: Revision,
    ) -> Result<Value, ErrorData> {
        let mut page = Page::new(self, params)?;
        self.desk.each_prompt(&self.principal, &mut |prompt| {
            page.take(&prompt.name, || documents::prompt(prompt, revision));
        });
        Ok(self.listed("prompts", page, revision))
    }

    /// A page of the families of resources that the principal may see, by template.
    pub(crate) fn list_templates(
        &self,
        params: &Map<String, Value>,
        revision: Revision,
    ) -> Result<Value, ErrorData> {
        let mut page = Page::new(self, params)?;
        let mut templates = self.desk.templates(&self.principal);
        templates.sort_by(|one, other| one.uri_template.cmp(&other.uri_template));
        // Two components may have the same one; the first by name answers for it.
        templates.dedup_by(|one, other| one.uri_template == other.uri_template);
        for template in templates {
            page.take(&template.uri_template.clone(), || documents::template(template, revision));
        }
        Ok(self.listed("resourceTemplates", page, revision))
    }

    fn listed(&self, field: &str, page: Page<Value>, revision: Revision) -> Value {
        let next = page.next();
        let mut listed = json!({ field: page.items });
        if let Some(next) = next {
            listed["nextCursor"] = next.into();
        }
        if revision.is_modern() {
            listed["_meta"] = json!(self.meta);
        }
        documents::fresh(listed, revision, self.freshness())
    }
}

/// A page under way.
struct Page<T> {
    after: Option<String>,
    size: usize,
    items: Vec<T>,
    last: String,
    more: bool,
}

impl<T> Page<T> {
    fn new(server: &Server, params: &Map<String, Value>) -> Result<Self, ErrorData> {
        let after = cursor(params, CURSOR)?;
        let size = server.settings.page_size.max(1);
        Ok(Self { after, size, items: Vec::new(), last: String::new(), more: false })
    }

    /// Takes in the next thing, by its key, if this page begins before it and has room.
    fn take(&mut self, key: &str, render: impl FnOnce() -> T) {
        if self.after.as_deref().is_some_and(|after| key <= after) {
            return;
        }
        if self.items.len() < self.size {
            self.items.push(render());
            key.clone_into(&mut self.last);
        } else {
            self.more = true;
        }
    }

    fn next(&self) -> Option<String> {
        self.more.then(|| URL_SAFE_NO_PAD.encode(format!("{CURSOR}{}", self.last)))
    }
}

/// The cursor of `resources/list`.
pub(crate) fn resource_cursor(params: &Map<String, Value>) -> Result<Option<ResourceCursor>, ErrorData> {
    let Some(text) = cursor(params, RESOURCES)? else { return Ok(None) };
    let (component, cursor) = serde_json::from_str(&text).map_err(|_| foreign())?;
    Ok(Some(ResourceCursor { component, cursor }))
}

pub(crate) fn write_resource_cursor(cursor: &ResourceCursor) -> String {
    URL_SAFE_NO_PAD.encode(format!("{RESOURCES}{}", json!([cursor.component, cursor.cursor])))
}

fn cursor(params: &Map<String, Value>, kind: &str) -> Result<Option<String>, ErrorData> {
    let decoded = |cursor: &str| {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        text.strip_prefix(kind).map(str::to_owned)
    };
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(None),
        Some(cursor) => cursor.as_str().and_then(decoded).map(Some).ok_or_else(foreign),
    }
}

fn foreign() -> ErrorData {
    ErrorData::invalid_params("`cursor` is not one that this server gave; list again without it", None)
}
