//! The common parts of the feeds: the page that they are of, what proves their messages, the changes with
//! their ids, links and titles.

use crate::store::AreaMessage;
use atom_syndication::{Feed, Link, Person, Text};
use chrono::TimeDelta;
use gorlif_core::{
    area_names::AreaNames,
    basemap::Basemap,
    domain::{
        Timestamp,
        county::{County, CountyRelation},
        geo::Position,
        limits::{CLOCK_SKEW_SECONDS, WARNINGS_FRESH_SECONDS},
        warning::ChangeKind,
    },
    i18n::Language,
    presenter::message,
    recorded::MessageChange,
};
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};

/// The author of the messages.
const PRODUCER: [&str; 2] = ["Natural Resources Wales", "Cyfoeth Naturiol Cymru"];
/// A response proves the messages for this time after the service created it.
pub const PROVEN: TimeDelta = TimeDelta::seconds(WARNINGS_FRESH_SECONDS);
/// The clock of the service may be this much ahead. One that is further ahead proves nothing.
const AHEAD: TimeDelta = TimeDelta::seconds(CLOCK_SKEW_SECONDS);

/// Until when a response that the service created at `at` proves something; `None` if it proves nothing now, also because a clock was set back.
pub fn end_of_proof(at: Timestamp, now: Timestamp) -> Option<Timestamp> {
    (-AHEAD..=PROVEN).contains(&(now - at)).then_some(at + PROVEN)
}

/// The proof of the last request for the messages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Check {
    /// When the service created its newest valid response; `None` before the first one.
    pub at: Option<Timestamp>,
    /// Whether the recorded messages are those in force.
    pub proof: Proof,
}

/// Whether the recorded messages are those in force.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Proof {
    /// The newest response has these messages and no others.
    Complete,
    /// Items of the newest response could not be read.
    Incomplete,
    /// There is no response, or it is too old.
    #[default]
    Missing,
}

impl Check {
    /// No response proves the messages; the newest one is of this time.
    pub fn failed(at: Option<Timestamp>) -> Self {
        Self { at, proof: Proof::Missing }
    }

    /// A response was received, and the newest one was created at `at`.
    pub fn new(at: Timestamp, received: Timestamp, is_complete: bool) -> Self {
        let proof = match (end_of_proof(at, received).is_some(), is_complete) {
            (false, _) => Proof::Missing,
            (true, false) => Proof::Incomplete,
            (true, true) => Proof::Complete,
        };
        Self { at: Some(at), proof }
    }

    /// The rest of it at a time.
    pub fn at_time(self, now: Timestamp) -> Self {
        let is_left = self.at.is_some_and(|at| end_of_proof(at, now).is_some());
        if is_left { self } else { Self::failed(self.at) }
    }

    /// Why the messages are not proven.
    pub fn notice(self, language: Language) -> Option<String> {
        match self.proof {
            Proof::Complete => None,
            Proof::Incomplete => Some(language.recorder_texts().incomplete.to_owned()),
            Proof::Missing => {
                let since = self.at.map(|at| language.date_and_time(at));
                Some((language.texts().answer_unknown)(since.as_deref(), false))
            }
        }
    }
}

/// The values that all files of one area share.
#[derive(Clone, Copy)]
pub(super) struct Page<'a> {
    /// The address of the page, with a slash at its end.
    pub(super) address: &'a str,
    /// The names of the areas.
    pub(super) names: &'a AreaNames,
    /// Whether the messages are made up.
    pub(super) is_test: bool,
    pub(super) check: Check,
    /// The time of the cycle.
    pub(super) now: Timestamp,
    /// The messages in force that are not in the files of this county, but may reach into it: without a point, or with one further away.
    pub(super) elsewhere: Option<Elsewhere>,
}

/// Messages that may reach into a county.
#[derive(Clone, Copy)]
pub(super) struct Elsewhere {
    pub(super) count: usize,
    /// When one of them last began or changed, in seconds since 1970.
    pub(super) changed: i64,
}

impl<'a> Page<'a> {
    /// The name of a message's area.
    pub(super) fn area_name(self, language: Language, message: &'a AreaMessage) -> &'a str {
        message::area_name(language, self.names, &message.area, &message.description).text
    }

    /// Why the messages of the area are not proven to be all.
    pub(super) fn notice(self, language: Language) -> Option<String> {
        let elsewhere = || {
            let Elsewhere { count, .. } = self.elsewhere?;
            Some((language.texts().answer_county_unplaced)(count))
        };
        self.check.notice(language).or_else(elsewhere)
    }

    /// The identifier of the notice in ids.
    pub(super) fn notice_id(self) -> &'static str {
        match self.check.proof {
            Proof::Complete => "elsewhere",
            Proof::Incomplete => "incomplete",
            Proof::Missing => "not-checked",
        }
    }

    /// Until when the messages are proven to be all, in seconds since 1970; `None` if they are not.
    pub(super) fn proven_until(self) -> Option<i64> {
        let is_proven = self.check.proof == Proof::Complete && self.elsewhere.is_none();
        self.check.at.filter(|_| is_proven).map(|at| (at + PROVEN).timestamp())
    }

    /// Until when the files say what is so, in seconds since 1970, also where they begin with a notice; `None` if the notice is that
    /// nothing is proven, which stays so.
    pub(super) fn current_until(self) -> Option<i64> {
        let is_checked = self.check.proof != Proof::Missing;
        self.check.at.filter(|_| is_checked).map(|at| (at + PROVEN).timestamp())
    }

    /// The address of the page in a language.
    pub(super) fn link(self, language: Language) -> String {
        format!("{}?lang={}", self.address, language.tag())
    }

    /// A title, which says whether the messages are made up.
    pub(super) fn title(self, language: Language, title: &str) -> String {
        if self.is_test {
            format!("{}: {title}", language.recorder_texts().test)
        } else {
            title.to_owned()
        }
    }
}

/// Where a message is.
#[derive(Clone)]
pub struct Places {
    /// The counties of its point.
    pub counties: Vec<County>,
    /// The counties whose files have the message: those, and others that are so near that its area may reach into them.
    pub files: Vec<County>,
    /// Further counties into which its area may reach: all if the message has no point.
    pub may_reach: Vec<County>,
}

/// Where a message with this point is.
pub fn placed(outlines: &Basemap, position: Option<Position>) -> Places {
    let counties = position.map(|at| outlines.counties_of(at)).unwrap_or_default();
    let (mut files, mut may_reach) = (Vec::new(), Vec::new());
    for county in County::all() {
        match position.map(|at| outlines.relation(at, county)) {
            _ if counties.contains(&county) => files.push(county),
            Some(CountyRelation::Inside | CountyRelation::Near) => files.push(county),
            Some(CountyRelation::Beyond) | None => may_reach.push(county),
            Some(CountyRelation::Elsewhere) => {}
        }
    }
    Places { counties, files, may_reach }
}

/// A change of the message of one area.
pub(super) struct AreaChange<'a> {
    pub(super) message: &'a AreaMessage,
    /// The message before the change.
    pub(super) before: Option<&'a AreaMessage>,
    pub(super) places: Places,
    pub(super) change: MessageChange,
}

/// The name of the files of a county, or of all Wales.
pub(super) fn name(county: Option<County>) -> &'static str {
    county.map_or("wales", County::id)
}

/// An Atom feed of a county or all Wales, without entries; `name`: of its file, without the suffix. Its time is that of the service's newest
/// response; before the first one it is 1970, since Atom requires a time.
pub(super) fn feed(page: Page<'_>, language: Language, county: Option<County>, name: &str) -> Feed {
    let Page { address, check, .. } = page;
    let texts = language.recorder_texts();
    Feed {
        title: Text::plain(page.title(language, &(texts.area_title)(county))),
        subtitle: page.notice(language).map(Text::plain),
        updated: check.at.unwrap_or(Timestamp::UNIX_EPOCH).into(),
        lang: Some(language.tag().to_owned()),
        authors: authors(language),
        links: links(address, name, page.link(language)),
        id: format!("{address}feeds/{name}"),
        ..Feed::default()
    }
}

/// The links of a feed: to itself, and to the page that it is about.
pub(super) fn links(address: &str, name: &str, page: String) -> Vec<Link> {
    vec![
        Link {
            rel: "self".to_owned(),
            href: format!("{address}history/feeds/{name}.atom"),
            mime_type: Some("application/atom+xml".to_owned()),
            ..Link::default()
        },
        Link { href: page, ..Link::default() },
    ]
}

/// Who publishes what the feeds say.
pub(super) fn authors(language: Language) -> Vec<Person> {
    let name = language.of(PRODUCER[0], PRODUCER[1]).to_owned();
    vec![Person { name, ..Person::default() }]
}

/// The bytes of a document. XML 1.0 has no form for two characters, which are replaced.
pub(super) fn xml(document: &str) -> Vec<u8> {
    document.replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}").into_bytes()
}

/// The bytes of a feed that is current until a time, which its first line says: the gateway reads it, because a file cannot know its own age.
pub(super) fn proven_feed(feed: &Feed, proven_until: Option<i64>) -> Vec<u8> {
    let document = feed.to_string();
    let Some((until, (declaration, rest))) = proven_until.zip(document.split_once("?>")) else {
        return xml(&document);
    };
    xml(&format!("{declaration}?><!-- proven until {until} -->{rest}"))
}

/// "Issued: Flood warning: River Taff at Pontypridd".
pub(super) fn title(
    page: Page<'_>,
    language: Language,
    message: &AreaMessage,
    kind: ChangeKind,
) -> String {
    let change = (language.chart_texts().change)(kind);
    let name = page.area_name(language, message);
    match kind {
        ChangeKind::StoodDown => format!("{change}: {name}"),
        ChangeKind::Raised | ChangeKind::Changed => {
            format!("{change}: {}", message::title(language, message.state.severity, name))
        }
    }
}

/// The id of a state of a message: the address of the message, and the time. It has the key of the
/// message and not only the code of its area, which two messages may share or lack.
pub(super) fn id(page: &str, message: &AreaMessage) -> String {
    format!("{page}?area={}#{}", encode(&message.area.0), message.state.at.timestamp())
}

pub(super) fn link(language: Language, page: &str, message: &AreaMessage) -> String {
    format!("{page}?area={}&lang={}", encode(&message.area.0), language.tag())
}

/// Percent-encodes all but ASCII letters and digits.
pub fn encode(text: &str) -> String {
    utf8_percent_encode(text, NON_ALPHANUMERIC).to_string()
}
