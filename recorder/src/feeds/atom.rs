//! The Atom feed of a county or of all Wales in one language.

use super::content::{self, AreaChange, Page, id, link, title};
use atom_syndication::{Content, Entry, Feed, Link, Person, Text};
use gorlif_core::{
    domain::{Timestamp, county::County},
    i18n::Language,
};

/// A feed has this many entries at most, the newest ones.
const ENTRIES: usize = 100;
/// The author of the messages.
const PRODUCER: [&str; 2] = ["Natural Resources Wales", "Cyfoeth Naturiol Cymru"];

/// The feed of these changes, newest first. Its time is that of the service's newest response; before the
/// first one it is 1970, since Atom requires a time.
pub fn encode(
    page: Page<'_>,
    language: Language,
    county: Option<County>,
    changes: &[&AreaChange<'_>],
) -> String {
    let Page { address, check, .. } = page;
    let texts = language.feed_texts();
    let name = format!("{}.{}", content::name(county), language.tag());
    let id = format!("{address}feeds/{name}");
    let page_link = format!("{address}?lang={}", language.tag());
    let updated = check.at.unwrap_or(Timestamp::UNIX_EPOCH);
    let notice = check.notice(language);
    let notice_entry = notice.as_deref().map(|notice| Entry {
        title: Text::plain(page.title(language, notice)),
        id: format!("{id}#{}-{}", check.proof.id(), updated.timestamp()),
        updated: updated.into(),
        links: vec![Link { href: page_link.clone(), ..Link::default() }],
        content: Some(Content {
            value: Some(notice.to_owned()),
            content_type: Some("text".to_owned()),
            ..Content::default()
        }),
        ..Entry::default()
    });
    let entries = changes.iter().take(ENTRIES).map(|change| entry(page, language, change));
    let feed = Feed {
        title: Text::plain(page.title(language, &(texts.title)(county))),
        subtitle: notice.as_deref().map(Text::plain),
        updated: updated.into(),
        lang: Some(language.tag().to_owned()),
        authors: vec![Person {
            name: language.of(PRODUCER[0], PRODUCER[1]).to_owned(),
            ..Person::default()
        }],
        links: vec![
            Link {
                rel: "self".to_owned(),
                href: format!("{address}history/feeds/{name}.atom"),
                mime_type: Some("application/atom+xml".to_owned()),
                ..Link::default()
            },
            Link { href: page_link, ..Link::default() },
        ],
        entries: notice_entry.into_iter().chain(entries).collect(),
        id,
        ..Feed::default()
    };
    // XML 1.0 has no form for these two characters.
    feed.to_string().replace(['\u{fffe}', '\u{ffff}'], "\u{fffd}")
}

fn entry(page: Page<'_>, language: Language, change: &AreaChange<'_>) -> Entry {
    let AreaChange { message, change, .. } = change;
    let text = language.pick(&message.state.text);
    Entry {
        title: Text::plain(page.title(language, &title(language, message, change.kind()))),
        id: id(page.address, message),
        updated: message.state.at.into(),
        links: vec![Link { href: link(language, page.address, message), ..Link::default() }],
        content: Some(Content {
            lang: text.foreign.map(|language| language.tag().to_owned()),
            value: Some(text.text.to_owned()),
            content_type: Some("text".to_owned()),
            ..Content::default()
        }),
        ..Entry::default()
    }
}
