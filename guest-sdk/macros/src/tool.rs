//! `#[tool]`: the function stays as it is, and a type of the same name says how the host reaches it.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{Error, FnArg, ItemFn, LitStr, ReturnType};

use crate::annotations::Annotations;
use crate::docs;
use crate::parameter::{self, Parameter, Role};
use crate::signature;

pub(crate) fn expand(attributes: TokenStream, item: TokenStream) -> TokenStream {
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = Error::new(error.span(), format!("`#[tool]` stands above a function: {error}"));
            let message = error.to_compile_error();
            return quote!(#message #item);
        }
    };
    let plain = without_our_attributes(&function);
    match Tool::read(attributes, &function) {
        Ok(tool) => {
            let implementation = tool.implementation();
            quote!(#plain #implementation)
        }
        Err(error) => {
            let placeholder = placeholder(&function, &error);
            // What the compiler thinks of the function would only stand in the way of the errors.
            quote!(#[allow(unused, reason = "it is not a tool yet")] #plain #placeholder)
        }
    }
}

/// A tool whose function and attributes have been checked.
struct Tool<'a> {
    function: &'a ItemFn,
    annotations: Annotations,
    description: TokenStream,
    parameters: Vec<Parameter>,
}

impl<'a> Tool<'a> {
    fn read(attributes: TokenStream, function: &'a ItemFn) -> syn::Result<Self> {
        let mut errors = signature::problems(function);
        let mut keep = |error: Error| errors.push(error);
        let annotations = syn::parse2::<Annotations>(attributes).map_err(&mut keep).ok();
        let described = annotations.as_ref().and_then(|annotations| annotations.description.as_ref());
        let description = description(function, described).map_err(&mut keep).ok();
        let mut parameters = Vec::new();
        for argument in &function.sig.inputs {
            match Parameter::read(argument) {
                Ok(parameter) => parameters.push(parameter),
                Err(error) => keep(error),
            }
        }
        errors.extend(conflicts(&parameters));
        match (annotations, description, combined(errors)) {
            (Some(annotations), Some(description), None) => {
                Ok(Self { function, annotations, description, parameters })
            }
            (_, _, error) => Err(error.unwrap_or_else(|| Error::new_spanned(function, "not a tool"))),
        }
    }

    fn name(&self) -> LitStr {
        let own = || LitStr::new(&signature::tool_name(self.function), self.function.sig.ident.span());
        self.annotations.name.clone().unwrap_or_else(own)
    }

    fn implementation(&self) -> TokenStream {
        let Self { function, annotations, description, parameters } = self;
        let ident = &function.sig.ident;
        let name = self.name();
        let fields = annotations.fields();
        let (kind, arguments) = arguments(parameters);
        let returned = returned(function);
        // What a type must be able to do is asked in these words, so that an error about it points at the type.
        let handling = quote_spanned!(returned.span()=> (&&&__success).kind().handling());
        let split = quote_spanned!(returned.span()=> __opened.split(__returned)?);
        let reading = quote_spanned!(kind.span()=> ::bulkhead_sdk::__private::reading::<#kind>());
        // Every variable has a name that no function has, because the function must not be hidden where it is called.
        let values = parameters.iter().map(Parameter::value);
        let marker = marker(function);
        let schema = match &annotations.input_schema {
            Some(written) => quote!(#written),
            None => quote!((#reading.schema)()),
        };
        let traits = quote! {
            #[allow(unused_imports, reason = "each return type needs one of each set of traits")]
            use ::bulkhead_sdk::__private::{Ambiguous as _, Fallible as _, Infallible as _, Plain as _, Structure as _};
        };
        quote! {
            #marker
            const _: () = {
                #arguments
                impl ::bulkhead_sdk::Tool for #ident {
                    const NAME: &'static str = #name;

                    fn definition() -> ::bulkhead_sdk::ToolDefinition {
                        #traits
                        let __success = (&&::bulkhead_sdk::__private::Returned::<#returned>::NEW).open().success();
                        ::bulkhead_sdk::ToolDefinition {
                            name: ::std::string::String::from(#name),
                            description: ::std::string::String::from(#description),
                            input_schema: #schema,
                            output_schema: (#handling.schema)(),
                            #fields
                        }
                    }

                    fn call(
                        __arguments: &str,
                        __resumption: ::core::option::Option<::bulkhead_sdk::Resumption>,
                    ) -> ::core::result::Result<::bulkhead_sdk::__private::Reply, ::bulkhead_sdk::ToolError> {
                        #traits
                        let __arguments = (#reading.read)(__arguments)?;
                        let __opened = (&&::bulkhead_sdk::__private::Returned::<#returned>::NEW).open();
                        let __returned = #ident(#(#values),*);
                        let __value = #split;
                        let __success = __opened.success();
                        (#handling.reply)(__value)
                    }
                }
            };
        }
    }
}

/// The type that the arguments are read into, and its definition when it is made here.
fn arguments(parameters: &[Parameter]) -> (TokenStream, TokenStream) {
    let whole = parameters.iter().find(|parameter| matches!(parameter.role, Role::Whole));
    if let Some(Parameter { ty, .. }) = whole {
        return (quote!(#ty), TokenStream::new());
    }
    let mut fields = Vec::new();
    let mut defaults = Vec::new();
    for (index, parameter) in parameters.iter().enumerate() {
        if let Role::Property(property) = &parameter.role {
            let (field, default) = parameter.field(property, index);
            fields.push(field);
            defaults.extend(default);
        }
    }
    let definition = quote! {
        #[derive(::bulkhead_sdk::__private::serde::Deserialize, ::bulkhead_sdk::__private::schemars::JsonSchema)]
        #[serde(crate = "::bulkhead_sdk::__private::serde", deny_unknown_fields)]
        #[schemars(crate = "::bulkhead_sdk::__private::schemars")]
        struct __Arguments { #(#fields),* }
        #(#defaults)*
    };
    (quote!(__Arguments), definition)
}

/// The type that the function returns, `()` when it says none.
fn returned(function: &ItemFn) -> TokenStream {
    match &function.sig.output {
        ReturnType::Default => quote_spanned!(function.sig.ident.span()=> ()),
        ReturnType::Type(_, ty) => quote!(#ty),
    }
}

/// The description: what the attribute says, otherwise the doc comment.
fn description(function: &ItemFn, written: Option<&syn::Expr>) -> syn::Result<TokenStream> {
    if let Some(written) = written {
        return Ok(quote!(#written));
    }
    let text = docs::description(&function.attrs)?;
    if text.is_empty() {
        return Err(Error::new(
            function.sig.ident.span(),
            "a tool needs a description, by which a model chooses it: write a doc comment (`/// …`) above the function",
        ));
    }
    Ok(quote!(#text))
}

/// Parameters that cannot stand beside each other.
fn conflicts(parameters: &[Parameter]) -> Vec<Error> {
    let whole: Vec<_> = parameters.iter().filter(|parameter| matches!(parameter.role, Role::Whole)).collect();
    let mut resumptions = parameters.iter().filter(|parameter| matches!(parameter.role, Role::Resumption));
    let mut errors = Vec::new();
    if let Some(second) = resumptions.nth(1) {
        errors.push(Error::new(
            second.ident.span(),
            "there is one `Resumption` in a call; remove this parameter",
        ));
    }
    if whole.is_empty() {
        return errors;
    }
    let property = parameters.iter().filter(|parameter| matches!(parameter.role, Role::Property(_)));
    for other in whole.into_iter().skip(1).chain(property) {
        errors.push(Error::new(
            other.ident.span(),
            "beside a parameter marked `#[args]` there is no other: make this a field of its struct",
        ));
    }
    errors
}

pub(crate) fn combined(errors: Vec<Error>) -> Option<Error> {
    errors.into_iter().reduce(|mut all, error| {
        all.combine(error);
        all
    })
}

/// The type by which `component!` finds the tool. It has braces and no fields, so that it takes the function's name
/// among the types and leaves it among the values: one path and one `use` reach both.
pub(crate) fn marker(function: &ItemFn) -> TokenStream {
    let ItemFn { vis, sig, attrs, .. } = function;
    let ident = &sig.ident;
    let conditions = attrs.iter().filter(|attribute| attribute.path().is_ident("cfg"));
    quote! {
        #(#conditions)*
        #[doc(hidden)]
        #[allow(non_camel_case_types, reason = "it has the function's name")]
        #vis struct #ident {}
    }
}

/// The errors, and enough of a tool that `component!` has nothing more to say about it.
fn placeholder(function: &ItemFn, error: &Error) -> TokenStream {
    let errors = error.to_compile_error();
    // In an `impl` there is no place for a type.
    if function.sig.receiver().is_some() {
        return errors;
    }
    let marker = marker(function);
    let ident = &function.sig.ident;
    let name = signature::tool_name(function);
    quote! {
        #errors
        #marker
        impl ::bulkhead_sdk::Tool for #ident {
            const NAME: &'static str = #name;

            fn definition() -> ::bulkhead_sdk::ToolDefinition {
                ::core::unreachable!()
            }

            fn call(
                _: &str,
                _: ::core::option::Option<::bulkhead_sdk::Resumption>,
            ) -> ::core::result::Result<::bulkhead_sdk::__private::Reply, ::bulkhead_sdk::ToolError> {
                ::core::unreachable!()
            }
        }
    }
}

/// The function without the attributes on parameters, which Rust does not allow there.
pub(crate) fn without_our_attributes(function: &ItemFn) -> ItemFn {
    let mut plain = function.clone();
    for argument in &mut plain.sig.inputs {
        match argument {
            FnArg::Typed(typed) => typed.attrs.retain(|attribute| !parameter::is_ours(attribute)),
            FnArg::Receiver(receiver) => receiver.attrs.retain(|attribute| !parameter::is_ours(attribute)),
        }
    }
    plain
}
