//! The flood risk of the next days: a tile per day for one county, and a table of all counties. Each
//! gives the risk as text, with a sign and a colour, and chooses the day that the map shows.

use super::map::{map_days, risk_key};
use crate::{
    browser::marks,
    components::{
        fragments::{Text, aria, county_name, link, paragraph, span},
        late_panel::HEADING,
        view_picker::panel_class,
    },
    late::page::{
        list_filters::{self, Options},
        watch_button::WatchButton,
    },
    map::layers::risk::risk_id,
    state::{
        AppState, Panel,
        commentary::{self, Commentary},
        reactive::{effect, memo},
        use_app_state,
    },
};
use chrono::NaiveDate;
use gorlif_core::{
    domain::{
        bilingual::Bilingual,
        county::County,
        forecast::{Cell, Day, Forecast, ForecastArea},
        freshness::Freshness,
        sorting,
        source_id::SourceId,
        uk_time,
        watch_list::Watched,
    },
    i18n::Language,
    presenter::risk,
};
use leptos::prelude::*;

/// Counties under one heading.
struct Group {
    heading: Option<Bilingual>,
    rows: Vec<ForecastArea>,
}

/// The parameters shared by all tiles and rows.
#[derive(Clone, Copy)]
struct Days<'a> {
    state: AppState,
    language: Language,
    forecast: &'a Forecast,
    days: &'a [Day],
    own: &'a [County],
    /// The highlighted day.
    chosen_day: Option<NaiveDate>,
    today: NaiveDate,
    freshness: Freshness,
}

#[component]
pub fn ForecastPanel() -> impl IntoView {
    let state = use_app_state();
    let failure = move || {
        let has_failed = state
            .sources
            .forecast
            .with(|source| source.snapshot().is_none() && source.failure().is_some());
        let text = state.language().forecast_texts().forecast_unknown;
        has_failed.then(|| paragraph(text.to_owned())).into_any()
    };
    let freshness = move || Some(state.forecast_freshness().id());
    let has_county =
        move || state.choices.forecast.get().county.is_some() || !state.own_counties().is_empty();
    // The table of all counties is shown if no county is, or on request.
    let is_table_open = RwSignal::new(false);
    let is_expanded = move || aria(is_table_open.get());
    let switch_table = move |_| is_table_open.update(|open| *open = !*open);
    let revision = memo(move || {
        state.sources.forecast.with(|source| source.snapshot().map(|snapshot| snapshot.revision))
    });
    let mut is_marked = false;
    effect(move || {
        if revision.get().is_some() && !std::mem::replace(&mut is_marked, true) {
            marks::after_paint("forecast-shown");
        }
    });
    let tiles = move || {
        // Rebuilt when the content of the forecast changes, not after every request.
        revision.get()?;
        with_days(state, |days| days.shown_tiles())
    };
    let table = move || {
        revision.get()?;
        let is_shown = !has_county() || is_table_open.get();
        with_days(state, |days| is_shown.then(|| days.table()))
    };
    let commentary = commentary::follow(state);
    // Without their time, so that a text that the visitor has opened stays open.
    let commentary_text = memo(move || {
        state.clock.now_by_quarter();
        let now = untrack(|| state.clock.page_now());
        commentary.with(|commentary| {
            let shown =
                commentary.as_ref().filter(|commentary| commentary.problem(now).is_none())?;
            Some(shown.text.clone())
        })
    });
    let shown_commentary = move || {
        let text = commentary_text.get();
        text.map(|text| commentary_view(state, commentary, &text)).into_any()
    };
    let notes = move || {
        let texts = state.language().forecast_texts();
        let address = state.language().flooding_address().to_owned();
        let no_commentary = commentary_text.with(Option::is_none).then(|| {
            view! { <p class="quiet">{texts.no_commentary} " " {link(address, texts.commentary_link)} "."</p> }
            .into_any()
        });
        view! {
            <p class="quiet">{texts.forecast_covers}</p>
            {no_commentary}
        }
        .into_any()
    };
    view! {
        <section class=move || panel_class(state, Panel::Forecast) aria-labelledby=HEADING>
            <h2 id=HEADING tabindex="-1">
                {move || state.texts().forecast_caption}
            </h2>
            {failure}
            {move || not_current(state).map(paragraph).into_any()}
            {shown_commentary}
            <div data-state=freshness>{move || tiles().into_any()}</div>
            {state.deployment.embed.map.then(|| map_days(state))}
            {county_picker(state)}
            {move || watch_buttons(state)}
            <p hidden=move || !has_county()>
                <button type="button" aria-expanded=is_expanded on:click=switch_table>
                    {move || state.language().forecast_texts().all_counties}
                </button>
            </p>
            <div data-state=freshness>{move || table().into_any()}</div>
            <div>{notes}</div>
        </section>
    }
}

/// The commentary below its heading. A long one is opened by the visitor, so that the days are not far below.
fn commentary_view(
    state: AppState,
    commentary: ReadSignal<Option<Commentary>>,
    text: &Bilingual,
) -> AnyView {
    const LONG: usize = 600;
    let language = state.language();
    let heading = memo(move || {
        let as_of = commentary.with(|commentary| commentary.as_ref().map(|shown| shown.as_of))?;
        let time = language.when(state.clock.utc(as_of), state.clock.now_by_day());
        Some((language.forecast_texts().commentary)(&time))
    });
    let (text, foreign) = Text::picked(language, text).into_parts();
    let is_short = text.chars().nth(LONG).is_none();
    let note = foreign
        .is_some()
        .then(|| paragraph(language.forecast_texts().commentary_not_translated.to_owned()));
    view! {
        <details class="commentary" open=is_short>
            <summary>
                <h3>{move || heading.get()}</h3>
            </summary>
            {note}
            <p class="message" lang=foreign dir="auto">
                {text}
            </p>
        </details>
    }
    .into_any()
}

/// The forecast for the printed briefing: the days of the shown county, or the table of all counties.
pub fn printed(state: AppState) -> Option<AnyView> {
    let content =
        with_days(state, |days| Some(days.shown_tiles().unwrap_or_else(|| days.table())))?;
    let age = not_current(state).map(paragraph);
    Some(vec![age.into_any(), content, risk_key(state).into_any()].into_any())
}

/// Calls `show` with the forecast, if there is one. Does not track its source.
fn with_days(state: AppState, show: impl FnOnce(Days<'_>) -> Option<AnyView>) -> Option<AnyView> {
    state.sources.forecast.with_untracked(|source| {
        let forecast = &source.snapshot()?.content;
        let today = state.clock.today();
        show(Days {
            state,
            language: state.language(),
            forecast,
            days: &forecast.days(today),
            own: &state.own_counties(),
            chosen_day: state.choices.forecast.get().day,
            today,
            freshness: state.forecast_freshness(),
        })
    })
}

/// A button for each county whose forecast is shown.
fn watch_buttons(state: AppState) -> Vec<AnyView> {
    let chosen = state.choices.forecast.get().county;
    let shown = chosen.map_or_else(|| state.own_counties(), |county| vec![county]);
    let button = |county| view! { <WatchButton watched=Watched::County(county) /> }.into_any();
    shown.into_iter().map(button).collect_view()
}

/// The age of a forecast that was not issued today.
fn not_current(state: AppState) -> Option<String> {
    let as_of =
        state.sources.forecast.with(|source| source.snapshot().map(|snapshot| snapshot.as_of))?;
    let (language, freshness) = (state.language(), state.forecast_freshness());
    if freshness == Freshness::Fresh {
        return None;
    }
    let texts = language.source_texts();
    let as_of = (texts.as_of)(&language.when(state.clock.utc(as_of), state.clock.now_by_day()));
    let source = (texts.source)(SourceId::FloodForecast);
    Some(format!("{source}: {}, {as_of}.", (texts.state)(freshness)))
}

fn county_picker(state: AppState) -> AnyView {
    let texts = move || state.language().forecast_texts();
    let choose = move |id: &str| state.choices.choose_forecast_county(County::from_id(id));
    let options = move || -> Options {
        // Without a choice the forecast is that of the place's county, or of all.
        let default = match state.own_counties().as_slice() {
            [] => texts().all_counties,
            [_] => texts().your_county,
            _ => texts().near_your_place,
        };
        let chosen = state.choices.forecast.get().county.map_or("", County::id);
        (chosen, list_filters::counties(state, default).collect())
    };
    let label = move || texts().choose_county;
    let class = Some("county-picker");
    list_filters::field(class, "county", Box::new(label), Box::new(options), Box::new(choose))
}

/// The groups of the visitor's counties first, then the other regions with their counties and unmatched
/// names, then the counties without a region.
fn groups(forecast: &Forecast, own: &[County]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut put = |heading: Option<Bilingual>, place: ForecastArea| match groups
        .iter_mut()
        .find(|group| group.heading == heading)
    {
        Some(group) => group.rows.push(place),
        None => groups.push(Group { heading, rows: vec![place] }),
    };
    let others = County::all().filter(|county| !own.contains(county));
    for county in own.iter().copied().chain(others) {
        put(forecast.region(county).cloned(), ForecastArea::County(county));
    }
    for (name, region) in forecast.unmatched() {
        put(Some(region.clone()), ForecastArea::Named(name.clone()));
    }
    // Counties without a region are last, except for the visitor's own, whose group stays first.
    let rank = |group: &Group| {
        let mine = own.iter().any(|own| group.rows.contains(&ForecastArea::County(*own)));
        (!mine, group.heading.is_none())
    };
    sorting::sorted(groups, |a, b| rank(a).cmp(&rank(b)))
}

impl Days<'_> {
    /// The tiles of the chosen county, or of each of the visitor's own, the most severe first; `None` if
    /// there is none.
    fn shown_tiles(self) -> Option<AnyView> {
        if let Some(chosen) = self.state.choices.forecast.get().county {
            return Some(self.tiles(chosen));
        }
        let rank = |county: &County| {
            self.forecast.worst(&ForecastArea::County(*county), self.today, self.freshness).rank()
        };
        let own = sorting::sorted(self.own.to_vec(), |a, b| rank(a).cmp(&rank(b)));
        let note = (own.len() > 1)
            .then(|| paragraph(self.language.forecast_texts().near_border.to_owned()));
        let tiles: Vec<AnyView> = own.into_iter().map(|county| self.tiles(county)).collect();
        (!tiles.is_empty()).then(|| {
            view! {
                {note}
                {tiles}
            }
            .into_any()
        })
    }

    /// The days of one county.
    fn tiles(self, county: County) -> AnyView {
        let area = ForecastArea::County(county);
        let tile = |day: &Day| {
            let (class, key, text) = self.risk(&area, day);
            let name = if *day == Day::Date(self.today) {
                Text::own(self.language.forecast_texts().today).into_view()
            } else {
                self.day_name(day)
            };
            let content = view! {
                <strong>{name}</strong>
                <span class="level">{text}</span>
            };
            view! {
                <li class=class data-day=Some(key) data-county=Some(county.id().to_owned())>
                    {self.day_button(day, content.into_any())}
                </li>
            }
            .into_any()
        };
        let tiles = self.days.iter().map(tile).collect_view();
        view! {
            <h3>{county_name(self.language, county)}</h3>
            <ol class="days">{tiles}</ol>
            {self.explained(&[area])}
        }
        .into_any()
    }

    /// The explanation of "not stated", if a day of these areas has it.
    fn explained(self, areas: &[ForecastArea]) -> Option<AnyView> {
        let is_missing = |area: &ForecastArea, day: &Day| {
            self.forecast.cell(area, day, self.today, self.freshness) == Cell::NotStated
        };
        let explained = self.language.forecast_texts().not_stated_explained;
        areas
            .iter()
            .any(|area| self.days.iter().any(|day| is_missing(area, day)))
            .then(|| view! { <p class="quiet">{explained}</p> }.into_any())
    }

    fn table(self) -> AnyView {
        let body = |group: Group| {
            let heading = self.region(group.heading.as_ref());
            let rows = group.rows.iter().map(|area| self.row(area)).collect_view();
            view! { <tbody>{heading} {rows}</tbody> }.into_any()
        };
        let groups = groups(self.forecast, self.own);
        let areas: Vec<ForecastArea> =
            groups.iter().flat_map(|group| &group.rows).cloned().collect();
        let caption = self.language.texts().forecast_caption;
        let day = |day: &Day| {
            view! { <th scope="col">{self.day_button(day, self.day_name(day))}</th> }.into_any()
        };
        let days = self.days.iter().map(day).collect_view();
        view! {
            <div class="table-frame" tabindex="0" role="group" aria-label=caption>
                <table>
                    <caption class="visually-hidden">{caption}</caption>
                    <thead>
                        <tr>
                            <th scope="col">{self.language.texts().county}</th>
                            {days}
                        </tr>
                    </thead>
                    {groups.into_iter().map(body).collect_view()}
                </table>
            </div>
            {self.explained(&areas)}
        }
        .into_any()
    }

    /// The class of the risk of an area on a day with the mark of the chosen day, the value of `data-day`, and the risk in words.
    fn risk(self, area: &ForecastArea, day: &Day) -> (String, String, AnyView) {
        let cell = self.forecast.cell(area, day, self.today, self.freshness);
        let (date, key) = match day {
            Day::Date(date) => (Some(*date), uk_time::iso_text(*date)),
            Day::Text(text) => (None, text.en.clone()),
        };
        let chosen = if date.is_some() && self.chosen_day == date { " chosen" } else { "" };
        let class = ["risk ", risk_id(&cell), chosen].concat();
        (class, key, Text::Own(risk::text(self.language, &cell)).into_view())
    }

    fn region(self, region: Option<&Bilingual>) -> AnyView {
        let text = region.map_or_else(
            || Text::own(self.language.forecast_texts().no_region),
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

    /// "Thu 26"
    fn day_name(self, day: &Day) -> AnyView {
        match day {
            Day::Date(date) => Text::own(self.language.short_day(*date)),
            Day::Text(text) => Text::picked(self.language, text),
        }
        .into_view()
    }

    /// The button that shows a day on the map, or again the worst one; the content alone where the day has no date, and in a
    /// frame without a map.
    fn day_button(self, day: &Day, content: AnyView) -> AnyView {
        let (state, date) = match day {
            Day::Date(date) if self.state.deployment.embed.map => (self.state, *date),
            _ => return content,
        };
        let (is_chosen, title) = (self.chosen_day == Some(date), self.language.long_day(date));
        let press = move |_| {
            state.choices.forecast.update(|choice| {
                choice.day = if choice.day == Some(date) { None } else { Some(date) };
            })
        };
        view! {
            <button type="button" aria-pressed=aria(is_chosen) title=title on:click=press>
                {content}
            </button>
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
        let is_own = matches!(place, ForecastArea::County(county) if self.own.contains(county));
        let mark = match self.own {
            [_] => self.language.forecast_texts().your_county,
            _ => self.language.forecast_texts().near_your_place,
        };
        let mine = is_own.then(|| span("mine", mark.into_any()));
        let cell = |day: &Day| {
            let (class, key, text) = self.risk(place, day);
            view! {
                <td class=class data-day=Some(key) data-county=Some(id.to_owned())>
                    {text}
                </td>
            }
            .into_any()
        };
        view! {
            <tr>
                <th scope="row">{label.into_view()} {mine}</th>
                {self.days.iter().map(cell).collect_view()}
            </tr>
        }
        .into_any()
    }
}
