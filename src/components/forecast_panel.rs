//! The flood risk of the next days as a table of counties and days. Each cell gives the risk as
//! text and as colour.

use super::fragments::{Text, aria, link, paragraph};
use super::view_picker::panel_class;
use crate::{
    browser::marks,
    state::{
        AppState, Panel,
        reactive::{effect, memo},
        use_app_state,
    },
};
use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        county::County,
        forecast::{Cell, Day, Forecast, ForecastArea, RiskLevel},
        freshness::Freshness,
        sorting,
        source_id::SourceId,
        uk_time,
    },
    i18n::{Language, Messages},
};
use leptos::prelude::*;

/// Counties under one heading.
struct Group {
    heading: Option<Bilingual>,
    rows: Vec<ForecastArea>,
}

/// The parameters shared by all rows of the table.
#[derive(Clone, Copy)]
struct Table<'a> {
    state: AppState,
    language: Language,
    messages: &'static Messages,
    forecast: &'a Forecast,
    days: &'a [Day],
    own: Option<County>,
    /// The highlighted day.
    chosen_day: Option<NaiveDate>,
    today: NaiveDate,
    freshness: Freshness,
}

#[component]
pub fn ForecastPanel() -> impl IntoView {
    let state = use_app_state();
    let has_failed = move || {
        state.forecast.with(|source| source.snapshot().is_none() && source.failure().is_some())
    };
    let own = memo(move || state.county_at(state.place.get()));
    let revision = memo(move || {
        state.forecast.with(|source| source.snapshot().map(|snapshot| snapshot.revision))
    });
    let mut is_marked = false;
    effect(move || {
        if revision.get().is_some() && !std::mem::replace(&mut is_marked, true) {
            marks::after_paint("forecast-shown");
        }
    });
    let table = move || {
        // Rebuilt when the content of the forecast changes, not after every request.
        revision.get()?;
        state.forecast.with_untracked(|source| {
            let forecast = &source.snapshot()?.content;
            let (language, messages, today) =
                (state.language.get(), state.messages(), state.today.get());
            let (days, freshness) = (forecast.days(today), state.forecast_freshness.get());
            let table = Table {
                state,
                language,
                messages,
                forecast,
                days: &days,
                own: own.get(),
                chosen_day: state.day.get(),
                today,
                freshness,
            };
            let table = table.view(state.county.get());
            Some(view! { {table} <p class="quiet">{messages.not_stated_explained}</p> }.into_any())
        })
    };
    let commentary = move || {
        let messages = state.messages();
        let address = messages.forecast_commentary_address.to_owned();
        view! {
            <p class="quiet">{messages.forecast_covers}</p>
            <p class="quiet">{messages.forecast_commentary} " " {link(address, messages.forecast_commentary_link)} "."</p>
        }
        .into_any()
    };
    view! {
        <section class=move || panel_class(state, Panel::Forecast) aria-labelledby="forecast-heading">
            <h2 id="forecast-heading">{move || state.messages().forecast_caption}</h2>
            {move || has_failed().then(|| paragraph(state.messages().forecast_unknown.to_owned())).into_any()}
            {move || not_current(state).map(paragraph).into_any()}
            <CountyPicker />
            <div data-state=move || state.forecast_freshness.get().id()>{move || table().into_any()}</div>
            <div>{move || commentary()}</div>
        </section>
    }
}

/// The age of a forecast that was not issued today.
fn not_current(state: AppState) -> Option<String> {
    let as_of = state.forecast.with(|source| source.snapshot().map(|snapshot| snapshot.as_of))?;
    let (language, messages, freshness) =
        (state.language.get(), state.messages(), state.forecast_freshness.get());
    if freshness == Freshness::Fresh {
        return None;
    }
    let as_of = (messages.as_of)(&language.when(state.utc(as_of), state.now_by_day()));
    Some(format!(
        "{}: {}, {as_of}.",
        (messages.source)(SourceId::FloodForecast),
        (messages.state)(freshness)
    ))
}

#[component]
fn CountyPicker() -> impl IntoView {
    let state = use_app_state();
    let choose = move |event| state.county.set(County::from_id(&event_target_value(&event)));
    let option = |id: &'static str, label: &'static str, is_chosen: bool| {
        view! {
            <option value=id prop:selected=is_chosen>
                {label}
            </option>
        }
        .into_any()
    };
    let options = move || {
        let (language, chosen) = (state.language.get(), state.county.get());
        let all = option("", state.messages().all_counties, chosen.is_none());
        let counties = County::all()
            .map(|county| option(county.id(), name(language, county), chosen == Some(county)));
        std::iter::once(all).chain(counties).collect::<Vec<AnyView>>()
    };
    view! {
        <p class="county-picker">
            <label for="county">{move || state.messages().choose_county}</label>
            <select id="county" on:change=choose>
                {move || options().into_any()}
            </select>
        </p>
    }
}

fn name(language: Language, county: County) -> &'static str {
    language.of(county.english(), county.welsh())
}

/// The visitor's county first, then the regions of the forecast, then the counties that it does not
/// mention, then unknown names. With a chosen county only that one.
fn groups(forecast: &Forecast, own: Option<County>, chosen: Option<County>) -> Vec<Group> {
    if let Some(county) = chosen {
        return vec![Group { heading: None, rows: vec![ForecastArea::County(county)] }];
    }
    let mut groups: Vec<Group> = Vec::new();
    let mut put = |heading: Option<Bilingual>, place: ForecastArea| match groups
        .iter_mut()
        .find(|group| group.heading == heading)
    {
        Some(group) => group.rows.push(place),
        None => groups.push(Group { heading, rows: vec![place] }),
    };
    for county in own.into_iter().chain(County::all().filter(|county| Some(*county) != own)) {
        put(forecast.region(county).cloned(), ForecastArea::County(county));
    }
    for (name, region) in forecast.unmatched() {
        put(Some(region.clone()), ForecastArea::Named(name.clone()));
    }
    // Counties without a region are last, except for the visitor's own, whose group stays first.
    let rank = |group: &Group| {
        let mine = own.is_some_and(|own| group.rows.contains(&ForecastArea::County(own)));
        (!mine, group.heading.is_none())
    };
    sorting::sorted(groups, |a, b| rank(a).cmp(&rank(b)))
}

impl Table<'_> {
    fn view(self, chosen: Option<County>) -> AnyView {
        let groups = groups(self.forecast, self.own, chosen);
        let has_headings = groups.len() > 1;
        let body = |group: Group| {
            let heading = has_headings.then(|| self.region(group.heading.as_ref()));
            let rows = group.rows.iter().map(|place| self.row(place)).collect::<Vec<AnyView>>();
            view! { <tbody>{heading} {rows}</tbody> }.into_any()
        };
        let caption = self.messages.forecast_caption;
        let days = self.days.iter().map(|day| self.day_head(day)).collect::<Vec<AnyView>>();
        view! {
            <div class="table-frame" tabindex="0" role="group" aria-label=caption>
                <table>
                    <caption class="visually-hidden">{caption}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{self.messages.county}</th>
                            {days}
                        </tr>
                    </thead>
                    {groups.into_iter().map(body).collect::<Vec<AnyView>>()}
                </table>
            </div>
        }
        .into_any()
    }

    fn region(self, region: Option<&Bilingual>) -> AnyView {
        let text = region.map_or_else(
            || Text::own(self.messages.no_region),
            |region| Text::picked(self.language, region),
        );
        let columns = (self.days.len() + 1).to_string();
        view! {
            <tr class="region">
                <th scope="rowgroup" colspan=columns>
                    {text.into_view()}
                </th>
            </tr>
        }
        .into_any()
    }

    fn day_head(self, day: &Day) -> AnyView {
        let (state, date) = match day {
            Day::Date(date) => (self.state, *date),
            Day::Text(text) => {
                let text = Text::picked(self.language, text).into_view();
                return view! { <th scope="col">{text}</th> }.into_any();
            }
        };
        let press = move |_| {
            state.day.update(|day| *day = if *day == Some(date) { None } else { Some(date) })
        };
        view! {
            <th scope="col">
                <button
                    type="button"
                    aria-pressed=aria(self.chosen_day == Some(date))
                    title=self.language.long_day(date)
                    on:click=press
                >
                    {self.language.short_day(date)}
                </button>
            </th>
        }
        .into_any()
    }

    fn row(self, place: &ForecastArea) -> AnyView {
        let (id, label) = match place {
            ForecastArea::County(county) => (county.id(), Text::own(name(self.language, *county))),
            ForecastArea::Named(name) => (name.en.as_str(), Text::picked(self.language, name)),
        };
        let is_own = matches!(place, ForecastArea::County(county) if self.own == Some(*county));
        let mine = is_own
            .then(|| view! { <span class="mine">{self.messages.your_county}</span> }.into_any());
        let cells = self.days.iter().map(|day| self.cell(place, id, day)).collect::<Vec<AnyView>>();
        view! {
            <tr>
                <th scope="row">{label.into_view()} {mine}</th>
                {cells}
            </tr>
        }
        .into_any()
    }

    fn cell(self, place: &ForecastArea, county: &str, day: &Day) -> AnyView {
        let (class, text) = match self.forecast.cell(place, day, self.today, self.freshness) {
            Cell::Given(level) => (risk_class(level), (self.messages.risk)(level)),
            Cell::VeryLow => {
                (risk_class(RiskLevel::VeryLow), (self.messages.risk)(RiskLevel::VeryLow))
            }
            Cell::NotStated => ("risk not-stated", self.messages.not_stated),
        };
        let (date, key) = match day {
            Day::Date(date) => (Some(*date), uk_time::iso_text(*date)),
            Day::Text(text) => (None, text.en.clone()),
        };
        let class = if date.is_some() && self.chosen_day == date {
            format!("{class} chosen")
        } else {
            class.to_owned()
        };
        view! {
            <td class=class data-day=key data-county=county.to_owned()>
                <span>{text}</span>
            </td>
        }
        .into_any()
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
