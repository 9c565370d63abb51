//! The clients: where each keeps its servers, and how it writes one down. Every fact is from the client's own documentation.

use std::{
    env,
    path::{Path, PathBuf},
};

use clap::ValueEnum;
use serde_json::{Map, Value, json};

/// How a file is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// JSON, with comments where the client allows them.
    Json,
    /// TOML.
    Toml,
}

type Entry = Map<String, Value>;

/// An MCP client.
#[derive(Debug)]
pub struct Client {
    /// What it is called.
    pub title: &'static str,
    pub format: Format,
    /// The member under which its servers stand.
    pub key: &'static str,
    /// A server that it starts: the program and its arguments.
    pub stdio: fn(&str, &[String]) -> Entry,
    /// A server that it connects to; `None` where its file has no such thing.
    pub http: Option<fn(&str) -> Entry>,
    /// What to do then.
    pub next: &'static str,
    file: fn(&Home) -> Option<PathBuf>,
}

impl Client {
    /// Its file for this user.
    pub fn file(&self, home: &Home) -> Option<PathBuf> {
        (self.file)(home)
    }
}

/// The folders of a user that clients keep their files in.
#[derive(Clone, Debug)]
pub struct Home {
    home: Option<PathBuf>,
    /// Where programs keep settings on this system.
    settings: Option<PathBuf>,
    /// Where Codex keeps its own, when it was told so (`CODEX_HOME`).
    codex: Option<PathBuf>,
}

impl Home {
    /// The one of whoever runs this.
    pub fn here() -> Self {
        let folder = |name: &str| env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = folder("HOME").or_else(|| folder("USERPROFILE"));
        let within = |path: &str| home.as_ref().map(|home| home.join(path));
        let settings = match env::consts::OS {
            "macos" => within("Library/Application Support"),
            "windows" => folder("APPDATA"),
            _ => folder("XDG_CONFIG_HOME").or_else(|| within(".config")),
        };
        Self { home, settings, codex: folder("CODEX_HOME") }
    }

    fn in_home(&self, path: &str) -> Option<PathBuf> {
        self.home.as_deref().map(|home| home.join(path))
    }

    fn in_settings(&self, path: &str) -> Option<PathBuf> {
        self.settings.as_deref().map(|settings: &Path| settings.join(path))
    }
}

/// The clients by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Name {
    ClaudeDesktop,
    ClaudeCode,
    Cursor,
    Vscode,
    Windsurf,
    GeminiCli,
    Codex,
}

impl Name {
    pub fn client(self) -> &'static Client {
        match self {
            Name::ClaudeDesktop => &CLAUDE_DESKTOP,
            Name::ClaudeCode => &CLAUDE_CODE,
            Name::Cursor => &CURSOR,
            Name::Vscode => &VSCODE,
            Name::Windsurf => &WINDSURF,
            Name::GeminiCli => &GEMINI_CLI,
            Name::Codex => &CODEX,
        }
    }
}

fn entry(value: Value) -> Entry {
    match value {
        Value::Object(entry) => entry,
        _ => Entry::new(),
    }
}

fn plain(program: &str, arguments: &[String]) -> Entry {
    entry(json!({ "command": program, "args": arguments }))
}

fn typed(program: &str, arguments: &[String]) -> Entry {
    entry(json!({ "type": "stdio", "command": program, "args": arguments }))
}

fn url(url: &str) -> Entry {
    entry(json!({ "url": url }))
}

fn typed_url(url: &str) -> Entry {
    entry(json!({ "type": "http", "url": url }))
}

/// modelcontextprotocol.io, "Connect to local MCP servers"; there is no program for Linux, whose rebuilds use the folder that
/// its framework would.
static CLAUDE_DESKTOP: Client = Client {
    title: "Claude Desktop",
    format: Format::Json,
    key: "mcpServers",
    stdio: plain,
    http: None,
    next: "Quit Claude Desktop and start it again.",
    file: |home| home.in_settings("Claude/claude_desktop_config.json"),
};

/// code.claude.com/docs, "Connect Claude Code to tools via MCP": the user's own servers.
static CLAUDE_CODE: Client = Client {
    title: "Claude Code",
    format: Format::Json,
    key: "mcpServers",
    stdio: typed,
    http: Some(typed_url),
    next: "It is there in the next session; `/mcp` lists it.",
    file: |home| home.in_home(".claude.json"),
};

/// docs.cursor.com, "Model Context Protocol": the servers of every project.
static CURSOR: Client = Client {
    title: "Cursor",
    format: Format::Json,
    key: "mcpServers",
    stdio: plain,
    http: Some(url),
    next: "Turn it on under Settings, MCP.",
    file: |home| home.in_home(".cursor/mcp.json"),
};

/// code.visualstudio.com/docs, "MCP configuration reference": the default profile of the user.
static VSCODE: Client = Client {
    title: "Visual Studio Code",
    format: Format::Json,
    key: "servers",
    stdio: typed,
    http: Some(typed_url),
    next: "Run the command \"MCP: List Servers\" and start it.",
    file: |home| home.in_settings("Code/User/mcp.json"),
};

/// docs.windsurf.com, "Cascade MCP integration".
static WINDSURF: Client = Client {
    title: "Windsurf",
    format: Format::Json,
    key: "mcpServers",
    stdio: plain,
    http: Some(|url| entry(json!({ "serverUrl": url }))),
    next: "Refresh the list of MCP servers in Cascade's settings.",
    file: |home| home.in_home(".codeium/windsurf/mcp_config.json"),
};

/// The Gemini CLI's own docs, "MCP servers with the Gemini CLI".
static GEMINI_CLI: Client = Client {
    title: "Gemini CLI",
    format: Format::Json,
    key: "mcpServers",
    stdio: plain,
    http: Some(|url| entry(json!({ "httpUrl": url }))),
    next: "It is there in the next session; `/mcp` lists it.",
    file: |home| home.in_home(".gemini/settings.json"),
};

/// developers.openai.com/codex, "Model Context Protocol".
static CODEX: Client = Client {
    title: "Codex",
    format: Format::Toml,
    key: "mcp_servers",
    stdio: plain,
    http: Some(url),
    next: "It is there in the next session; `/mcp` lists it.",
    file: |home| match &home.codex {
        Some(folder) => Some(folder.join("config.toml")),
        None => home.in_home(".codex/config.toml"),
    },
};
