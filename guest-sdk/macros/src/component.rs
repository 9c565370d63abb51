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

const FIELDS: [&str; 11] = [
    "name",
    "version",
    "title",
    "description",
    "website",
    "icon",
    "requests",
    "tools",
    "resources",
    "list_resources",
    "prompts",
];

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
    resources: Vec<Path>,
    list_resources: Option<Path>,
    prompts: Vec<Path>,
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
            "resources" => self.resources = list(input)?,
            "list_resources" => self.list_resources = Some(input.parse()?),
            "prompts" => self.prompts = list(input)?,
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
        let unique = unique_names("tool", &self.tools);
        let unique_prompts = unique_names("prompt", &self.prompts);
        let documents = self.documents();
        let kinds = self.kinds();
        let tools: Vec<TokenStream> = tools.iter().map(|path| as_one("Tool", path)).collect();
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

                #documents
            }

            #unique
            #unique_prompts

            ::bulkhead_sdk::__export!(Component #(#kinds)*);
        })
    }

    fn has_resources(&self) -> bool {
        !self.resources.is_empty() || self.list_resources.is_some()
    }

    /// What it exports beside tools.
    fn kinds(&self) -> Vec<Ident> {
        let kind = |name: &str| Ident::new(name, Span::call_site());
        let mut kinds = Vec::new();
        if self.has_resources() {
            kinds.push(kind("resources"));
        }
        if !self.prompts.is_empty() {
            kinds.push(kind("prompts"));
        }
        if !kinds.is_empty() {
            kinds.push(kind("completion"));
        }
        kinds
    }

    /// The functions for resources and prompts.
    fn documents(&self) -> TokenStream {
        if self.kinds().is_empty() {
            return TokenStream::new();
        }
        let resources: Vec<_> = self.resources.iter().map(|path| as_one("Resource", path)).collect();
        let prompts: Vec<_> = self.prompts.iter().map(|path| as_one("Prompt", path)).collect();
        let count = resources.len();
        // What can be said at once comes before what a function has to find out.
        let listed = match &self.list_resources {
            None => quote!(::core::result::Result::Ok(::bulkhead_sdk::ResourcePage {
                resources: __fixed,
                next: ::core::option::Option::None,
            })),
            Some(lister) => quote! {{
                let __first = cursor.is_none();
                let mut __page: ::bulkhead_sdk::ResourcePage = #lister(cursor)?;
                if __first {
                    __fixed.append(&mut __page.resources);
                    __page.resources = __fixed;
                }
                ::core::result::Result::Ok(__page)
            }},
        };
        quote! {
            #[allow(unused_mut, unused_variables, reason = "a lister needs more than fixed resources")]
            fn resources(
                cursor: ::core::option::Option<::std::string::String>,
            ) -> ::core::result::Result<::bulkhead_sdk::ResourcePage, ::bulkhead_sdk::ToolError> {
                let __definitions: [::core::option::Option<::bulkhead_sdk::ResourceDefinition>; #count] =
                    [#(#resources::definition()),*];
                let mut __fixed: ::std::vec::Vec<::bulkhead_sdk::ResourceDefinition> = ::std::iter::Iterator::collect(
                    ::std::iter::Iterator::flatten(::std::iter::IntoIterator::into_iter(__definitions)),
                );
                #listed
            }

            fn templates() -> ::std::vec::Vec<::bulkhead_sdk::ResourceTemplate> {
                let __templates: [::core::option::Option<::bulkhead_sdk::ResourceTemplate>; #count] =
                    [#(#resources::template()),*];
                ::std::iter::Iterator::collect(::std::iter::Iterator::flatten(
                    ::std::iter::IntoIterator::into_iter(__templates),
                ))
            }

            fn prompts() -> ::std::vec::Vec<::bulkhead_sdk::PromptDefinition> {
                ::std::vec![#(#prompts::definition()),*]
            }

            #[allow(unused_variables, reason = "there may be no resource")]
            fn read(
                uri: &str,
                resumption: ::core::option::Option<::bulkhead_sdk::Resumption>,
            ) -> ::core::result::Result<::bulkhead_sdk::ReadOutcome, ::bulkhead_sdk::ToolError> {
                #(
                    if let ::core::option::Option::Some(read) =
                        #resources::read(uri, ::core::clone::Clone::clone(&resumption))
                    {
                        return read;
                    }
                )*
                ::core::result::Result::Err(::bulkhead_sdk::__private::no_such_resource(uri))
            }

            #[allow(unused_variables, reason = "there may be no prompt")]
            fn get_prompt(
                name: &str,
                values: &::bulkhead_sdk::Known,
                resumption: ::core::option::Option<::bulkhead_sdk::Resumption>,
            ) -> ::core::result::Result<::bulkhead_sdk::PromptOutcome, ::bulkhead_sdk::ToolError> {
                match name {
                    #(#prompts::NAME => #prompts::get(values, resumption),)*
                    _ => ::core::result::Result::Err(::bulkhead_sdk::__private::no_such_prompt(name)),
                }
            }

            #[allow(unused_variables, reason = "one of the two kinds may be missing")]
            fn complete(
                target: &::bulkhead_sdk::Target,
                argument: &str,
                typed: &str,
                known: &::bulkhead_sdk::Known,
            ) -> ::bulkhead_sdk::Suggestions {
                let found: ::core::option::Option<::bulkhead_sdk::Suggestions> = match target {
                    ::bulkhead_sdk::Target::Prompt(name) => match name.as_str() {
                        #(#prompts::NAME => #prompts::complete(argument, typed, known),)*
                        _ => ::core::option::Option::None,
                    },
                    ::bulkhead_sdk::Target::Template(template) => {
                        ::core::option::Option::None
                            #(.or_else(|| #resources::complete(template, argument, typed, known)))*
                    }
                };
                found.unwrap_or_default()
            }
        }
    }

    fn check(&self) -> Result<()> {
        if self.tools.is_empty() && self.prompts.is_empty() && !self.has_resources() {
            return Err(Error::new(
                Span::call_site(),
                "a component has at least one tool: add `tools: [my_tool]`, or `resources: […]` or `prompts: […]`",
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
        for (what, paths) in [("tool", &self.tools), ("resource", &self.resources), ("prompt", &self.prompts)]
        {
            let mut seen: Vec<String> = Vec::new();
            for one in paths {
                let path = one.to_token_stream().to_string();
                if seen.contains(&path) {
                    return Err(Error::new_spanned(one, format!("this {what} is here twice; remove one")));
                }
                seen.push(path);
            }
        }
        Ok(())
    }
}

/// Names are only known to the compiler, so that it is the one to compare them.
fn unique_names(what: &str, paths: &[Path]) -> TokenStream {
    let kind = if what == "tool" { "Tool" } else { "Prompt" };
    let checks = paths.iter().enumerate().skip(1).map(|(index, one)| {
        let before = paths[..index].iter().map(|path| as_one(kind, path));
        let this = as_one(kind, one);
        let path = one.to_token_stream().to_string().replace(' ', "");
        let message = format!(
            "the {what} `{path}` has the name of a {what} before it; give one of them another with \
             `#[{what}(name = \"…\")]`"
        );
        quote_spanned! {one.span()=>
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

/// Spanned, so that an error about a path that is no tool, resource or prompt points at the path.
fn as_one(kind: &str, path: &Path) -> TokenStream {
    let kind = Ident::new(kind, path.span());
    quote_spanned!(path.span()=> <#path as ::bulkhead_sdk::#kind>)
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
