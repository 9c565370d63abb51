#![allow(clippy::unwrap_used, clippy::panic, reason = "a failing test should stop")]

use http::{HeaderName, HeaderValue};

use super::*;

const NEW: &str = "2026-07-28";

fn map(pairs: &[(&str, &str)]) -> HeaderMap {
    let mut headers = HeaderMap::new();
    for (name, value) in pairs {
        headers.append(
            HeaderName::from_bytes(name.to_ascii_lowercase().as_bytes()).unwrap(),
            HeaderValue::from_str(value).unwrap(),
        );
    }
    headers
}

fn request(method: &str, params: Value) -> Request {
    let Value::Object(params) = params else { panic!("params are an object") };
    Request { id: Id::Number(1.into()), method: method.to_owned(), params }
}

fn meta(version: &str) -> Value {
    json!({ meta::PROTOCOL_VERSION: version, meta::CLIENT_CAPABILITIES: {} })
}

/// The status and the code of the refusal, or 200 and 0.
fn verdict(method: &str, params: Value, headers: Option<&[(&str, &str)]>) -> (u16, i32) {
    let headers = headers.map(map);
    match check(request(method, params), headers.as_ref()) {
        Ok(_) => (200, 0),
        Err(refused) => (refused.status.as_u16(), refused.refusal.error.code.0),
    }
}

#[test]
fn the_era_is_what_the_request_says() {
    let legacy = request("tools/list", json!({ "_meta": { "progressToken": 1 } }));
    let modern = request("tools/list", json!({ "_meta": meta("2099-01-01") }));
    for (request, header, era) in [
        (&legacy, None, Era::Legacy),
        (&legacy, Some("2025-11-25"), Era::Legacy),
        (&legacy, Some("1999-01-01"), Era::Legacy),
        (&legacy, Some(NEW), Era::Modern),
        (&modern, None, Era::Modern),
        (&modern, Some("2025-11-25"), Era::Modern),
        (&request("server/discover", json!({})), None, Era::Modern),
        (&request("initialize", json!({ "_meta": meta(NEW) })), None, Era::Modern),
        (&request("initialize", json!({ "protocolVersion": NEW })), None, Era::Legacy),
    ] {
        assert_eq!(Era::of(request, header), era, "{} {header:?}", request.method);
    }
}

#[test]
fn meta_comes_first() {
    // Every one of these has wrong headers too, and it is still `_meta` that is complained of.
    for params in [
        json!({}),
        json!({ "_meta": null }),
        json!({ "_meta": [] }),
        json!({ "_meta": {} }),
        json!({ "_meta": { meta::PROTOCOL_VERSION: NEW } }),
        json!({ "_meta": { meta::CLIENT_CAPABILITIES: {} } }),
        json!({ "_meta": { meta::PROTOCOL_VERSION: 3, meta::CLIENT_CAPABILITIES: {} } }),
        json!({ "_meta": { meta::PROTOCOL_VERSION: NEW, meta::CLIENT_CAPABILITIES: [] } }),
        json!({ "_meta": { meta::PROTOCOL_VERSION: NEW, meta::CLIENT_CAPABILITIES: { "roots": 1 } } }),
    ] {
        assert_eq!(verdict("foo/bar", params.clone(), Some(&[])), (400, -32602), "{params}");
        assert_eq!(verdict("foo/bar", params.clone(), None), (400, -32602), "{params}");
    }
}

#[test]
fn then_the_revision_then_the_route_then_the_method() {
    let old = ("MCP-Protocol-Version", "2025-11-25");
    let new = ("MCP-Protocol-Version", NEW);
    let list = ("Mcp-Method", "tools/list");
    let future = ("MCP-Protocol-Version", "2099-01-01");
    for (method, version, headers, expected) in [
        ("tools/list", NEW, &[new, list][..], (200, 0)),
        ("tools/list", NEW, &[], (400, -32020)),
        ("tools/list", NEW, &[list], (400, -32020)),
        ("tools/list", NEW, &[old, list], (400, -32020)),
        ("tools/list", NEW, &[new, new, list], (400, -32020)),
        ("tools/list", "2099-01-01", &[new, list], (400, -32020)),
        ("tools/list", "2099-01-01", &[future], (400, -32022)),
        ("tools/list", "2025-11-25", &[old, list], (400, -32022)),
        ("tools/list", NEW, &[new], (400, -32020)),
        ("tools/list", NEW, &[new, ("Mcp-Method", "tools/call")], (400, -32020)),
        ("tools/list", NEW, &[new, ("Mcp-Method", "Tools/List")], (400, -32020)),
        ("tools/list", NEW, &[new, list, list], (400, -32020)),
        ("foo/bar", NEW, &[new, list], (400, -32020)),
        ("foo/bar", NEW, &[new, ("Mcp-Method", "foo/bar")], (404, -32601)),
        ("ping", NEW, &[new, ("Mcp-Method", "ping")], (404, -32601)),
        ("initialize", NEW, &[new, ("Mcp-Method", "initialize")], (404, -32601)),
        ("logging/setLevel", NEW, &[new, ("Mcp-Method", "logging/setLevel")], (404, -32601)),
        ("tasks/result", NEW, &[new, ("Mcp-Method", "tasks/result")], (404, -32601)),
    ] {
        let params = json!({ "_meta": meta(version) });
        assert_eq!(verdict(method, params, Some(headers)), expected, "{method} {version} {headers:?}");
    }
}

#[test]
fn the_name_in_the_header_is_the_one_in_the_body() {
    let common = [("MCP-Protocol-Version", NEW), ("Mcp-Method", "tools/call")];
    for (name, headers, expected) in [
        (json!("echo"), vec![("Mcp-Name", "echo")], (200, 0)),
        (json!("echo"), vec![("mcp-name", "=?base64?ZWNobw==?=")], (200, 0)),
        (json!("é"), vec![("Mcp-Name", "=?base64?w6k=?=")], (200, 0)),
        (json!("echo"), vec![], (400, -32020)),
        (json!("echo"), vec![("Mcp-Name", "Echo")], (400, -32020)),
        (json!("echo"), vec![("Mcp-Name", "=?base64?!?=")], (400, -32020)),
        (json!("echo"), vec![("Mcp-Name", "=?base64?/w==?=")], (400, -32020)),
        (json!("echo"), vec![("Mcp-Name", "echo"), ("Mcp-Name", "echo")], (400, -32020)),
        // What the method itself refuses later.
        (json!(3), vec![], (200, 0)),
    ] {
        let params = json!({ "name": name, "_meta": meta(NEW) });
        let headers: Vec<_> = common.into_iter().chain(headers).collect();
        assert_eq!(verdict("tools/call", params, Some(&headers)), expected, "{name} {headers:?}");
    }
}

#[test]
fn over_stdio_there_are_no_headers_to_disagree() {
    let with = |version: &str| json!({ "name": "echo", "_meta": meta(version) });
    assert_eq!(verdict("tools/call", with(NEW), None), (200, 0));
    assert_eq!(verdict("tools/call", with("2099-01-01"), None).1, -32022);
    assert_eq!(verdict("foo/bar", with(NEW), None).1, -32601);
}

#[test]
fn an_unknown_level_is_refused_in_band() {
    let with = |level: Value| {
        let mut meta = meta(NEW);
        meta[meta::LOG_LEVEL] = level;
        json!({ "_meta": meta })
    };
    assert_eq!(verdict("tools/list", with(json!("loud")), None), (200, -32602));
    assert_eq!(verdict("tools/list", with(json!(3)), None), (200, -32602));
    let passed = check(request("tools/list", with(json!("warning"))), None).unwrap();
    assert_eq!(passed.level, Some(Level::Warning));
}

#[test]
fn an_unsupported_version_names_the_supported_ones() {
    let refused = check(request("tools/list", json!({ "_meta": meta("1900-01-01") })), None).unwrap_err();
    let data = refused.refusal.error.data.unwrap();
    assert_eq!(data["requested"], "1900-01-01");
    assert_eq!(data["supported"][0], NEW);
    assert_eq!(refused.refusal.id, Some(Id::Number(1.into())));
}

#[test]
fn arguments_that_have_a_header_agree_with_it() {
    let schema = json!({ "type": "object", "properties": {
        "region": { "type": "string", "x-mcp-header": "Region" },
        "count": { "type": "integer", "x-mcp-header": "Count" },
        "deep": { "type": "object", "properties": { "flag": { "type": "boolean", "x-mcp-header": "Flag" } } },
    } });
    for (arguments, headers, good) in [
        (json!({}), vec![], true),
        (json!({ "region": null }), vec![], true),
        (json!({}), vec![("Mcp-Param-Region", "eu")], false),
        (json!({ "region": "eu" }), vec![], false),
        (json!({ "region": "eu" }), vec![("Mcp-Param-Region", "eu")], true),
        (json!({ "region": "eu" }), vec![("mcp-param-REGION", "=?base64?ZXU=?=")], true),
        (json!({ "region": "eu" }), vec![("Mcp-Param-Region", "us")], false),
        (json!({ "count": 42 }), vec![("Mcp-Param-Count", "42.0")], true),
        (json!({ "count": 42 }), vec![("Mcp-Param-Count", "43")], false),
        (json!({ "count": "42" }), vec![("Mcp-Param-Count", "42.0")], false),
        (json!({ "deep": { "flag": true } }), vec![("Mcp-Param-Flag", "true")], true),
        (json!({ "deep": { "flag": true } }), vec![("Mcp-Param-Flag", "false")], false),
        (json!({ "deep": { "flag": true } }), vec![], false),
    ] {
        let verdict = headers::params_agree(&map(&headers), &schema, &arguments);
        assert_eq!(verdict.is_ok(), good, "{arguments} {headers:?}");
        if let Err(error) = verdict {
            assert_eq!(error.code, ErrorCode::HEADER_MISMATCH);
        }
    }
}
