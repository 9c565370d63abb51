//! The built program, run under a policy of the test's own.

use std::{
    io::{BufRead, BufReader, Write},
    marker::PhantomData,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::{Child, Command, Output, Stdio},
    sync::OnceLock,
    time::Duration,
};

use serde_json::Value;
use tempfile::TempDir;

/// The checkout.
pub fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    here.canonicalize().expect("the checkout is there")
}

fn from_environment(name: &str, default: &str) -> PathBuf {
    let path = std::env::var_os(name).map_or_else(|| root().join(default), PathBuf::from);
    assert!(path.exists(), "{} is not there; `make test` builds it", path.display());
    path
}

/// Runs `bulkhead build` for a crate in the bench's folder, into the bench's components.
pub fn build(bench: &Bench, package: &str) -> Ended {
    let toolchain =
        std::env::var_os("BULKHEAD_TOOLCHAIN").unwrap_or_else(|| root().join(".toolchain").into());
    let mut build = bench.command(&["build", package, "--out", "components", "--json"]);
    // One target folder for every crate, so that the SDK is compiled once.
    build.env("CARGO_TARGET_DIR", root().join("target/new")).env("BULKHEAD_TOOLCHAIN", toolchain);
    Ended(build.output().expect("the program starts"))
}

/// A bench with the fixtures of MCP's conformance suite, which are built once.
pub fn fixtures(policy: &str) -> Bench {
    static BUILT: OnceLock<Vec<u8>> = OnceLock::new();
    let component = BUILT.get_or_init(|| {
        let bench = Bench::empty("");
        let package = root().join("tests/conformance");
        let built = build(&bench, &package.display().to_string());
        assert_eq!(built.code(), 0, "{}", built.err());
        std::fs::read(bench.components().join("conformance.wasm")).expect("it was built")
    });
    let bench = Bench::empty(policy);
    std::fs::write(bench.components().join("conformance.wasm"), component).expect("the component is written");
    bench
}

/// A folder with a policy and components, and the program that serves them.
pub struct Bench {
    folder: TempDir,
}

impl Bench {
    /// With the bundled tools, under this policy.
    pub fn new(policy: &str) -> Self {
        let bench = Self::empty(policy);
        for tool in ["files", "fetch", "data"] {
            let built =
                from_environment("BULKHEAD_COMPONENTS", "target/components").join(format!("{tool}.wasm"));
            assert!(built.exists(), "{} is not there; `make test` builds it", built.display());
            std::fs::copy(built, bench.components().join(format!("{tool}.wasm")))
                .expect("a component is copied");
        }
        bench
    }

    /// With these components, by their files.
    pub fn with(policy: &str, components: &[&str]) -> Self {
        let bench = Self::empty(policy);
        for file in components.iter().map(Path::new) {
            let name = file.file_name().expect("a file has a name");
            std::fs::copy(file, bench.components().join(name)).expect("a component is copied");
        }
        bench
    }

    /// Without any component.
    pub fn empty(policy: &str) -> Self {
        let bench = Self { folder: tempfile::tempdir().expect("a folder is made") };
        std::fs::create_dir(bench.components()).expect("a folder is made");
        std::fs::write(bench.policy(), policy).expect("the policy is written");
        bench
    }

    /// The folder.
    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    /// The directory of components.
    pub fn components(&self) -> PathBuf {
        self.path().join("components")
    }

    /// The policy file.
    pub fn policy(&self) -> PathBuf {
        self.path().join("bulkhead.toml")
    }

    /// The program with these words, from the bench's folder.
    pub fn command(&self, words: &[&str]) -> Command {
        let mut command = Command::new(from_environment("BULKHEAD_BIN", "target/release/bulkhead"));
        // One cache for all tests, so that each component is compiled once.
        command.env("BULKHEAD_CACHE", root().join("target/compiled")).current_dir(self.path()).args(words);
        command
    }

    /// The words of a server or a command under this bench's policy.
    pub fn words(&self, words: &[&str]) -> Vec<String> {
        let own = ["--config".into(), self.policy(), "--dir".into(), self.components()];
        let own = own.iter().map(|word: &PathBuf| word.display().to_string());
        words.iter().map(|word| (*word).to_owned()).chain(own).collect()
    }

    /// Runs a command under this bench's policy to its end.
    pub fn run(&self, words: &[&str]) -> Ended {
        let words = self.words(words);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        Ended(self.command(&words).stdin(Stdio::null()).output().expect("the program starts"))
    }

    /// The home folder of [`Bench::run_at_home`].
    pub fn home(&self) -> PathBuf {
        self.path().join("home")
    }

    /// As [`Bench::run`], for a user whose home is a folder of the bench.
    pub fn run_at_home(&self, words: &[&str]) -> Ended {
        let words = self.words(words);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = self.command(&words);
        command
            .env("HOME", self.home())
            .env_remove("XDG_CONFIG_HOME")
            .env_remove("CODEX_HOME")
            .stdin(Stdio::null());
        Ended(command.output().expect("the program starts"))
    }

    /// Runs a command under this bench's policy at a terminal, where these lines are typed. Its output has the questions.
    pub fn at_terminal(&self, words: &[&str], typed: &str) -> Ended {
        let words = self.words(words);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let command = self.command(&words);
        let line = std::iter::once(command.get_program()).chain(command.get_args());
        let quoted = line.map(|word| format!("'{}'", word.to_string_lossy().replace('\'', "'\\''")));
        let mut script = Command::new("script");
        script.args(["-qec", &quoted.collect::<Vec<_>>().join(" "), "/dev/null"]).current_dir(self.path());
        script.envs(command.get_envs().filter_map(|(name, value)| Some((name, value?))));
        let mut child = script
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("util-linux has `script`");
        child.stdin.take().expect("a pipe").write_all(typed.as_bytes()).expect("it reads");
        Ended(child.wait_with_output().expect("it ends"))
    }

    /// Calls a tool, and gives the whole answer as JSON.
    pub fn call(&self, tool: &str, arguments: &Value) -> (i32, Value) {
        let ended = self.run(&["call", tool, &arguments.to_string(), "--json"]);
        (ended.code(), ended.json())
    }

    /// The command that a client starts.
    pub fn stdio(&self) -> Vec<String> {
        let program = from_environment("BULKHEAD_BIN", "target/release/bulkhead");
        let mut command = vec![program.display().to_string()];
        command.extend(self.words(&["serve", "--stdio"]));
        command.extend(["--cache".to_owned(), root().join("target/compiled").display().to_string()]);
        command
    }

    /// Serves over HTTP at a free port until it is dropped.
    pub fn http(&self) -> Served<'_> {
        let words = self.words(&["serve", "--http", "127.0.0.1:0"]);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let mut command = self.command(&words);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let mut lines = BufReader::new(child.stdout.take().expect("a pipe")).lines();
        let mut said = String::new();
        let url = loop {
            let Some(Ok(line)) = lines.next() else { panic!("the server ended; it had said: {said}") };
            said += &line;
            said.push('\n');
            if let Some(url) = line.strip_prefix("serving at ") {
                break url.to_owned();
            }
        };
        Served { child, url, said, _bench: PhantomData }
    }
}

/// A command that has ended.
pub struct Ended(Output);

impl Ended {
    /// Its exit code.
    pub fn code(&self) -> i32 {
        self.0.status.code().expect("it was not killed")
    }

    /// Its standard output.
    pub fn out(&self) -> String {
        String::from_utf8_lossy(&self.0.stdout).into_owned()
    }

    /// Its standard error.
    pub fn err(&self) -> String {
        String::from_utf8_lossy(&self.0.stderr).into_owned()
    }

    /// Its standard output as JSON.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.out())
            .unwrap_or_else(|error| panic!("{error}: {}{}", self.out(), self.err()))
    }
}

impl From<Output> for Ended {
    fn from(output: Output) -> Self {
        Self(output)
    }
}

/// A server over HTTP. It reads its components when they are first called, so that it must not outlive its bench.
pub struct Served<'a> {
    child: Child,
    _bench: PhantomData<&'a Bench>,
    /// Its endpoint.
    pub url: String,
    /// What it printed before it was ready.
    pub said: String,
}

impl Served<'_> {
    /// Whether it still runs.
    pub fn lives(&mut self) -> bool {
        matches!(self.child.try_wait(), Ok(None))
    }

    /// Asks it to end, as a service manager does.
    pub fn terminate(&self) {
        let asked = Command::new("kill").arg(self.child.id().to_string()).status();
        assert!(asked.expect("there is `kill`").success());
    }

    /// Waits until it has ended, and gives its exit code.
    pub fn ended(mut self) -> Option<i32> {
        self.child.wait().expect("it ends").code()
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        let address = self.url.trim_start_matches("http://").trim_end_matches("/mcp");
        address.parse().expect("it said an address")
    }

    /// Sends bytes as they are, and gives all that comes back.
    pub fn raw(&self, bytes: &[u8]) -> String {
        let mut stream = std::net::TcpStream::connect(self.address()).expect("the server listens");
        stream.write_all(bytes).expect("the server reads");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a limit is set");
        let mut back = Vec::new();
        let _ = std::io::Read::read_to_end(&mut stream, &mut back);
        String::from_utf8_lossy(&back).into_owned()
    }
}

impl Drop for Served<'_> {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
