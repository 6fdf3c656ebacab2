//! The flood risk of the next days as a table of counties and days: the word first, the colour second.

use super::parts::said;
use crate::{
    browser::marks,
    state::{Panel, State, county_of},
};
use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        county::County,
        forecast::{Cell, Day, Forecast, Place, Risk, RiskLevel},
        uk_time,
    },
    language::{Catalogue, Language},
};
use leptos::prelude::*;

/// Counties under one heading.
struct Group {
    heading: Option<Bilingual>,
    rows: Vec<Place>,
}

#[component]
pub fn ForecastPanel(state: State) -> impl IntoView {
    let words = move || state.words();
    let failed = move || state.forecast.with(|source| source.picture().is_none() && source.failure().is_some());
    let own = Memo::new(move |_| state.atlas.with(|atlas| county_of(atlas.as_deref(), state.place.get())));
    let today = Memo::new(move |_| uk_time::date(state.now.get()));
    let choose = move |event| state.county.set(County::from_id(&event_target_value(&event)));
    Effect::new(move |done: Option<bool>| {
        let there = state.forecast.with(|source| source.picture().is_some());
        if there && done != Some(true) {
            marks::after_paint("forecast-shown");
        }
        there
    });
    let table = move || {
        let (language, words, today) = (state.language.get(), words(), today.get());
        state.forecast.with(|source| {
            source.picture().map(|picture| {
                let forecast = &picture.content;
                let days = forecast.days(today);
                let groups = groups(forecast, own.get(), state.county.get());
                let head = days.iter().map(|day| day_head(state, language, day)).collect_view();
                let columns = days.len() + 1;
                let show_headings = groups.len() > 1;
                let body = groups
                    .into_iter()
                    .map(|group| {
                        let heading = show_headings.then(|| {
                            let text = group.heading.as_ref().map_or_else(|| words.no_region.into_any(), |region| said(language, region));
                            view! { <tr class="region"><th scope="rowgroup" colspan=columns.to_string()>{text}</th></tr> }
                        });
                        let rows = group.rows.iter().map(|place| row(state, language, words, forecast, place, &days, own.get())).collect_view();
                        view! { <tbody>{heading}{rows}</tbody> }
                    })
                    .collect_view();
                view! {
                    <div class="table-frame" tabindex="0" role="region" aria-label=words.forecast_caption>
                        <table>
                            <caption class="unseen">{words.forecast_caption}</caption>
                            <thead><tr><th scope="col">{words.county}</th>{head}</tr></thead>
                            {body}
                        </table>
                    </div>
                    <p class="quiet">{words.not_stated_explained}</p>
                }
            })
        })
    };
    view! {
        <section class="panel forecast" class:open=move || state.panel.get() == Panel::Forecast aria-labelledby="forecast-heading">
            <h2 id="forecast-heading">{move || words().forecast_caption}</h2>
            {move || failed().then(|| view! { <p>{words().forecast_unknown}</p> })}
            <p class="county-picker">
                <label for="county">{move || words().choose_county}</label>
                <select id="county" on:change=choose prop:value=move || state.county.get().map_or("", County::id)>
                    <option value="">{move || words().all_counties}</option>
                    {County::all()
                        .map(|county| view! { <option value=county.id()>{move || name(state.language.get(), county)}</option> })
                        .collect_view()}
                </select>
            </p>
            {table}
            <p class="quiet">{move || words().forecast_covers}</p>
            <p class="quiet">
                {move || words().forecast_commentary}
                " "
                <a href=move || words().forecast_commentary_address target="_blank" rel="noopener noreferrer">{move || words().forecast_commentary_link}</a>
                "."
            </p>
        </section>
    }
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
    groups.sort_by_key(|group| {
        let mine = own.is_some_and(|own| group.rows.contains(&Place::County(own)));
        (!mine, group.heading.is_none())
    });
    groups
}

fn day_head(state: State, language: Language, day: &Day) -> AnyView {
    match day {
        Day::Date(date) => {
            let date = *date;
            let chosen = move || state.day.get() == Some(date);
            let press = move |_| state.day.update(|day| *day = if *day == Some(date) { None } else { Some(date) });
            view! {
                <th scope="col" class:chosen=chosen>
                    <button type="button" aria-pressed=move || chosen().to_string() aria-label=language.long_day(date) on:click=press>
                        {language.short_day(date)}
                    </button>
                </th>
            }
            .into_any()
        }
        Day::Text(text) => view! { <th scope="col">{said(language, text)}</th> }.into_any(),
    }
}

fn row(state: State, language: Language, words: &'static Catalogue, forecast: &Forecast, place: &Place, days: &[Day], own: Option<County>) -> AnyView {
    let today = uk_time::date(state.now.get_untracked());
    let (id, label) = match place {
        Place::County(county) => (county.id().to_owned(), name(language, *county).into_any()),
        Place::Named(name) => (name.en.clone(), said(language, name)),
    };
    let mine = matches!(place, Place::County(county) if own == Some(*county)).then(|| view! { <span class="mine">{words.your_county}</span> });
    let cells = days
        .iter()
        .map(|day| {
            let (class, text) = match forecast.cell(place, day, today) {
                Cell::Given(Risk::Level(level)) => (risk_class(level), (words.risk)(level).into_any()),
                Cell::Given(Risk::Other(text)) => ("risk other", said(language, &text)),
                Cell::VeryLow => (risk_class(RiskLevel::VeryLow), (words.risk)(RiskLevel::VeryLow).into_any()),
                Cell::NotStated => ("risk not-stated", words.not_stated.into_any()),
            };
            let (date, key) = match day {
                Day::Date(date) => (Some(*date), date.to_string()),
                Day::Text(text) => (None, text.en.clone()),
            };
            let chosen = move || date.is_some() && state.day.get() == date;
            view! { <td class=class class:chosen=chosen data-county=id.clone() data-day=key>{text}</td> }
        })
        .collect_view();
    view! { <tr><th scope="row">{label}{mine}</th>{cells}</tr> }.into_any()
}

fn risk_class(level: RiskLevel) -> &'static str {
    match level {
        RiskLevel::High => "risk high",
        RiskLevel::Medium => "risk medium",
        RiskLevel::Low => "risk low",
        RiskLevel::VeryLow => "risk very-low",
    }
}
