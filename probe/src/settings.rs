//! The versions of the operations that work, as settings of the gateway, the page and the recorder.

use gorlif_core::api::table::Group;
use serde_json::{Map, Value, json};

/// What the settings of the versions begin with in the gateway.
const PREFIX: &str = "GORLIF_OPERATION_";

/// The version of each group that works, in the order of [`Group::ALL`].
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Working(Vec<(Group, &'static str)>);

impl Working {
    /// Notes that a version works. The first one of a group is used, unless the deployment has chosen this one.
    pub fn add(&mut self, group: Group, version: &'static str, chosen: Option<&str>) {
        match self.0.iter_mut().find(|(known, _)| *known == group) {
            None => self.0.push((group, version)),
            Some((_, used)) if chosen == Some(version) => *used = version,
            Some(_) => {}
        }
    }

    /// Whether this version is the one that is used.
    pub fn is_used(&self, group: Group, version: &str) -> bool {
        self.0.contains(&(group, version))
    }

    /// The first group that every deployment needs and of which no version works.
    pub fn lacking(&self) -> Option<Group> {
        let works = |group: Group| self.0.iter().any(|(known, _)| *known == group);
        Group::ALL.into_iter().find(|group| group.default_version().is_some() && !works(*group))
    }

    /// `GORLIF_OPERATION_LEVELS=station-data`, a line each.
    pub fn of_gateway(&self) -> Vec<String> {
        let line = |(group, version): &(Group, &str)| format!("{}={version}", setting(*group));
        self.0.iter().map(line).collect()
    }

    /// `{"operations":{"levels":"station-data"}}`
    pub fn of_page(&self) -> Value {
        let versions =
            self.0.iter().map(|(group, version)| (group.id().to_owned(), json!(version)));
        json!({ "operations": versions.collect::<Map<String, Value>>() })
    }

    /// `--levels station-data --warnings v3`
    pub fn of_recorder(&self) -> String {
        let needed = self.0.iter().filter(|(group, _)| group.default_version().is_some());
        let option = |(group, version): &(Group, &str)| format!("--{} {version}", group.id());
        needed.map(option).collect::<Vec<String>>().join(" ")
    }

    /// A file of settings with these in the place of those that it had; the other lines stay.
    pub fn written_into(&self, file: &str) -> String {
        let others = file.lines().filter(|line| !line.trim_start().starts_with(PREFIX));
        let lines = others.map(str::to_owned).chain(self.of_gateway());
        lines.map(|line| line + "\n").collect()
    }
}

/// The name of the gateway's setting.
pub fn setting(group: Group) -> String {
    format!("{PREFIX}{}", group.id().to_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn working(found: &[(Group, &'static str)], chosen: Option<&str>) -> Working {
        let mut working = Working::default();
        for (group, version) in found {
            working.add(*group, version, chosen);
        }
        working
    }

    #[test]
    fn the_first_version_that_works_is_used_unless_another_one_is_chosen() {
        use Group::{Commentary, Forecast, Levels, Warnings};
        let found = [(Levels, "v1"), (Levels, "station-data"), (Warnings, "v3"), (Forecast, "v1")];
        let first = working(&found, None);
        assert_eq!(
            first.of_gateway(),
            [
                "GORLIF_OPERATION_LEVELS=v1",
                "GORLIF_OPERATION_WARNINGS=v3",
                "GORLIF_OPERATION_FORECAST=v1"
            ]
        );
        assert_eq!(first.lacking(), None);
        let chosen = working(&found, Some("station-data"));
        assert_eq!(chosen.of_recorder(), "--levels station-data --warnings v3 --forecast v1");
        assert!(chosen.is_used(Levels, "station-data") && !chosen.is_used(Levels, "v1"));
        let all = working(&[(Levels, "v1"), (Commentary, "v2")], None);
        assert_eq!(
            all.of_page().to_string(),
            r#"{"operations":{"commentary":"v2","levels":"v1"}}"#
        );
        assert_eq!(all.of_recorder(), "--levels v1");
        assert_eq!(all.lacking(), Some(Warnings));
    }

    #[test]
    fn a_file_of_settings_keeps_its_other_lines() {
        let working = working(&[(Group::Levels, "station-data")], None);
        let file = "# Keys\nGORLIF_KEY_LEVELS=x\nGORLIF_OPERATION_LEVELS=v1\nGORLIF_OPERATION_WARNINGS=v1\nA=b";
        assert_eq!(
            working.written_into(file),
            "# Keys\nGORLIF_KEY_LEVELS=x\nA=b\nGORLIF_OPERATION_LEVELS=station-data\n"
        );
        assert_eq!(working.written_into(""), "GORLIF_OPERATION_LEVELS=station-data\n");
    }
}
