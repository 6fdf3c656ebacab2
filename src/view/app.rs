//! The whole page: what stands where, and how selection joins map and lists.

use super::{
    answer::answer,
    choose_place,
    forecast::forecast_panel,
    parts::{call_999, floodline, link, symbol},
    place_bar::place_bar,
    rivers,
    rivers::rivers_panel,
    sources::sources,
    warnings::warnings_panel,
};
use crate::{
    browser::{
        document,
        settings::{Deployer, Notice, Settings, Tiles},
    },
    erased::{Derived, El, Word, effect, el, flag, follows, memo, truth, word},
    map::{
        symbols::{Look, Symbol},
        view::{MapData, PopupText, Told, map_view},
    },
    state::{Model, Panel, State, board::Board, name},
};
use gorlif_core::{
    domain::{
        freshness::{Freshness, ReadingAges},
        geo::{Position, Radius},
        selection::Selection,
        station::Station,
        warning::{Severity, Warning},
    },
    feed::source::Source,
    language::Language,
    service::Warnings,
};
use leptos::prelude::request_animation_frame;
use std::sync::Arc;

/// The page as the settings have it.
pub fn app(settings: Settings) -> Vec<El> {
    let state = Model::new(&settings);
    // The page lives until its tab closes, and so do its timers and listeners.
    Box::leak(Box::new(state.connect(&settings)));

    // The starter's first word stays until there is more to say, so that nothing moves under anyone's eyes; but not for long.
    effect(move || {
        if state.waited.get() || state.wales.with(Source::is_told) {
            document::remove_waiting();
        }
    });

    // What is selected shows itself in its list, whichever view a phone shows at the time.
    effect(move || {
        let (panel, attribute, id) = match state.selection.get() {
            Some(Selection::Station(id)) => (Panel::Rivers, "data-station-id", id.0),
            Some(Selection::Area(code)) => (Panel::Warnings, "data-area-code", code.0.into()),
            None => return,
        };
        state.panel.set(panel);
        request_animation_frame(move || document::reveal(attribute, &id));
    });

    let Settings { tiles, deployer: Deployer { name, notice }, .. } = settings;
    vec![
        header(state, notice),
        el("main")
            .child(place_bar(state))
            .child(answer(state))
            .child(map(state, &tiles).child(key(state)))
            .child(view_picker(state))
            .child(warnings_panel(state))
            .child(rivers_panel(state))
            .dynamic(move || if state.rest.get() { vec![forecast_panel(state), sources(state)] } else { Vec::new() }),
        footer(state, name),
    ]
}

fn header(state: State, notice: Notice) -> El {
    let skip = el("a").class("skip").attr("href", "#answer").word(state.language, |words| words.skip_to_answer);
    let line = el("div")
        .class("head")
        .child(el("h1").text("Gorlif"))
        .child(el("p").class("tagline").word(state.language, |words| words.tagline))
        .child(
            el("button")
                .attr("type", "button")
                .class("language")
                .attr("lang", follows(move || Some(state.language.get().other().tag().to_owned())))
                .on("click", move |_| state.switch_language())
                .word(state.language, |words| words.switch_language),
        )
        // Shown in frames only.
        .child(link(follows(move || Some(format!("./{}", state.address().query()))), word(state.language, |words| words.full_page)).class("full"));
    let new_version = move || if state.new_version.get() { state.words().new_version } else { "" };
    let news = el("p").class("news").attr("role", "status").attr("hidden", flag(move || !state.new_version.get())).say(new_version);
    el("header").child(skip).child(line).child(notice_bar(state, notice)).child(news)
}

/// What the deployer has to say, if it is switched on.
fn notice_bar(state: State, notice: Notice) -> El {
    let Notice { show, en, cy } = notice;
    let bar = el("p").class("notice");
    if show { bar.say(move || state.language.get().of(en.clone(), cy.clone())) } else { bar.attr("hidden", "") }
}

fn map(state: State, tiles: &Tiles) -> El {
    let circle = move |radius: Option<Radius>| state.circle().map(|(place, settled)| (place, radius.unwrap_or(settled)));
    let framed = Framed::read();
    let warnings = memo(move || warning_symbols(state, framed));
    let data = MapData {
        language: state.language,
        atlas: state.atlas,
        symbols: memo(move || Arc::new(all_symbols(state, framed, warnings))),
        has_stations: memo(move || state.plotted.with(Option::is_some)),
        settled: memo(move || circle(None)),
        circle: memo(move || circle(state.radius_preview.get())),
        selected: state.selection,
        popup: memo(move || popup_text(state)),
    };
    let told = Told {
        select: Arc::new(move |selection| state.select(Some(selection))),
        tap: Arc::new(move |spot| {
            if !framed.fixed {
                state.offer(spot);
            }
        }),
        drag: Arc::new(move |to| {
            let stays = !framed.fixed && state.has_land(to);
            if stays {
                state.choose_place(Some(to));
            } else if !framed.fixed {
                // The popup there says why not.
                state.offer(to);
            }
            stays
        }),
        act: Arc::new(move || {
            if let Some(spot) = state.offered.get_untracked() {
                choose_place(state, Some(spot));
            }
        }),
        close: Arc::new(move || state.select(None)),
    };
    map_view(data, &told, tiles)
}

/// What the symbols mean, folded away at the edge of the map.
fn key(state: State) -> El {
    let entry = |symbol_id: &'static str, meaning: Word| el("li").child(symbol(symbol_id)).child(el("span").word(state.language, meaning));
    let severities = [
        entry(Look::Warning(Severity::Severe).symbol(), |words| (words.severity)(Severity::Severe)),
        entry(Look::Warning(Severity::Warning).symbol(), |words| (words.severity)(Severity::Warning)),
        entry(Look::Warning(Severity::Alert).symbol(), |words| (words.severity)(Severity::Alert)),
        entry(Look::Warning(Severity::NoLongerInForce).symbol(), |words| (words.severity)(Severity::NoLongerInForce)),
    ];
    let gauges = [
        entry(Look::Gauge { freshness: Freshness::Fresh, offline: false }.symbol(), |words| words.key_fresh),
        entry(Look::Gauge { freshness: Freshness::Late, offline: false }.symbol(), |words| words.key_late),
        entry(Look::Gauge { freshness: Freshness::Stale, offline: false }.symbol(), |words| words.key_stale),
        entry(Look::Gauge { freshness: Freshness::Stale, offline: true }.symbol(), |words| words.offline),
    ];
    let list = el("ul").children(severities).children(gauges);
    let hint = el("p").class("quiet").word(state.language, |words| words.map_hint);
    el("details").class("map-key").child(el("summary").word(state.language, |words| words.map_key)).child(list).child(hint)
}

fn view_picker(state: State) -> El {
    let button = |panel: Panel, label: Word| {
        el("button")
            .attr("type", "button")
            .attr("aria-pressed", truth(move || state.panel.get() == panel))
            .on("click", move |_| state.panel.set(panel))
            .word(state.language, label)
    };
    el("nav")
        .class("views")
        .attr("aria-label", word(state.language, |words| words.views))
        .child(button(Panel::Warnings, |words| words.warnings))
        .child(button(Panel::Rivers, |words| words.rivers))
        .child(button(Panel::Forecast, |words| words.forecast))
}

fn footer(state: State, deployer: String) -> El {
    el("footer")
        .class("foot")
        .child(el("div").class("calls").child(call_999(state)).child(floodline()))
        .child(el("p").word(state.language, |words| words.not_validated))
        .child(el("p").word(state.language, |words| words.attribution))
        .child(el("p").text(deployer))
}

/// What a frame has settled, as frame.js writes it down.
#[derive(Clone, Copy)]
struct Framed {
    gauges: bool,
    warnings: bool,
    /// The place is the site's to choose, and no press on the map moves it.
    fixed: bool,
}

impl Framed {
    fn read() -> Self {
        let layers = document::attribute("data-layers");
        Self { gauges: layers != "warnings", warnings: layers != "rivers", fixed: document::attribute("data-place") == "fixed" }
    }
}

/// Every gauge that has a point, over the border too, and after them the messages.
fn all_symbols(state: State, framed: Framed, warnings: &Derived<Vec<Symbol>>) -> Vec<Symbol> {
    let now = state.now_by_minute();
    let (ages, only_current) = (ReadingAges::at(now), state.only_current.get());
    let shown = |station: &&Arc<Station>| framed.gauges && (!only_current || station.is_current(now));
    let symbol = |station: &Arc<Station>| {
        let look = Look::Gauge { freshness: ages.of(station.time), offline: !station.is_reporting() };
        Some(Symbol { what: Selection::Station(station.id.clone()), position: station.location.position()?, look })
    };
    let warnings = warnings.get();
    state.plotted.with(|board| {
        let gauges = board.as_ref().map(Board::all).unwrap_or_default();
        let mut symbols = Vec::with_capacity(gauges.len() + warnings.len());
        symbols.extend(gauges.iter().filter(shown).filter_map(symbol).chain(warnings));
        symbols
    })
}

/// Every message that has a point: what each source sends.
fn warning_symbols(state: State, framed: Framed) -> Vec<Symbol> {
    if !framed.warnings {
        return Vec::new();
    }
    let symbol = |warning: &Warning| {
        Some(Symbol { what: Selection::Area(warning.code.clone()), position: warning.position?, look: Look::Warning(warning.severity) })
    };
    // What concerns the place is drawn as the answer has it, which has weighed both sources.
    state.messages.with(|messages| {
        let mut symbols: Vec<Symbol> = messages.found.iter().filter_map(|local| symbol(&local.warning)).collect();
        state.wales.with(|wales| {
            let wales = wales.picture().map(|picture| picture.content.as_slice()).unwrap_or_default();
            let elsewhere = wales.iter().filter(|warning| !messages.found.iter().any(|local| local.warning.code == warning.code));
            symbols.extend(elsewhere.filter_map(symbol));
        });
        symbols
    })
}

/// What the map says of the selected thing.
fn popup_text(state: State) -> Option<PopupText> {
    let (language, words, now) = (state.language.get(), state.words(), state.now.get());
    let Some(selection) = state.selection.get() else { return state.offered.get().map(|spot| offer_text(state, spot)) };
    match selection {
        Selection::Station(id) => state.board.with(|board| {
            let station = board.get(&id)?;
            let title = language.pick(station.title());
            Some(PopupText {
                at: station.location.position()?,
                lines: vec![
                    (title.text.to_owned(), title.foreign.map(Language::tag)),
                    (rivers::value(words, station), None),
                    (rivers::age(language, station, now), None),
                ],
                action: None,
            })
        }),
        Selection::Area(code) => {
            let find =
                |source: &Source<Warnings>| source.picture().and_then(|picture| picture.content.iter().find(|warning| warning.code == code).cloned());
            let here =
                state.messages.with(|messages| messages.found.iter().map(|local| &local.warning).find(|warning| warning.code == code).cloned());
            let warning = here.or_else(|| state.wales.with(find))?;
            let english = (language != Language::English).then_some("en");
            Some(PopupText {
                at: warning.position?,
                lines: vec![(warning.description.clone(), english), ((words.severity)(warning.severity).to_owned(), None)],
                action: None,
            })
        }
    }
}

/// What the map says of a spot that was tapped: whether to check it, or why that cannot be done.
fn offer_text(state: State, spot: Position) -> PopupText {
    let words = state.words();
    if !state.has_land(spot) {
        return PopupText { at: spot, lines: vec![(words.place_at_sea.to_owned(), None)], action: None };
    }
    let name = state.atlas.with(|atlas| (words.place_name)(&name(atlas.as_deref(), spot)));
    PopupText { at: spot, lines: vec![(words.check_here_question.to_owned(), None), (name, None)], action: Some(words.check_here) }
}
