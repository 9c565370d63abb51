//! Masks a secret in what a server answers, in every form that an honest server gives text back in.

use std::collections::BTreeSet;
use std::pin::Pin;
use std::task::{Context, Poll, ready};

use aho_corasick::{AhoCorasick, AhoCorasickKind, MatchKind};
use base64::Engine;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use bulkhead_policy::SecretFormat;
use bytes::Bytes;
use http::HeaderMap;
use http::header::HeaderValue;
use http_body::{Body, Frame, SizeHint};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use wasmtime_wasi_http::{Error, WasiBody};

/// What to look for. Letters' case makes no difference, which covers hexadecimal digits and servers that change it.
pub(super) struct Mask {
    finder: AhoCorasick,
    /// In lower case.
    needles: Vec<Vec<u8>>,
    longest: usize,
}

impl Mask {
    /// # Errors
    ///
    /// When there is no room for the tables of the search.
    pub(super) fn of<'a>(secrets: impl Iterator<Item = (&'a str, &'a SecretFormat)>) -> Result<Self, String> {
        let forms: BTreeSet<Vec<u8>> = secrets
            .flat_map(|(value, format)| forms(value, format))
            .map(|form| form.to_ascii_lowercase())
            .collect();
        let needles: Vec<Vec<u8>> = forms.into_iter().collect();
        let finder = AhoCorasick::builder()
            // It is made for each request: a state machine that is quicker takes ten times the memory and time to make.
            .kind(Some(AhoCorasickKind::ContiguousNFA))
            // All that overlap, so that none hides behind another.
            .match_kind(MatchKind::Standard)
            .ascii_case_insensitive(true)
            .build(&needles)
            .map_err(|_| "the answer could not be masked".to_owned())?;
        let longest = needles.iter().map(Vec::len).max().unwrap_or(1);
        Ok(Self { finder, needles, longest })
    }

    /// Masks the values, and drops headers that have a secret in their name.
    pub(super) fn headers(&self, headers: &mut HeaderMap) {
        let named: Vec<_> =
            headers.keys().filter(|name| self.finder.is_match(name.as_str())).cloned().collect();
        for name in named {
            headers.remove(name);
        }
        for value in headers.values_mut() {
            if self.finder.is_match(value.as_bytes()) {
                let mut window = Window::default();
                window.push(self, value.as_bytes());
                // What is no value any more is none at all.
                *value = HeaderValue::from_bytes(&window.rest()).unwrap_or(HeaderValue::from_static("*"));
            }
        }
    }

    /// Where a needle that is not yet complete may begin.
    fn open_end(&self, bytes: &[u8]) -> usize {
        let earliest = bytes.len().saturating_sub(self.longest - 1);
        let begins = |at: &usize| {
            let tail = &bytes[*at..];
            self.needles
                .iter()
                .any(|needle| needle.len() > tail.len() && needle[..tail.len()].eq_ignore_ascii_case(tail))
        };
        (earliest..bytes.len()).find(begins).unwrap_or(bytes.len())
    }
}

/// The forms of one secret.
fn forms(value: &str, format: &SecretFormat) -> Vec<Vec<u8>> {
    let formatted = format.around(value);
    let mut forms: Vec<String> = vec![value.to_owned(), hexadecimal(value)];
    forms.extend(percent_forms(value));
    forms.extend(escaped_forms(value));
    for text in [value, &formatted] {
        forms.push(STANDARD.encode(text));
        forms.push(STANDARD_NO_PAD.encode(text));
        forms.push(URL_SAFE_NO_PAD.encode(text));
    }
    for before in 0..3 {
        forms.extend(base64_within(value, before));
    }
    let mut forms: Vec<Vec<u8>> = forms.into_iter().map(String::into_bytes).collect();
    // What is in base64 itself, as for `Basic`, is given back decoded by servers that show who asked.
    forms.extend(STANDARD.decode(value).ok().filter(|decoded| decoded.len() >= value.len() / 2));
    forms
}

fn hexadecimal(value: &str) -> String {
    value.bytes().map(|b| format!("{b:02x}")).collect()
}

/// The sets of characters that URLs, `encodeURIComponent`, `encodeURI` and forms leave as they are.
fn percent_forms(value: &str) -> Vec<String> {
    const UNRESERVED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');
    const COMPONENT: &AsciiSet =
        &UNRESERVED.remove(b'!').remove(b'\'').remove(b'(').remove(b')').remove(b'*');
    const WHOLE: &AsciiSet = &COMPONENT
        .remove(b';')
        .remove(b'/')
        .remove(b'?')
        .remove(b':')
        .remove(b'@')
        .remove(b'&')
        .remove(b'=')
        .remove(b'+')
        .remove(b'$')
        .remove(b',')
        .remove(b'#');
    const FORM: &AsciiSet = &UNRESERVED.add(b'~').remove(b'*');
    let encoded = |set| utf8_percent_encode(value, set).to_string();
    let mut forms: Vec<String> =
        [NON_ALPHANUMERIC, UNRESERVED, COMPONENT, WHOLE, FORM].into_iter().map(encoded).collect();
    let plus: Vec<String> = forms.iter().map(|form| form.replace("%20", "+")).collect();
    forms.extend(plus);
    // Every byte.
    forms.push(value.bytes().map(|b| format!("%{b:02x}")).collect());
    forms
}

/// As texts in JSON (also as PHP and .NET write them) and in HTML have it.
fn escaped_forms(value: &str) -> Vec<String> {
    let each = |escape: &dyn Fn(char) -> Option<String>| -> String {
        value.chars().map(|c| escape(c).unwrap_or_else(|| c.to_string())).collect()
    };
    let json = |c| matches!(c, '"' | '\\').then(|| format!("\\{c}"));
    let php = |c| matches!(c, '"' | '\\' | '/').then(|| format!("\\{c}"));
    let unicode = |c: char| {
        let escaped =
            matches!(c, '"' | '&' | '\'' | '+' | '<' | '>' | '`').then(|| format!("\\u{:04x}", c as u32));
        escaped.or_else(|| json(c))
    };
    let go =
        |c: char| matches!(c, '&' | '<' | '>').then(|| format!("\\u{:04x}", c as u32)).or_else(|| json(c));
    let html = |quote: &'static str| {
        move |c| {
            let entity = match c {
                '&' => "&amp;",
                '<' => "&lt;",
                '>' => "&gt;",
                '"' => "&quot;",
                '\'' => quote,
                _ => return None,
            };
            Some(entity.to_owned())
        }
    };
    vec![each(&json), each(&php), each(&unicode), each(&go), each(&html("&#39;")), each(&html("&#x27;"))]
}

/// The part of base64 that is the same whatever stands around the value, when `before` bytes more than a multiple of
/// three stand before it: what a server gives back that encodes a whole request.
fn base64_within(value: &str, before: usize) -> [String; 2] {
    let mut bytes = vec![0; before];
    bytes.extend_from_slice(value.as_bytes());
    // Each character has six bits; the first and the last may have some of what stands beside.
    let (first, end) = ((before * 8).div_ceil(6), bytes.len() * 8 / 6);
    [STANDARD_NO_PAD.encode(&bytes), URL_SAFE_NO_PAD.encode(&bytes)].map(|text| text[first..end].to_owned())
}

/// Bytes that are not passed on yet, and which of them are masked.
#[derive(Default)]
struct Window {
    bytes: Vec<u8>,
    masked: Vec<bool>,
}

impl Window {
    /// Adds bytes, and says how many can be passed on.
    fn push(&mut self, mask: &Mask, more: &[u8]) -> usize {
        self.bytes.extend_from_slice(more);
        self.masked.resize(self.bytes.len(), false);
        // How many needles begin and end at each place, so that the work does not grow with their length.
        let mut changes = vec![0_i32; self.bytes.len() + 1];
        for found in mask.finder.find_overlapping_iter(&self.bytes) {
            changes[found.start()] += 1;
            changes[found.end()] -= 1;
        }
        let mut inside = 0;
        for (masked, change) in self.masked.iter_mut().zip(changes) {
            inside += change;
            *masked |= inside > 0;
        }
        mask.open_end(&self.bytes)
    }

    /// Takes the first bytes, masked.
    fn take(&mut self, count: usize) -> Bytes {
        let bytes = self.bytes.drain(..count);
        bytes.zip(self.masked.drain(..count)).map(|(byte, masked)| if masked { b'*' } else { byte }).collect()
    }

    fn rest(&mut self) -> Bytes {
        self.take(self.bytes.len())
    }
}

/// A body that is masked while it passes. What may be the beginning of a secret waits for what follows.
pub(super) struct Masked {
    body: WasiBody,
    mask: Mask,
    window: Window,
    ended: bool,
}

impl Masked {
    pub(super) fn new(body: WasiBody, mask: Mask) -> Self {
        Self { body, mask, window: Window::default(), ended: false }
    }
}

impl Body for Masked {
    type Data = Bytes;
    type Error = Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Error>>> {
        let this = &mut *self;
        while !this.ended {
            let bytes = match ready!(Pin::new(&mut this.body).poll_frame(cx)) {
                // Trailers are dropped: nobody reads them, and they are one more place to give a secret back in.
                Some(Ok(frame)) => match frame.into_data() {
                    Ok(data) => {
                        let count = this.window.push(&this.mask, &data);
                        this.window.take(count)
                    }
                    Err(_) => continue,
                },
                Some(Err(error)) => return Poll::Ready(Some(Err(error))),
                None => {
                    this.ended = true;
                    this.window.rest()
                }
            };
            if !bytes.is_empty() {
                return Poll::Ready(Some(Ok(Frame::data(bytes))));
            }
        }
        Poll::Ready(None)
    }

    fn is_end_stream(&self) -> bool {
        (self.ended || self.body.is_end_stream()) && self.window.bytes.is_empty()
    }

    fn size_hint(&self) -> SizeHint {
        let mut hint = self.body.size_hint();
        let waiting = self.window.bytes.len() as u64;
        // In this order: the lower bound may not pass the upper.
        if let Some(upper) = hint.upper() {
            hint.set_upper(upper + waiting);
        }
        hint.set_lower(hint.lower() + waiting);
        hint
    }
}

#[cfg(test)]
mod tests;
