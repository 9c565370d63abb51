//! The house as data: which floor a crate is on, and what it must never import or say.

/// A crate of the house.
#[derive(Clone, Copy, Debug)]
pub struct Floor {
    /// The crate's folder below `host/`.
    pub folder: &'static str,
    /// From 0, the stone, to 5, the roof. A normal dependency leads to a lower number.
    pub level: u8,
    /// Packages that it must not depend on, though the floors would allow it. A name that ends in `*` stands for all
    /// that begin so.
    pub never: &'static [&'static str],
    /// Whether `never` holds for what its dependencies depend on, too.
    pub pure: bool,
    /// Paths that must not be in its source.
    pub unsaid: &'static [&'static str],
}

/// Drivers of databases: only a store may know one.
const SQL: &[&str] =
    &["rusqlite", "libsqlite3-sys", "sqlx*", "postgres*", "tokio-postgres*", "diesel*", "sea-orm*"];

/// Whatever would make a pure crate wait, run a guest or keep something.
const ACTING: &[&str] = &[
    "tokio*",
    "async-std",
    "smol",
    "mio",
    "socket2",
    "hyper*",
    "reqwest",
    "rustls",
    "wasmtime*",
    "rusqlite",
    "libsqlite3-sys",
    "sqlx*",
    "postgres*",
    "diesel*",
    "sea-orm*",
];

/// What asks the world: files, network, clock, environment, other programs.
const WORLD: &[&str] = &[
    "std::fs",
    "std::env",
    "std::process",
    "std::thread",
    "TcpStream",
    "TcpListener",
    "UdpSocket",
    "ToSocketAddrs",
    "SystemTime::now",
    "Instant::now",
    "tokio",
    "wasmtime",
];

/// What a crate's build script may use though the crate must not import it: it is no part of what is built.
pub const BUILDS_WITH: &[(&str, &str)] = &[
    // Instruments the interpreter and writes its snapshot; nothing runs in it.
    ("code", "wasmtime-wizer"),
];

/// Every crate there may be, from the roof down.
pub const FLOORS: &[Floor] = &[
    Floor { folder: "cli", level: 5, never: &[], pure: false, unsaid: &[] },
    Floor {
        folder: "mcp",
        level: 4,
        never: &["bulkhead-sandbox", "bulkhead-store", "wasmtime*"],
        pure: false,
        unsaid: &["bulkhead_sandbox", "wasmtime"],
    },
    Floor {
        folder: "functions",
        level: 4,
        never: &["bulkhead-sandbox", "bulkhead-store", "wasmtime*", "rmcp*"],
        pure: false,
        unsaid: &["bulkhead_sandbox", "wasmtime", "rmcp"],
    },
    Floor {
        folder: "code",
        level: 3,
        never: &["rmcp*", "wasmtime*", "rusqlite", "sqlx*", "postgres*", "tokio-postgres*"],
        pure: false,
        unsaid: &["rmcp", "wasmtime"],
    },
    Floor {
        folder: "dispatch",
        level: 2,
        never: &["wasmtime*", "rmcp*", "clap*", "rusqlite", "sqlx*", "postgres*", "tokio-postgres*"],
        pure: false,
        unsaid: &["wasmtime", "rmcp", "clap", "std::env"],
    },
    Floor { folder: "sandbox", level: 1, never: SQL, pure: false, unsaid: &["rmcp"] },
    Floor {
        folder: "store",
        level: 1,
        never: &["bulkhead-policy", "bulkhead-sandbox", "wasmtime*"],
        pure: false,
        // Its callers say what time it is.
        unsaid: &["bulkhead_policy", "bulkhead_sandbox", "wasmtime", "SystemTime::now", "Instant::now"],
    },
    Floor {
        folder: "auth",
        level: 1,
        never: &["rmcp*", "wasmtime*"],
        pure: false,
        unsaid: &["rmcp", "wasmtime"],
    },
    Floor { folder: "policy", level: 0, never: ACTING, pure: true, unsaid: WORLD },
    Floor { folder: "schema", level: 0, never: ACTING, pure: true, unsaid: WORLD },
];

/// The floor of a crate below `host/`.
pub fn of(folder: &str) -> Option<&'static Floor> {
    FLOORS.iter().find(|floor| floor.folder == folder)
}

/// Whether a package is one of those that `pattern` stands for.
pub fn matches(pattern: &str, package: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => package.starts_with(start),
        None => package == pattern,
    }
}
