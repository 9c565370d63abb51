//! What `#[resource]` and `#[prompt]` have in common: their words, and the parameters of their functions.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Expr, ExprLit, FnArg, Ident, ItemFn, Lit, LitStr, Meta, Path, Result, Token, Type};

use crate::docs;
use crate::nearest::suggestion;
use crate::parameter;
use crate::tool::{combined, without_our_attributes};

/// The function as it is, and what makes a resource or a prompt of it; the errors in its place, and enough of one that
/// `component!` has nothing more to say about it.
pub(crate) fn expand(
    what: &str,
    item: TokenStream,
    implementation: impl FnOnce(&ItemFn) -> Result<TokenStream>,
    placeholder: impl FnOnce(&ItemFn) -> TokenStream,
) -> TokenStream {
    let function: ItemFn = match syn::parse2(item.clone()) {
        Ok(function) => function,
        Err(error) => {
            let error = Error::new(error.span(), format!("`#[{what}]` stands above a function: {error}"));
            let message = error.to_compile_error();
            return quote!(#message #item);
        }
    };
    let plain = without_our_attributes(&function);
    let problems = combined(problems(&function, what));
    match problems.map_or_else(|| implementation(&function), Err) {
        Ok(implementation) => quote!(#plain #implementation),
        Err(error) => {
            let errors = error.to_compile_error();
            // In an `impl` there is no place for a type.
            let placeholder = function.sig.receiver().is_none().then(|| placeholder(&function));
            quote!(#[allow(unused, reason = "it is not usable yet")] #plain #errors #placeholder)
        }
    }
}

/// What stands in the brackets, by its words.
pub(crate) struct Words {
    macro_name: &'static str,
    pairs: Vec<(String, Expr)>,
}

impl Words {
    /// Reads pairs of these words.
    pub(crate) fn read(
        macro_name: &'static str,
        known: &'static [&'static str],
        tokens: TokenStream,
    ) -> Result<Self> {
        let parser = |input: ParseStream<'_>| Punctuated::<Meta, Token![,]>::parse_terminated(input);
        let mut words = Self { macro_name, pairs: Vec::new() };
        for meta in syn::parse::Parser::parse2(parser, tokens)? {
            let word = meta.path().to_token_stream().to_string();
            if words.get(&word).is_some() {
                return Err(Error::new_spanned(meta, format!("`{word}` is here twice; once is enough")));
            }
            if !known.contains(&word.as_str()) {
                let message =
                    format!("`{word}` is nothing that `#[{macro_name}]` knows; {}", suggestion(&word, known));
                return Err(Error::new_spanned(meta, message));
            }
            match meta {
                Meta::NameValue(pair) => words.pairs.push((word, pair.value)),
                other => return Err(Error::new_spanned(other, format!("write `{word} = …`"))),
            }
        }
        Ok(words)
    }

    pub(crate) fn get(&self, word: &str) -> Option<&Expr> {
        self.pairs.iter().find(|(known, _)| known == word).map(|(_, value)| value)
    }

    /// The value of a word that must be written out, because the macro reads it.
    pub(crate) fn literal(&self, word: &str) -> Result<Option<LitStr>> {
        match self.get(word) {
            None => Ok(None),
            Some(Expr::Lit(ExprLit { lit: Lit::Str(text), .. })) => Ok(Some(text.clone())),
            Some(other) => Err(Error::new_spanned(other, format!("write it as a string: `{word} = \"…\"`"))),
        }
    }

    /// The value of a word as an `Option<String>`.
    pub(crate) fn text(&self, word: &str) -> TokenStream {
        match self.get(word) {
            Some(value) => quote!(::core::option::Option::Some(::std::string::String::from(#value))),
            None => quote!(::core::option::Option::None),
        }
    }

    /// The fields that every definition has.
    pub(crate) fn fields(&self) -> TokenStream {
        let title = self.text("title");
        let icons = self.get("icon").into_iter();
        let meta = match self.get("meta") {
            Some(meta) => quote!(::core::option::Option::Some(#meta)),
            None => quote!(::core::option::Option::None),
        };
        quote! {
            title: #title,
            icons: ::std::vec![#(::bulkhead_sdk::Icon::new(#icons)),*],
            meta: #meta,
        }
    }

    /// The description: what the attribute says, otherwise the doc comment.
    pub(crate) fn description(&self, function: &ItemFn) -> Result<TokenStream> {
        if let Some(written) = self.get("description") {
            return Ok(quote!(::core::option::Option::Some(::std::string::String::from(#written))));
        }
        let text = docs::description(&function.attrs)?;
        if text.is_empty() {
            let message = format!(
                "a {} needs a description, by which a person finds it: write a doc comment (`/// …`) above the function",
                self.macro_name
            );
            return Err(Error::new(function.sig.ident.span(), message));
        }
        Ok(quote!(::core::option::Option::Some(::std::string::String::from(#text))))
    }
}

/// A parameter of a resource or a prompt.
pub(crate) enum Parameter {
    /// A value that the client gives.
    Value(Box<Value>),
    /// The answers to what was asked earlier.
    Resumption,
}

/// A value that the client gives.
pub(crate) struct Value {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    /// The name for the client.
    pub(crate) name: String,
    pub(crate) title: Option<Expr>,
    pub(crate) description: String,
    /// The function that suggests values.
    pub(crate) complete: Option<Path>,
}

impl Value {
    /// Whether it may be left out.
    pub(crate) fn is_optional(&self) -> bool {
        parameter::option_of(&self.ty).is_some()
    }
}

/// `#[arg(name = "…", title = "…", complete = path)]`.
#[derive(Default)]
struct Hints {
    name: Option<LitStr>,
    title: Option<Expr>,
    complete: Option<Path>,
}

const HINTS: [&str; 3] = ["name", "title", "complete"];

impl Parse for Hints {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut hints = Self::default();
        while !input.is_empty() {
            let word: Ident = input.parse()?;
            input
                .parse::<Token![=]>()
                .map_err(|error| Error::new(error.span(), format!("write `{word} = …`")))?;
            match word.to_string().as_str() {
                "name" => hints.name = Some(input.parse()?),
                "title" => hints.title = Some(input.parse()?),
                "complete" => hints.complete = Some(input.parse()?),
                unknown => {
                    let message = format!(
                        "`{unknown}` is nothing that `#[arg]` knows here; {}",
                        suggestion(unknown, &HINTS)
                    );
                    return Err(Error::new(word.span(), message));
                }
            }
            if !input.is_empty() {
                input.parse::<Token![,]>()?;
            }
        }
        Ok(hints)
    }
}

/// The parameters of a function, in order.
pub(crate) fn parameters(function: &ItemFn) -> Result<Vec<Parameter>> {
    function.sig.inputs.iter().map(read).collect()
}

fn read(argument: &FnArg) -> Result<Parameter> {
    let typed = match argument {
        FnArg::Typed(typed) => typed,
        FnArg::Receiver(receiver) => {
            return Err(Error::new_spanned(
                receiver,
                "this is a free function without `self`: no value outlives a call",
            ));
        }
    };
    if parameter::is_resumption(&typed.ty) {
        return Ok(Parameter::Resumption);
    }
    let ident = parameter::ident(typed)?;
    let mut hints = Hints::default();
    for attribute in typed.attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
        hints = attribute.parse_args()?;
    }
    let name =
        hints.name.map_or_else(|| ident.to_string().trim_start_matches("r#").to_owned(), |name| name.value());
    let description = docs::description(&typed.attrs)?;
    let ty = (*typed.ty).clone();
    let Hints { title, complete, .. } = hints;
    Ok(Parameter::Value(Box::new(Value { ident, ty, name, title, description, complete })))
}

/// The arms that suggest values, by the name of the argument.
pub(crate) fn completions(parameters: &[Parameter]) -> TokenStream {
    let arms = parameters.iter().filter_map(|parameter| match parameter {
        Parameter::Value(value) => {
            let (name, complete) = (&value.name, value.complete.as_ref()?);
            Some(quote! {
                #name => ::core::option::Option::Some(::bulkhead_sdk::Suggestions::from(#complete(__typed, __known))),
            })
        }
        Parameter::Resumption => None,
    });
    quote! {
        match __argument {
            #(#arms)*
            _ => ::core::option::Option::None,
        }
    }
}

/// Why this function can be neither a resource nor a prompt.
fn problems(function: &ItemFn, what: &str) -> Vec<Error> {
    let signature = &function.sig;
    let mut problems = Vec::new();
    let mut refuse = |tokens: &dyn ToTokens, message: String| {
        problems.push(Error::new_spanned(tokens.to_token_stream(), message));
    };
    if let Some(word) = &signature.asyncness {
        refuse(
            word,
            format!("a {what} is not `async`; remove the word: the host runs calls beside each other"),
        );
    }
    if let Some(word) = &signature.unsafety {
        refuse(word, format!("a {what} is not `unsafe`: it is called with whatever a client writes"));
    }
    if !signature.generics.params.is_empty() {
        refuse(&signature.generics.params, format!("a {what} is not generic; write the types"));
    }
    problems
}
