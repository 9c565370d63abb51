//! A dispatcher over a directory of its own, with a record that can be read.

use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
};

use bulkhead_dispatch::{
    Answer, CallError, CallRequest, Caller, Dispatcher, Door, Options, Policy, Principal,
};
use bulkhead_sandbox::{Resolve, Sandbox, Settings, SystemSecrets};
use bulkhead_schema::{Block, Outcome, ToolError};
use bulkhead_tests_pipeline::{Names, Notes};
use serde_json::Value;
use tempfile::TempDir;

/// Room in the pool. Calls that are one within the other take one each.
const PLACES: u32 = 16;

/// What a house is built of.
#[derive(Default)]
pub struct Plan {
    files: Vec<(String, Vec<u8>)>,
    policy: String,
    names: Names,
    resolver: Option<Arc<dyn Resolve>>,
    environment: BTreeMap<String, String>,
    concurrency: Option<u32>,
}

impl Plan {
    /// A house with one guest, under the name of its own file.
    pub fn of(guest: &str) -> Self {
        let name = Path::new(guest).file_name().unwrap().to_str().unwrap();
        Self::default().file(name, fs::read(guest).unwrap())
    }

    pub fn and(self, guest: &str) -> Self {
        let mut more = Self::of(guest);
        let (name, bytes) = more.files.pop().unwrap();
        self.file(&name, bytes)
    }

    pub fn file(mut self, name: &str, bytes: impl Into<Vec<u8>>) -> Self {
        self.files.push((name.to_owned(), bytes.into()));
        self
    }

    pub fn policy(mut self, text: impl Into<String>) -> Self {
        self.policy = text.into();
        self
    }

    /// A name that leads to these addresses.
    pub fn name(mut self, name: &'static str, addresses: &[&str]) -> Self {
        let addresses = addresses.iter().map(|address| address.parse().unwrap()).collect();
        self.names.0.insert(name, addresses);
        self
    }

    /// In place of the names.
    pub fn resolver(mut self, resolver: Arc<dyn Resolve>) -> Self {
        self.resolver = Some(resolver);
        self
    }

    pub fn variable(mut self, name: &str, value: &str) -> Self {
        self.environment.insert(name.to_owned(), value.to_owned());
        self
    }

    pub fn concurrency(mut self, calls: u32) -> Self {
        self.concurrency = Some(calls);
        self
    }

    pub async fn open(self) -> House {
        let folder = TempDir::new().unwrap();
        let tools = folder.path().join("tools");
        fs::create_dir(&tools).unwrap();
        for (name, bytes) in &self.files {
            fs::write(tools.join(name), bytes).unwrap();
        }
        self.open_in(folder).await
    }

    /// In a folder with a directory `tools`, whatever lies in it.
    pub async fn open_in(self, folder: TempDir) -> House {
        let policy = Policy::parse(&self.policy).unwrap_or_else(|error| panic!("{error}"));
        let sandbox = Sandbox::new(Settings {
            // Guests are compiled once for all tests of this program.
            cache: Some(Path::new(env!("CARGO_TARGET_TMPDIR")).join("compiled")),
            concurrency: self.concurrency.unwrap_or(PLACES),
            stack: policy.host().stack,
            resolver: self.resolver.unwrap_or_else(|| Arc::new(self.names)),
            secrets: Arc::new(SystemSecrets {
                base: folder.path().to_owned(),
                environment: self.environment.clone(),
            }),
            environment: self.environment,
            base: folder.path().to_owned(),
        });
        let notes = Arc::new(Notes::default());
        let store = match &policy.host().state {
            Some(url) => Some(bulkhead_store::open(url).await.unwrap_or_else(|error| panic!("{error}"))),
            None => None,
        };
        let options = Options {
            directory: folder.path().join("tools"),
            policy,
            sandbox: sandbox.unwrap_or_else(|error| panic!("{error}")),
            recorder: notes.clone(),
            store,
            metrics: false,
            descriptions: None,
            copies: None,
            interpreter: Some(bulkhead_code::INTERPRETER),
        };
        House { dispatcher: Dispatcher::open(options).await.unwrap(), notes, folder }
    }
}

/// A dispatcher, its record, and the folder that its policy's paths start from.
pub struct House {
    pub dispatcher: Dispatcher,
    pub notes: Arc<Notes>,
    pub folder: TempDir,
}

impl House {
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<Answer, CallError> {
        self.request(CallRequest::new(tool, arguments)).await
    }

    pub async fn request(&self, request: CallRequest) -> Result<Answer, CallError> {
        self.dispatcher.call(&caller(), request, self.notes.clone()).await
    }

    /// The text of a call that must succeed.
    pub async fn text(&self, tool: &str, arguments: Value) -> String {
        let answer = self.call(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"));
        text(&answer)
    }

    /// The structured result of a call that must succeed.
    pub async fn json(&self, tool: &str, arguments: Value) -> Value {
        let answer = self.call(tool, arguments).await.unwrap_or_else(|error| panic!("{tool}: {error}"));
        let Outcome::Complete(result) = answer.outcome else { panic!("{tool} asks") };
        result.structured.unwrap()
    }

    /// What the model is told of a call that must fail.
    pub async fn refusal(&self, tool: &str, arguments: Value) -> ToolError {
        match self.call(tool, arguments).await {
            Ok(answer) => panic!("{tool} went through: {answer:?}"),
            Err(error) => error.for_model(),
        }
    }

    /// The code of a call that must fail.
    pub async fn code(&self, tool: &str, arguments: Value) -> String {
        self.refusal(tool, arguments).await.code
    }

    /// The reason why this file does not serve.
    pub fn reason(&self, file: &str) -> String {
        let catalog = self.dispatcher.catalog();
        let refused = catalog.refused().iter().find(|refused| refused.path.ends_with(file));
        refused.unwrap_or_else(|| panic!("{file} serves")).reason.clone()
    }

    /// A place in the folder that the policy's paths start from.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.folder.path().join(relative)
    }

    pub fn file(&self, component: &str) -> PathBuf {
        self.path("tools").join(component)
    }
}

pub fn caller() -> Caller {
    Caller { principal: Principal::local_user("tester"), door: Door::Library, trace: None }
}

/// All text of an answer.
pub fn text(answer: &Answer) -> String {
    let Outcome::Complete(result) = &answer.outcome else { panic!("it asks: {answer:?}") };
    let texts = result.content.iter().filter_map(|content| match &content.block {
        Block::Text(text) => Some(text.as_str()),
        Block::Image(_) | Block::Audio(_) | Block::Resource(_) | Block::ResourceLink(_) => None,
    });
    texts.collect()
}
