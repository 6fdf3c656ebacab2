//! The Atom feed of a county or of all Wales in one language, with the point of each message as GeoRSS.

use super::content::{self, AreaChange, Page, Proof, id, link, title};
use atom_syndication::{
    Content, Entry, Feed, Link, Text,
    extension::{Extension, ExtensionMap},
};
use gorlif_core::{
    domain::{Timestamp, county::County, geo::Position},
    i18n::Language,
};
use std::collections::BTreeSet;

/// A feed has this many of the newest changes, and all messages in force.
const ENTRIES: usize = 100;
const GEORSS: &str = "http://www.georss.org/georss";

/// The feed of these changes, newest first.
pub fn encode(
    page: Page<'_>,
    language: Language,
    county: Option<County>,
    changes: &[&AreaChange<'_>],
) -> Vec<u8> {
    let feed = content::feed(
        page,
        language,
        county,
        &format!("{}.{}", content::name(county), language.tag()),
    );
    let updated = page.check.at.unwrap_or(Timestamp::UNIX_EPOCH);
    // Readers show an entry with another id as new.
    let since = match (page.check.proof, page.elsewhere) {
        (Proof::Complete, Some(elsewhere)) => elsewhere.changed,
        _ => updated.timestamp(),
    };
    let notice_entry = page.notice(language).map(|notice| Entry {
        title: Text::plain(page.title(language, &notice)),
        id: format!("{}#{}-{since}", feed.id, page.notice_id()),
        updated: updated.into(),
        links: vec![Link { href: page.link(language), ..Link::default() }],
        content: Some(Content {
            value: Some(notice),
            content_type: Some("text".to_owned()),
            ..Content::default()
        }),
        ..Entry::default()
    });
    let mut areas = BTreeSet::new();
    let is_in_force = |change: &AreaChange<'_>| change.message.state.severity.in_force();
    let entries = changes
        .iter()
        .enumerate()
        .filter(|(index, change)| {
            let is_newest = areas.insert(&change.message.area);
            *index < ENTRIES || (is_newest && is_in_force(change))
        })
        .map(|(_, change)| entry(page, language, change));
    let feed = Feed {
        entries: notice_entry.into_iter().chain(entries).collect(),
        namespaces: [("georss".to_owned(), GEORSS.to_owned())].into(),
        ..feed
    };
    content::proven_feed(&feed, page.current_until())
}

fn entry(page: Page<'_>, language: Language, change: &AreaChange<'_>) -> Entry {
    let AreaChange { message, change, .. } = change;
    let text = language.pick(&message.state.text);
    Entry {
        title: Text::plain(page.title(language, &title(page, language, message, change.kind()))),
        id: id(page.address, message),
        updated: message.state.at.into(),
        links: vec![Link { href: link(language, page.address, message), ..Link::default() }],
        content: Some(Content {
            lang: text.foreign.map(|language| language.tag().to_owned()),
            value: Some(text.text.to_owned()),
            content_type: Some("text".to_owned()),
            ..Content::default()
        }),
        extensions: message.position.map(point).unwrap_or_default(),
        ..Entry::default()
    }
}

/// The element `georss:point`.
fn point(at: Position) -> ExtensionMap {
    let element = Extension {
        name: "georss:point".to_owned(),
        value: Some(format!("{} {}", at.lat(), at.lon())),
        ..Extension::default()
    };
    [("georss".to_owned(), [("point".to_owned(), vec![element])].into())].into()
}
