//! Composing a dispatcher from the command line, the policy file and the environment.

use std::{
    collections::BTreeMap,
    ffi::OsString,
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::Context;
use bulkhead_dispatch::{Dispatcher, Options, Policy, Principal, TracingRecorder};
use bulkhead_policy::HostSettings;
use bulkhead_sandbox::{Sandbox, Settings, SystemResolver, SystemSecrets};
use bulkhead_store::KeyValue;

use crate::{
    args::Source,
    exit::{Code, Failure, OrExit},
    own_files::OwnFiles,
};

/// The policy file's name when the command line does not say.
const DEFAULT: &str = "bulkhead.toml";

/// The policy and where it came from.
pub struct Configured {
    pub policy: Policy,
    /// The policy file; `None` when there is none.
    pub file: Option<PathBuf>,
    /// Its text; `None` when there is none.
    pub text: Option<String>,
    /// The directory of components.
    pub directory: PathBuf,
}

impl Configured {
    /// Reads the policy file, if there is one.
    pub fn read(source: &Source) -> Result<Self, Failure> {
        let default = Path::new(DEFAULT);
        let file = source.config.clone().or_else(|| default.exists().then(|| default.to_owned()));
        let text = file.as_deref().map(read).transpose().or_exit(Code::Usage)?;
        Self::of(source, file, text)
    }

    /// As [`Configured::read`], but a file that is not there is one that is yet to be made.
    pub fn read_or_new(source: &Source) -> Result<Self, Failure> {
        let file = source.config.clone().unwrap_or_else(|| PathBuf::from(DEFAULT));
        let there = file.try_exists().with_context(|| format!("cannot read {}", file.display()));
        let text = there.and_then(|there| there.then(|| read(&file)).transpose()).or_exit(Code::Usage)?;
        Self::of(source, Some(file), text)
    }

    fn of(source: &Source, file: Option<PathBuf>, text: Option<String>) -> Result<Self, Failure> {
        let policy = match (&file, &text) {
            (Some(file), Some(text)) => Policy::parse(text)
                .with_context(|| format!("{} is not a policy", file.display()))
                .or_exit(Code::Usage)?,
            _ => Policy::deny_all(),
        };
        let directory = source.dir.clone().or_else(|| {
            let named = policy.host().components.as_ref()?;
            Some(folder(file.as_deref()).join(named))
        });
        let directory = directory.context(
            "no directory of components: name one with --dir, or in the policy file as in\n\n  [host]\n  components = \"tools\"\n",
        );
        Ok(Self { directory: directory.or_exit(Code::Usage)?, policy, file, text })
    }

    /// Reads the directory, for looking only: nothing is called, so that no store is opened, nor made.
    pub async fn look(self, source: &Source) -> Result<Dispatcher, Failure> {
        self.open_with(source, None).await
    }

    /// What no tool may change.
    pub fn own_files(&self, source: &Source) -> OwnFiles {
        let base = folder(self.file.as_deref());
        let state = self.policy.host().state.as_deref().and_then(|url| url.strip_prefix("sqlite:"));
        let own = [
            ("the policy file", self.file.clone()),
            ("the components", Some(self.directory.clone())),
            ("the compiled code", source.cache.clone().or_else(user_cache)),
            ("the state of tools", state.map(|path| base.join(path))),
        ];
        let own = own.into_iter().filter_map(|(what, path)| Some((what, path?))).collect();
        OwnFiles { base, own }
    }

    /// Starts the sandbox and reads the directory.
    pub async fn open(self, source: &Source) -> Result<Dispatcher, Failure> {
        self.own_files(source).are_out_of_reach(&self.policy).or_exit(Code::Usage)?;
        let store = match &self.policy.host().state {
            Some(url) => Some(store(url, &folder(self.file.as_deref())).await?),
            None => None,
        };
        self.open_with(source, store).await
    }

    async fn open_with(
        self,
        source: &Source,
        store: Option<Arc<dyn KeyValue>>,
    ) -> Result<Dispatcher, Failure> {
        let cache = source.cache.clone().or_else(user_cache);
        let descriptions = cache.as_ref().map(|cache| cache.join("descriptions"));
        let copies = cache.as_ref().map(|cache| cache.join("components"));
        let base = folder(self.file.as_deref());
        let sandbox = sandbox(cache, base, self.policy.host())?;
        let options = Options {
            directory: self.directory,
            metrics: self.policy.host().metrics.is_some(),
            policy: self.policy,
            sandbox,
            recorder: Arc::new(TracingRecorder),
            store,
            descriptions,
            copies,
            interpreter: Some(bulkhead_code::INTERPRETER),
        };
        Dispatcher::open(options).await.or_exit(Code::Usage)
    }
}

/// Opens the store of the policy file, whose path starts from that file's folder.
async fn store(url: &str, base: &Path) -> Result<Arc<dyn KeyValue>, Failure> {
    let path = url.strip_prefix("sqlite:").filter(|path| *path != ":memory:");
    let url = path.map_or_else(|| url.to_owned(), |path| format!("sqlite:{}", base.join(path).display()));
    bulkhead_store::open(&url).await.or_exit(Code::Usage)
}

/// A sandbox that keeps compiled code in `cache`, for paths that start from `base`.
pub fn sandbox(cache: Option<PathBuf>, base: PathBuf, host: &HostSettings) -> Result<Sandbox, Failure> {
    let settings = Settings {
        cache,
        concurrency: host.concurrency,
        stack: host.stack,
        resolver: Arc::new(SystemResolver),
        secrets: Arc::new(secrets(&base)),
        environment: environment(),
        base,
    };
    Sandbox::new(settings).or_exit(Code::Internal)
}

/// Where secrets are, for a policy whose paths start from `base`.
pub fn secrets(base: &Path) -> SystemSecrets {
    SystemSecrets { base: base.to_owned(), environment: environment() }
}

/// The host's own variables, those that are text.
fn environment() -> BTreeMap<String, String> {
    let text =
        |(name, value): (OsString, OsString)| Some((name.into_string().ok()?, value.into_string().ok()?));
    std::env::vars_os().filter_map(text).collect()
}

/// The person at this machine.
pub fn local_user() -> Principal {
    let name = ["USER", "LOGNAME", "USERNAME"].iter().find_map(|name| std::env::var(name).ok());
    Principal::local_user(name.as_deref().unwrap_or("user"))
}

fn read(file: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(file).with_context(|| format!("cannot read {}", file.display()))
}

/// The folder that the paths of a policy file start from.
pub fn folder(file: Option<&Path>) -> PathBuf {
    let folder = file.and_then(Path::parent).filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_owned()
}

/// Where this user's compiled code is kept when the command line does not say.
pub fn user_cache() -> Option<PathBuf> {
    let absolute = |name: &str| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
    let base = absolute("XDG_CACHE_HOME").or_else(|| Some(absolute("HOME")?.join(".cache")))?;
    Some(base.join("bulkhead"))
}
