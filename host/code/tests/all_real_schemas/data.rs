//! The collected schemas.

use std::fs;
use std::path::{Path, PathBuf};

use bulkhead_code::declarations::Function;
use serde_json::Value;

/// A tool or an operation of the collection.
#[derive(Default)]
pub struct Tool {
    pub component: String,
    pub name: String,
    pub title: Option<String>,
    pub description: String,
    pub input: Value,
    pub output: Option<Value>,
}

impl Tool {
    pub fn function(&self) -> Function<'_> {
        Function {
            component: &self.component,
            name: &self.name,
            title: self.title.as_deref(),
            description: &self.description,
            input: &self.input,
            output: self.output.as_ref(),
        }
    }

    fn read(component: &str, tool: &Value) -> Self {
        let text = |key: &str| tool.get(key)?.as_str().map(str::to_owned);
        let description = text("description").or_else(|| text("summary"));
        let input = ["inputSchema", "parameters"].iter().find_map(|key| tool.get(*key).cloned());
        Self {
            component: component.to_owned(),
            name: text("name").unwrap(),
            title: text("title"),
            description: description.unwrap_or_default(),
            input: input.unwrap(),
            output: tool.get("outputSchema").cloned(),
        }
    }
}

/// All of them, in a fixed order; nothing if the folder is not there.
pub fn tools() -> Option<Vec<Tool>> {
    let folder = folder().filter(|folder| folder.is_dir())?;
    let mut tools = Vec::new();
    for path in files(&folder.join("mcp-tools")) {
        let mut server: Value = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let Value::Array(list) = server["tools"].take() else { panic!("{} has tools", path.display()) };
        tools.extend(list.iter().map(|tool| Tool::read(&stem(&path), tool)));
    }
    for path in files(&folder.join("openapi")) {
        tools.extend(lines(&path));
    }
    tools.extend(lines(&folder.join("search-eval/functions.jsonl")));
    Some(tools)
}

/// The schemas of the unit tests.
pub fn cases() -> Vec<Tool> {
    let cases = include_str!("../../src/declarations/tests/cases.txt");
    let paragraphs = cases.split("\n\n").map(|case| case.trim_matches('\n').split('\n'));
    let case = |mut lines: std::str::Split<'_, char>| {
        let (name, schema) = (lines.next()?.to_owned(), lines.next()?);
        let input: Value = serde_json::from_str(schema).unwrap();
        let output = Some(input.clone());
        Some(Tool { component: "cases".to_owned(), name, input, output, ..Tool::default() })
    };
    paragraphs.filter_map(case).collect()
}

/// Aliases and the rest of a declaration.
pub fn parts(declaration: &str) -> (String, String) {
    let mut aliases = String::new();
    let mut rest = declaration;
    // An alias ends with a line of its own or one that closes its body; the signature never begins like one.
    while let Some(end) = alias_end(rest) {
        aliases.push_str(&rest[..end]);
        rest = &rest[end..];
    }
    (aliases, rest.to_owned())
}

fn alias_end(text: &str) -> Option<usize> {
    let start = if text.starts_with("/** ") { text.find(" */")? + 4 } else { 0 };
    if !text[start..].starts_with("type ") || text[start..].starts_with("type (") {
        return None;
    }
    let mut end = 0;
    for line in text.split_inclusive('\n') {
        end += line.len();
        if !line.starts_with(' ') && line.ends_with(";\n") {
            return Some(end);
        }
    }
    None
}

fn folder() -> Option<PathBuf> {
    let named = std::env::var_os("BULKHEAD_SHARED_DATA").map(PathBuf::from);
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR"));
    named.or_else(|| {
        let beside = |above: &Path| above.join("shared/data");
        workspace.ancestors().map(beside).find(|folder| folder.is_dir())
    })
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files
}

fn lines(path: &Path) -> Vec<Tool> {
    let text = fs::read_to_string(path).unwrap();
    text.lines().map(|line| Tool::read(&stem(path), &serde_json::from_str(line).unwrap())).collect()
}

fn stem(path: &Path) -> String {
    path.file_stem().unwrap().to_string_lossy().into_owned()
}
