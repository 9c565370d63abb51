//! One entry of `requests: […]`.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::{Error, LitStr, Result, Token, parenthesized};

use crate::annotations::is_name;
use crate::http_pattern;
use crate::nearest::suggestion;

const KINDS: [&str; 7] = ["http", "directory", "environment", "secret", "tcp", "call", "state"];
const WORDS: [&str; 3] = ["reason", "optional", "to"];

/// `http("GET https://*/*", reason = "…", optional)`.
pub(crate) struct Request {
    capability: TokenStream,
    reason: LitStr,
    optional: bool,
}

/// What stands between the parentheses, before it has a meaning.
struct Parts {
    kind: Ident,
    subject: Option<LitStr>,
    access: Option<Ident>,
    to: Option<LitStr>,
    reason: Option<LitStr>,
    optional: bool,
}

impl Request {
    pub(crate) fn expression(&self) -> TokenStream {
        let Self { capability, reason, optional } = self;
        quote! {
            ::bulkhead_sdk::Request {
                capability: ::bulkhead_sdk::Capability::#capability,
                reason: ::std::string::String::from(#reason),
                optional: #optional,
            }
        }
    }
}

impl Parse for Request {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut parts = Parts::parse(input)?;
        let kind = parts.kind.to_string();
        if let (Some(to), true) = (&parts.to, kind != "secret") {
            return Err(Error::new(to.span(), "only a `secret` is for something; remove `to`"));
        }
        if let (Some(access), true) = (&parts.access, kind != "directory") {
            return Err(Error::new(access.span(), "only a `directory` has an access; remove this word"));
        }
        let capability = parts.capability(&kind)?;
        let reason = parts.reason.take().ok_or_else(|| {
            let message = format!(
                "a request needs a reason, which the operator reads: add `reason = \"…\"` to `{kind}(…)`"
            );
            Error::new(parts.kind.span(), message)
        })?;
        if reason.value().trim().is_empty() {
            return Err(Error::new(
                reason.span(),
                "write one sentence for the operator: what is this needed for?",
            ));
        }
        Ok(Self { capability, reason, optional: parts.optional })
    }
}

impl Parts {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let kind: Ident = input.parse()?;
        let known = kind.to_string();
        if !KINDS.contains(&known.as_str()) {
            let message = format!("`{known}` is nothing to request; {}", suggestion(&known, &KINDS));
            return Err(Error::new(kind.span(), message));
        }
        let mut parts = Self { kind, subject: None, access: None, to: None, reason: None, optional: false };
        if !input.peek(syn::token::Paren) {
            let message = format!("write `{}`", example(&known));
            return Err(Error::new(parts.kind.span(), message));
        }
        let content;
        parenthesized!(content in input);
        while !content.is_empty() {
            parts.take(&content)?;
            if !content.is_empty() {
                content.parse::<Token![,]>()?;
            }
        }
        Ok(parts)
    }

    fn take(&mut self, content: ParseStream<'_>) -> Result<()> {
        if content.peek(LitStr) {
            return set(&mut self.subject, content.parse::<LitStr>()?, LitStr::span);
        }
        let word: Ident = content.parse()?;
        match word.to_string().as_str() {
            "reason" => set(&mut self.reason, text(content, &word)?, LitStr::span),
            "to" => set(&mut self.to, text(content, &word)?, LitStr::span),
            "optional" => {
                self.optional = true;
                Ok(())
            }
            _ if self.kind == "directory" => set(&mut self.access, word, Ident::span),
            unknown => {
                let message =
                    format!("`{unknown}` says nothing about a request; {}", suggestion(unknown, &WORDS));
                Err(Error::new(word.span(), message))
            }
        }
    }

    fn capability(&self, kind: &str) -> Result<TokenStream> {
        if kind == "state" {
            return match &self.subject {
                None => Ok(quote!(State)),
                Some(name) => {
                    Err(Error::new(name.span(), "a component has one state; write `state(reason = \"…\")`"))
                }
            };
        }
        let subject = self.subject.as_ref().ok_or_else(|| {
            Error::new(self.kind.span(), format!("write what is requested: `{}`", example(kind)))
        })?;
        check(kind, &subject.value()).map_err(|problem| Error::new(subject.span(), problem))?;
        let owned = quote!(::std::string::String::from(#subject));
        Ok(match kind {
            "http" => quote!(Http(#owned)),
            "environment" => quote!(Environment(#owned)),
            "tcp" => quote!(Tcp(#owned)),
            "call" => quote!(Call(#owned)),
            "directory" => {
                let access = self.access()?;
                quote!(Directory { path: #owned, access: ::bulkhead_sdk::DirectoryAccess::#access })
            }
            _ => {
                let to = self.to.as_ref().ok_or_else(|| {
                    Error::new(self.kind.span(), format!("a secret is for something: `{}`", example(kind)))
                })?;
                check_origin(&to.value()).map_err(|problem| Error::new(to.span(), problem))?;
                quote!(Secret { name: #owned, to: ::std::string::String::from(#to) })
            }
        })
    }

    fn access(&self) -> Result<TokenStream> {
        let Some(access) = &self.access else {
            let message = format!("say `read` or `write`: `{}`", example("directory"));
            return Err(Error::new(self.kind.span(), message));
        };
        match access.to_string().as_str() {
            "read" => Ok(quote!(Read)),
            "write" => Ok(quote!(Write)),
            other => {
                let message = format!(
                    "`{other}` is no access to a directory; {}",
                    suggestion(other, &["read", "write"])
                );
                Err(Error::new(access.span(), message))
            }
        }
    }
}

fn text(content: ParseStream<'_>, word: &Ident) -> Result<LitStr> {
    content
        .parse::<Token![=]>()
        .and_then(|_| content.parse())
        .map_err(|error| Error::new(error.span(), format!("write `{word} = \"…\"`")))
}

fn set<T>(slot: &mut Option<T>, value: T, span: impl Fn(&T) -> Span) -> Result<()> {
    if slot.is_some() {
        return Err(Error::new(span(&value), "this is here twice; write one entry for each request"));
    }
    *slot = Some(value);
    Ok(())
}

fn example(kind: &str) -> &'static str {
    match kind {
        "http" => "http(\"GET https://api.example.com/*\", reason = \"…\")",
        "directory" => "directory(\"/data\", read, reason = \"…\")",
        "environment" => "environment(\"TZ\", reason = \"…\")",
        "secret" => "secret(\"API_TOKEN\", to = \"https://api.example.com\", reason = \"…\")",
        "tcp" => "tcp(\"db.example.com:5432\", reason = \"…\")",
        "call" => "call(\"other_tool\", reason = \"…\")",
        _ => "state(reason = \"…\")",
    }
}

fn check(kind: &str, subject: &str) -> std::result::Result<(), String> {
    match kind {
        "http" => http_pattern::check(subject),
        "directory" => check_directory(subject),
        "environment" | "secret" if subject.is_empty() || subject.contains(['=', '\0', ' ']) => {
            Err(format!("this is not a name that a variable can have; write `{}`", example(kind)))
        }
        "tcp" => check_tcp(subject),
        "call" if subject != "*" && !is_name(subject.strip_suffix('*').unwrap_or(subject)) => {
            Err("a tool's name is 1 to 128 characters of `A-Z a-z 0-9 _ - .`; a `*` at the end is every end"
                .to_owned())
        }
        _ => Ok(()),
    }
}

fn check_directory(path: &str) -> std::result::Result<(), String> {
    let Some(relative) = path.strip_prefix('/') else {
        return Err(format!("the path is absolute in the guest; write `/{path}`"));
    };
    let dull = |part: &str| part.is_empty() || part == "." || part == "..";
    if !relative.is_empty() && relative.split('/').any(dull) {
        return Err(
            "write the path without `//`, `.`, `..` and a slash at the end, such as `/data`".to_owned()
        );
    }
    Ok(())
}

fn check_tcp(address: &str) -> std::result::Result<(), String> {
    let port = address.rsplit_once(':').filter(|(host, _)| !host.is_empty()).map(|(_, port)| port);
    match port.and_then(|port| port.parse::<u16>().ok()) {
        Some(1..) => Ok(()),
        Some(0) | None => Err("write a host and a port, such as `db.example.com:5432`".to_owned()),
    }
}

fn check_origin(to: &str) -> std::result::Result<(), String> {
    let host = to.strip_prefix("https://").or_else(|| to.strip_prefix("http://"));
    match host {
        Some(host) if !host.is_empty() && !host.contains(['@', ' ']) => Ok(()),
        Some(_) | None => Err("write where the secret goes, such as `https://api.example.com`".to_owned()),
    }
}
