//! In a real browser: the map with the real Leaflet, the settings block, and elements that follow their signals.
#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif::{
    browser::settings,
    erased::{Sig, derived, el, mount},
    map::symbols::{Look, Symbol},
    map::view::{MapData, PopupText, Told, map_view},
};
use gorlif_core::{
    atlas::Atlas,
    domain::{
        freshness::Freshness,
        geo::{Position, Radius},
        selection::Selection,
        station::StationId,
    },
    language::Language,
};
use std::sync::{Arc, Mutex};
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

/// Effects run after the present task.
async fn settled() {
    for _ in 0..3 {
        leptos::task::tick().await;
    }
}

#[wasm_bindgen_test]
async fn an_element_follows_its_signals_and_touches_only_what_changed() {
    let (count, host) = (Sig::new(1), host("follows"));
    let even = derived(move || count.get() % 2 == 0);
    let text = move || if even.get() { "even" } else { "odd" };
    mount(&host, move || vec![el("p").class("parity").say(text)]);
    assert_eq!(host.first_element_child().map(|p| p.outer_html()).as_deref(), Some(r#"<p class="parity">odd</p>"#));
    let node = host.first_element_child().and_then(|p| p.first_child()).expect("a text");
    count.set(2);
    settled().await;
    assert_eq!(node.text_content().as_deref(), Some("even"), "the same node says something else");
}

#[wasm_bindgen_test]
async fn a_row_lives_as_long_as_its_key_and_keeps_its_node() {
    let (keys, shown, host) = (Sig::new(vec!["a", "b", "c"]), Sig::new(1), host("rows"));
    mount(&host, move || {
        let row = move |key: &&'static str| {
            let key = *key;
            el("li").attr("id", key).say(move || format!("{key}{}", shown.get()))
        };
        vec![el("ul").text("before ").each(move |_| (keys.get(), false), row).dynamic(move || vec![el("b").say(move || shown.get().to_string())])]
    });
    let node = |id: &str| host.query_selector(&format!("#{id}")).expect("a selector");
    let (a, c) = (node("a"), node("c"));
    assert_eq!(host.text_content().as_deref(), Some("before a1b1c11"));
    keys.set(vec!["c", "d", "a"]);
    shown.set(2);
    settled().await;
    assert_eq!(host.text_content().as_deref(), Some("before c2d2a22"));
    assert_eq!((node("a"), node("c"), node("b")), (a, c, None), "rows that stay are the same nodes");
    keys.set(Vec::new());
    settled().await;
    assert_eq!(host.text_content().as_deref(), Some("before 2"));
}

#[wasm_bindgen_test]
async fn a_long_list_comes_in_slices_and_is_busy_until_all_are_there() {
    let (count, host) = (Sig::new(100_usize), host("slices"));
    mount(&host, move || {
        let first = move |limit: usize| ((0..count.get().min(limit)).collect(), count.get() > limit);
        vec![el("ul").each(first, |row: &usize| el("li").text(row.to_string()))]
    });
    let list = host.first_element_child().expect("a list");
    let (rows, busy) = (|| list.child_element_count(), || list.get_attribute("aria-busy"));
    assert!(rows() < 100 && busy().is_some(), "{}", rows());
    let first = list.first_element_child();
    while busy().is_some() {
        let before = rows();
        gorlif::browser::timer::pause().await;
        settled().await;
        assert!(rows() >= before);
    }
    assert_eq!((rows(), list.first_element_child()), (100, first));
    count.set(3);
    settled().await;
    assert_eq!((rows(), busy()), (3, None));
}

#[wasm_bindgen_test]
async fn text_from_outside_stays_text() {
    let host = host("text");
    let hostile = "<img src=x onerror=alert(1)>";
    mount(&host, move || vec![el("p").attr("title", hostile).text(hostile)]);
    assert_eq!(host.query_selector("img").expect("a selector"), None);
    assert_eq!(host.text_content().as_deref(), Some(hostile));
}

#[wasm_bindgen_test]
fn settings_are_read_or_refused_by_name() {
    assert_eq!(settings::parse("{}").map(|settings| settings.endpoint), Ok("/api".to_owned()));
    for (text, cause) in [
        (r#"{"endpoint": 1}"#, "settings: invalid type: integer `1`, expected a string at line 1 column 14"),
        (r#"{"tiles": 7}"#, "settings: invalid type: integer `7`, expected struct Tiles at line 1 column 11"),
        (r#"{"deployer": {"notice": {"shw": true}}}"#, "settings: unknown field `shw`, expected one of `show`, `en`, `cy` at line 1 column 30"),
        ("[]", "settings: expected an object"),
        ("7", "settings: expected an object"),
    ] {
        assert_eq!(settings::parse(text), Err(cause.to_owned()), "{text}");
    }
    assert!(settings::parse("{").is_err_and(|cause| cause.starts_with("settings: ")));
}

#[wasm_bindgen_test]
fn broken_settings_are_named_and_never_panic() {
    let seed = r#"{"endpoint": "/api", "tiles": {"address": "", "attribution": ""}, "place": {"lat": 51.9, "lon": -3.4, "radius": 20}, "deployer": {"name": "", "notice": {"show": true, "en": "", "cy": ""}}}"#;
    let tokens = ["{", "}", "[", "]", "\"", ",", ":", "null", "1e400", "-", "true", "\\ud800", "ŵ", "__proto__", "NaN", " "];
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
    let what = Selection::Station(StationId(id.into()));
    Symbol { what, position: Position::new(lat, lon).expect("in range"), look: Look::Gauge { freshness: Freshness::Fresh, offline: false } }
}

#[wasm_bindgen_test]
async fn the_map_shows_what_it_is_given_and_tells_what_is_done_on_it() {
    js_sys::eval(include_str!("../node_modules/leaflet/dist/leaflet.js")).expect("Leaflet runs");
    js_sys::eval("document.addEventListener('gorlif:map', ({ detail }) => detail.then())").expect("a listener in the place of the starter's");
    js_sys::eval("var style = document.createElement('style'); style.textContent = '#map { width: 600px; height: 500px; position: relative } .map-canvas, .leaflet-pane { position: absolute; left: 0; top: 0 }'; document.head.append(style)")
        .expect("a style");
    let told: Arc<Mutex<Vec<String>>> = Arc::default();
    let symbols = Sig::new(Arc::new(vec![station("1", 52.0, -3.5)]));
    let circle = Sig::new(None);
    let selected = Sig::new(None);
    let popup = Sig::new(None::<PopupText>);
    let atlas = Sig::new(Some(Arc::new(Atlas::decode(include_bytes!("../public/atlas.txt")).expect("the bundled atlas"))));
    let log = |told: &Arc<Mutex<Vec<String>>>| {
        let told = Arc::clone(told);
        move |text: String| told.lock().expect("a log").push(text)
    };
    let (selected_log, tapped, dragged, acted, closed) = (log(&told), log(&told), log(&told), log(&told), log(&told));
    let to = Told {
        select: Arc::new(move |what| selected_log(format!("{what:?}"))),
        tap: Arc::new(move |at| tapped(format!("tap {:.1} {:.1}", at.lat(), at.lon()))),
        drag: Arc::new(move |to| {
            dragged(format!("drag {:.1} {:.1}", to.lat(), to.lon()));
            true
        }),
        act: Arc::new(move || acted("act".to_owned())),
        close: Arc::new(move || closed("close".to_owned())),
    };
    let host = host("map-host");
    mount(&host, move || {
        let data = MapData {
            language: Sig::new(Language::English),
            atlas: gorlif::erased::memo(move || atlas.get()),
            symbols: gorlif::erased::memo(move || symbols.get()),
            has_stations: gorlif::erased::memo(|| true),
            settled: gorlif::erased::memo(move || circle.get()),
            circle: gorlif::erased::memo(move || circle.get()),
            selected,
            popup: gorlif::erased::memo(move || popup.get()),
        };
        vec![map_view(data, &to, &settings::Tiles::default())]
    });
    settled().await;
    let map = host.query_selector("#map").expect("a selector").expect("the map");
    assert_eq!(host.query_selector_all("canvas").expect("a selector").length(), 1);
    assert!(host.query_selector_all(".map-borders, .map-wales, .map-land-around").expect("a selector").length() == 3);
    assert_eq!(map.get_attribute("data-stations").as_deref(), Some("1"));

    // The circle comes, moves the map there, and goes again without a trace.
    circle.set(Position::new(51.947, -3.391).zip(Radius::from_kilometres(10)));
    settled().await;
    assert_eq!(host.query_selector_all(".map-circle, .map-centre").expect("a selector").length(), 2);
    assert!(map.get_attribute("data-centre").is_some_and(|centre| centre.starts_with("51.9")));
    circle.set(None);
    settled().await;
    assert_eq!(host.query_selector_all(".map-circle, .map-centre").expect("a selector").length(), 0);

    // A popup is made of text nodes; closing it on the map lets the selection go.
    selected.set(Some(Selection::Station(StationId("1".into()))));
    let lines = vec![("<b>Usk</b>".to_owned(), None), ("1.2 m".to_owned(), Some("cy"))];
    popup.set(Some(PopupText { at: Position::new(52.0, -3.5).expect("in range"), lines, action: None }));
    settled().await;
    let content = host.query_selector(".leaflet-popup-content").expect("a selector").expect("a popup");
    assert_eq!(content.text_content().as_deref(), Some("<b>Usk</b>1.2 m"));
    assert_eq!(content.query_selector("[lang=cy]").expect("a selector").map(|line| line.tag_name()), Some("P".to_owned()));
    assert!(told.lock().expect("a log").is_empty(), "nobody has done anything yet");
    popup.set(None);
    settled().await;
    assert_eq!(host.query_selector(".leaflet-popup-content").expect("a selector"), None);
    assert!(told.lock().expect("a log").is_empty(), "what the page closes is no one's doing");

    // The button of a popup is told of, and goes with its popup.
    let lines = vec![("Check here?".to_owned(), None)];
    popup.set(Some(PopupText { at: Position::new(52.0, -3.5).expect("in range"), lines, action: Some("Check here") }));
    settled().await;
    let button = host.query_selector(".leaflet-popup-content button").expect("a selector").expect("a button");
    button.unchecked_ref::<web_sys::HtmlElement>().click();
    assert_eq!(*told.lock().expect("a log"), ["act"]);
    popup.set(None);
    settled().await;
    assert_eq!(host.query_selector(".leaflet-popup-content button").expect("a selector"), None);
}
