//! `#[resource]`: the function stays as it is, and a type of the same name says how the host reaches it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, ItemFn, LitStr, Result, ReturnType};

use crate::document::{self, Parameter, Value, Words};
use crate::tool::marker;

const WORDS: &[&str] = &["uri", "template", "name", "title", "description", "mime_type", "icon", "meta"];

pub(crate) fn expand(attributes: TokenStream, item: TokenStream) -> TokenStream {
    document::expand("resource", item, |function| implementation(attributes, function), placeholder)
}

fn implementation(attributes: TokenStream, function: &ItemFn) -> Result<TokenStream> {
    let words = Words::read("resource", WORDS, attributes)?;
    let parameters = document::parameters(function)?;
    let description = words.description(function)?;
    match (words.literal("uri")?, words.literal("template")?) {
        (Some(uri), None) => fixed(function, &words, &uri, &description, &parameters),
        (None, Some(template)) => family(function, &words, &template, &description, &parameters),
        (Some(uri), Some(_)) => {
            Err(Error::new_spanned(uri, "keep one: `uri` for a single resource, `template` for a family"))
        }
        (None, None) => Err(Error::new(
            function.sig.ident.span(),
            "say by what URI it is read: `#[resource(uri = \"note://readme\")]` for a single one, \
             `#[resource(template = \"note://{year}/{title}\")]` for a family",
        )),
    }
}

fn fixed(
    function: &ItemFn,
    words: &Words,
    uri: &LitStr,
    description: &TokenStream,
    parameters: &[Parameter],
) -> Result<TokenStream> {
    for parameter in parameters {
        if let Parameter::Value(value) = parameter {
            let message = "a single resource has no parameters; a family has, by `template = \"…\"`";
            return Err(Error::new_spanned(&value.ident, message));
        }
    }
    let name = name(words, function);
    let (fields, mime_type) = (words.fields(), words.text("mime_type"));
    let call = call(function, words, &quote!(#uri), parameters);
    let definition = quote! {
        ::core::option::Option::Some(::bulkhead_sdk::ResourceDefinition {
            uri: ::std::string::String::from(#uri),
            name: ::std::string::String::from(#name),
            description: #description,
            mime_type: #mime_type,
            size: ::core::option::Option::None,
            annotations: ::core::option::Option::None,
            #fields
        })
    };
    let read = quote! {
        if __uri != #uri {
            return ::core::option::Option::None;
        }
        ::core::option::Option::Some(#call)
    };
    let none = quote!(::core::option::Option::None);
    Ok(resource(function, &definition, &none, &read, &none))
}

fn family(
    function: &ItemFn,
    words: &Words,
    template: &LitStr,
    description: &TokenStream,
    parameters: &[Parameter],
) -> Result<TokenStream> {
    let (parts, variables) = parts(template)?;
    let mut bindings = Vec::new();
    for parameter in parameters {
        let Parameter::Value(value) = parameter else { continue };
        let Value { ident, ty, name, .. } = &**value;
        let Some(index) = variables.iter().position(|variable| variable == name) else {
            let message = format!("the template has no variable `{{{name}}}`");
            return Err(Error::new_spanned(ident, message));
        };
        // A value that is no such thing names no resource.
        bindings.push(quote_spanned! {ty.span()=>
            let #ident = <#ty as ::core::str::FromStr>::from_str(&__values[#index]).ok()?;
        });
    }
    let named = |variable: &&String| {
        parameters
            .iter()
            .any(|parameter| matches!(parameter, Parameter::Value(value) if value.name == **variable))
    };
    if let Some(missing) = variables.iter().find(|variable| !named(variable)) {
        let message = format!("the variable `{{{missing}}}` has no parameter; add `{missing}: String`");
        return Err(Error::new_spanned(template, message));
    }
    let name = name(words, function);
    let (fields, mime_type) = (words.fields(), words.text("mime_type"));
    let call = call(function, words, &quote!(__uri), parameters);
    let listed = quote! {
        ::core::option::Option::Some(::bulkhead_sdk::ResourceTemplate {
            uri_template: ::std::string::String::from(#template),
            name: ::std::string::String::from(#name),
            description: #description,
            mime_type: #mime_type,
            annotations: ::core::option::Option::None,
            #fields
        })
    };
    let read = quote! {
        let __values = ::bulkhead_sdk::__private::values(&[#(#parts),*], __uri)?;
        #(#bindings)*
        ::core::option::Option::Some(#call)
    };
    let completions = document::completions(parameters);
    let complete = quote! {
        if __template != #template {
            return ::core::option::Option::None;
        }
        #completions
    };
    let none = quote!(::core::option::Option::None);
    Ok(resource(function, &none, &listed, &read, &complete))
}

fn name(words: &Words, function: &ItemFn) -> TokenStream {
    let own = function.sig.ident.to_string().trim_start_matches("r#").to_owned();
    words.get("name").map_or_else(|| quote!(#own), |name| quote!(#name))
}

fn call(function: &ItemFn, words: &Words, uri: &TokenStream, parameters: &[Parameter]) -> TokenStream {
    let ident = &function.sig.ident;
    let arguments = parameters.iter().map(|parameter| match parameter {
        Parameter::Value(value) => {
            let ident = &value.ident;
            quote!(#ident)
        }
        Parameter::Resumption => quote!(__resumption),
    });
    let mime_type = match words.get("mime_type") {
        Some(mime_type) => quote!(::core::option::Option::Some(#mime_type)),
        None => quote!(::core::option::Option::None),
    };
    let returned = match &function.sig.output {
        ReturnType::Default => ident.span(),
        ReturnType::Type(_, ty) => ty.span(),
    };
    quote_spanned!(returned=> ::bulkhead_sdk::Readable::read(#ident(#(#arguments),*), #uri, #mime_type))
}

fn resource(
    function: &ItemFn,
    definition: &TokenStream,
    template: &TokenStream,
    read: &TokenStream,
    complete: &TokenStream,
) -> TokenStream {
    let ident = &function.sig.ident;
    let marker = marker(function);
    quote! {
        #marker
        #[allow(unused_variables, reason = "not every resource needs all of it")]
        impl ::bulkhead_sdk::Resource for #ident {
            fn definition() -> ::core::option::Option<::bulkhead_sdk::ResourceDefinition> {
                #definition
            }

            fn template() -> ::core::option::Option<::bulkhead_sdk::ResourceTemplate> {
                #template
            }

            fn read(
                __uri: &str,
                __resumption: ::core::option::Option<::bulkhead_sdk::Resumption>,
            ) -> ::core::option::Option<::core::result::Result<::bulkhead_sdk::ReadOutcome, ::bulkhead_sdk::ToolError>> {
                #read
            }

            fn complete(
                __template: &str,
                __argument: &str,
                __typed: &str,
                __known: &::bulkhead_sdk::Known,
            ) -> ::core::option::Option<::bulkhead_sdk::Suggestions> {
                #complete
            }
        }
    }
}

/// Enough of a resource that `component!` has nothing more to say about it.
fn placeholder(function: &ItemFn) -> TokenStream {
    let unknown = quote!(::core::unreachable!());
    resource(function, &unknown, &unknown, &unknown, &unknown)
}

/// The parts of a template, and the names of its variables in order.
fn parts(template: &LitStr) -> Result<(Vec<TokenStream>, Vec<String>)> {
    let wrong = |message: &str| Err(Error::new_spanned(template, message));
    let (mut parts, mut variables) = (Vec::new(), Vec::new());
    let text = template.value();
    let mut rest = text.as_str();
    let mut after_expression = false;
    while let Some(start) = rest.find(['{', '}']) {
        let Some(end) = rest[start..].strip_prefix('{').and_then(|inner| inner.find('}')) else {
            return wrong("each `{` needs its `}`, as in `note://{year}/{title}`");
        };
        let (literal, inner) = (&rest[..start], &rest[start + 1..start + 1 + end]);
        if literal.is_empty() && after_expression {
            return wrong("put something between two variables, or nobody can tell where the first one ends");
        }
        if !literal.is_empty() {
            parts.push(quote!(::bulkhead_sdk::__private::Part::Literal(#literal)));
        }
        let (reserved, name) = match inner.strip_prefix('+') {
            Some(name) => (true, name),
            None => (false, inner),
        };
        let plain = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || !name.chars().all(plain) {
            return wrong(
                "a variable is `{name}`, or `{+name}` where its value may have `/` in it; the other expressions of \
                 RFC 6570 are not supported",
            );
        }
        if variables.iter().any(|other| other == name) {
            return wrong("a variable stands in a template once");
        }
        variables.push(name.to_owned());
        parts.push(match reserved {
            true => quote!(::bulkhead_sdk::__private::Part::Reserved),
            false => quote!(::bulkhead_sdk::__private::Part::Simple),
        });
        rest = &rest[start + end + 2..];
        after_expression = true;
    }
    if variables.is_empty() {
        return wrong(
            "a template has a variable, as in `note://{title}`; a single resource has `uri = \"…\"`",
        );
    }
    if !rest.is_empty() {
        parts.push(quote!(::bulkhead_sdk::__private::Part::Literal(#rest)));
    }
    Ok((parts, variables))
}
