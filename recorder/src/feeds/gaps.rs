//! The Atom feed of the times in which a source could not be checked.

use super::content;
use crate::checks::{Checks, Gap, PAGE, SOURCES};
use atom_syndication::{Entry, Feed, Link, Text};
use gorlif_core::{domain::Timestamp, i18n::Language};

/// The newest times that the feed has.
const ENTRIES: usize = 100;

/// The feed, newest first.
pub fn encode(address: &str, language: Language, checks: &Checks, now: Timestamp) -> Vec<u8> {
    let tag = language.tag();
    let page = format!("{address}plain/{tag}/{PAGE}");
    let entry = |source: &'static str, name: &str, gap: Gap| Entry {
        title: Text::plain(format!("{name}: {}", gap.text(language))),
        id: format!("{address}feeds/status#{source}-{}", gap.begin.timestamp()),
        updated: gap.end.unwrap_or(gap.begin).into(),
        links: vec![Link { href: page.clone(), ..Link::default() }],
        ..Entry::default()
    };
    let mut entries: Vec<(Timestamp, Entry)> = Vec::new();
    for (source, _) in SOURCES {
        let name = (language.source_texts().source)(source);
        let gaps = checks.gaps(source, now).into_iter();
        entries.extend(gaps.map(|gap| (gap.begin, entry(source.id(), name, gap))));
    }
    entries.sort_by_key(|(begin, _)| std::cmp::Reverse(*begin));
    let newest = entries.iter().map(|(_, entry)| entry.updated).max();
    let texts = language.recorder_texts();
    let feed = Feed {
        title: Text::plain(format!("{}: {}", texts.status, texts.gaps)),
        updated: newest.unwrap_or(Timestamp::UNIX_EPOCH.into()),
        lang: Some(tag.to_owned()),
        authors: content::authors(language),
        links: content::links(address, &format!("status.{tag}"), page),
        id: format!("{address}feeds/status.{tag}"),
        entries: entries.into_iter().take(ENTRIES).map(|(_, entry)| entry).collect(),
        ..Feed::default()
    };
    content::xml(&feed.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;
    use chrono::TimeDelta;
    use gorlif_core::domain::source_id::SourceId;

    // case 261
    #[test]
    fn a_time_without_a_check_is_an_entry_with_one_id_until_its_end_and_after_it() {
        let begin = Timestamp::from_timestamp(1_790_000_000, 0).unwrap_or_default();
        let at = |minutes| begin + TimeDelta::minutes(minutes);
        let mut checks = Checks::default();
        let mut note = |minutes| {
            checks.note(SourceId::NationalWarnings, at(minutes), at(minutes));
            checks.clone()
        };
        let (first, second) = (note(0), note(60));
        let read = |checks: &Checks, language, minutes| {
            let bytes = encode("https://flood.example/", language, checks, at(minutes));
            let feed = Feed::read_from(bytes.as_slice()).expect("an Atom feed");
            feed.entries.into_iter().map(|entry| (entry.id, entry.title.value)).collect::<Vec<_>>()
        };
        assert_eq!(read(&first, Language::English, 10), []);
        let [(id, title)] = &read(&first, Language::English, 50)[..] else { panic!("one entry") };
        assert_eq!(title, "Flood warnings in Wales: since 21\u{a0}September 2026, 15:33");
        let [(ended, title)] = &read(&second, Language::Welsh, 61)[..] else { panic!("one entry") };
        assert!(title.ends_with("15:33 hyd 21\u{a0}Medi 2026, 16:13"), "{title}");
        assert_eq!(id, ended);
    }
}
