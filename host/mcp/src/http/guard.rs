//! Who may talk to this host: the defence against web pages that reach for services on the reader's own machine.
//!
//! A page on another site sends its `Origin`; a page whose name was made to point here (DNS rebinding) sends its own
//! name as `Host`. Both are refused unless the operator listed them.

use http::header::{HOST, ORIGIN};
use http::uri::Authority;
use http::{HeaderMap, Uri};

pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Guard {
    pub(super) fn new(hosts: &[String], origins: &[String]) -> Self {
        let lowercase = |texts: &[String]| texts.iter().map(|text| text.to_ascii_lowercase()).collect();
        Self { hosts: lowercase(hosts), origins: lowercase(origins) }
    }

    pub(super) fn check(&self, uri: &Uri, headers: &HeaderMap) -> Result<(), &'static str> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()),
            _ => None,
        };
        let named = uri.authority().is_none_or(|authority| self.allows_host(authority));
        if !named || !host.is_some_and(|host| self.allows_host(&host)) {
            return Err("the Host header is not one that this server answers to");
        }
        let mut origins = headers.get_all(ORIGIN).iter();
        if !origins.all(|origin| origin.to_str().is_ok_and(|origin| self.allows_origin(origin))) {
            return Err("the Origin is not allowed");
        }
        Ok(())
    }

    fn allows_host(&self, authority: &Authority) -> bool {
        let name = authority.host().to_ascii_lowercase();
        let whole = authority.as_str().to_ascii_lowercase();
        // User information in front of the host would let `localhost@evil.example` look like something else.
        !whole.contains('@')
            && (is_loopback(&name) || self.hosts.iter().any(|host| *host == name || *host == whole))
    }

    fn allows_origin(&self, origin: &str) -> bool {
        let origin = origin.to_ascii_lowercase();
        if self.origins.contains(&origin) {
            return true;
        }
        let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
        let authority = rest.and_then(|rest| rest.parse::<Authority>().ok());
        authority.is_some_and(|authority| !authority.as_str().contains('@') && is_loopback(authority.host()))
    }
}

fn is_loopback(host: &str) -> bool {
    matches!(host, "localhost" | "127.0.0.1" | "[::1]")
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a failing test should stop")]

    use http::{HeaderName, HeaderValue};

    use super::*;

    fn allowed(pairs: &[(&str, &str)]) -> bool {
        let guard = Guard::new(
            &["Tools.example.com".to_owned(), "one.example.com:8443".to_owned()],
            &["https://Chat.example.com".to_owned()],
        );
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(
                HeaderName::from_bytes(name.as_bytes()).unwrap(),
                HeaderValue::from_bytes(value.as_bytes()).unwrap(),
            );
        }
        guard.check(&Uri::from_static("/mcp"), &headers).is_ok()
    }

    #[test]
    fn only_names_of_this_host_are_answered() {
        for host in [
            "localhost",
            "LOCALHOST:7333",
            "127.0.0.1:7333",
            "[::1]:7333",
            "tools.example.com",
            "TOOLS.example.com:99",
            "one.example.com:8443",
        ] {
            assert!(allowed(&[("host", host)]), "{host}");
        }
        for host in [
            "",
            "evil.example",
            "localhost.evil.example",
            "evil.example:7333",
            "localhost@evil.example",
            "evil@localhost",
            "one.example.com",
            "one.example.com:1",
            "127.0.0.1.evil.example",
            "localhost/evil.example",
            "local\u{e9}",
        ] {
            assert!(!allowed(&[("host", host)]), "{host}");
        }
        assert!(!allowed(&[]));
        assert!(!allowed(&[("host", "localhost"), ("host", "evil.example")]));
    }

    #[test]
    fn only_pages_of_this_host_may_call() {
        let with = |origin: &str| allowed(&[("host", "localhost"), ("origin", origin)]);
        for origin in [
            "http://localhost",
            "http://localhost:5173",
            "https://127.0.0.1:1",
            "http://[::1]:6274",
            "https://chat.example.com",
        ] {
            assert!(with(origin), "{origin}");
        }
        for origin in [
            "null",
            "",
            "https://evil.example",
            "http://localhost.evil.example",
            "http://localhost@evil.example",
            "http://chat.example.com",
            "https://chat.example.com:1",
            "file://",
            "http://localhost/../evil",
        ] {
            assert!(!with(origin), "{origin}");
        }
        assert!(!allowed(&[
            ("host", "localhost"),
            ("origin", "http://localhost"),
            ("origin", "https://evil.example")
        ]));
    }

    #[test]
    fn the_name_in_the_request_line_counts_too() {
        let mut headers = HeaderMap::new();
        headers.insert(HOST, HeaderValue::from_static("localhost"));
        let guard = Guard::new(&[], &[]);
        assert!(guard.check(&Uri::from_static("http://localhost:1/mcp"), &headers).is_ok());
        assert!(guard.check(&Uri::from_static("http://evil.example/mcp"), &headers).is_err());
    }
}
