#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "tests")]

use std::cell::RefCell;

use super::*;

type Headers = Vec<(String, String)>;

/// Servers that are not there: what is asked for, and what is answered.
#[derive(Default)]
pub(crate) struct Fake {
    replies: BTreeMap<String, Result<Reply, ToolError>>,
    pub(crate) asked: RefCell<Vec<(String, Headers)>>,
}

impl Fake {
    pub(crate) fn with(
        mut self,
        url: &str,
        status: u16,
        headers: &[(&str, &str)],
        body: impl AsRef<[u8]>,
    ) -> Self {
        let headers = headers.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned())).collect();
        let reply = Reply { status, headers, body: body.as_ref().to_vec(), truncated: false };
        self.replies.insert(url.to_owned(), Ok(reply));
        self
    }

    pub(crate) fn failing(mut self, url: &str, error: ToolError) -> Self {
        self.replies.insert(url.to_owned(), Err(error));
        self
    }
}

impl Web for Fake {
    fn get(&self, url: &Url, headers: &[(String, String)], cap: usize) -> Result<Reply, ToolError> {
        self.asked.borrow_mut().push((url.to_string(), headers.to_vec()));
        let mut reply =
            self.replies.get(url.as_str()).unwrap_or_else(|| panic!("{url} was asked for")).clone()?;
        reply.truncated = reply.body.len() > cap;
        reply.body.truncate(cap);
        Ok(reply)
    }
}

fn simply(web: &Fake, url: &str) -> Result<Got, ToolError> {
    get(web, url, "*/*", &BTreeMap::new())
}

#[test]
fn redirects_are_followed_one_request_at_a_time() {
    let web = Fake::default()
        .with("https://a.example/", 301, &[("Location", "/two?x=1#part")], "")
        .with("https://a.example/two?x=1", 307, &[("Location", "https://b.example/three")], "")
        .with("https://b.example/three", 200, &[], "here");
    let headers =
        BTreeMap::from([("Cookie".to_owned(), "secret".to_owned()), ("X-A".to_owned(), "1".to_owned())]);
    let got = get(&web, "https://a.example", "text/html", &headers).unwrap();
    assert_eq!((got.url.as_str(), got.text().as_str()), ("https://b.example/three", "here"));
    assert_eq!(got.redirects, ["https://a.example/", "https://a.example/two?x=1"]);
    let asked = web.asked.borrow();
    let names = |index: usize| asked[index].1.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>();
    assert_eq!(names(1), ["accept", "cookie", "user-agent", "x-a"]);
    assert_eq!(names(2), ["accept", "user-agent", "x-a"], "cookies are for the first server");
}

#[test]
fn redirects_end() {
    let web = Fake::default().with("https://a.example/", 302, &[("location", "/")], "");
    assert_eq!(simply(&web, "https://a.example/").unwrap_err().code(), "too_many_redirects");
    assert_eq!(web.asked.borrow().len(), 6);
}

#[test]
fn redirects_to_worse_places_are_refused() {
    for (location, code) in [
        ("http://a.example/", "insecure_redirect"),
        ("file:///etc/passwd", "invalid"),
        ("https://user:word@a.example/", "invalid"),
        ("https://", "failed"),
    ] {
        let web = Fake::default().with("https://a.example/", 302, &[("location", location)], "");
        assert_eq!(simply(&web, "https://a.example/").unwrap_err().code(), code, "{location}");
        assert_eq!(web.asked.borrow().len(), 1, "{location}");
    }
}

#[test]
fn only_web_addresses_are_asked_for() {
    for url in ["example.com", "ftp://example.com/", "https://me:secret@example.com/", "", "https://"] {
        assert_eq!(simply(&Fake::default(), url).unwrap_err().code(), "invalid", "{url}");
    }
    let own = BTreeMap::from([("Host".to_owned(), "other".to_owned())]);
    assert_eq!(get(&Fake::default(), "https://a.example", "*/*", &own).unwrap_err().code(), "invalid");
}

#[test]
fn what_the_host_refuses_says_so() {
    let web =
        Fake::default().with("https://a.example/", 302, &[("location", "https://10.0.0.1/")], "").failing(
            "https://10.0.0.1/",
            ToolError::not_allowed("The request failed: destination IP prohibited."),
        );
    let error = simply(&web, "https://a.example/").unwrap_err();
    assert_eq!(error.code(), "not_allowed");
    assert!(
        error.message().starts_with("https://10.0.0.1/ (redirected from https://a.example/): this host"),
        "{error}"
    );
    let web = Fake::default().failing("https://a.example/", ToolError::unavailable("No answer."));
    let error = simply(&web, "https://a.example/").unwrap_err();
    assert!(error.is_retryable());
    assert_eq!(error.message(), "https://a.example/: No answer.");
}

#[test]
fn what_the_server_refuses_says_why() {
    let html = [("content-type", "text/html; charset=utf-8")];
    let web = Fake::default()
        .with("https://a.example/", 404, &html, "<title>x</title><body><h1>Not here</h1><p>Gone   away.")
        .with("https://b.example/", 429, &[("retry-after", "7")], "");
    let error = simply(&web, "https://a.example/").unwrap_err();
    assert_eq!((error.code(), error.is_retryable()), ("http_status", false));
    assert_eq!(error.message(), "https://a.example/ answered with status 404. It said: Not here Gone away.");
    let error = simply(&web, "https://b.example/").unwrap_err();
    assert!(error.is_retryable());
    assert_eq!(error.details().unwrap()["retry_after"], "7");
}

#[test]
fn what_cannot_be_unpacked_is_said() {
    let web = Fake::default().with("https://a.example/", 200, &[("content-encoding", "gzip")], "x");
    assert_eq!(simply(&web, "https://a.example/").unwrap_err().code(), "unsupported");
}

#[test]
fn a_large_body_is_cut() {
    let web = Fake::default().with("https://a.example/", 200, &[], vec![b'x'; LARGEST_BODY + 1]);
    let got = simply(&web, "https://a.example/").unwrap();
    assert_eq!((got.reply.truncated, got.reply.body.len()), (true, LARGEST_BODY));
}
