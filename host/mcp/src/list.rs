//! `tools/list`, in pages.

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use rmcp::model::{CacheScope, ErrorData, ListToolsResult, ResultType};
use serde_json::{Map, Value};

use crate::render;
use crate::revision::Revision;
use crate::server::Server;

/// What a cursor of ours begins with once decoded; the name of the last tool that was listed follows. A tool that
/// comes or goes between two pages so neither repeats nor hides another.
const CURSOR: &str = "after:";

impl Server {
    /// A page of the tools that the principal may see, by name.
    pub(crate) fn list(
        &self,
        params: &Map<String, Value>,
        revision: Revision,
    ) -> Result<ListToolsResult, ErrorData> {
        let after = cursor(params)?;
        let size = self.settings.page_size.max(1);
        let (mut tools, mut more) = (Vec::new(), false);
        self.desk.each_tool(&self.principal, &mut |tool| {
            if after.as_ref().is_some_and(|after| tool.name <= *after) {
                return;
            }
            if tools.len() < size {
                tools.push(render::tool(tool, revision));
            } else {
                more = true;
            }
        });
        let last = tools.last().filter(|_| more).map(|tool| format!("{CURSOR}{}", tool.name));
        let mut page = ListToolsResult::with_all_items(tools);
        page.next_cursor = last.map(|last| URL_SAFE_NO_PAD.encode(last));
        page.result_type = None;
        if revision.is_modern() {
            page.result_type = Some(ResultType::COMPLETE);
            page.ttl_ms = Some(self.freshness());
            // What is listed depends on who asks.
            page.cache_scope = Some(CacheScope::Private);
            page.meta = Some(self.meta.clone());
        }
        Ok(page)
    }
}

fn cursor(params: &Map<String, Value>) -> Result<Option<String>, ErrorData> {
    let decoded = |cursor: &str| {
        let text = String::from_utf8(URL_SAFE_NO_PAD.decode(cursor).ok()?).ok()?;
        text.strip_prefix(CURSOR).map(str::to_owned)
    };
    match params.get("cursor") {
        None | Some(Value::Null) => Ok(None),
        Some(cursor) => cursor.as_str().and_then(decoded).map(Some).ok_or_else(|| {
            ErrorData::invalid_params(
                "`cursor` is not one that this server gave; list again without it",
                None,
            )
        }),
    }
}
