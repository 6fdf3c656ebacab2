//! Lists in sentences: the severities in force, and parts joined by "and".

use crate::domain::warning::{Severity, SeverityCounts};

/// The severities in force with their numbers, zero excluded.
pub(super) fn in_force(counts: SeverityCounts) -> impl Iterator<Item = (Severity, usize)> {
    Severity::ALL
        .into_iter()
        .filter(|severity| severity.in_force())
        .map(move |severity| (severity, counts.count(severity)))
        .filter(|(_, count)| *count > 0)
}

/// Joins the parts as "a, b and c". `and` is the conjunction.
pub(super) fn enumerate(parts: &[String], and: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} {and} {last}", head.join(", ")),
    }
}
