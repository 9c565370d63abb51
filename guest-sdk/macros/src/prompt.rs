//! `#[prompt]`: the function stays as it is, and a type of the same name says how the host reaches it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ItemFn, LitStr, Result, ReturnType, Type};

use crate::annotations::is_name;
use crate::document::{self, Parameter, Value, Words};
use crate::parameter::option_of;
use crate::tool::marker;

const WORDS: &[&str] = &["name", "title", "description", "icon", "meta"];

pub(crate) fn expand(attributes: TokenStream, item: TokenStream) -> TokenStream {
    document::expand("prompt", item, |function| implementation(attributes, function), placeholder)
}

fn implementation(attributes: TokenStream, function: &ItemFn) -> Result<TokenStream> {
    let words = Words::read("prompt", WORDS, attributes)?;
    let parameters = document::parameters(function)?;
    let description = words.description(function)?;
    let name = words.literal("name")?.unwrap_or_else(|| own_name(function));
    if !is_name(&name.value()) {
        return Err(Error::new_spanned(
            name,
            "a prompt's name is 1 to 128 characters of `A-Z a-z 0-9 _ - .`",
        ));
    }
    let mut listed = Vec::new();
    let mut arguments = Vec::new();
    for parameter in &parameters {
        let value = match parameter {
            Parameter::Value(value) => value,
            Parameter::Resumption => {
                arguments.push(quote!(__resumption));
                continue;
            }
        };
        check_type(value)?;
        let Value { name, title, description, ty, .. } = &**value;
        let required = !value.is_optional();
        let title = match title {
            Some(title) => quote!(::core::option::Option::Some(::std::string::String::from(#title))),
            None => quote!(::core::option::Option::None),
        };
        let description = match description.is_empty() {
            true => quote!(::core::option::Option::None),
            false => quote!(::core::option::Option::Some(::std::string::String::from(#description))),
        };
        listed.push(quote! {
            ::bulkhead_sdk::PromptArgument {
                name: ::std::string::String::from(#name),
                title: #title,
                description: #description,
                required: #required,
            }
        });
        arguments.push(match required {
            true => quote_spanned!(ty.span()=> ::bulkhead_sdk::__private::required(__values, #name)?),
            false => quote_spanned!(ty.span()=> __values.get(#name).map(::std::string::String::from)),
        });
    }
    let ident = &function.sig.ident;
    let returned = match &function.sig.output {
        ReturnType::Default => ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    let call = quote_spanned!(returned=> ::bulkhead_sdk::Prompting::prompt(#ident(#(#arguments),*)));
    let fields = words.fields();
    let definition = quote! {
        ::bulkhead_sdk::PromptDefinition {
            name: ::std::string::String::from(#name),
            description: #description,
            arguments: ::std::vec![#(#listed),*],
            #fields
        }
    };
    Ok(prompt(function, &name, &definition, &call, &document::completions(&parameters)))
}

fn own_name(function: &ItemFn) -> LitStr {
    let ident = &function.sig.ident;
    LitStr::new(ident.to_string().trim_start_matches("r#"), ident.span())
}

/// MCP gives arguments of prompts as text.
fn check_type(value: &Value) -> Result<()> {
    let inner = option_of(&value.ty).unwrap_or(&value.ty);
    let is_string = matches!(inner, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "String"));
    if is_string {
        return Ok(());
    }
    Err(Error::new_spanned(
        &value.ty,
        "an argument of a prompt is text: write `String`, or `Option<String>` where it may be left out",
    ))
}

fn prompt(
    function: &ItemFn,
    name: &LitStr,
    definition: &TokenStream,
    call: &TokenStream,
    complete: &TokenStream,
) -> TokenStream {
    let ident = &function.sig.ident;
    let marker = marker(function);
    quote! {
        #marker
        #[allow(unused_variables, reason = "not every prompt needs all of it")]
        impl ::bulkhead_sdk::Prompt for #ident {
            const NAME: &'static str = #name;

            fn definition() -> ::bulkhead_sdk::PromptDefinition {
                #definition
            }

            fn get(
                __values: &::bulkhead_sdk::Known,
                __resumption: ::core::option::Option<::bulkhead_sdk::Resumption>,
            ) -> ::core::result::Result<::bulkhead_sdk::PromptOutcome, ::bulkhead_sdk::ToolError> {
                #call
            }

            fn complete(
                __argument: &str,
                __typed: &str,
                __known: &::bulkhead_sdk::Known,
            ) -> ::core::option::Option<::bulkhead_sdk::Suggestions> {
                #complete
            }
        }
    }
}

/// Enough of a prompt that `component!` has nothing more to say about it.
fn placeholder(function: &ItemFn) -> TokenStream {
    let unknown = quote!(::core::unreachable!());
    prompt(function, &own_name(function), &unknown, &unknown, &unknown)
}
