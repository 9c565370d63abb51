//! What may be done: the policy file, the decision about one call, and the rules that hold while it runs.
//!
//! Everything here is pure. Nothing in this crate reads a file, opens a socket, resolves a name, asks the clock or
//! runs a guest; time, addresses and text are parameters. It must never import tokio, wasmtime, a database driver or
//! `bulkhead-schema`.
//!
//! [`Policy::parse`] reads `bulkhead.toml`; [`decide`] answers one [`Request`] with a [`Decision`]; a [`Permit`]
//! carries the [`EffectiveGrants`] and [`Limits`] under which the sandbox runs the call.
//!
//! # A permit is made here only
//!
//! There is no constructor, no field that can be reached and no copy:
//!
//! ```compile_fail
//! fn of_another(mut permit: bulkhead_policy::Permit) -> bulkhead_policy::Permit {
//!     permit.component = "another".to_owned();
//!     permit
//! }
//! ```
//!
//! ```compile_fail
//! fn twice(permit: bulkhead_policy::Permit) -> (bulkhead_policy::Permit, bulkhead_policy::Permit) {
//!     (permit.clone(), permit)
//! }
//! ```
//!
//! ```compile_fail
//! let permit: bulkhead_policy::Permit = Default::default();
//! ```

#![deny(clippy::wildcard_enum_match_arm)]

mod address;
mod call_pattern;
mod code;
mod decision;
mod denial;
mod effective;
mod error;
mod grants;
mod http_rule;
mod limit;
mod limits;
mod nearest;
mod parse;
mod policy;
mod secret;
mod target;
mod tcp_rule;
mod units;
mod wish;

pub use address::{AddressRule, blocked};
pub use call_pattern::CallPattern;
pub use code::{Callers, CodePolicy, Ways};
pub use decision::{
    Ask, Asking, Budget, Calling, Decision, Evidence, Offer, Permit, Principal, Purpose, Request, Via,
    decide, may_call,
};
pub use denial::{Denial, RuleId};
pub use effective::{Declared, EffectiveGrants, is_within};
pub use error::{Place, PolicyError, RuleError};
pub use grants::{Access, Clock, Directory, EnvValue, Grants, Quota, Randomness, StateGrant};
pub use http_rule::HttpRule;
pub use limit::{Limit, LimitSet};
pub use limits::Limits;
pub use policy::{ComponentPolicy, HostSettings, Policy};
pub use secret::{Origin, SecretFormat, SecretGrant, SecretSource};
pub use target::{HttpTarget, Scheme};
pub use tcp_rule::TcpRule;
pub use wish::Wish;
