//! The contract's values on the host's side, JSON Schema, and the bytes of a component: everything here is pure.
//!
//! Nothing in this crate reads a file, opens a socket, asks the clock or runs a guest. It must never import tokio,
//! wasmtime, a database driver or `bulkhead-policy`.

pub mod component;
pub mod definition;
pub mod document;
pub mod expansion;
pub mod json_schema;
pub mod lint;
mod nearest;
pub mod script;
pub mod section;
pub mod skim;
mod top_level;
pub mod uri_template;
pub mod value;

pub use component::{Shape, ShapeError};
pub use definition::{
    Capability, Catalog, ComponentInfo, DirectoryAccess, Icon, IconTheme, Request, ToolAnnotations,
    ToolDefinition,
};
pub use document::{
    CompletionRequest, CompletionTarget, PromptArgument, PromptDefinition, PromptMessage, PromptOutcome,
    PromptResult, ReadOutcome, ResourceDefinition, ResourcePage, ResourceTemplate, Suggestions,
};
pub use json_schema::{Schema, SchemaError, Violation};
pub use script::{ConsoleLevel, Place, Program, ScriptAnswer, ScriptEvent, ScriptFailure, ScriptRequest};
pub use section::SectionError;
pub use skim::{Skim, SkimError, skim};
pub use uri_template::UriTemplate;
pub use value::{
    Answer, Block, Content, ContentAnnotations, InputRequest, KeyedAnswer, KeyedQuestion, Media, Outcome,
    PersonAction, Question, ResourceBody, ResourceContents, ResourceLink, Resumption, Role, Root, ToolError,
    ToolResult,
};
