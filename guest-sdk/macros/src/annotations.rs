//! What stands in the brackets of `#[tool(…)]`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Expr, ExprArray, ExprLit, Lit, LitStr, Meta, MetaNameValue, Token};

use crate::nearest::suggestion;

const WORDS: [&str; 13] = [
    "read_only",
    "destructive",
    "non_destructive",
    "idempotent",
    "open_world",
    "closed_world",
    "name",
    "title",
    "description",
    "tags",
    "icon",
    "meta",
    "input_schema",
];

/// `#[tool(title = "Greet", read_only, idempotent)]`.
#[derive(Default)]
pub(crate) struct Annotations {
    pub(crate) name: Option<LitStr>,
    pub(crate) description: Option<Expr>,
    /// In place of the schema that the parameters make.
    pub(crate) input_schema: Option<Expr>,
    title: Option<Expr>,
    meta: Option<Expr>,
    tags: Vec<Expr>,
    icons: Vec<Expr>,
    read_only: bool,
    destructive: Option<bool>,
    idempotent: bool,
    open_world: Option<bool>,
}

impl Parse for Annotations {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let mut annotations = Self::default();
        let mut seen: Vec<String> = Vec::new();
        for meta in Punctuated::<Meta, Token![,]>::parse_terminated(input)? {
            let word = meta.path().to_token_stream().to_string();
            if seen.contains(&word) {
                return Err(syn::Error::new_spanned(meta, format!("`{word}` is here twice; once is enough")));
            }
            annotations.take(&word, &meta)?;
            seen.push(word);
        }
        Ok(annotations)
    }
}

impl Annotations {
    fn take(&mut self, word: &str, meta: &Meta) -> syn::Result<()> {
        match (word, meta) {
            ("read_only", Meta::Path(_)) => self.read_only = true,
            ("idempotent", Meta::Path(_)) => self.idempotent = true,
            ("destructive" | "non_destructive", Meta::Path(_)) => {
                decide(&mut self.destructive, word == "destructive", meta)?;
            }
            ("open_world" | "closed_world", Meta::Path(_)) => {
                decide(&mut self.open_world, word == "open_world", meta)?;
            }
            ("name", Meta::NameValue(pair)) => self.name = Some(checked_name(&pair.value)?),
            ("title", Meta::NameValue(pair)) => self.title = Some(pair.value.clone()),
            ("description", Meta::NameValue(pair)) => self.description = Some(pair.value.clone()),
            ("icon", Meta::NameValue(pair)) => self.icons.push(pair.value.clone()),
            ("meta", Meta::NameValue(pair)) => self.meta = Some(pair.value.clone()),
            ("input_schema", Meta::NameValue(pair)) => self.input_schema = Some(pair.value.clone()),
            ("tags", Meta::NameValue(pair)) => self.tags = array(pair)?,
            _ => return Err(misused(word, meta)),
        }
        if self.read_only && self.destructive == Some(true) {
            return Err(syn::Error::new_spanned(
                meta,
                "a tool that is `read_only` destroys nothing; keep one of `read_only` and `destructive`",
            ));
        }
        Ok(())
    }

    /// The fields of a `ToolDefinition` that are known here.
    pub(crate) fn fields(&self) -> TokenStream {
        let title = match &self.title {
            Some(title) => quote!(::core::option::Option::Some(::std::string::String::from(#title))),
            None => quote!(::core::option::Option::None),
        };
        let meta = match &self.meta {
            Some(meta) => quote!(::core::option::Option::Some(#meta)),
            None => quote!(::core::option::Option::None),
        };
        let Self { tags, icons, read_only, idempotent, .. } = self;
        // What is not said is read as MCP reads it: it may destroy, unless it only reads, and reaches anywhere.
        let destructive = self.destructive.unwrap_or(!self.read_only);
        let open_world = self.open_world.unwrap_or(true);
        quote! {
            title: #title,
            meta: #meta,
            tags: ::std::vec![#(::std::string::String::from(#tags)),*],
            icons: ::std::vec![#(::bulkhead_sdk::Icon::new(#icons)),*],
            annotations: ::bulkhead_sdk::ToolAnnotations {
                read_only: #read_only,
                destructive: #destructive,
                idempotent: #idempotent,
                open_world: #open_world,
            },
        }
    }
}

fn decide(slot: &mut Option<bool>, value: bool, meta: &Meta) -> syn::Result<()> {
    match slot.replace(value) {
        None => Ok(()),
        Some(_) => Err(syn::Error::new_spanned(meta, "this says the opposite of an earlier word; keep one")),
    }
}

fn misused(word: &str, meta: &Meta) -> syn::Error {
    let problem = match word {
        "tags" => "write `tags = [\"one\", \"two\"]`".to_owned(),
        "name" | "title" | "description" | "icon" => format!("write `{word} = \"…\"`"),
        "meta" => "write `meta = EXPRESSION`, of the type `serde_json::Map<String, Value>`".to_owned(),
        "input_schema" => "write `input_schema = EXPRESSION`, of the type `serde_json::Value`".to_owned(),
        flag if WORDS.contains(&flag) => {
            format!("`{flag}` takes no value; write `{flag}` alone or leave it out")
        }
        unknown => format!("`{unknown}` is nothing that `#[tool]` knows; {}", suggestion(unknown, &WORDS)),
    };
    syn::Error::new_spanned(meta, problem)
}

fn array(pair: &MetaNameValue) -> syn::Result<Vec<Expr>> {
    match &pair.value {
        Expr::Array(ExprArray { elems, .. }) => Ok(elems.iter().cloned().collect()),
        other => Err(syn::Error::new_spanned(other, "write `tags = [\"one\", \"two\"]`")),
    }
}

/// A tool's name as a literal: it becomes a pattern of the dispatch, and is checked here rather than by the host.
fn checked_name(value: &Expr) -> syn::Result<LitStr> {
    let Expr::Lit(ExprLit { lit: Lit::Str(name), .. }) = value else {
        return Err(syn::Error::new_spanned(
            value,
            "write the name as a string, such as `name = \"read_file\"`",
        ));
    };
    if !is_name(&name.value()) {
        return Err(syn::Error::new_spanned(
            name,
            "a tool's name is 1 to 128 characters of `A-Z a-z 0-9 _ - .`, such as `read_file`",
        ));
    }
    Ok(name.clone())
}

/// The contract's rule for names.
pub(crate) fn is_name(name: &str) -> bool {
    (1..=128).contains(&name.len())
        && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-.".contains(&byte))
}
