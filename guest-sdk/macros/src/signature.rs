//! What kind of function can be a tool.

use quote::ToTokens;
use syn::{Error, ItemFn, ReturnType, Type};

use crate::annotations::is_name;

/// Types that are in scope everywhere, until a type of their name hides them.
const PRIMITIVES: [&str; 17] = [
    "bool", "char", "str", "f32", "f64", "i8", "i16", "i32", "i64", "i128", "isize", "u8", "u16", "u32",
    "u64", "u128", "usize",
];

/// Every reason why this function cannot be a tool, at the words that say so.
pub(crate) fn problems(function: &ItemFn) -> Vec<Error> {
    let signature = &function.sig;
    let mut problems = Vec::new();
    let mut refuse = |tokens: &dyn ToTokens, message: &str| {
        problems.push(Error::new_spanned(tokens.to_token_stream(), message));
    };
    if let Some(word) = &signature.asyncness {
        refuse(
            word,
            "a tool is not `async`; remove the word: the host runs calls beside each other, one instance each",
        );
    }
    if let Some(word) = &signature.unsafety {
        refuse(word, "a tool is not `unsafe`: it is called with whatever the model writes");
    }
    if let Some(abi) = &signature.abi {
        refuse(abi, "a tool is an ordinary Rust function; remove `extern`");
    }
    if !signature.generics.params.is_empty() {
        refuse(
            &signature.generics.params,
            "a tool is not generic: its schema must be known; write the types that the model sends",
        );
    }
    if let Some(variadic) = &signature.variadic {
        refuse(variadic, "a tool has a fixed list of parameters; take a `Vec` instead");
    }
    if let ReturnType::Type(_, kind) = &signature.output
        && let Type::ImplTrait(opaque) = &**kind
    {
        refuse(opaque, "a tool's return type is written out, because its schema comes from it");
    }
    if PRIMITIVES.contains(&tool_name(function).as_str()) {
        refuse(
            &signature.ident,
            "a tool of this name would hide the primitive type; rename the function and say `#[tool(name = \"…\")]`",
        );
    }
    if !is_name(&tool_name(function)) {
        refuse(
            &signature.ident,
            "this cannot be a tool's name (1 to 128 characters of `A-Z a-z 0-9 _ - .`); say `#[tool(name = \"…\")]`",
        );
    }
    problems
}

/// The function's own name as the tool's: without the `r#` of a keyword.
pub(crate) fn tool_name(function: &ItemFn) -> String {
    let name = function.sig.ident.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}
