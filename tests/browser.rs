//! In a real browser: the map with the real Leaflet, the settings block, and the list of entries.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif::{
    browser::settings::{self, Settings, Tiles},
    components::{
        entry_list::{Entry, EntryList, PAGE_SIZE},
        fragments::Text,
        late::{Late, LoadChunk, LoadChunks},
        map_view::MapView,
    },
    map::{
        layers::popup::PopupText,
        symbols::{Symbol, SymbolStyle},
    },
    state::{
        AppState, LateState, Loadable, PlaceOrigin,
        by_station::ByStation,
        levels_decoder,
        listed::{Key, Listed},
        page_area::ByShape,
    },
};
use gorlif_core::{
    api::decode_flood_forecast,
    basemap::Basemap,
    council_levels::CouncilLevels,
    domain::{
        freshness::Freshness,
        geo::{Position, Radius},
        list_view::Order,
        seen::ChangesHere,
        selection::ItemId,
        station::StationId,
    },
    gazetteer::Gazetteer,
};
use leptos::{mount::mount_to, prelude::*};
use std::{
    cell::Cell,
    rc::Rc,
    sync::{Arc, Mutex},
};
use wasm_bindgen::JsCast;
use wasm_bindgen_test::{wasm_bindgen_test, wasm_bindgen_test_configure};
use web_sys::HtmlElement;

wasm_bindgen_test_configure!(run_in_browser);

fn host(id: &str) -> HtmlElement {
    let document = web_sys::window().and_then(|window| window.document()).expect("a document");
    let host: HtmlElement = document.create_element("div").expect("a div").unchecked_into();
    host.set_id(id);
    document.body().expect("a body").append_child(&host).expect("appended");
    host
}

/// Mounts a view that finds the state by context, and returns that state.
fn mount<V: IntoView>(host: &HtmlElement, view: impl FnOnce(AppState) -> V + 'static) -> AppState {
    let made = Rc::new(Cell::new(None));
    let state = Rc::clone(&made);
    mount_to(host.clone(), move || {
        let app_state = AppState::new(&Settings::default());
        provide_context(app_state);
        // Never loaded: the lists do not need them.
        let missing: LoadChunk = || Box::pin(async { None });
        provide_context(Late::new(LoadChunks {
            search: missing,
            page: missing,
            forecast: missing,
            details: missing,
            watch: missing,
            desk: missing,
        }));
        state.set(Some(app_state));
        view(app_state)
    })
    .forget();
    made.get().expect("mounted")
}

/// Effects run after the present task.
async fn settled() {
    for _ in 0..3 {
        leptos::task::tick().await;
    }
}

fn key(id: &str) -> Key {
    (ItemId::Station(StationId(id.into())), None)
}

/// An entry that says its own id, and whether it is selected.
fn entry(_: AppState, (selection, _): &Key, is_open: bool) -> Option<Entry> {
    let ItemId::Station(id) = selection else { return None };
    let title = Text::Own(format!("{}{}", id.0, if is_open { " open" } else { "" }));
    Some(Entry {
        change: None,
        trend: None,
        standing: None,
        symbol: "#symbol-fresh",
        symbol_class: "",
        state: None,
        title,
        value: None,
        lines: Vec::new(),
        details: None,
    })
}

#[wasm_bindgen_test]
async fn a_row_lives_as_long_as_its_key_and_keeps_its_node() {
    let host = host("rows");
    let keys = RwSignal::new(["a", "b", "c"].map(key).to_vec());
    let state = mount(&host, move |state| {
        let listed =
            Memo::new(move |_| keys.with(|keys| Listed { count: keys.len(), keys: keys.clone() }));
        let view = state.gauge_view;
        view! { <EntryList visible_count=RwSignal::new(PAGE_SIZE) listed view read=entry /> }
    });
    settled().await;
    let node =
        |id: &str| host.query_selector(&format!("[data-station-id={id}]")).expect("a selector");
    let list = host.query_selector("ul").expect("a selector").expect("a list");
    let (a, c) = (node("a"), node("c"));
    assert_eq!(list.text_content().as_deref(), Some("abc"));
    keys.set(["c", "d", "a"].map(key).to_vec());
    state.choices.select(Some(key("d").0));
    settled().await;
    assert_eq!(list.text_content().as_deref(), Some("cd opena"));
    assert_eq!(
        (node("a"), node("c"), node("b")),
        (a, c, None),
        "rows that stay are the same nodes"
    );
    node("d")
        .and_then(|row| row.query_selector("button").ok()?)
        .expect("a button")
        .unchecked_into::<HtmlElement>()
        .click();
    settled().await;
    assert_eq!(
        (state.choices.selection.get_untracked(), list.text_content().as_deref()),
        (None, Some("cda"))
    );
    keys.set(Vec::new());
    settled().await;
    assert_eq!(list.text_content().as_deref(), Some(""));
}

#[wasm_bindgen_test]
async fn a_long_list_comes_in_batches_and_is_busy_until_all_are_there() {
    let host = host("batches");
    let count = RwSignal::new(100_usize);
    let state = mount(&host, move |state| {
        let listed = Memo::new(move |_| Listed {
            count: count.get(),
            keys: (0..count.get()).map(|id| key(&id.to_string())).collect(),
        });
        let view = state.message_view;
        view! { <EntryList visible_count=RwSignal::new(PAGE_SIZE) listed view read=entry /> }
    });
    let list = host.query_selector("ul").expect("a selector").expect("a list");
    let (rows, is_busy) = (|| list.child_element_count(), || list.has_attribute("aria-busy"));
    settled().await;
    let rows_of_first_paint = rows();
    assert!(rows_of_first_paint < 10 && is_busy(), "{rows_of_first_paint}");
    state.progress.primary_painted.set(true);
    let first = list.first_element_child();
    while is_busy() {
        let before = rows();
        gloo_timers::future::TimeoutFuture::new(0).await;
        settled().await;
        assert!(rows() >= before);
    }
    assert_eq!((rows(), list.first_element_child()), (100, first));
    count.set(3);
    settled().await;
    assert_eq!((rows(), is_busy()), (3, false));
}

#[wasm_bindgen_test]
async fn another_order_begins_with_its_first_rows_and_the_previous_ones_are_removed_after_the_paint()
 {
    let host = host("orders");
    let state = mount(&host, move |state| {
        let listed = Memo::new(move |_| {
            let keys: Vec<Key> = match state.message_view.get().order {
                None => (0..100).map(|id| key(&id.to_string())).collect(),
                Some(_) => (0..100).rev().map(|id| key(&id.to_string())).collect(),
            };
            Listed { count: keys.len(), keys }
        });
        let view = state.message_view;
        view! { <EntryList visible_count=RwSignal::new(PAGE_SIZE) listed view read=entry /> }
    });
    state.progress.late.set(Some(LateState {
        decode_levels: levels_decoder::river_levels,
        request_further_places: |_, _| {},
        decode_forecast: |body, _, received| decode_flood_forecast(body, received),
        forecast_freshness: Memo::new(|_| Freshness::default()),
        by_shape: Memo::new(|_| ByShape::default()),
        changes: Memo::new(|_| ChangesHere::default()),
        mark_as_seen: Callback::new(|()| ()),
        recent: RwSignal::default().read_only(),
        trends: Memo::new(|_| ByStation::default()),
        level_records: RwSignal::default().read_only(),
        standings: Memo::new(|_| ByStation::default()),
        standing_text: |_, _, _| String::new(),
        council_levels: Memo::new(|_| CouncilLevels::default()),
    }));
    state.progress.primary_painted.set(true);
    let lists = host.query_selector_all("ul").expect("a selector");
    let list = |index| lists.get(index).expect("two lists").unchecked_into::<HtmlElement>();
    let (first, second) = (list(0), list(1));
    while first.child_element_count() < 100 {
        gloo_timers::future::TimeoutFuture::new(0).await;
    }
    state.choices.list_view.update(|view| view.order = Some(Order::Name));
    settled().await;
    assert_eq!((first.hidden(), first.child_element_count()), (true, 100));
    let rows = second.child_element_count();
    assert!(!second.hidden() && (1..20).contains(&rows), "{rows}");
    assert_eq!(
        second.first_element_child().and_then(|row| row.text_content()).as_deref(),
        Some("99")
    );
    while second.child_element_count() < 100 || first.child_element_count() > 0 {
        gloo_timers::future::TimeoutFuture::new(0).await;
    }
    // There and back before the paint: the rows stay, although they were to be removed.
    state.choices.list_view.update(|view| view.order = None);
    settled().await;
    assert!(!first.hidden() && second.hidden());
    state.choices.list_view.update(|view| view.order = Some(Order::Name));
    settled().await;
    while first.child_element_count() > 0 {
        gloo_timers::future::TimeoutFuture::new(0).await;
    }
    assert!(first.hidden() && !second.hidden());
    assert_eq!(second.child_element_count(), 100);
}

#[wasm_bindgen_test]
fn text_from_outside_stays_text() {
    let host = host("text");
    let hostile = "<img src=x onerror=alert(1)>";
    mount(&host, move |_| view! { <p title=hostile>{hostile}</p> });
    assert_eq!(host.query_selector("img").expect("a selector"), None);
    assert_eq!(host.text_content().as_deref(), Some(hostile));
}

#[wasm_bindgen_test]
fn settings_are_read_or_refused_by_name() {
    assert_eq!(settings::parse("{}").map(|settings| settings.endpoint), Ok("/api".to_owned()));
    for (text, cause) in [
        (
            r#"{"endpoint": 1}"#,
            "settings: invalid type: integer `1`, expected a string at line 1 column 14",
        ),
        (
            r#"{"tiles": 7}"#,
            "settings: invalid type: integer `7`, expected an object at line 1 column 11",
        ),
        (
            r#"{"deployer": {"notice": {"shw": true}}}"#,
            "settings: unknown field `shw`, expected one of `show`, `en`, `cy` at line 1 column 30",
        ),
        ("[]", "settings: invalid type: sequence, expected an object at line 1 column 0"),
        ("7", "settings: invalid type: integer `7`, expected an object at line 1 column 1"),
    ] {
        assert_eq!(settings::parse(text), Err(cause.to_owned()), "{text}");
    }
    assert!(settings::parse("{").is_err_and(|cause| cause.starts_with("settings: ")));
}

#[wasm_bindgen_test]
fn broken_settings_are_named_and_never_panic() {
    let seed = r#"{"endpoint": "/api", "tiles": {"address": "", "attribution": ""}, "place": {"lat": 51.9, "lon": -3.4, "radius": 20}, "deployer": {"name": "", "notice": {"show": true, "en": "", "cy": ""}}}"#;
    let tokens = [
        "{",
        "}",
        "[",
        "]",
        "\"",
        ",",
        ":",
        "null",
        "1e400",
        "-",
        "true",
        "\\ud800",
        "ŵ",
        "__proto__",
        "NaN",
        " ",
    ];
    let mut dice = 0x5eed_u32;
    let mut roll = |below: usize| {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (dice >> 8) as usize % below
    };
    let mut refused = 0;
    for _ in 0..2_000 {
        let mut text: Vec<char> = seed.chars().collect();
        for _ in 0..=roll(4) {
            let (at, length) = (roll(text.len()), roll(12));
            let end = (at + length).min(text.len());
            text.splice(at..end, tokens[roll(tokens.len())].chars());
        }
        if let Err(cause) = settings::parse(&text.into_iter().collect::<String>()) {
            assert!(cause.starts_with("settings: "), "{cause}");
            refused += 1;
        }
    }
    assert!(refused > 500, "{refused}");
}

fn station(id: &str, lat: f64, lon: f64) -> Symbol {
    let id = ItemId::Station(StationId(id.into()));
    let position = Position::new(lat, lon).expect("in range");
    Symbol { id, position, style: SymbolStyle::FRESH, is_muted: false }
}

#[wasm_bindgen_test]
async fn the_map_shows_what_it_is_given_and_tells_what_is_done_on_it() {
    js_sys::eval(include_str!("../node_modules/leaflet/dist/leaflet.js")).expect("Leaflet runs");
    js_sys::eval("document.addEventListener('gorlif:map', ({ detail }) => detail.then())")
        .expect("a listener in the place of the bootstrap script's");
    js_sys::eval("var style = document.createElement('style'); style.textContent = '#map { width: 600px; height: 500px; position: relative } .map-canvas, .leaflet-pane { position: absolute; left: 0; top: 0 }'; document.head.append(style)")
        .expect("a style");
    let log: Arc<Mutex<Vec<String>>> = Arc::default();
    let write = |log: &Arc<Mutex<Vec<String>>>| {
        let log = Arc::clone(log);
        move |text: String| log.lock().expect("a log").push(text)
    };
    let (select, tap, drag, action, close) =
        (write(&log), write(&log), write(&log), write(&log), write(&log));
    let popup = RwSignal::new(None::<PopupText>);
    let host = host("map-host");
    let state = mount(&host, move |_| {
        let symbols = Memo::new(|_| Arc::new(vec![station("1", 52.0, -3.5)]));
        let popup = Memo::new(move |_| popup.get());
        view! {
            <MapView
                symbols
                popup
                tiles=Tiles::default()
                on_select=move |what| select(format!("{what:?}"))
                on_tap=move |at: Position| tap(format!("tap {:.1} {:.1}", at.lat(), at.lon()))
                on_drag=move |to: Position| {
                    drag(format!("drag {:.1} {:.1}", to.lat(), to.lon()));
                    true
                }
                on_next=|()| {}
                on_action=move |()| action("action".to_owned())
                on_close=move |()| close("close".to_owned())
            />
        }
    });
    state.assets.basemap.set(Loadable::Loaded(Arc::new(
        Basemap::decode(include_bytes!("../public/basemap.txt")).expect("the bundled file"),
    )));
    state.assets.gazetteer.set(Loadable::Loaded(Arc::new(
        Gazetteer::decode(include_bytes!("../public/gazetteer.txt")).expect("the bundled file"),
    )));
    settled().await;
    let map = host.query_selector("#map").expect("a selector").expect("the map");
    assert_eq!(host.query_selector_all("canvas").expect("a selector").length(), 1);
    assert_eq!(
        host.query_selector_all(".map-wales, .map-land-around").expect("a selector").length(),
        2
    );
    assert_eq!(map.get_attribute("data-stations").as_deref(), Some("1"));

    // The circle comes, moves the map there, and goes again without a trace.
    state.choices.choose_radius(Radius::from_kilometres(10).expect("a step"));
    state.choices.choose_place(Position::new(51.947, -3.391), PlaceOrigin::Position);
    settled().await;
    assert_eq!(
        host.query_selector_all(".map-circle, .map-centre").expect("a selector").length(),
        2
    );
    assert!(map.get_attribute("data-centre").is_some_and(|centre| centre.starts_with("51.9")));
    state.choices.choose_place(None, PlaceOrigin::Position);
    settled().await;
    assert_eq!(
        host.query_selector_all(".map-circle, .map-centre").expect("a selector").length(),
        0
    );

    // A popup is made of text nodes; closing it on the map lets the selection go.
    state.choices.select(Some(ItemId::Station(StationId("1".into()))));
    let lines = vec![("<b>Usk</b>".to_owned(), None), ("1.2 m".to_owned(), Some("cy"))];
    popup.set(Some(PopupText {
        at: Position::new(52.0, -3.5).expect("in range"),
        lines,
        action: None,
    }));
    settled().await;
    let content =
        host.query_selector(".leaflet-popup-content").expect("a selector").expect("a popup");
    assert_eq!(content.text_content().as_deref(), Some("<b>Usk</b>1.2 m"));
    assert_eq!(
        content.query_selector("[lang=cy]").expect("a selector").map(|line| line.tag_name()),
        Some("P".to_owned())
    );
    assert!(log.lock().expect("a log").is_empty(), "nobody has done anything yet");
    popup.set(None);
    settled().await;
    assert_eq!(host.query_selector(".leaflet-popup-content").expect("a selector"), None);
    assert!(log.lock().expect("a log").is_empty(), "what the page closes is no one's doing");

    // The button of a popup is told of, and goes with its popup.
    let lines = vec![("Check here?".to_owned(), None)];
    popup.set(Some(PopupText {
        at: Position::new(52.0, -3.5).expect("in range"),
        lines,
        action: Some("Check here"),
    }));
    settled().await;
    let button = host
        .query_selector(".leaflet-popup-content button")
        .expect("a selector")
        .expect("a button");
    button.unchecked_ref::<web_sys::HtmlElement>().click();
    assert_eq!(*log.lock().expect("a log"), ["action"]);
    popup.set(None);
    settled().await;
    assert_eq!(host.query_selector(".leaflet-popup-content button").expect("a selector"), None);
}
