//! The versions of the operations that work, as settings of the gateway, the page and the recorder.

use crate::report::Worth;
use chrono::TimeDelta;
use gorlif_core::api::table::Group;
use serde_json::{Map, Value, json};

/// A version whose readings are newer by this is preferred: the other one may not be fed any more.
const NEWER: TimeDelta = TimeDelta::hours(1);

/// The version of each group that works, in the order of [`Group::ALL`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Working(Vec<Version>);

#[derive(Debug, PartialEq, Eq)]
struct Version {
    group: Group,
    id: &'static str,
    worth: Worth,
}

impl Working {
    /// Notes that a version works. Of a group the first one is used, unless another one has items where it has none, or newer ones, or is
    /// the one that the deployment has chosen.
    pub fn add(&mut self, group: Group, id: &'static str, worth: Worth, chosen: Option<&str>) {
        let version = Version { group, id, worth };
        match self.0.iter_mut().find(|used| used.group == group) {
            None => self.0.push(version),
            Some(used) if is_better(worth, used.worth) => *used = version,
            Some(used) if chosen == Some(id) && !is_better(used.worth, worth) => *used = version,
            Some(_) => {}
        }
    }

    /// Whether this version is the one that is used.
    pub fn is_used(&self, group: Group, version: &str) -> bool {
        self.0.iter().any(|used| used.group == group && used.id == version)
    }

    /// The first group that every deployment needs and of which no version works.
    pub fn lacking(&self) -> Option<Group> {
        let works = |group: Group| self.0.iter().any(|used| used.group == group);
        Group::ALL.into_iter().find(|group| group.default_version().is_some() && !works(*group))
    }

    /// `GORLIF_OPERATION_LEVELS=station-data`, a line each.
    pub fn of_gateway(&self) -> Vec<String> {
        self.0.iter().map(|used| format!("{}={}", setting(used.group), used.id)).collect()
    }

    /// `{"operations":{"levels":"station-data"}}`
    pub fn of_page(&self) -> Value {
        let versions = self.0.iter().map(|used| (used.group.id().to_owned(), json!(used.id)));
        json!({ "operations": versions.collect::<Map<String, Value>>() })
    }

    /// `--levels station-data --warnings v3`
    pub fn of_recorder(&self) -> String {
        let needed = self.0.iter().filter(|used| used.group.default_version().is_some());
        let option = |used: &Version| format!("--{} {}", used.group.id(), used.id);
        needed.map(option).collect::<Vec<String>>().join(" ")
    }

    /// Without the group that a deployment may do without.
    pub fn needed(self) -> Self {
        Self(self.0.into_iter().filter(|used| used.group.default_version().is_some()).collect())
    }

    /// A file of settings with these in the place of those of the same groups; the other lines stay.
    pub fn written_into(&self, file: &str) -> String {
        let is_other = |line: &&str| !self.0.iter().any(|used| value(line, used.group).is_some());
        let others = file.lines().filter(is_other).map(str::to_owned);
        others.chain(self.of_gateway()).map(|line| line + "\n").collect()
    }
}

/// Whether the response of another version is better than that of the one that is used.
fn is_better((has_items, newest): Worth, used: Worth) -> bool {
    let is_newer = matches!((newest, used.1), (Some(newest), Some(used)) if newest - used > NEWER);
    has_items && (!used.0 || is_newer)
}

/// The version of a group that a file of settings has.
pub fn in_file(file: &str, group: Group) -> Option<String> {
    file.lines().find_map(|line| value(line, group)).map(str::to_owned)
}

/// The name of the gateway's setting.
pub fn setting(group: Group) -> String {
    format!("GORLIF_OPERATION_{}", group.id().to_uppercase())
}

/// The value of a line that sets the version of a group.
fn value(line: &str, group: Group) -> Option<&str> {
    line.trim().strip_prefix(&setting(group))?.strip_prefix('=')
}

#[cfg(test)]
mod tests {
    use super::*;
    use Group::{Commentary, Forecast, Levels, Warnings};
    use gorlif_core::domain::Timestamp;

    /// Items of which the newest is of this number of minutes after 1970.
    fn at(minutes: i64) -> Worth {
        (true, Some(Timestamp::UNIX_EPOCH + TimeDelta::minutes(minutes)))
    }

    fn working(found: &[(Group, &'static str, Worth)], chosen: Option<&str>) -> Working {
        let mut working = Working::default();
        for (group, id, worth) in found {
            working.add(*group, id, *worth, chosen);
        }
        working
    }

    #[test]
    fn the_first_version_that_works_is_used_unless_another_one_is_chosen() {
        let found = [
            (Levels, "v1", at(0)),
            (Levels, "station-data", at(0)),
            (Warnings, "v3", (true, None)),
            (Forecast, "v1", (true, None)),
        ];
        let first = working(&found, None);
        let lines = ["LEVELS=v1", "WARNINGS=v3", "FORECAST=v1"];
        assert_eq!(first.of_gateway(), lines.map(|line| format!("GORLIF_OPERATION_{line}")));
        assert_eq!(first.lacking(), None);
        let chosen = working(&found, Some("station-data"));
        assert_eq!(chosen.of_recorder(), "--levels station-data --warnings v3 --forecast v1");
        assert!(chosen.is_used(Levels, "station-data") && !chosen.is_used(Levels, "v1"));
        let all = working(&[(Levels, "v1", at(0)), (Commentary, "v2", (true, None))], None);
        let page = r#"{"operations":{"commentary":"v2","levels":"v1"}}"#;
        assert_eq!(all.of_page().to_string(), page);
        assert_eq!(all.of_recorder(), "--levels v1");
        assert_eq!(all.lacking(), Some(Warnings));
        assert_eq!(all.needed().of_gateway(), ["GORLIF_OPERATION_LEVELS=v1"]);
    }

    #[test]
    fn a_version_that_is_not_fed_any_more_is_not_used() {
        let empty = (false, None);
        for (first, second, chosen, used) in [
            (empty, at(0), None, "v3"),
            (empty, at(0), Some("v1"), "v3"),
            (at(0), empty, Some("v3"), "v1"),
            (empty, empty, None, "v1"),
            (empty, empty, Some("v3"), "v3"),
            (at(0), at(61), None, "v3"),
            (at(0), at(61), Some("v1"), "v3"),
            (at(0), at(59), None, "v1"),
            (at(61), at(0), Some("v3"), "v1"),
            (at(59), at(0), Some("v3"), "v3"),
        ] {
            let found = working(&[(Warnings, "v1", first), (Warnings, "v3", second)], chosen);
            assert!(found.is_used(Warnings, used), "{first:?} {second:?} {chosen:?}");
        }
    }

    #[test]
    fn a_file_of_settings_keeps_its_other_lines() {
        let working = working(&[(Levels, "station-data", at(0))], None);
        let file = "# Keys\nGORLIF_KEY_LEVELS=x\nGORLIF_OPERATION_LEVELS=v1\nGORLIF_OPERATION_COMMENTARY=v2\nA=b";
        assert_eq!(in_file(file, Commentary).as_deref(), Some("v2"));
        assert_eq!(in_file(file, Warnings), None);
        assert_eq!(
            working.written_into(file),
            "# Keys\nGORLIF_KEY_LEVELS=x\nGORLIF_OPERATION_COMMENTARY=v2\nA=b\nGORLIF_OPERATION_LEVELS=station-data\n"
        );
        assert_eq!(working.written_into(""), "GORLIF_OPERATION_LEVELS=station-data\n");
    }
}
