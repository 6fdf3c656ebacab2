//! Which states of messages a response adds to the recorded ones.

use crate::store::AreaMessage;
use chrono::{TimeDelta, Timelike};
use gorlif_core::{
    domain::{
        Timestamp,
        bilingual::Bilingual,
        warning::{AreaCode, Severity, Warning},
    },
    recorded::MessageState,
};
use std::collections::BTreeMap;

/// The states that differ from the newest recorded ones: in severity or text, or in the name or the point of the area, which feeds and
/// pages show too.
///
/// `created` is when the service created the response. `is_complete`: every item could be read. Only
/// then is a message that the response lacks no longer in force.
pub fn new_states(
    recorded: &[AreaMessage],
    response: &[Warning],
    created: Timestamp,
    is_complete: bool,
) -> Vec<AreaMessage> {
    let recorded: BTreeMap<&AreaCode, &AreaMessage> =
        recorded.iter().map(|message| (&message.area, message)).collect();
    let changed = response.iter().filter_map(|warning| {
        let before = recorded.get(&warning.code).copied();
        let is_known = before.is_some_and(|before| {
            before.state.severity == warning.severity
                && before.state.text == warning.text
                && before.description == warning.description
                && before.position == warning.position
        });
        // A message that was stood down before the recorder saw it has no history.
        let is_old = before.is_none() && !warning.severity.in_force();
        (!is_known && !is_old).then(|| AreaMessage {
            area: warning.code.clone(),
            description: warning.description.clone(),
            position: warning.position,
            state: MessageState {
                at: changed_at(warning, before, created),
                severity: warning.severity,
                text: warning.text.clone(),
            },
        })
    });
    let mut states: Vec<AreaMessage> = changed.collect();
    if is_complete {
        let is_missing = |area: &AreaCode| response.iter().all(|warning| warning.code != *area);
        states.extend(
            recorded
                .values()
                .filter(|message| message.state.severity.in_force() && is_missing(&message.area))
                .map(|message| AreaMessage {
                    state: MessageState {
                        at: created.max(message.state.at + TimeDelta::seconds(1)),
                        severity: Severity::NoLongerInForce,
                        text: Bilingual::default(),
                    },
                    ..(*message).clone()
                }),
        );
    }
    states
}

/// When a message changed: by its own times if they are after the recorded state and not in the
/// future, else when the response was created. In whole seconds, as the store has them: two states of one second would be one.
fn changed_at(warning: &Warning, before: Option<&AreaMessage>, created: Timestamp) -> Timestamp {
    let after = before.map(|before| before.state.at);
    let times = [warning.severity_changed, warning.message_changed, warning.raised];
    let own = times
        .into_iter()
        .flatten()
        .map(whole_second)
        .filter(|at| *at <= created && after.is_none_or(|after| *at > after))
        .max();
    let seen = after.map_or(created, |after| created.max(after + TimeDelta::seconds(1)));
    own.unwrap_or(whole_second(seen))
}

fn whole_second(at: Timestamp) -> Timestamp {
    at.with_nanosecond(0).unwrap_or(at)
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::domain::{
        geo::Position,
        warning::{FloodSource, Region},
    };
    use std::slice;

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_timestamp(1_790_000_000 + minutes * 60, 0).unwrap_or_default()
    }

    fn warning(code: &str, severity: Severity, text: &str, changed: Option<i64>) -> Warning {
        Warning {
            code: AreaCode(code.to_owned()),
            severity,
            label: String::new(),
            contradictory: false,
            position: None,
            description: format!("Area {code}"),
            region: Region::North,
            water: FloodSource::River,
            raised: None,
            severity_changed: None,
            message_changed: changed.map(at),
            text: Bilingual::new(text, ""),
        }
    }

    /// Code, minutes and severity of the new states.
    fn told(states: &[AreaMessage]) -> Vec<(&str, i64, &'static str)> {
        let minutes = |message: &AreaMessage| (message.state.at - at(0)).num_minutes();
        states
            .iter()
            .map(|message| (message.area.0.as_str(), minutes(message), message.state.severity.id()))
            .collect()
    }

    #[test]
    fn a_message_is_recorded_when_its_severity_or_text_changes() {
        let first = [
            warning("A", Severity::Alert, "Rain.", Some(-10)),
            warning("B", Severity::NoLongerInForce, "Over.", Some(-20)),
        ];
        let recorded = new_states(&[], &first, at(0), true);
        assert_eq!(told(&recorded), [("A", -10, "alert")]);
        assert_eq!(new_states(&recorded, &first, at(15), true), []);
        let worse = [warning("A", Severity::Warning, "Rain.", None)];
        assert_eq!(told(&new_states(&recorded, &worse, at(30), true)), [("A", 30, "warning")]);
        let longer = [warning("A", Severity::Alert, "Rain. More rain.", Some(25))];
        assert_eq!(told(&new_states(&recorded, &longer, at(30), true)), [("A", 25, "alert")]);
    }

    // case 220
    #[test]
    fn an_escalation_within_the_second_of_the_recorded_state_is_a_state_of_its_own() {
        let raised = at(-10) + TimeDelta::milliseconds(345);
        let of = |severity| Warning {
            severity_changed: Some(raised),
            raised: Some(raised),
            ..warning("A", severity, "Rain.", None)
        };
        let recorded = new_states(&[], &[of(Severity::Alert)], at(0), true);
        assert_eq!(recorded[0].state.at, at(-10));
        let escalated = new_states(&recorded, &[of(Severity::Severe)], at(15), true);
        assert_eq!(told(&escalated), [("A", 15, "severe")]);
        let at_once = new_states(&recorded, &[of(Severity::Severe)], at(-10), true);
        assert_eq!(at_once[0].state.at, at(-10) + TimeDelta::seconds(1));
    }

    // case 221
    #[test]
    fn another_point_or_name_is_a_state_of_its_own() {
        let first = warning("A", Severity::Severe, "x", None);
        let recorded = new_states(&[], slice::from_ref(&first), at(0), true);
        let moved = Warning { position: Position::new(52.2, -3.4), ..first.clone() };
        let named = Warning { description: "River Usk".to_owned(), ..first };
        for changed in [moved, named] {
            let states = new_states(&recorded, slice::from_ref(&changed), at(15), true);
            let [state] = &states[..] else { panic!("one state: {states:?}") };
            assert_eq!(state.position, changed.position);
            assert_eq!(state.description, changed.description);
            assert_eq!(new_states(&states, &[changed], at(30), true), []);
        }
    }

    #[test]
    fn a_message_that_a_response_lacks_ends_unless_an_item_was_unreadable() {
        let recorded = new_states(&[], &[warning("A", Severity::Severe, "x", None)], at(0), true);
        assert_eq!(told(&new_states(&recorded, &[], at(15), true)), [("A", 15, "over")]);
        assert_eq!(new_states(&recorded, &[], at(15), false), []);
    }

    #[test]
    fn a_time_in_the_future_or_before_the_recorded_state_is_not_used() {
        let recorded = new_states(&[], &[warning("A", Severity::Alert, "x", None)], at(0), true);
        for changed in [Some(40), Some(-5), None] {
            let next = [warning("A", Severity::Alert, "y", changed)];
            assert_eq!(told(&new_states(&recorded, &next, at(30), true)), [("A", 30, "alert")]);
        }
        // The clock of the service was set back.
        let next = [warning("A", Severity::Alert, "y", None)];
        assert_eq!(
            new_states(&recorded, &next, at(-60), true)[0].state.at,
            at(0) + TimeDelta::seconds(1)
        );
    }
}
