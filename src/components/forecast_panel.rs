//! The flood risk of the next days: a card per day for one county, and a table of all counties. Each
//! gives the risk as text, with a sign and a colour.

use super::{
    forecast_map::ForecastMap,
    fragments::{Text, aria, county_name, link, paragraph},
    late_parts::HEADING,
    view_picker::panel_class,
    watch_button::WatchButton,
};
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
        watch_list::Watched,
    },
    i18n::{Language, Messages},
};
use leptos::prelude::*;

/// Counties under one heading.
struct Group {
    heading: Option<Bilingual>,
    rows: Vec<ForecastArea>,
}

/// The parameters shared by all cards and rows.
#[derive(Clone, Copy)]
struct Days<'a> {
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
    let own = move || state.own_county();
    let shown_county = move || state.forecast_choice.get().county.or_else(own);
    // The table of all counties is shown if no county is, or on request.
    let is_table_open = RwSignal::new(false);
    let revision = memo(move || {
        state.forecast.with(|source| source.snapshot().map(|snapshot| snapshot.revision))
    });
    let mut is_marked = false;
    effect(move || {
        if revision.get().is_some() && !std::mem::replace(&mut is_marked, true) {
            marks::after_paint("forecast-shown");
        }
    });
    let content = move || {
        // Rebuilt when the content of the forecast changes, not after every request.
        revision.get()?;
        with_days(state, |days| {
            let county = shown_county();
            let table = (county.is_none() || is_table_open.get()).then(|| days.table());
            let explained = days.messages.not_stated_explained;
            view! { {county.map(|county| days.cards(county))} {table} <p class="quiet">{explained}</p> }.into_any()
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
        <section class=move || panel_class(state, Panel::Forecast) aria-labelledby=HEADING>
            <h2 id=HEADING tabindex="-1">{move || state.messages().forecast_caption}</h2>
            {move || has_failed().then(|| paragraph(state.messages().forecast_unknown.to_owned())).into_any()}
            {move || not_current(state).map(paragraph).into_any()}
            <ForecastMap />
            <CountyPicker />
            {move || shown_county().map(|county| view! { <WatchButton watched=Watched::County(county) label=watch_label /> })}
            <p hidden=move || shown_county().is_none()>
                <button
                    type="button"
                    aria-expanded=move || aria(is_table_open.get())
                    on:click=move |_| is_table_open.update(|open| *open = !*open)
                >
                    {move || state.messages().all_counties}
                </button>
            </p>
            <div data-state=move || Some(state.forecast_freshness.get().id())>{move || content().into_any()}</div>
            <div>{move || commentary()}</div>
        </section>
    }
}

/// The forecast for the printed briefing: the days of the shown county, or the table of all counties.
pub fn printed(state: AppState) -> Option<AnyView> {
    let county = state.forecast_choice.get().county.or(state.own_county());
    with_days(state, |days| {
        let content = county.map_or_else(|| days.table(), |county| days.cards(county));
        view! { {not_current(state).map(paragraph)} {content} }.into_any()
    })
}

/// Calls `show` with the forecast, if there is one. Does not track its source.
fn with_days(state: AppState, show: impl FnOnce(Days<'_>) -> AnyView) -> Option<AnyView> {
    state.forecast.with_untracked(|source| {
        let forecast = &source.snapshot()?.content;
        let (language, messages, today) = (state.language.get(), state.messages(), state.today());
        Some(show(Days {
            state,
            language,
            messages,
            forecast,
            days: &forecast.days(today),
            own: state.own_county(),
            chosen_day: state.forecast_choice.get().day,
            today,
            freshness: state.forecast_freshness.get(),
        }))
    })
}

fn watch_label(state: AppState, watched: &Watched) -> String {
    let language = state.language.get();
    match watched {
        Watched::County(county) => {
            (language.watch_messages().watch_county)(county_name(language, *county))
        }
        Watched::Item(_) => language.watch_messages().watch.to_owned(),
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
    let choose =
        move |event| state.choose_forecast_county(County::from_id(&event_target_value(&event)));
    let option = |id: &'static str, label: &'static str, is_chosen: bool| {
        view! {
            <option value=id prop:selected=is_chosen>
                {label}
            </option>
        }
        .into_any()
    };
    let options = move || {
        let (language, chosen) = (state.language.get(), state.forecast_choice.get().county);
        // Without a choice the forecast is that of the place's county, or of all.
        let default = match state.own_county() {
            Some(_) => state.messages().your_county,
            None => state.messages().all_counties,
        };
        let all = option("", default, chosen.is_none());
        let counties = County::all().map(|county| {
            option(county.id(), county_name(language, county), chosen == Some(county))
        });
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

/// The group of the visitor's county first, then the other regions with their counties and unmatched
/// names, then the counties without a region.
fn groups(forecast: &Forecast, own: Option<County>) -> Vec<Group> {
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

impl Days<'_> {
    /// The days of one county, with the meaning of each level.
    fn cards(self, county: County) -> AnyView {
        let area = ForecastArea::County(county);
        let card = |day: &Day| {
            let (class, text, meaning) = self.risk(&area, day);
            let (class, key) = self.day_attributes(class, day);
            let name = match day {
                Day::Date(date) => Text::own(self.language.long_day(*date)),
                Day::Text(text) => Text::picked(self.language, text),
            };
            let is_today = matches!(day, Day::Date(date) if *date == self.today);
            let today = if is_today { self.messages.today } else { "" };
            view! {
                <li class=class data-day=Some(key) data-county=Some(county.id().to_owned())>
                    <strong>{today} {name.into_view()}</strong>
                    <span class="level">{text}</span>
                    <span class="meaning">{meaning}</span>
                </li>
            }
            .into_any()
        };
        let cards = self.days.iter().map(card).collect::<Vec<AnyView>>();
        view! {
            <h3>{county_name(self.language, county)}</h3>
            <ol class="days">{cards}</ol>
        }
        .into_any()
    }

    fn table(self) -> AnyView {
        let body = |group: Group| {
            let heading = self.region(group.heading.as_ref());
            let rows = group.rows.iter().map(|area| self.row(area)).collect::<Vec<AnyView>>();
            view! { <tbody>{heading} {rows}</tbody> }.into_any()
        };
        let groups = groups(self.forecast, self.own);
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

    /// The class, the name and the meaning of the risk of an area on a day.
    fn risk(self, area: &ForecastArea, day: &Day) -> (&'static str, &'static str, &'static str) {
        let level = match self.forecast.cell(area, day, self.today, self.freshness) {
            Cell::Given(level) => level,
            Cell::VeryLow => RiskLevel::VeryLow,
            Cell::NotStated => return ("risk not-stated", self.messages.not_stated, ""),
        };
        (risk_class(level), (self.messages.risk)(level), (self.messages.risk_meaning)(level))
    }

    /// The class with the mark of the chosen day, and the value of `data-day`.
    fn day_attributes(self, class: &str, day: &Day) -> (String, String) {
        let (date, key) = match day {
            Day::Date(date) => (Some(*date), uk_time::iso_text(*date)),
            Day::Text(text) => (None, text.en.clone()),
        };
        let chosen = if date.is_some() && self.chosen_day == date { " chosen" } else { "" };
        ([class, chosen].concat(), key)
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
        let is_chosen = self.chosen_day == Some(date);
        let press = move |_| {
            state.forecast_choice.update(|choice| {
                choice.day = if choice.day == Some(date) { None } else { Some(date) };
            })
        };
        view! {
            <th scope="col">
                <button
                    type="button"
                    aria-pressed=move || aria(is_chosen)
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
            ForecastArea::County(county) => {
                (county.id(), Text::own(county_name(self.language, *county)))
            }
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

    fn cell(self, area: &ForecastArea, county: &str, day: &Day) -> AnyView {
        let (class, text, _) = self.risk(area, day);
        let (class, key) = self.day_attributes(class, day);
        view! {
            <td class=class data-day=Some(key) data-county=Some(county.to_owned())>
                {text}
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
