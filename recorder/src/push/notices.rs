//! Which notifications a device gets: what it was told is compared with what is known.

use super::known::{InForce, Known, code};
use crate::feeds::{Check, Proof};
use chrono::TimeDelta;
use gorlif_core::{
    domain::{
        Timestamp,
        station::{Station, StationId, Value},
        threshold::{Reach, Threshold},
        warning::Severity,
        watch_list::WatchedGauge,
    },
    i18n::{Language, decimal},
    presenter::{gauge, message},
    push_request::PushChoice,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeMap, ops::RangeInclusive, time::Duration};

/// After this time without a check, or without a reading of a gauge with an own level, the device is told so.
const UNCHECKED: Duration = Duration::from_secs(UNCHECKED_SECONDS.unsigned_abs());
const UNCHECKED_SECONDS: i64 = 3_600;
/// A message that is new to a device and has had its severity for so long has no sound, unless it is severe. A longer time may be wrong.
const OLD: RangeInclusive<TimeDelta> = TimeDelta::hours(1)..=TimeDelta::days(30);
/// The number of areas that a notification lists beside that of its title.
const MOST_AREAS: usize = 4;
/// A longer name is cut: push services take 4,096 bytes.
const MOST_CHARS: usize = 80;

/// The state that a device was told.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Told {
    /// That notifications are on.
    is_welcomed: bool,
    /// The messages in force, by area.
    messages: BTreeMap<String, ToldMessage>,
    /// The gauges that have reached their own level, with that level.
    reached: BTreeMap<String, f64>,
    /// The gauges of which it is not known whether they have reached their own level.
    silences: BTreeMap<String, Silence>,
    /// That messages could not be checked for an hour.
    is_unchecked: bool,
}

/// The part of one message that a device was told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ToldMessage {
    severity: String,
    /// The hash of the text.
    text: String,
    /// The name of the area in the language of the device, for the end of the message.
    name: String,
}

/// A gauge has no usable reading.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Silence {
    /// When that was first seen, in seconds since 1970.
    since: i64,
    is_told: bool,
}

/// How soon a push service delivers to a phone that saves power.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Urgency {
    Normal,
    High,
}

/// A notification.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Notice {
    pub title: String,
    pub body: String,
    lang: &'static str,
    /// Replaces the notification with the same tag.
    pub tag: String,
    /// Without sound and vibration.
    pub silent: bool,
    /// The query of the page that it leads to.
    pub query: String,
    /// When it was written, in seconds since 1970. The device shows the newest one of a tag.
    at: i64,
    #[serde(skip)]
    pub urgency: Urgency,
}

impl Notice {
    /// The topic at the push service: a notification of the same topic that has not been delivered is replaced. One without a sound must not replace one with a sound.
    pub fn topic(&self) -> String {
        format!("{} {}", self.tag, if self.silent { "silent" } else { "loud" })
    }
}

/// The next notification of a device.
#[derive(Debug, PartialEq)]
pub struct Due {
    pub notice: Option<Notice>,
    /// The state that it was told after that. It may differ from before without a notification: a level fell again.
    pub told: Told,
}

/// The next notification of a device. `unchecked`: for how long not all messages could be checked.
pub fn due(
    choice: &PushChoice,
    told: &Told,
    known: &Known,
    unchecked: Duration,
    now: Timestamp,
) -> Due {
    let mut told = told.clone();
    let writer = Writer { choice, known, language: choice.language, now };
    let notice = writer.next(&mut told, unchecked);
    Due { notice, told }
}

/// Writes the notifications of one device.
struct Writer<'a> {
    choice: &'a PushChoice,
    known: &'a Known,
    language: Language,
    now: Timestamp,
}

impl Writer<'_> {
    /// The next notification. `told` becomes what the device was told after it.
    fn next(&self, told: &mut Told, unchecked: Duration) -> Option<Notice> {
        if !told.is_welcomed {
            told.is_welcomed = true;
            return Some(self.welcome());
        }
        if self.known.is_proven(self.now)
            && let Some(notice) = self.messages(told)
        {
            return Some(notice);
        }
        if self.known.has_current_levels(self.now)
            && let Some(notice) = self.levels(told)
        {
            return Some(notice);
        }
        if let Some(notice) = self.silent_gauges(told) {
            return Some(notice);
        }
        let list = &self.choice.list;
        if list.areas.is_empty() && list.counties.is_empty() {
            return None;
        }
        if unchecked >= UNCHECKED && !told.is_unchecked {
            told.is_unchecked = true;
            return Some(self.unchecked());
        }
        if self.check().proof == Proof::Complete && told.is_unchecked {
            told.is_unchecked = false;
            return Some(self.checked_again());
        }
        None
    }

    fn notice(&self, tag: &str, title: String, body: &[String], query: String) -> Notice {
        let title = if self.known.is_test {
            format!("{}: {title}", self.language.recorder_texts().test)
        } else {
            title
        };
        let official = self.language.recorder_texts().official;
        Notice {
            title,
            body: [body, &[official.to_owned()]].concat().join(" "),
            lang: self.language.tag(),
            tag: tag.to_owned(),
            silent: true,
            query,
            at: self.now.timestamp(),
            urgency: Urgency::Normal,
        }
    }

    /// The query of a page in the language.
    fn query(&self, parameter: &str) -> String {
        format!("?{parameter}lang={}", self.language.tag())
    }

    fn welcome(&self) -> Notice {
        let (texts, list) = (self.language.recorder_texts(), &self.choice.list);
        let body = (texts.welcome)(list.areas.len(), list.counties.len(), list.gauges.len());
        self.notice("welcome", texts.welcome_title.to_owned(), &[body], self.query(""))
    }

    fn unchecked(&self) -> Notice {
        let body = self.check().notice(self.language).unwrap_or_default();
        let title = self.language.recorder_texts().unchecked_title.to_owned();
        Notice { silent: false, ..self.notice("check", title, &[body], self.query("")) }
    }

    fn checked_again(&self) -> Notice {
        let title = self.language.recorder_texts().checked_again.to_owned();
        self.notice("check", title, &[self.checked()], self.query(""))
    }

    /// The proof of the newest response now.
    fn check(&self) -> Check {
        self.known.check.at_time(self.now)
    }

    /// When the messages were checked.
    fn checked(&self) -> String {
        let at = self.known.check.at.map(|at| self.language.date_and_time(at));
        at.map_or_else(String::new, |at| format!("{}.", (self.language.texts().checked)(&at)))
    }

    /// One notification of all messages that are in force for the device, if one of them is new or has changed or ended.
    fn messages(&self, told: &mut Told) -> Option<Notice> {
        let known = &self.known.messages;
        let before = &told.messages;
        let mut in_force: Vec<&InForce> =
            known.iter().filter(|message| self.is_chosen(message, before)).collect();
        in_force.sort_by_key(|message| message.severity);
        let is_worse = |message: &InForce| {
            let told = before.get(&message.area);
            told.is_none_or(|told| message.severity < Severity::from_id(&told.severity))
        };
        let is_changed = |message: &InForce| {
            before.get(&message.area).is_none_or(|told| {
                told.text != message.text || told.severity != message.severity.id()
            })
        };
        let worse: Vec<&InForce> =
            in_force.iter().copied().filter(|message| is_worse(message)).collect();
        // What a response lacks has ended only if each of its items could be read.
        let is_over = |area: &str| {
            self.known.check.proof == Proof::Complete
                && known.iter().all(|message| message.area != area)
        };
        let ended: Vec<(&String, &ToldMessage)> =
            before.iter().filter(|(area, _)| is_over(area)).collect();
        // Not of what is new to the device only, after an outage or in an area that was just chosen.
        let is_old = |message: &InForce| {
            message.severity != Severity::Severe
                && !before.contains_key(&message.area)
                && message.since.is_some_and(|at| OLD.contains(&(self.now - at)))
        };
        let has_sound = !worse.iter().all(|message| is_old(message));
        let notice = (!ended.is_empty() || in_force.iter().any(|message| is_changed(message)))
            .then(|| self.of_messages(&in_force, &worse, &ended, has_sound));
        // What is in force but no longer chosen is forgotten without a notification.
        let is_kept = |area: &str| {
            !is_over(area)
                && (known.iter().all(|message| message.area != area)
                    || in_force.iter().any(|message| message.area == area))
        };
        let mut after: BTreeMap<String, ToldMessage> = before
            .iter()
            .filter(|(area, _)| is_kept(area))
            .map(|(area, told)| (area.clone(), told.clone()))
            .collect();
        after.extend(in_force.iter().map(|message| {
            let told = ToldMessage {
                severity: message.severity.id().to_owned(),
                text: message.text.clone(),
                name: cut(message.name(self.language)),
            };
            (message.area.clone(), told)
        }));
        told.messages = after;
        notice
    }

    /// Whether a message is chosen. One that the device was told of is followed to its end, whatever its severity becomes.
    fn is_chosen(&self, message: &InForce, told: &BTreeMap<String, ToldMessage>) -> bool {
        let list = &self.choice.list;
        let is_here = list.areas.iter().any(|area| code(area) == message.area)
            || list.counties.iter().any(|county| message.counties.contains(county));
        is_here && (self.choice.includes(message.severity) || told.contains_key(&message.area))
    }

    /// `in_force`: all, the most severe first. `worse`: those of them that are new or more severe than before.
    fn of_messages(
        &self,
        in_force: &[&InForce],
        worse: &[&InForce],
        ended: &[(&String, &ToldMessage)],
        has_sound: bool,
    ) -> Notice {
        let (language, texts) = (self.language, self.language.recorder_texts());
        let named = |message: &InForce| {
            message::title(language, message.severity, &cut(message.name(language)))
        };
        let listed = |messages: &[&InForce], text: fn(&str) -> String| {
            let names: Vec<String> = messages.iter().map(|message| named(message)).collect();
            (!names.is_empty()).then(|| text(&self.list(&names)))
        };
        let since = |message: &InForce| {
            let at = message.since.filter(|at| *at <= self.now)?;
            Some(format!("{} {}.", language.texts().in_force_since, language.date_and_time(at)))
        };
        let names: Vec<String> = ended.iter().map(|(_, told)| told.name.clone()).collect();
        let over = (!names.is_empty()).then(|| (texts.ended_areas)(&self.list(&names)));
        let (title, body) = match in_force.split_first() {
            Some((first, others)) => {
                let is_new = |message: &&&InForce| worse.iter().any(|new| new.area == message.area);
                let (new, known): (Vec<&InForce>, Vec<&InForce>) =
                    others.iter().partition(|message| is_new(message));
                // The title has one that is new, or the new ones are named before the others.
                let (new, also) = if worse.iter().any(|new| new.area == first.area) {
                    (None, listed(others, texts.also))
                } else {
                    (listed(&new, texts.new_messages), listed(&known, texts.also))
                };
                (named(first), [since(first), new, also, over, Some(self.checked())])
            }
            None => {
                let title = message::title(language, Severity::NoLongerInForce, &self.list(&names));
                (title, [None, None, None, None, Some(self.checked())])
            }
        };
        let area = worse.first().or(in_force.first()).map(|message| message.area.as_str());
        let area = area.or(ended.first().map(|(area, _)| area.as_str())).unwrap_or_default();
        let query = self.query(&format!("area={}&", crate::feeds::encode(&cut(area))));
        let is_urgent = worse.iter().any(|message| message.severity < Severity::Alert);
        let body: Vec<String> = body.into_iter().flatten().collect();
        Notice {
            silent: !has_sound,
            urgency: if is_urgent { Urgency::High } else { Urgency::Normal },
            ..self.notice("messages", title, &body, query)
        }
    }

    /// The first of some names, and how many more there are.
    fn list(&self, names: &[String]) -> String {
        let (shown, rest) = names.split_at(names.len().min(MOST_AREAS));
        let more =
            (!rest.is_empty()).then(|| (self.language.recorder_texts().more_messages)(rest.len()));
        shown.iter().cloned().chain(more).collect::<Vec<_>>().join(", ")
    }

    /// The notification of the first gauge that has reached its own level since the last time.
    fn levels(&self, told: &mut Told) -> Option<Notice> {
        let chosen = &self.choice.list.gauges;
        let is_chosen = |id: &str, level: f64| {
            let own = chosen.iter().find(|gauge| *gauge.id.0 == *id);
            own.and_then(|gauge| gauge.own_level.as_ref()).is_some_and(|own| own.level() == level)
        };
        told.reached.retain(|id, level| is_chosen(id, *level));
        for WatchedGauge { id, own_level } in chosen {
            let Some(own_level) = own_level else { continue };
            let Some(station) = self.station(id, own_level) else { continue };
            let was_reached = told.reached.contains_key(&*id.0);
            let before = if was_reached { Reach::Reached } else { Reach::Below };
            match before.next(own_level.excess(station, self.now)) {
                Reach::Reached if !was_reached => {
                    told.reached.insert(id.0.to_string(), own_level.level());
                    return Some(self.level(station, own_level));
                }
                Reach::Below => {
                    told.reached.remove(&*id.0);
                }
                Reach::Reached | Reach::Unknown => {}
            }
        }
        None
    }

    /// One notification of the gauges that have had no usable reading for an hour, and of those that have one again.
    fn silent_gauges(&self, told: &mut Told) -> Option<Notice> {
        let (language, now) = (self.language, self.now.timestamp());
        let texts = language.recorder_texts();
        let is_current = self.known.has_current_levels(self.now);
        let before = std::mem::take(&mut told.silences);
        let (mut silent, mut heard) = (Vec::new(), Vec::new());
        for WatchedGauge { id, own_level } in &self.choice.list.gauges {
            let Some(own_level) = own_level else { continue };
            let known = before.get(&*id.0).cloned();
            let station = self.station(id, own_level);
            // After a start without levels no gauge is known, nor its name.
            let name = station.map_or(&*id.0, |station| gauge::name(language, station).text);
            let name = cut(name);
            let heard_from = station
                .filter(|station| is_current && own_level.excess(station, self.now).is_some());
            if let Some(station) = heard_from {
                if known.is_some_and(|silence| silence.is_told) {
                    heard.push(format!("{name} ({})", gauge::value(language.texts(), station)));
                }
                continue;
            }
            let mut silence = known.unwrap_or(Silence { since: now, is_told: false });
            if !silence.is_told && now - silence.since >= UNCHECKED_SECONDS {
                silence.is_told = true;
                let with_last = |station: &Station| {
                    let last = match (&station.value, station.time) {
                        (Value::Measured { .. }, Some(at)) => at,
                        _ => Timestamp::from_timestamp(silence.since, 0).unwrap_or(self.now),
                    };
                    (texts.silent_gauge)(&name, &language.date_and_time(last))
                };
                silent.push(station.map_or_else(|| name.clone(), with_last));
            }
            told.silences.insert(id.0.to_string(), silence);
        }
        let listed = |names: &[String], text: fn(&str) -> String| {
            (!names.is_empty()).then(|| text(&self.list(names)))
        };
        let body: Vec<String> = [listed(&silent, texts.silent), listed(&heard, texts.heard)]
            .into_iter()
            .flatten()
            .collect();
        let title = if silent.is_empty() { texts.heard_title } else { texts.silent_title };
        let query = self.query("");
        (!body.is_empty()).then(|| Notice {
            silent: silent.is_empty(),
            ..self.notice("silent", title.to_owned(), &body, query)
        })
    }

    /// The gauge of an id. One of another version of the operation may be the plain number of the station: then its only gauge in the unit.
    fn station(&self, id: &StationId, own_level: &Threshold) -> Option<&Station> {
        let stations = &self.known.stations;
        if let Some(station) = stations.iter().find(|station| station.id == *id) {
            return Some(station);
        }
        let is_of_number = |station: &&Station| {
            station.id.given() == id.given() && station.unit == *own_level.unit()
        };
        let mut of_number = stations.iter().map(|station| &**station).filter(is_of_number);
        of_number.next().filter(|_| of_number.next().is_none())
    }

    fn level(&self, station: &Station, own_level: &Threshold) -> Notice {
        let language = self.language;
        let name = gauge::name(language, station).text;
        let unit = own_level.unit().symbol();
        let with_unit = |level: f64| format!("{}\u{a0}{unit}", decimal(level, 3));
        let level = match station.value {
            Value::Measured { number, .. } => with_unit(number),
            _ => String::new(),
        };
        let at = station.time.map_or_else(String::new, |at| language.date_and_time(at));
        let own = with_unit(own_level.level());
        let body = (language.recorder_texts().level_reached)(&cut(name), &own, &level, &at);
        let query = self.query(&format!("station={}&", crate::feeds::encode(&station.id.0)));
        Notice {
            silent: false,
            urgency: Urgency::High,
            ..self.notice(
                &format!("gauge-{}", station.id.0),
                format!("{}: {level}", cut(name)),
                &[body],
                query,
            )
        }
    }
}

/// A name of the service, cut if it is too long.
fn cut(name: &str) -> String {
    match name.char_indices().nth(MOST_CHARS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use gorlif_core::{
        domain::{
            county::County,
            selection::ItemId,
            station::Unit,
            warning::AreaCode,
            watch_list::{WatchList, Watched},
        },
        test_support,
    };

    fn at(minutes: i64) -> Timestamp {
        Timestamp::from_timestamp(1_790_000_000 + 60 * minutes, 0).unwrap_or_default()
    }

    fn powys() -> County {
        County::from_id("powys").expect("a county")
    }

    fn choice(least: Severity) -> PushChoice {
        let mut list = WatchList::default();
        list.toggle(&Watched::County(powys()));
        PushChoice::new(Language::English, least, &list).expect("a choice")
    }

    fn message(area: &str, severity: Severity, text: &str) -> InForce {
        InForce::made_up(area, severity, text, vec![powys()])
    }

    /// A message in no county.
    fn far(area: &str) -> InForce {
        InForce::made_up(area, Severity::Severe, "x", Vec::new())
    }

    fn check(proof: Proof) -> Check {
        Check { at: Some(at(0)), proof }
    }

    fn known(messages: Vec<InForce>) -> Known {
        Known { check: check(Proof::Complete), messages, ..Known::default() }
    }

    /// What is told until nothing more is due: titles and bodies, those with a sound marked; and what was told then.
    fn told(choice: &PushChoice, before: &Told, known: &Known) -> (Vec<String>, Told) {
        let (mut lines, mut told) = (Vec::new(), before.clone());
        loop {
            let Due { notice, told: after } = due(choice, &told, known, Duration::ZERO, at(1));
            told = after;
            let Some(notice) = notice else { return (lines, told) };
            let official = Language::English.recorder_texts().official;
            let body = notice.body.strip_suffix(official).expect("the official service is named");
            let sound = if notice.silent { "" } else { "! " };
            lines.push(format!("{sound}{} | {}", notice.title, body.trim()));
        }
    }

    fn welcomed() -> Told {
        Told { is_welcomed: true, ..Told::default() }
    }

    const CHECKED: &str = "Checked on 21\u{a0}September 2026, 15:13.";

    #[test]
    fn messages_of_one_response_are_one_notification_with_the_most_severe_first() {
        let choice = choice(Severity::Alert);
        let names = ["A", "B", "C", "D", "E", "F", "G"];
        let messages = names.map(|name| message(name, Severity::Alert, "x"));
        let mut messages: Vec<InForce> = messages.into();
        messages.push(message("Z", Severity::Severe, "x"));
        let (lines, told_now) = told(&choice, &welcomed(), &known(messages));
        assert_eq!(
            lines,
            [format!(
                "! Severe flood warning: Z | Also in force: Flood alert: A, Flood alert: B, Flood alert: C, Flood alert: D, 3 more. {CHECKED}"
            )]
        );
        // The same response once more.
        let messages = names.map(|name| message(name, Severity::Alert, "x"));
        let mut messages: Vec<InForce> = messages.into();
        messages.push(message("Z", Severity::Severe, "x"));
        assert_eq!(told(&choice, &told_now, &known(messages)), (Vec::new(), told_now));
    }

    #[test]
    fn what_gets_worse_has_a_sound_and_other_changes_have_none() {
        let choice = choice(Severity::Alert);
        let step = |before: &Told, messages| told(&choice, before, &known(messages));
        let (lines, state) = step(&welcomed(), vec![message("A", Severity::Alert, "x")]);
        assert_eq!(lines, [format!("! Flood alert: A | {CHECKED}")]);
        let (lines, state) = step(&state, vec![message("A", Severity::Alert, "y")]);
        assert_eq!(lines, [format!("Flood alert: A | {CHECKED}")], "another text");
        let (lines, state) = step(&state, vec![message("A", Severity::Unknown, "y")]);
        assert_eq!(lines, [format!("! Severity unknown: A | {CHECKED}")], "worse");
        let (lines, state) = step(&state, vec![message("A", Severity::Alert, "y")]);
        assert_eq!(lines, [format!("Flood alert: A | {CHECKED}")], "less severe");
        let more = vec![message("A", Severity::Alert, "y"), message("B", Severity::Alert, "x")];
        let (lines, state) = step(&state, more);
        assert_eq!(lines, [format!("! Flood alert: A | New: Flood alert: B. {CHECKED}")]);
        let (lines, state) = step(&state, vec![message("B", Severity::Alert, "x")]);
        assert_eq!(lines, [format!("Flood alert: B | No longer in force: A. {CHECKED}")]);
        let (lines, state) = step(&state, Vec::new());
        assert_eq!(lines, [format!("Warning no longer in force: B | {CHECKED}")]);
        assert_eq!(state, welcomed());
    }

    // case 233
    #[test]
    fn what_has_been_in_force_for_an_hour_says_so_without_a_sound_unless_it_is_severe() {
        let choice = choice(Severity::Alert);
        for (severity, minutes, sound) in [
            (Severity::Alert, -30, "! "),
            (Severity::Alert, -90, ""),
            (Severity::Warning, -90, ""),
            (Severity::Severe, -90, "! "),
            // A time that is wrong.
            (Severity::Warning, -525_600, "! "),
        ] {
            let mut message = message("A", severity, "Rain.");
            message.since = Some(at(minutes));
            let (lines, _) = told(&choice, &welcomed(), &known(vec![message]));
            let since = Language::English.date_and_time(at(minutes));
            let body = format!(" | In force since {since}. {CHECKED}");
            assert!(lines[0].ends_with(&body), "{lines:?}");
            assert_eq!(lines[0].starts_with('!'), sound == "! ", "{lines:?}");
        }
        // One that the device knows is raised, with the time of before.
        let of = |severity| {
            let mut message = message("A", severity, "Rain.");
            message.since = Some(at(-90));
            known(vec![message])
        };
        let (_, state) = told(&choice, &welcomed(), &of(Severity::Alert));
        let (lines, _) = told(&choice, &state, &of(Severity::Warning));
        assert!(lines[0].starts_with("! Flood warning: A"), "{lines:?}");
    }

    #[test]
    fn a_message_below_the_least_severity_is_left_out_unless_the_device_was_told_of_it() {
        let choice = choice(Severity::Warning);
        let step = |before: &Told, severity| {
            told(&choice, before, &known(vec![message("A", severity, "x")]))
        };
        assert_eq!(step(&welcomed(), Severity::Alert).0, Vec::<String>::new());
        let (lines, state) = step(&welcomed(), Severity::Warning);
        assert_eq!(lines, [format!("! Flood warning: A | {CHECKED}")]);
        let (lines, state) = step(&state, Severity::Alert);
        assert_eq!(lines, [format!("Flood alert: A | {CHECKED}")]);
        let (lines, _) = told(&choice, &state, &known(Vec::new()));
        assert_eq!(lines, [format!("Warning no longer in force: A | {CHECKED}")]);
    }

    // case 203
    #[test]
    fn without_proof_nothing_is_told_to_be_in_force_or_to_have_ended() {
        let choice = choice(Severity::Alert);
        let (_, state) =
            told(&choice, &welcomed(), &known(vec![message("A", Severity::Alert, "x")]));
        // An item of the response could not be read.
        let incomplete = |messages| Known { check: check(Proof::Incomplete), ..known(messages) };
        assert_eq!(told(&choice, &state, &incomplete(Vec::new())).0, Vec::<String>::new());
        let (lines, _) =
            told(&choice, &state, &incomplete(vec![message("B", Severity::Alert, "x")]));
        assert_eq!(lines, [format!("! Flood alert: B | {CHECKED}")]);
        // The response is older than 20 minutes, or the clock was set back.
        let new = known(vec![message("B", Severity::Severe, "x")]);
        let missing = Known { check: check(Proof::Missing), ..known(Vec::new()) };
        for (known, minutes) in [(&new, 21), (&new, -3), (&missing, 1)] {
            let due = due(&choice, &state, known, Duration::ZERO, at(minutes));
            assert_eq!(due.notice, None, "{minutes}");
        }
    }

    #[test]
    fn what_is_no_longer_chosen_is_forgotten_without_a_notification() {
        let mut choice = choice(Severity::Alert);
        choice.list.toggle(&Watched::Item(ItemId::Area(AreaCode("A~2".to_owned()))));
        let both = || known(vec![message("A", Severity::Severe, "x"), far("C"), far("B")]);
        let (lines, state) = told(&choice, &welcomed(), &both());
        assert_eq!(lines, [format!("! Severe flood warning: A | {CHECKED}")]);
        choice.list.toggle(&Watched::County(powys()));
        assert_eq!(
            told(&choice, &state, &both()),
            (Vec::new(), state.clone()),
            "the area is still chosen"
        );
        choice.list.toggle(&Watched::Item(ItemId::Area(AreaCode("A~2".to_owned()))));
        choice.list.toggle(&Watched::Item(ItemId::Area(AreaCode("Z".to_owned()))));
        assert_eq!(told(&choice, &state, &both()), (Vec::new(), welcomed()));
    }

    #[test]
    fn a_new_alert_does_not_hide_a_severe_warning() {
        let choice = choice(Severity::Alert);
        let severe = || message("A", Severity::Severe, "x");
        let (_, state) = told(&choice, &welcomed(), &known(vec![severe()]));
        let both = known(vec![message("B", Severity::Alert, "x"), severe()]);
        let (lines, _) = told(&choice, &state, &both);
        assert_eq!(lines, [format!("! Severe flood warning: A | New: Flood alert: B. {CHECKED}")]);
    }

    // case 204
    #[test]
    fn an_hour_without_a_check_is_told_once_and_the_next_check_too() {
        let choice = choice(Severity::Severe);
        let missing = Known { check: check(Proof::Missing), ..known(Vec::new()) };
        let of = |before: &Told, known: &Known, minutes: u64| {
            let unchecked = Duration::from_secs(60 * minutes);
            let Due { notice, told } = due(&choice, before, known, unchecked, at(1));
            (notice.map(|notice| (notice.title, notice.silent)), told)
        };
        assert_eq!(of(&welcomed(), &missing, 59), (None, welcomed()));
        let (title, state) = of(&welcomed(), &missing, 60);
        let texts = Language::English.recorder_texts();
        assert_eq!(title, Some((texts.unchecked_title.to_owned(), false)));
        assert_eq!(of(&state, &missing, 600), (None, state.clone()));
        // Responses arrive, and an item of each could not be read.
        let incomplete = Known { check: check(Proof::Incomplete), ..known(Vec::new()) };
        let hour = Duration::from_secs(3_600);
        let notice = due(&choice, &welcomed(), &incomplete, hour, at(1)).notice;
        let body = notice.map(|notice| notice.body).unwrap_or_default();
        assert!(body.starts_with(Language::English.recorder_texts().incomplete), "{body}");
        let again = Some((texts.checked_again.to_owned(), true));
        assert_eq!(of(&state, &known(Vec::new()), 0), (again, welcomed()));
        // A device with gauges only has no messages to be checked.
        let mut list = WatchList::default();
        list.set_own_level(&StationId("4001".into()), Threshold::new(1.0, Unit::Metres));
        let levels = PushChoice::new(Language::English, Severity::Alert, &list).expect("a choice");
        assert_eq!(due(&levels, &welcomed(), &missing, hour, at(1)).notice, None);
    }

    #[test]
    fn a_gauge_is_told_once_until_it_has_fallen_and_again_with_another_level() {
        let with_level = |level: f64| {
            let mut list = WatchList::default();
            list.set_own_level(&StationId("4001".into()), Threshold::new(level, Unit::Metres));
            PushChoice::new(Language::Welsh, Severity::Alert, &list).expect("a choice")
        };
        let at_level = |level: &str, minutes: i64| {
            let time = at(minutes).format("%Y-%m-%dT%H:%M:%SZ");
            let gauge = format!(
                r#""Location":"4001","Units":"m","LatestValue":"{level}","LatestTime":"{time}","StatusEN":"Online""#
            );
            let feature = test_support::feature(test_support::BRECON, &gauge);
            let stations = test_support::stations(&[feature], at(0));
            Known { stations, levels_checked: Some(at(0)), ..known(Vec::new()) }
        };
        let own = with_level(1.5);
        let step = |choice: &PushChoice, before: &Told, level: &str| {
            let due = due(choice, before, &at_level(level, 0), Duration::ZERO, at(1));
            (due.notice, due.told)
        };
        // The id of version 2 of the operation: the only gauge of the station in metres.
        let mut renamed = own.clone();
        renamed.list.gauges[0].id = StationId("4001-10095".into());
        assert!(step(&renamed, &welcomed(), "1.6").0.is_some());
        assert_eq!(step(&own, &welcomed(), "1.4"), (None, welcomed()));
        let (notice, state) = step(&own, &welcomed(), "1.5");
        let notice = notice.expect("a notification");
        assert_eq!(notice.tag, "gauge-4001");
        assert_eq!(notice.query, "?station=4001&lang=cy");
        assert!(notice.body.contains("1.500\u{a0}m"), "{}", notice.body);
        assert!(!notice.silent);
        for level in ["1.46", "1.6"] {
            assert_eq!(step(&own, &state, level), (None, state.clone()));
        }
        assert!(step(&with_level(1.55), &state, "1.6").0.is_some());
        let (notice, state) = step(&own, &state, "1.4");
        assert_eq!((notice, &state), (None, &welcomed()));
        assert!(step(&own, &state, "1.5").0.is_some());
        // An old reading says nothing, nor does an old response.
        for (known, minutes) in [(at_level("9.9", -600), 1), (at_level("9.9", 0), 21)] {
            assert_eq!(due(&own, &state, &known, Duration::ZERO, at(minutes)).notice, None);
        }
    }

    // case 229
    #[test]
    fn a_gauge_without_readings_for_an_hour_is_told_once_and_its_next_reading_too() {
        let mut list = WatchList::default();
        list.set_own_level(&StationId("4001".into()), Threshold::new(1.5, Unit::Metres));
        let choice = PushChoice::new(Language::English, Severity::Alert, &list).expect("a choice");
        let known = |fields: &str, checked: i64| {
            let gauge =
                format!(r#""Location":"4001","TitleEN":"Usk at Brecon","Units":"m",{fields}"#);
            let feature = test_support::feature(test_support::BRECON, &gauge);
            let stations = test_support::stations(&[feature], at(0));
            Known { stations, levels_checked: Some(at(checked)), ..known(Vec::new()) }
        };
        let reading = |level: &str, minutes: i64, status: &str| {
            let time = at(minutes).format("%Y-%m-%dT%H:%M:%SZ");
            format!(r#""LatestValue":"{level}","LatestTime":"{time}","StatusEN":"{status}""#)
        };
        let unknown = || Known {
            stations: Default::default(),
            levels_checked: None,
            ..known(&reading("1.2", 0, "Online"), 0)
        };
        // Offline, a fault, a reading of hours ago, no response, none since the start of the recorder.
        for (fields, checked, last) in [
            (reading("1.2", -30, "Offline"), 0, Some("14:43")),
            (reading("-999", 0, "Online"), 0, Some("15:13")),
            (reading("1.2", -150, "Online"), 0, Some("12:43")),
            (reading("1.2", -30, "Online"), -600, Some("14:43")),
            (String::new(), 0, None),
        ] {
            let mut state = welcomed();
            let mut notices = Vec::new();
            for minutes in [0, 30, 59, 60, 75, 600] {
                let checked = if checked == 0 { minutes } else { checked };
                let known = if fields.is_empty() { unknown() } else { known(&fields, checked) };
                let due = due(&choice, &state, &known, Duration::ZERO, at(minutes));
                state = due.told;
                notices.extend(due.notice.map(|notice| (minutes, notice)));
            }
            let [(60, notice)] = notices.as_slice() else { panic!("{fields}: {notices:?}") };
            let gauge = last.map_or_else(
                || "4001".to_owned(),
                |last| format!("Usk at Brecon (last reading 21\u{a0}September 2026, {last})"),
            );
            let expected = format!(
                "No new readings: {gauge}. Whether your own level is reached is not known."
            );
            assert!(notice.body.starts_with(&expected) && !notice.silent, "{}", notice.body);
            let again = known(&reading("1.2", 610, "Online"), 610);
            let due = due(&choice, &state, &again, Duration::ZERO, at(611));
            let body = due.notice.map(|notice| notice.body).unwrap_or_default();
            assert!(body.starts_with("Readings again: Usk at Brecon (1.20\u{a0}m)."), "{body}");
            assert_eq!(due.told, welcomed());
        }
    }

    #[test]
    fn old_levels_do_not_hold_back_a_message() {
        let known = known(vec![message("A", Severity::Severe, "Rain.")]);
        let known = Known { levels_checked: Some(at(-19)), ..known };
        let is_due = |minutes| {
            let choice = choice(Severity::Alert);
            due(&choice, &welcomed(), &known, Duration::ZERO, at(minutes)).notice.is_some()
        };
        assert!(known.has_current_levels(at(0)) && !known.has_current_levels(at(2)));
        // Nor is a message sent whose proof has ended.
        assert_eq!([0, 2, 20, 21].map(is_due), [true, true, true, false]);
    }

    #[test]
    fn long_names_and_made_up_messages() {
        let choice = choice(Severity::Alert);
        let name = "Afon â €".repeat(50);
        let messages: Vec<InForce> =
            (0..90).map(|n| message(&format!("{n:02}{name}"), Severity::Severe, "x")).collect();
        let known = Known { is_test: true, ..known(messages) };
        let due = due(&choice, &welcomed(), &known, Duration::ZERO, at(1));
        let notice = due.notice.expect("a notification");
        assert!(
            notice.title.starts_with("Test, not real: Severe flood warning: 00Afon"),
            "{notice:?}"
        );
        let bytes = serde_json::to_vec(&notice).expect("JSON").len();
        assert!(bytes < 3_900, "{bytes} bytes");
        assert_eq!(due.told.messages.len(), 90);
    }

    #[test]
    fn a_device_is_welcomed_once_and_told_what_is_in_force() {
        let choice = choice(Severity::Alert);
        let (lines, state) =
            told(&choice, &Told::default(), &known(vec![message("A", Severity::Warning, "x")]));
        assert_eq!(
            lines,
            [
                "Notifications are on | Flood areas: 0. Counties: 1. Gauges with an own level: 0."
                    .to_owned(),
                format!("! Flood warning: A | {CHECKED}")
            ]
        );
        let text = serde_json::to_string(&state).expect("JSON");
        assert_eq!(serde_json::from_str::<Told>(&text).expect("told"), state);
        let (area, _) = state.messages.first_key_value().expect("a message");
        assert_eq!(area, "A");
    }
}
