//! The one decision about a call.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use crate::{Declared, Denial, EffectiveGrants, Limits, Policy, RuleId, Wish};

/// Who calls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Principal {
    /// Stable and unique, such as `local:ada`.
    pub id: String,
    /// Roles that rules may ask for.
    pub roles: Vec<String>,
}

impl Principal {
    /// The person at this machine: the caller on stdio and on loopback.
    pub fn local_user(name: &str) -> Self {
        Self { id: format!("local:{name}"), roles: vec!["local".to_owned()] }
    }
}

/// What is asked: may this principal have this done?
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// The component's name, such as `fetch`.
    pub component: &'a str,
    /// The digest of its bytes, such as `sha256:…`.
    pub digest: &'a str,
    /// The function, by the guest's own name (without the policy's prefix); empty for a description.
    pub tool: &'a str,
    /// What is to be done.
    pub purpose: Purpose,
    /// Who asks.
    pub principal: &'a Principal,
    /// What the component's author asked for.
    pub declared: &'a Arc<Declared>,
    /// The call that asks for this one; `None` when the principal does.
    pub by: Option<Calling<'a>>,
}

/// A running call that asks for another.
#[derive(Clone, Copy, Debug)]
pub struct Calling<'a> {
    /// The other tool's public name, which is what grants of calls name.
    pub tool: &'a str,
    /// What asks.
    pub from: Asking<'a>,
    /// How many calls are already one within the other: 1 when the principal made the running one.
    pub depth: u32,
    /// What is left to the running call.
    pub budget: Budget,
}

/// What asks for another call.
#[derive(Clone, Copy, Debug)]
pub enum Asking<'a> {
    /// A tool, with what it may touch: the other call may touch no more.
    Tool(&'a Arc<EffectiveGrants>),
    /// A script of code mode, which may touch nothing and stands for the principal: what it calls has grants of its own.
    Script,
}

/// How a call reaches its tool, for the rules about that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Via {
    /// The principal calls it.
    Direct,
    /// A script of code mode calls it.
    Code,
    /// Another tool calls it; which ones may is granted to that tool.
    Tool,
}

impl Via {
    fn of(by: Option<&Calling<'_>>) -> Self {
        match by.map(|calling| calling.from) {
            None => Self::Direct,
            Some(Asking::Script) => Self::Code,
            Some(Asking::Tool(_)) => Self::Tool,
        }
    }
}

/// What is left of a call's limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Units of fuel.
    pub fuel: u64,
    /// Wall-clock time.
    pub time: Duration,
}

/// How many calls may be one within the other. Each holds memory while it waits for the next; tools that are made of
/// tools have two or three.
const DEEPEST: u32 = 8;

/// What is to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The component describes itself, in a sandbox with nothing.
    Describe,
    /// A call of one tool.
    Call {
        /// Whether the tool changes the world through a preview that a person approves.
        previewed: bool,
    },
    /// Listing or reading resources, filling in a prompt, or suggesting a value for one of them. The request's `tool` is
    /// MCP's name of the method, such as `resources/read`.
    Document(Offer),
    /// A run of a script of code mode. The request's `component` and `tool` are `execute`.
    Script,
}

/// What a component offers beside tools.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Offer {
    /// What is read by URI.
    Resources,
    /// Messages that a person picks.
    Prompts,
}

impl Offer {
    /// The name by which `only` offers it, beside the names of functions.
    pub fn function(self) -> &'static str {
        match self {
            Offer::Resources => "resources/read",
            Offer::Prompts => "prompts/get",
        }
    }
}

/// What is known that speaks for a request, such as approvals. An approval is evidence and never a stored permit.
#[derive(Clone, Debug)]
pub struct Evidence(());

impl Evidence {
    /// Nothing is known.
    pub fn none() -> Self {
        Self(())
    }
}

/// The answer.
#[derive(Debug)]
#[must_use]
#[allow(
    clippy::large_enum_variant,
    reason = "matched at once, and a box would be an allocation for each call"
)]
pub enum Decision {
    /// Do it, with this.
    Allow(Permit),
    /// A person must approve first.
    Ask(Ask),
    /// Do not.
    Deny(Denial),
}

/// Leave to run one call once. Only [`decide`] makes one, it cannot be copied, and the sandbox consumes it.
#[derive(Debug)]
#[must_use]
pub struct Permit {
    component: String,
    digest: String,
    tool: String,
    principal: String,
    rule: RuleId,
    purpose: Purpose,
    limits: Limits,
    grants: Arc<EffectiveGrants>,
    depth: u32,
    decided: SystemTime,
}

impl Permit {
    /// The component's name.
    pub fn component(&self) -> &str {
        &self.component
    }

    /// The digest of the bytes that this permit is for. The sandbox runs no others.
    pub fn digest(&self) -> &str {
        &self.digest
    }

    /// The function that may be called, by the guest's own name; empty for a description.
    pub fn tool(&self) -> &str {
        &self.tool
    }

    /// Who asked.
    pub fn principal_id(&self) -> &str {
        &self.principal
    }

    /// Which rule allowed it.
    pub fn rule(&self) -> RuleId {
        self.rule
    }

    /// What may be done.
    pub fn purpose(&self) -> Purpose {
        self.purpose
    }

    /// How much it may use.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// What it may touch.
    pub fn grants(&self) -> &Arc<EffectiveGrants> {
        &self.grants
    }

    /// How many calls are one within the other, this one included.
    pub fn depth(&self) -> u32 {
        self.depth
    }

    /// When it was decided: the `now` of [`decide`].
    pub fn decided(&self) -> SystemTime {
        self.decided
    }
}

/// An approval is missing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// Which rule asks.
    pub rule: RuleId,
    /// For the model.
    pub for_model: String,
    /// For the operator.
    pub for_operator: String,
}

/// Decides one request. Pure: the same policy, request, evidence and time give the same answer.
///
/// ```
/// # use bulkhead_policy::*;
/// # use std::time::SystemTime;
/// let (policy, principal, declared) = (Policy::deny_all(), Principal::local_user("ada"), Default::default());
/// let request = Request {
///     component: "clock",
///     digest: "sha256:00",
///     tool: "now",
///     purpose: Purpose::Call { previewed: false },
///     principal: &principal,
///     declared: &declared,
///     by: None,
/// };
/// let Decision::Allow(permit) = decide(&policy, &request, &Evidence::none(), SystemTime::UNIX_EPOCH) else { panic!() };
/// assert_eq!(permit.rule().as_str(), "component-default");
/// ```
pub fn decide(policy: &Policy, request: &Request<'_>, _evidence: &Evidence, now: SystemTime) -> Decision {
    if let Some(denial) = request.by.as_ref().and_then(|calling| may_call(calling).err()) {
        return Decision::Deny(denial);
    }
    let via = Via::of(request.by.as_ref());
    let sees = |function| policy.sees(request.principal, request.component, function, via);
    match request.purpose {
        Purpose::Describe => Decision::Allow(describe_permit(request, now)),
        Purpose::Script if request.by.is_some() || !policy.code().enabled => Decision::Deny(no_code(request)),
        Purpose::Script => Decision::Allow(script_permit(policy, request, now)),
        Purpose::Call { .. } if !sees(request.tool) => Decision::Deny(hidden(request)),
        Purpose::Document(offer) if !sees(offer.function()) => Decision::Deny(hidden(request)),
        Purpose::Document(_) => Decision::Allow(call_permit(policy, request, now)),
        Purpose::Call { previewed: true } => Decision::Ask(approval_needed(request)),
        Purpose::Call { previewed: false } => Decision::Allow(call_permit(policy, request, now)),
    }
}

/// Decides whether a running call may ask for another, before it is known whether there is such a tool.
///
/// # Errors
///
/// The denials `call-…`.
pub fn may_call(calling: &Calling<'_>) -> Result<(), Denial> {
    let from = match calling.from {
        Asking::Tool(grants) => {
            grants.check_call(calling.tool)?;
            format!("the component `{}`", grants.component())
        }
        Asking::Script => "a script".to_owned(),
    };
    if calling.depth < DEEPEST {
        return Ok(());
    }
    Err(Denial {
        rule: RuleId::CallTooDeep,
        wish: Some(Box::new(Wish::Call(calling.tool.to_owned()))),
        for_model: "This was refused: too many tools have called one another. Ask for less in one call."
            .to_owned(),
        for_operator: format!(
            "{from} wanted to call `{}`, and {DEEPEST} calls are already one within the other; no grant allows more",
            calling.tool
        ),
        allow: None,
    })
}

fn describe_permit(request: &Request<'_>, now: SystemTime) -> Permit {
    Permit {
        component: request.component.to_owned(),
        digest: request.digest.to_owned(),
        tool: String::new(),
        principal: request.principal.id.clone(),
        rule: RuleId::Describe,
        purpose: request.purpose,
        limits: Limits::for_description(),
        grants: Arc::new(EffectiveGrants::none(request.component)),
        depth: 1,
        decided: now,
    }
}

fn call_permit(policy: &Policy, request: &Request<'_>, now: SystemTime) -> Permit {
    let component = policy.component(request.component);
    let named = policy.names(request.component);
    let by = request.by.as_ref();
    let within = by.and_then(|calling| match calling.from {
        Asking::Tool(grants) => Some(grants),
        Asking::Script => None,
    });
    let grants = EffectiveGrants::intersect(request.component, &component.grants, request.declared, within);
    let limits = component.limits.clone();
    Permit {
        component: request.component.to_owned(),
        digest: request.digest.to_owned(),
        tool: request.tool.to_owned(),
        principal: request.principal.id.clone(),
        rule: if named { RuleId::ComponentNamed } else { RuleId::ComponentDefault },
        purpose: request.purpose,
        limits: match by {
            Some(calling) => limits.within(calling.budget),
            None => limits,
        },
        grants: Arc::new(grants),
        depth: by.map_or(1, |calling| calling.depth + 1),
        decided: now,
    }
}

fn script_permit(policy: &Policy, request: &Request<'_>, now: SystemTime) -> Permit {
    Permit {
        component: request.component.to_owned(),
        digest: request.digest.to_owned(),
        tool: request.tool.to_owned(),
        principal: request.principal.id.clone(),
        rule: RuleId::Script,
        purpose: request.purpose,
        limits: policy.code().limits.clone(),
        grants: Arc::new(EffectiveGrants::none(request.component)),
        depth: 1,
        decided: now,
    }
}

fn no_code(request: &Request<'_>) -> Denial {
    let for_operator = match request.by {
        Some(_) => "a script wanted to run another script; no setting allows that".to_owned(),
        None => "`enabled` in [code] is false".to_owned(),
    };
    Denial {
        rule: RuleId::ScriptNever,
        wish: None,
        for_model: "Scripts cannot be run from here.".to_owned(),
        for_operator,
        allow: None,
    }
}

fn hidden(request: &Request<'_>) -> Denial {
    let Request { component, tool, .. } = request;
    Denial {
        rule: RuleId::ToolHidden,
        wish: None,
        for_model: "There is no such tool. List the tools again.".to_owned(),
        for_operator: format!(
            "`only` or `callers` of the component `{component}` leaves out the function `{tool}`. \
             To offer it, add \"{tool}\" to `only`, or this way of calling to `callers`, in [tools.{component}]"
        ),
        allow: None,
    }
}

fn approval_needed(request: &Request<'_>) -> Ask {
    let Request { component, tool, .. } = request;
    Ask {
        rule: RuleId::ApprovalNeeded,
        for_model:
            "This tool changes things, and a person must approve the change first. Nothing was changed. \
                    Tell the person what you want to change and why."
                .to_owned(),
        for_operator: format!(
            "the function `{tool}` of the component `{component}` changes things through a preview, \
             and there is no approval for this call"
        ),
    }
}

#[cfg(test)]
mod tests;
