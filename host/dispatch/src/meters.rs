//! What is counted, for whoever collects it through the `metrics` facade.

use bulkhead_policy::{Limit, LimitSet};
use bulkhead_sandbox::Usage;

use crate::{error::CallError, record::CallRecord};

/// Counts, where somebody wants it: labels are text that has to be made for each count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Meters {
    on: bool,
}

impl Meters {
    pub fn new(on: bool) -> Self {
        Self { on }
    }

    /// A call is over. `limit` is the one that ended it. A tool's own codes are not told apart: there may be any number
    /// of them, and each label is kept for as long as the program runs.
    pub fn ended(self, call: &CallRecord, outcome: &str, limit: Option<Limit>, usage: Option<&Usage>) {
        if !self.on {
            return;
        }
        let component = || call.component.clone();
        let labels =
            [("component", component()), ("tool", call.tool.clone()), ("outcome", outcome.to_owned())];
        metrics::counter!("bulkhead_calls_total", &labels).increment(1);
        let mut reached = LimitSet::default();
        if let Some(usage) = usage {
            reached = usage.reached;
            metrics::histogram!("bulkhead_call_seconds", "component" => component())
                .record(usage.duration.as_secs_f64());
            metrics::counter!("bulkhead_fuel_total", "component" => component()).increment(usage.fuel);
            metrics::histogram!("bulkhead_memory_bytes", "component" => component())
                .record(usage.memory_peak as f64);
        }
        if let Some(limit) = limit {
            reached.insert(limit);
        }
        for limit in reached.iter() {
            limit_reached(component(), limit);
        }
    }

    /// A call was refused before it could run. The name that was asked for may be anything, and is no label.
    pub fn refused(self, error: &CallError) {
        if !self.on {
            return;
        }
        metrics::counter!("bulkhead_refused_total", "outcome" => error.kind().to_owned()).increment(1);
        if let CallError::Busy { component, .. } | CallError::TooManyCalls { component, .. } = error
            && let Some(limit) = error.limit()
        {
            limit_reached(component.clone(), limit);
        }
    }
}

fn limit_reached(component: String, limit: Limit) {
    metrics::counter!("bulkhead_limit_reached_total", "component" => component, "limit" => limit.key())
        .increment(1);
}
