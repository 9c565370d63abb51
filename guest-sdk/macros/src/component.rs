//! `component!`: one description, the list of tools, and the exports.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Error, Expr, ExprLit, Ident, Lit, Path, Result, Token, bracketed};

use crate::annotations::is_name;
use crate::nearest::suggestion;
use crate::request::Request;

const FIELDS: [&str; 8] = ["name", "version", "title", "description", "website", "icon", "requests", "tools"];

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    match syn::parse2::<Component>(input).and_then(|component| component.expansion()) {
        Ok(expansion) => expansion,
        Err(error) => error.to_compile_error(),
    }
}

#[derive(Default)]
struct Component {
    name: Option<Expr>,
    version: Option<Expr>,
    title: Option<Expr>,
    description: Option<Expr>,
    website: Option<Expr>,
    icon: Option<Expr>,
    requests: Vec<Request>,
    tools: Vec<Path>,
}

impl Parse for Component {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut component = Self::default();
        let mut seen: Vec<String> = Vec::new();
        while !input.is_empty() {
            let field: Ident = input.parse()?;
            let word = field.to_string();
            if seen.contains(&word) {
                return Err(Error::new(field.span(), format!("`{word}` is here twice; keep one")));
            }
            if !FIELDS.contains(&word.as_str()) {
                let message =
                    format!("`{word}` is nothing that `component!` knows; {}", suggestion(&word, &FIELDS));
                return Err(Error::new(field.span(), message));
            }
            input
                .parse::<Token![:]>()
                .map_err(|error| Error::new(error.span(), format!("write `{word}: …`")))?;
            component.take(&word, input)?;
            seen.push(word);
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(component)
    }
}

impl Component {
    fn take(&mut self, word: &str, input: ParseStream<'_>) -> Result<()> {
        match word {
            "requests" => self.requests = list(input)?,
            "tools" => self.tools = list(input)?,
            "name" => self.name = Some(input.parse()?),
            "version" => self.version = Some(input.parse()?),
            "title" => self.title = Some(input.parse()?),
            "description" => self.description = Some(input.parse()?),
            "website" => self.website = Some(input.parse()?),
            _ => self.icon = Some(input.parse()?),
        }
        Ok(())
    }

    fn expansion(&self) -> Result<TokenStream> {
        self.check()?;
        let Self { tools, requests, icon, .. } = self;
        let name = given_or(&self.name, "CARGO_PKG_NAME");
        let version = given_or(&self.version, "CARGO_PKG_VERSION");
        let description = given_or(&self.description, "CARGO_PKG_DESCRIPTION");
        let title = optional(&self.title);
        let website = optional(&self.website);
        let icons = icon.iter();
        let requests = requests.iter().map(Request::expression);
        let unique = self.unique_names();
        let tools: Vec<TokenStream> = tools.iter().map(as_tool).collect();
        Ok(quote! {
            /// This crate as a component: its description, and its tools by name.
            pub struct Component;

            impl ::bulkhead_sdk::Component for Component {
                fn info() -> ::bulkhead_sdk::ComponentInfo {
                    ::bulkhead_sdk::ComponentInfo {
                        name: ::std::string::String::from(#name),
                        version: ::std::string::String::from(#version),
                        title: #title,
                        description: ::std::string::String::from(#description),
                        website: #website,
                        icons: ::std::vec![#(::bulkhead_sdk::Icon::new(#icons)),*],
                        requests: ::std::vec![#(#requests),*],
                    }
                }

                fn tools() -> ::std::vec::Vec<::bulkhead_sdk::ToolDefinition> {
                    ::std::vec![#(#tools::definition()),*]
                }

                fn dispatch(
                    name: &str,
                    arguments: &str,
                    resumption: ::core::option::Option<::bulkhead_sdk::Resumption>,
                ) -> ::core::result::Result<::bulkhead_sdk::__private::Reply, ::bulkhead_sdk::ToolError> {
                    match name {
                        #(#tools::NAME => #tools::call(arguments, resumption),)*
                        _ => ::core::result::Result::Err(::bulkhead_sdk::__private::no_such_tool(name)),
                    }
                }
            }

            #unique

            ::bulkhead_sdk::__export!(Component);
        })
    }

    fn check(&self) -> Result<()> {
        if self.tools.is_empty() {
            return Err(Error::new(
                Span::call_site(),
                "a component has at least one tool: add `tools: [my_tool]`",
            ));
        }
        if let Some((name, span)) = self.name.as_ref().and_then(text)
            && !is_name(&name)
        {
            return Err(Error::new(span, "a component's name is 1 to 128 characters of `A-Z a-z 0-9 _ - .`"));
        }
        if let Some((version, span)) = self.version.as_ref().and_then(text)
            && !is_version(&version)
        {
            return Err(Error::new(
                span,
                "a version has three numbers, such as `1.2.0`; leave it out to take the crate's",
            ));
        }
        // Cargo sets this for every crate that it compiles, to nothing when the manifest says nothing.
        let documented = std::env::var("CARGO_PKG_DESCRIPTION").is_ok_and(|text| !text.trim().is_empty());
        if self.description.is_none() && !documented {
            return Err(Error::new(
                Span::call_site(),
                "a component needs a description: write `description = \"…\"` under `[package]` in Cargo.toml, or \
                 `description: \"…\"` here",
            ));
        }
        let mut paths: Vec<String> = Vec::new();
        for tool in &self.tools {
            let path = tool.to_token_stream().to_string();
            if paths.contains(&path) {
                return Err(Error::new_spanned(tool, "this tool is here twice; remove one"));
            }
            paths.push(path);
        }
        Ok(())
    }

    /// Names are only known to the compiler, so that it is the one to compare them.
    fn unique_names(&self) -> TokenStream {
        let checks = self.tools.iter().enumerate().skip(1).map(|(index, tool)| {
            let before = self.tools[..index].iter().map(as_tool);
            let this = as_tool(tool);
            let path = tool.to_token_stream().to_string().replace(' ', "");
            let message = format!(
                "the tool `{path}` has the name of a tool before it; give one of them another with `#[tool(name = \"…\")]`"
            );
            quote_spanned! {tool.span()=>
                const _: () = ::core::assert!(
                    !::bulkhead_sdk::__private::contains(
                        &[#(#before::NAME),*],
                        #this::NAME,
                    ),
                    #message
                );
            }
        });
        quote!(#(#checks)*)
    }
}

/// Spanned, so that an error about a path that is no tool points at the path.
fn as_tool(path: &Path) -> TokenStream {
    quote_spanned!(path.span()=> <#path as ::bulkhead_sdk::Tool>)
}

fn list<T: Parse>(input: ParseStream<'_>) -> Result<Vec<T>> {
    let content;
    bracketed!(content in input);
    Ok(Punctuated::<T, Token![,]>::parse_terminated(&content)?.into_iter().collect())
}

fn given_or(given: &Option<Expr>, variable: &str) -> TokenStream {
    match given {
        Some(given) => quote!(#given),
        None => quote!(::core::env!(#variable)),
    }
}

fn optional(given: &Option<Expr>) -> TokenStream {
    match given {
        Some(given) => quote!(::core::option::Option::Some(::std::string::String::from(#given))),
        None => quote!(::core::option::Option::None),
    }
}

fn text(expression: &Expr) -> Option<(String, Span)> {
    match expression {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some((text.value(), text.span())),
        _ => None,
    }
}

/// Three numbers, and whatever SemVer allows after a `-` or a `+`.
fn is_version(version: &str) -> bool {
    let core = version.split(['-', '+']).next().unwrap_or_default();
    let numbers: Vec<&str> = core.split('.').collect();
    numbers.len() == 3 && numbers.iter().all(|number| number.parse::<u64>().is_ok())
}
