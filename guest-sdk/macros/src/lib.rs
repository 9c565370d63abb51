//! The macros of `bulkhead-sdk`. They are documented there, where their examples can run.

mod annotations;
mod component;
mod docs;
mod document;
mod http_pattern;
mod nearest;
mod parameter;
mod prompt;
mod request;
mod resource;
mod signature;
mod tool;

use proc_macro::TokenStream;

/// See `bulkhead_sdk::tool`.
#[proc_macro_attribute]
pub fn tool(attributes: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(attributes.into(), item.into()).into()
}

/// See `bulkhead_sdk::resource`.
#[proc_macro_attribute]
pub fn resource(attributes: TokenStream, item: TokenStream) -> TokenStream {
    resource::expand(attributes.into(), item.into()).into()
}

/// See `bulkhead_sdk::prompt`.
#[proc_macro_attribute]
pub fn prompt(attributes: TokenStream, item: TokenStream) -> TokenStream {
    prompt::expand(attributes.into(), item.into()).into()
}

/// See `bulkhead_sdk::component`.
#[proc_macro]
pub fn component(input: TokenStream) -> TokenStream {
    component::expand(input.into()).into()
}
