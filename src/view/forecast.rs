//! The flood risk of the next days as a table of counties and days: the word first, the colour second.

use super::parts::{link, paragraph, plain, said};
use crate::{
    browser::marks,
    erased::{El, effect, el, follows, memo, truth},
    state::{Panel, State, county_of},
};
use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        county::County,
        forecast::{Cell, Day, Forecast, Place, RiskLevel},
        freshness::Freshness,
        order, uk_time,
    },
    language::{Catalogue, Language, SourceName},
};
use leptos::prelude::event_target_value;

/// Counties under one heading.
struct Group {
    heading: Option<Bilingual>,
    rows: Vec<Place>,
}

/// What the whole table has in common.
#[derive(Clone, Copy)]
struct Table<'a> {
    state: State,
    language: Language,
    words: &'static Catalogue,
    forecast: &'a Forecast,
    days: &'a [Day],
    own: Option<County>,
    today: NaiveDate,
    freshness: Freshness,
}

pub fn forecast_panel(state: State) -> El {
    let failed = move || state.forecast.with(|source| source.picture().is_none() && source.failure().is_some());
    let own = memo(move || state.atlas.with(|atlas| county_of(atlas.as_deref(), state.place.get())));
    let edition = memo(move || state.forecast.with(|source| source.picture().map(|picture| picture.edition)));
    let mut marked = false;
    effect(move || {
        if state.forecast.with(|source| source.picture().is_some()) && !std::mem::replace(&mut marked, true) {
            marks::after_paint("forecast-shown");
        }
    });
    let table = move || {
        // Made anew when the forecast says something else, not whenever it is asked.
        edition.get();
        state.forecast.with_untracked(|source| {
            let Some(picture) = source.picture() else { return Vec::new() };
            let days = picture.content.days(state.today.get());
            let (language, words) = (state.language.get(), state.words());
            let (today, freshness) = (state.today.get(), state.forecast_freshness.get());
            let table = Table { state, language, words, forecast: &picture.content, days: &days, own: own.get(), today, freshness };
            vec![table.element(state.county.get()), paragraph(words.not_stated_explained).class("quiet")]
        })
    };
    // A forecast that is not today's says so where it is read.
    let aged = move || {
        let as_of = state.forecast.with(|source| source.picture().map(|picture| picture.as_of))?;
        let (language, words, freshness) = (state.language.get(), state.words(), state.forecast_freshness.get());
        let told = || {
            let as_of = (words.as_of)(&language.when(state.utc(as_of), state.now_by_day()));
            format!("{}: {}, {as_of}.", (words.source)(SourceName::Forecast), (words.state)(freshness))
        };
        (freshness != Freshness::Fresh).then(told)
    };
    let commentary = move || {
        let words = state.words();
        let text = el("p").class("quiet").text(format!("{} ", words.forecast_commentary));
        vec![
            paragraph(words.forecast_covers).class("quiet"),
            text.child(link(words.forecast_commentary_address.to_owned(), words.forecast_commentary_link)).text("."),
        ]
    };
    Panel::Forecast
        .section(state, "forecast")
        .child(el("h2").attr("id", "forecast-heading").word(state.language, |words| words.forecast_caption))
        .dynamic(move || failed().then(|| paragraph(state.words().forecast_unknown)).into_iter().collect())
        .dynamic(move || aged().map(paragraph).into_iter().collect())
        .child(picker(state))
        .child(el("div").attr("data-state", follows(move || Some(state.forecast_freshness.get().id().to_owned()))).dynamic(table))
        .child(el("div").dynamic(commentary))
}

fn picker(state: State) -> El {
    let choose = move |event: web_sys::Event| state.county.set(County::from_id(&event_target_value(&event)));
    let options = County::all().map(|county| el("option").attr("value", county.id()).say(move || name(state.language.get(), county)));
    el("p").class("county-picker").child(el("label").attr("for", "county").word(state.language, |words| words.choose_county)).child(
        el("select")
            .attr("id", "county")
            .child(el("option").attr("value", "").word(state.language, |words| words.all_counties))
            .children(options)
            // After the options: before them there is nothing to choose from.
            .value(move || state.county.get().map_or("", County::id).to_owned())
            .on("change", choose),
    )
}

fn name(language: Language, county: County) -> &'static str {
    language.of(county.english(), county.welsh())
}

/// The visitor's county first, then the regions that the forecast names, then the counties that it is silent about, then names
/// that match none. With a county chosen only that one.
fn groups(forecast: &Forecast, own: Option<County>, chosen: Option<County>) -> Vec<Group> {
    if let Some(county) = chosen {
        return vec![Group { heading: None, rows: vec![Place::County(county)] }];
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut put = |heading: Option<Bilingual>, place: Place| match groups.iter_mut().find(|group| group.heading == heading) {
        Some(group) => group.rows.push(place),
        None => groups.push(Group { heading, rows: vec![place] }),
    };
    for county in own.into_iter().chain(County::all().filter(|county| Some(*county) != own)) {
        put(forecast.region(county).cloned(), Place::County(county));
    }
    for (name, region) in forecast.unmatched() {
        put(Some(region.clone()), Place::Named(name.clone()));
    }
    // The counties without a region come last but for the visitor's own, whose group stays first.
    let rank = |group: &Group| {
        let mine = own.is_some_and(|own| group.rows.contains(&Place::County(own)));
        (!mine, group.heading.is_none())
    };
    order::sorted(groups, |a, b| rank(a).cmp(&rank(b)))
}

impl Table<'_> {
    fn element(self, chosen: Option<County>) -> El {
        let groups = groups(self.forecast, self.own, chosen);
        let show_headings = groups.len() > 1;
        let bodies = groups.into_iter().map(|group| {
            let heading = show_headings.then(|| self.region(group.heading.as_ref()));
            el("tbody").children(heading).children(group.rows.iter().map(|place| self.row(place)))
        });
        let head = el("tr").child(el("th").attr("scope", "col").text(self.words.county)).children(self.days.iter().map(|day| self.day_head(day)));
        let caption = el("caption").class("unseen").text(self.words.forecast_caption);
        let frame = el("div").class("table-frame").attr("tabindex", "0").attr("role", "group").attr("aria-label", self.words.forecast_caption);
        frame.child(el("table").child(caption).child(el("thead").child(head)).children(bodies))
    }

    fn region(self, region: Option<&Bilingual>) -> El {
        let text = region.map_or_else(|| plain(self.words.no_region), |region| said(self.language, region));
        let columns = self.days.len() + 1;
        el("tr").class("region").child(el("th").attr("scope", "rowgroup").attr("colspan", columns.to_string()).child(text))
    }

    fn day_head(self, day: &Day) -> El {
        let (state, date) = match day {
            Day::Date(date) => (self.state, *date),
            Day::Text(text) => return el("th").attr("scope", "col").child(said(self.language, text)),
        };
        let press = move |_| state.day.update(|day| *day = if *day == Some(date) { None } else { Some(date) });
        el("th").attr("scope", "col").child(
            el("button")
                .attr("type", "button")
                .attr("aria-pressed", truth(move || state.day.get() == Some(date)))
                .attr("title", self.language.long_day(date))
                .on("click", press)
                .text(self.language.short_day(date)),
        )
    }

    fn row(self, place: &Place) -> El {
        let (id, label) = match place {
            Place::County(county) => (county.id(), plain(name(self.language, *county))),
            Place::Named(name) => (name.en.as_str(), said(self.language, name)),
        };
        let mine = matches!(place, Place::County(county) if self.own == Some(*county)).then(|| plain(self.words.your_county).class("mine"));
        let head = el("th").attr("scope", "row").child(label).children(mine);
        el("tr").child(head).children(self.days.iter().map(|day| self.cell(place, day).attr("data-county", id.to_owned())))
    }

    fn cell(self, place: &Place, day: &Day) -> El {
        let (class, text) = match self.forecast.cell(place, day, self.today, self.freshness) {
            Cell::Given(level) => (risk_class(level), plain((self.words.risk)(level))),
            Cell::VeryLow => (risk_class(RiskLevel::VeryLow), plain((self.words.risk)(RiskLevel::VeryLow))),
            Cell::NotStated => ("risk not-stated", plain(self.words.not_stated)),
        };
        let (date, key) = match day {
            Day::Date(date) => (Some(*date), uk_time::iso_text(*date)),
            Day::Text(text) => (None, text.en.clone()),
        };
        let state = self.state;
        let chosen = follows(move || Some(format!("{class}{}", if date.is_some() && state.day.get() == date { " chosen" } else { "" })));
        el("td").class(chosen).attr("data-day", key).child(text)
    }
}

fn risk_class(level: RiskLevel) -> &'static str {
    match level {
        RiskLevel::High => "risk high",
        RiskLevel::Medium => "risk medium",
        RiskLevel::Low => "risk low",
        RiskLevel::VeryLow => "risk very-low",
    }
}
