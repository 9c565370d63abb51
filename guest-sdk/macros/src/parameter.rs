//! The parameters of a tool.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::{
    Attribute, Error, Expr, ExprLit, FnArg, GenericArgument, Ident, Lit, LitStr, Meta, Pat, PatType,
    PathArguments, Result, Token, Type, parse::Parse, parse::ParseStream, punctuated::Punctuated,
};

use crate::docs;
use crate::nearest::suggestion;

const WORDS: [&str; 5] = ["default", "name", "min", "max", "header"];

/// What a parameter is for.
pub(crate) enum Role {
    /// One property of the arguments.
    Property(Box<Property>),
    /// All the arguments as one struct.
    Whole,
    /// The answers to what an earlier call asked.
    Resumption,
}

/// A parameter, checked.
pub(crate) struct Parameter {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
    pub(crate) role: Role,
}

/// A parameter that is one property of the arguments.
pub(crate) struct Property {
    description: String,
    hints: Hints,
    /// `#[serde(…)]` and `#[schemars(…)]`, passed on as they are.
    passed_on: Vec<Attribute>,
}

/// `#[arg(default = 10, min = 1, max = 100, name = "…")]`.
#[derive(Default)]
struct Hints {
    default: Option<Default>,
    name: Option<LitStr>,
    min: Option<Expr>,
    max: Option<Expr>,
    header: Option<LitStr>,
}

enum Default {
    OfType,
    Value(Expr),
}

impl Parse for Hints {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        let mut hints = Self::default();
        for meta in Punctuated::<Meta, Token![,]>::parse_terminated(input)? {
            let word = meta.path().to_token_stream().to_string();
            match (word.as_str(), &meta) {
                ("default", Meta::Path(_)) => hints.default = Some(Default::OfType),
                ("default", Meta::NameValue(pair)) => {
                    hints.default = Some(Default::Value(pair.value.clone()))
                }
                ("min", Meta::NameValue(pair)) => hints.min = Some(pair.value.clone()),
                ("max", Meta::NameValue(pair)) => hints.max = Some(pair.value.clone()),
                ("name", Meta::NameValue(pair)) => hints.name = Some(literal(&pair.value)?),
                ("header", Meta::NameValue(pair)) => hints.header = Some(header(&pair.value)?),
                (known, _) if WORDS.contains(&known) => {
                    return Err(Error::new_spanned(&meta, format!("write `{known} = …`")));
                }
                (unknown, _) => {
                    let message = format!(
                        "`{unknown}` is nothing that `#[arg]` knows; {}",
                        suggestion(unknown, &WORDS)
                    );
                    return Err(Error::new_spanned(&meta, message));
                }
            }
        }
        Ok(hints)
    }
}

fn literal(value: &Expr) -> Result<LitStr> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Ok(text.clone()),
        other => Err(Error::new_spanned(other, "write the name as a string, such as `name = \"from\"`")),
    }
}

/// A name that can follow `Mcp-Param-` in a header: a token of RFC 9110.
fn header(value: &Expr) -> Result<LitStr> {
    let name = literal(value)?;
    let token = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    if name.value().is_empty() || !name.value().bytes().all(token) {
        let message = "a header's name has letters, digits and `-`, such as `header = \"Region\"`";
        return Err(Error::new_spanned(name, message));
    }
    Ok(name)
}

/// Whether the attribute is one that the macro takes away, because Rust allows none of them on a parameter.
pub(crate) fn is_ours(attribute: &Attribute) -> bool {
    docs::is_doc(attribute)
        || ["arg", "args", "serde", "schemars"].iter().any(|name| attribute.path().is_ident(name))
}

impl Parameter {
    /// Reads one parameter.
    pub(crate) fn read(argument: &FnArg) -> Result<Self> {
        let typed = match argument {
            FnArg::Typed(typed) => typed,
            FnArg::Receiver(receiver) => {
                return Err(Error::new_spanned(
                    receiver,
                    "a tool is a free function without `self`: no value outlives a call",
                ));
            }
        };
        let ident = ident(typed)?;
        check_type(&typed.ty)?;
        let role = role(typed)?;
        Ok(Self { ident, ty: (*typed.ty).clone(), role })
    }

    /// What the function is called with.
    pub(crate) fn value(&self) -> TokenStream {
        let Self { ident, .. } = self;
        match self.role {
            Role::Property(_) => quote!(__arguments.#ident),
            Role::Whole => quote!(__arguments),
            Role::Resumption => quote!(__resumption),
        }
    }

    /// The field of the arguments struct, and the function that gives its default.
    pub(crate) fn field(&self, property: &Property, index: usize) -> (TokenStream, Option<TokenStream>) {
        let Self { ident, ty, .. } = self;
        let Property { description, hints, passed_on } = property;
        let described = (!description.is_empty()).then(|| quote!(#[schemars(description = #description)]));
        let renamed = hints.name.as_ref().map(|name| quote!(#[serde(rename = #name)]));
        let range = hints.range();
        let header =
            hints.header.as_ref().map(|header| quote!(#[schemars(extend("x-mcp-header" = #header))]));
        let (default, function) = match &hints.default {
            None => (None, None),
            Some(Default::OfType) => (Some(quote!(#[serde(default)])), None),
            Some(Default::Value(value)) => {
                let name = format_ident!("__default_{index}");
                let path = name.to_string();
                let value = converted(value);
                let function = quote_spanned!(ty.span()=> fn #name() -> #ty { #value });
                (Some(quote!(#[serde(default = #path)])), Some(function))
            }
        };
        (quote!(#described #renamed #range #header #default #(#passed_on)* #ident: #ty), function)
    }
}

impl Hints {
    fn range(&self) -> Option<TokenStream> {
        match (&self.min, &self.max) {
            (None, None) => None,
            (Some(min), None) => Some(quote!(#[schemars(range(min = #min))])),
            (None, Some(max)) => Some(quote!(#[schemars(range(max = #max))])),
            (Some(min), Some(max)) => Some(quote!(#[schemars(range(min = #min, max = #max))])),
        }
    }
}

/// A string literal stands for whatever can be made from it, so that `default = "utf-8"` fits a `String`.
fn converted(value: &Expr) -> TokenStream {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => {
            quote_spanned!(text.span()=> ::core::convert::Into::into(#text))
        }
        other => other.to_token_stream(),
    }
}

pub(crate) fn ident(typed: &PatType) -> Result<Ident> {
    match &*typed.pat {
        Pat::Ident(pattern) if pattern.by_ref.is_none() && pattern.subpat.is_none() => {
            Ok(pattern.ident.clone())
        }
        Pat::Wild(wild) => Err(Error::new_spanned(
            wild,
            "a parameter needs a name, which the model sees: write `name: Type`, or remove the parameter",
        )),
        other => Err(Error::new_spanned(
            other,
            "a parameter is a plain name, which the model sees: write `name: Type` and take it apart in the body",
        )),
    }
}

/// References have nothing to refer to: the arguments are made for the call.
fn check_type(ty: &Type) -> Result<()> {
    match ty {
        Type::Reference(reference) => {
            let message = match &*reference.elem {
                Type::Path(path) if path.path.is_ident("str") => {
                    "a tool owns its arguments: write `String` instead of a reference".to_owned()
                }
                Type::Slice(_) => "a tool owns its arguments: write `Vec<…>` instead of a slice".to_owned(),
                _ => "a tool owns its arguments: write the type without `&`".to_owned(),
            };
            Err(Error::new_spanned(reference, message))
        }
        Type::ImplTrait(opaque) => Err(Error::new_spanned(
            opaque,
            "a parameter's type is written out, because its schema comes from it",
        )),
        Type::Path(path) => path
            .path
            .segments
            .iter()
            .filter_map(|segment| match &segment.arguments {
                PathArguments::AngleBracketed(arguments) => Some(&arguments.args),
                PathArguments::None | PathArguments::Parenthesized(_) => None,
            })
            .flatten()
            .try_for_each(|argument| match argument {
                GenericArgument::Type(inner) => check_type(inner),
                _ => Ok(()),
            }),
        _ => Ok(()),
    }
}

fn role(typed: &PatType) -> Result<Role> {
    if let Some(whole) = typed.attrs.iter().find(|attribute| attribute.path().is_ident("args")) {
        whole.meta.require_path_only().map_err(|error| {
            Error::new(error.span(), "write `#[args]` alone: everything else is said in the struct")
        })?;
        return match typed
            .attrs
            .iter()
            .find(|other| is_ours(other) && !docs::is_doc(other) && !other.path().is_ident("args"))
        {
            None => Ok(Role::Whole),
            Some(other) => {
                Err(Error::new_spanned(other, "with `#[args]`, say this at the fields of the struct"))
            }
        };
    }
    if is_resumption(&typed.ty) {
        return Ok(Role::Resumption);
    }
    let mut hints = Hints::default();
    for attribute in typed.attrs.iter().filter(|attribute| attribute.path().is_ident("arg")) {
        hints = attribute.parse_args()?;
    }
    if let (Some(_), Some(_)) = (&hints.default, option_of(&typed.ty)) {
        return Err(Error::new_spanned(
            &typed.ty,
            "a parameter with a default is never absent: write the type without `Option`",
        ));
    }
    let passed_on = typed
        .attrs
        .iter()
        .filter(|attribute| attribute.path().is_ident("serde") || attribute.path().is_ident("schemars"))
        .cloned()
        .collect();
    let description = docs::description(&typed.attrs)?;
    Ok(Role::Property(Box::new(Property { description, hints, passed_on })))
}

/// `Option<Resumption>`, however it is qualified.
pub(crate) fn is_resumption(ty: &Type) -> bool {
    option_of(ty).is_some_and(|inner| match inner {
        Type::Path(path) => {
            path.path.segments.last().is_some_and(|segment| segment.ident.unraw() == "Resumption")
        }
        _ => false,
    })
}

pub(crate) fn option_of(ty: &Type) -> Option<&Type> {
    let Type::Path(path) = ty else { return None };
    let segment = path.path.segments.last().filter(|segment| segment.ident == "Option")?;
    let PathArguments::AngleBracketed(arguments) = &segment.arguments else { return None };
    match arguments.args.first() {
        Some(GenericArgument::Type(inner)) => Some(inner),
        _ => None,
    }
}
