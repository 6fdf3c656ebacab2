//! The alerts of the Common Alerting Protocol (CAP 1.2): an XML file for each message of Wales, and an index of these files as Atom.

use super::{
    alert::{self, Alert},
    content::{self, AreaChange, Page},
};
use atom_syndication::{Entry, Feed, Link, Text};
use gorlif_core::{i18n::Language, recorded};
use minijinja::{Environment, Value, value::Serde};

/// The template of an alert as XML.
const TEMPLATE: &str = include_str!("alert.xml");
const MEDIA_TYPE: &str = "application/cap+xml";

/// Makes the XML files.
pub struct Xml(Environment<'static>);

impl Xml {
    /// # Errors
    ///
    /// If the template has an error.
    pub fn new() -> Result<Self, minijinja::Error> {
        let mut templates = Environment::new();
        templates.add_template("alert.xml", TEMPLATE)?;
        Ok(Self(templates))
    }

    /// The names and contents of the files of these messages, and of their index in both languages.
    ///
    /// # Errors
    ///
    /// If an alert cannot be encoded.
    pub fn files(
        &self,
        page: Page<'_>,
        current: &[&AreaChange<'_>],
    ) -> Result<Vec<(String, Vec<u8>)>, minijinja::Error> {
        let notice = alert::of_notice(page).map(|alert| ("notice.xml".to_owned(), alert));
        let alerts = current.iter().map(|change| {
            let stem = recorded::file_stem(&change.message.area.0);
            (format!("message-{stem}.xml"), alert::of_message(page, change))
        });
        let alerts: Vec<(String, Alert<'_>)> = notice.into_iter().chain(alerts).collect();
        let mut files = Vec::new();
        for (name, alert) in &alerts {
            let document = self.0.get_template("alert.xml")?.render(Value::from(Serde(alert)))?;
            files.push((format!("feeds/cap/{name}"), content::xml(&document)));
        }
        // After the files that it names.
        for (index, language) in Language::ALL.into_iter().enumerate() {
            let name = format!("cap/index.{}", language.tag());
            let feed = self::index(page, language, &name, index, &alerts);
            let content = content::proven_feed(&feed, page.current_until());
            files.push((format!("feeds/{name}.atom"), content));
        }
        Ok(files)
    }
}

/// The index: an entry for each alert. `position`: that of the language in the alerts.
fn index(
    page: Page<'_>,
    language: Language,
    name: &str,
    position: usize,
    alerts: &[(String, Alert<'_>)],
) -> Feed {
    let folder = format!("{}history/feeds/cap/", page.address);
    let entry = |(name, alert): &(String, Alert<'_>)| Entry {
        title: Text::plain(alert.info[position].headline.clone()),
        id: alert.identifier.clone(),
        updated: alert.sent.parse().unwrap_or_default(),
        links: vec![
            Link {
                href: format!("{folder}{name}"),
                mime_type: Some(MEDIA_TYPE.to_owned()),
                ..Link::default()
            },
            Link {
                rel: "related".to_owned(),
                href: alert.info[position].web.clone(),
                ..Link::default()
            },
        ],
        ..Entry::default()
    };
    Feed {
        entries: alerts.iter().map(entry).collect(),
        ..content::feed(page, language, None, name)
    }
}
