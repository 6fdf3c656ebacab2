//! The catalogue of faults through the recorder: whatever the service sends, the plain pages say that nothing is in force, or that a risk is
//! very low, only of what is proven, and lose no message. What a connection or a header decides is in `tests/recorder/truth.test.mjs`.
#![allow(clippy::needless_pass_by_value)] // tables of JSON without a reference in each row

use super::*;
use gorlif_core::domain::uk_time;
use serde_json::{Value as Json, json};

const KNOWN: &str = "River Wye at Builth";
const NEW: &str = "River Usk at Brecon";
const OTHER: &str = "River Tarell";
const UNCHECKED: [&[&str]; 2] = [&["could not be checked"], &["Nid oes modd gwirio"]];
const LAST_CHECKED: [&[&str]; 2] = [
    &["In force when last checked on ", "; cannot be checked now."],
    &["Mewn grym pan wiriwyd ddiwethaf ar ", "; ni ellir ei wirio nawr."],
];

/// A severe message at Brecon, with other values of its members.
fn severe(members: Json) -> Json {
    at(json!(BRECON), members)
}

fn at(coordinates: Json, members: Json) -> Json {
    let mut properties = json!({
        "FWACODE": "103FAG001", "AREA": "South East", "DESCRIPTION": NEW, "TIDAL": "f",
        "SEVERITY": "Severe Flood Warning", "SEVERITYVALUE": 1, "TIMERAISED": 1_790_000_000_000_i64,
        "SEVERITY_CHANGED": 1_790_000_000_000_i64, "RIM_CHANGED": 1_790_000_000_000_i64, "RIM_ENGLISH": "", "RIM_WELSH": "",
    });
    for (name, value) in members.as_object().into_iter().flatten() {
        properties[name] = value.clone();
    }
    let geometry = json!({ "type": "Point", "coordinates": coordinates });
    let geometry = if coordinates.is_null() { Json::Null } else { geometry };
    json!({ "type": "Feature", "geometry": geometry, "properties": properties })
}

fn named(code: &str, name: &str) -> Json {
    severe(json!({ "FWACODE": code, "DESCRIPTION": name }))
}

fn all(features: Json) -> Json {
    json!({ "type": "FeatureCollection", "features": features })
}

fn none_and(member: &str, value: Json) -> String {
    let mut body = all(json!([]));
    body[member] = value;
    body.to_string()
}

/// A response of now.
fn body(body: impl Into<Vec<u8>>) -> Requested {
    Ok(GatewayResponse { body: body.into(), ..response(&[], 0) })
}

fn status(code: u32) -> ServiceError {
    ServiceError::from_status(code, None, |_| None)
}

/// The plain pages by their names, with blanks for spaces that do not break.
fn pages(trial: &Trial) -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for language in ["en", "cy"] {
        let folder = trial.folder.join("plain").join(language);
        for entry in fs::read_dir(folder).expect("the pages").flatten() {
            let name = format!("{language}/{}", entry.file_name().to_string_lossy());
            let html = fs::read_to_string(entry.path()).expect("a page");
            pages.push((name, html.replace('\u{a0}', " ")));
        }
    }
    pages
}

fn page(trial: &Trial, name: &str) -> String {
    trial.file(&format!("plain/{name}")).replace('\u{a0}', " ")
}

fn says_none(html: &str) -> bool {
    let signs = ["class=\"answer none\"", "No flood warnings", "Dim rhybuddion", "none.png"];
    signs.iter().any(|sign| html.contains(sign))
}

fn is_proven(html: &str) -> bool {
    html.starts_with("<!doctype html><!-- proven until ")
}

/// No page says that nothing is in force, nor has an end of proof.
fn assert_unknown(trial: &Trial, case: &str, said: [&[&str]; 2]) {
    for (name, html) in pages(trial) {
        assert!(!says_none(&html) && !is_proven(&html), "{case}, {name}: {html}");
    }
    for (language, said) in std::iter::zip(["en", "cy"], said) {
        let html = page(trial, &format!("{language}/index.html"));
        assert!(said.iter().all(|part| html.contains(part)), "{case}: {html}, expected {said:?}");
    }
}

/// Messages stand on the pages of Wales and of Powys, in both languages.
fn assert_listed(trial: &Trial, case: &str, names: &[&str]) {
    for file in ["en/index.html", "cy/index.html", "en/powys.html", "cy/powys.html"] {
        let html = page(trial, file);
        assert!(
            names.iter().all(|name| html.contains(name)),
            "{case}, {file}: {html}, expected {names:?}"
        );
    }
}

// case 9, 11, 20, 22, 23, 24, 26, 27, 29, 30, 31, 33, 34, 36, 37, 40, 42, 44, 46, 47, 155, 210
#[tokio::test]
async fn a_response_that_proves_nothing_is_not_none_and_what_was_in_force_stays() {
    let none = all(json!([])).to_string();
    let message = all(json!([severe(json!({}))])).to_string();
    let utf16: Vec<u8> =
        format!("\u{feff}{none}").encode_utf16().flat_map(u16::to_le_bytes).collect();
    let link = json!([{ "rel": "next", "href": "b" }]);
    let bodies: Vec<(&str, Vec<u8>)> = vec![
        ("half a body", message[..message.len() - 40].into()),
        ("a web page", b"<html>Sign in</html>".into()),
        (
            "the body of an error",
            br#"{"statusCode":429,"message":"Rate limit is exceeded."}"#.into(),
        ),
        ("no body", b"".into()),
        ("blanks", b" \n".into()),
        ("null", b"null".into()),
        ("an array", b"[]".into()),
        ("an object", b"{}".into()),
        ("a number", b"0".into()),
        ("a string", b"\"none\"".into()),
        ("UTF-16", utf16),
        ("a comma too many", br#"{"type":"FeatureCollection","features":[],}"#.into()),
        ("two documents", none.repeat(2).into()),
        ("NaN", br#"{"type":"FeatureCollection","features":[NaN]}"#.into()),
        ("JSONP", format!("callback({none})").into()),
        ("no type", br#"{"features":[]}"#.into()),
        ("another type", br#"{"type":"featurecollection","features":[]}"#.into()),
        ("no features", br#"{"type":"FeatureCollection"}"#.into()),
        ("features that are null", all(Json::Null).to_string().into()),
        ("features that are an object", all(json!({})).to_string().into()),
        ("fewer messages than it says", none_and("totalFeatures", json!(3)).into()),
        ("fewer than matched", none_and("numberMatched", json!(1)).into()),
        ("a link to the next page", none_and("links", link).into()),
        ("a limit exceeded", none_and("exceededTransferLimit", json!(true)).into()),
        ("an error beside the features", none_and("error", json!({ "code": 500 })).into()),
    ];
    let codes = [203, 204, 206, 302, 304, 401, 403, 404, 429, 500, 502];
    let failures = codes.map(|code| (format!("status {code}"), Err(status(code))));
    let bodies = bodies.into_iter().map(|(case, of)| (case.to_owned(), Ok(of)));
    for (case, refused) in bodies.chain(failures) {
        let refused = || refused.clone().and_then(body);
        let mut trial = Trial::new().await;
        let Report { errors, .. } = trial.cycle(refused()).await;
        assert!(
            errors.iter().any(|error| error.starts_with("flood warnings: ")),
            "{case}: {errors:?}"
        );
        assert_unknown(&trial, &case, UNCHECKED);
        trial.cycle(body(all(json!([named("known", KNOWN)])).to_string())).await;
        assert_listed(&trial, &case, &[KNOWN]);
        assert!(page(&trial, "en/index.html").contains("class=\"answer severe\""), "{case}");
        trial.cycle(refused()).await;
        assert_unknown(&trial, &case, LAST_CHECKED);
        assert_listed(&trial, &case, &[KNOWN]);
        trial.cycle(body(none.clone())).await;
        assert!(page(&trial, "en/index.html").contains("class=\"answer none\""), "{case}: again");
    }
}

// case 35, 48, 62, 94
#[tokio::test]
async fn a_response_without_messages_in_force_proves_that_nothing_is() {
    let ended = severe(json!({ "SEVERITYVALUE": 4, "SEVERITY": "Warning no longer in force" }));
    for (case, text) in [
        ("no message", all(json!([])).to_string()),
        ("a byte order mark", format!("\u{feff}{}", all(json!([])))),
        ("a wrong bbox", none_and("bbox", json!([0, 0, 0, 0]))),
        ("a message that has ended", all(json!([ended])).to_string()),
    ] {
        let mut trial = Trial::new().await;
        trial.cycle(body(text)).await;
        for file in ["en/index.html", "cy/index.html", "en/powys.html"] {
            let html = page(&trial, file);
            assert!(
                html.contains("class=\"answer none\"") && is_proven(&html),
                "{case}, {file}: {html}"
            );
        }
    }
}

// case 43, 50, 54, 71, 73, 76, 78, 88, 95, 97, 98, 99, 152, 153, 154
#[tokio::test]
async fn what_is_in_force_is_listed_with_its_severity() {
    let markup =
        r#"<script>alert(1)</script><img src=x onerror=alert(2)> {{7*7777}} {% raw %} &amp; "'"#;
    let escaped = "&lt;script&gt;alert(1)&lt;&#x2f;script&gt;&lt;img src=x onerror=alert(2)&gt; {{7*7777}} {% raw %} &amp;amp; &quot;&#x27;";
    let ended = "Warning no longer in force";
    let seconds = Utc::now().timestamp();
    let severe_text = all(json!([severe(json!({}))])).to_string();
    let of = |members: Json| all(json!([severe(members)])).to_string();
    let rows: Vec<(&str, String, &str, Option<&str>)> = vec![
        (
            "half a surrogate pair",
            severe_text.replace("Brecon", "\\ud800"),
            "River Usk at \u{fffd}",
            Some("severe flood warning"),
        ),
        (
            "another label and number",
            of(json!({ "SEVERITY": "Danger to life", "SEVERITYVALUE": 9 })),
            NEW,
            None,
        ),
        (
            "another word for tidal",
            of(json!({ "TIDAL": "perhaps" })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a number that is less severe than its label",
            of(json!({ "SEVERITYVALUE": 3 })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a label that is less severe",
            of(json!({ "SEVERITY": "Flood Alert" })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a number as text",
            of(json!({ "SEVERITYVALUE": "1" })),
            NEW,
            Some("severe flood warning"),
        ),
        ("a number with a fraction", of(json!({ "SEVERITYVALUE": 1.5 })), NEW, None),
        (
            "a time in seconds",
            of(json!({ "SEVERITY_CHANGED": seconds })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a time in the future",
            of(json!({ "SEVERITY_CHANGED": (seconds + 360_000) * 1_000 })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "with a height",
            all(json!([at(json!([-3.39, 51.95, 140]), json!({}))])).to_string(),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "markup in the name",
            of(json!({ "DESCRIPTION": markup })),
            escaped,
            Some("severe flood warning"),
        ),
        (
            "an entity in the name",
            of(json!({ "DESCRIPTION": "A &lt;B" })),
            "A &amp;lt;B",
            Some("severe flood warning"),
        ),
        (
            "a name that turns the line",
            of(json!({ "DESCRIPTION": "\u{202e}Usk\u{2066}" })),
            "Usk",
            Some("severe flood warning"),
        ),
        (
            "a text of 30 kB",
            of(json!({ "RIM_ENGLISH": "Leave now. ".repeat(2_800) })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a code that is a name elsewhere",
            of(json!({ "FWACODE": "__proto__" })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a code that is a path",
            of(json!({ "FWACODE": "../../index" })),
            NEW,
            Some("severe flood warning"),
        ),
        ("no code", of(json!({ "FWACODE": null })), NEW, Some("severe flood warning")),
        ("an empty code", of(json!({ "FWACODE": "" })), NEW, Some("severe flood warning")),
        (
            "a member twice with one value",
            severe_text.replace("\"SEVERITYVALUE\":1", "\"SEVERITYVALUE\":1,\"SEVERITYVALUE\":1"),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a severity that is a list",
            of(json!({ "SEVERITYVALUE": [1] })),
            NEW,
            Some("severe flood warning"),
        ),
        (
            "a severity that is an object",
            of(json!({ "SEVERITYVALUE": {}, "SEVERITY": ended })),
            NEW,
            None,
        ),
        (
            "a severity that is true",
            of(json!({ "SEVERITYVALUE": true, "SEVERITY": ended })),
            NEW,
            None,
        ),
    ];
    for (case, text, name, counted) in rows {
        let mut trial = Trial::new().await;
        trial.cycle(body(text)).await;
        assert_listed(&trial, case, &[name]);
        let html = page(&trial, "en/index.html");
        assert!(is_proven(&html) && !says_none(&html), "{case}: {html}");
        let counted = counted.map(|counted| format!("1 {counted}"));
        assert!(
            counted.as_ref().is_none_or(|counted| html.contains(counted)),
            "{case}: {html}, expected {counted:?}"
        );
        for (name, html) in pages(&trial) {
            let stem = name.get(3..).and_then(|name| name.strip_suffix(".html"));
            let is_plain =
                |stem: &str| stem.chars().all(|of| of.is_ascii_alphanumeric() || "-_".contains(of));
            assert!(stem.is_some_and(is_plain), "{case}: {name}");
            for sign in ["<script", "<img", "54439"] {
                assert!(!html.contains(sign), "{case}, {name}: {html}");
            }
        }
    }
}

// case 86, 87, 88, 89, 94
#[tokio::test]
async fn a_message_without_a_usable_point_is_listed_for_wales_and_told_of_in_each_county() {
    let mut other_crs = all(json!([severe(json!({}))]));
    other_crs["crs"] = json!({ "type": "name", "properties": { "name": "EPSG:27700" } });
    for (case, response) in [
        ("no point", all(json!([at(Json::Null, json!({}))]))),
        ("latitude and longitude swapped", all(json!([at(json!([51.95, -3.39]), json!({}))]))),
        ("the point (0, 0)", all(json!([at(json!([0, 0]), json!({}))]))),
        ("no numbers", all(json!([at(json!(["a", null]), json!({}))]))),
        ("metres", all(json!([at(json!([304_500, 228_600]), json!({}))]))),
        ("another crs", other_crs),
    ] {
        let mut trial = Trial::new().await;
        trial.cycle(body(response.to_string())).await;
        let html = page(&trial, "en/index.html");
        assert!(
            html.contains("1 severe flood warning in Wales") && html.contains(NEW),
            "{case}: {html}"
        );
        let counties: Vec<_> = pages(&trial)
            .into_iter()
            .filter(|(name, _)| {
                let others = ["index", "message", "status"];
                name.starts_with("en/") && !others.iter().any(|other| name.contains(other))
            })
            .collect();
        assert_eq!(counties.len(), 22, "{case}");
        for (name, html) in counties {
            let is_told = html.contains("1 warning or alert is in force with no point");
            assert!(is_told && !says_none(&html), "{case}, {name}: {html}");
        }
    }
}

// case 55
#[tokio::test]
async fn two_messages_of_one_area_are_both_listed() {
    let alert = json!({ "SEVERITYVALUE": 3, "SEVERITY": "Flood Alert", "DESCRIPTION": OTHER });
    let mut trial = Trial::new().await;
    trial.cycle(body(all(json!([severe(json!({})), severe(alert)])).to_string())).await;
    assert_listed(&trial, "both", &[NEW, OTHER]);
    let html = page(&trial, "en/index.html");
    assert!(html.contains("1 severe flood warning and 1 flood alert"), "{html}");
}

// case 48, 49, 153
#[tokio::test]
async fn a_message_that_could_not_be_read_is_counted_and_ends_none() {
    let twice = severe(json!({})).to_string();
    let twice = twice.replace("\"SEVERITYVALUE\":1", "\"SEVERITYVALUE\":4,\"SEVERITYVALUE\":1");
    let response = |items: &[&str]| {
        body(format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, items.join(",")))
    };
    for item in [
        "null",
        "7",
        "\"River Usk at Brecon\"",
        r#"{"type":"Feature","geometry":null,"properties":null}"#,
        r#"{"type":"Feature","geometry":null,"properties":[]}"#,
        &twice,
    ] {
        let mut trial = Trial::new().await;
        trial.cycle(response(&[item])).await;
        let html = page(&trial, "en/index.html");
        assert!(
            !says_none(&html) && html.contains("1 warning or alert could not be read"),
            "{item}: {html}"
        );
        let (known, other) = (named("known", KNOWN).to_string(), named("other", OTHER).to_string());
        trial.cycle(response(&[&known, &other])).await;
        trial.cycle(response(&[&known, item])).await;
        assert_listed(&trial, item, &[KNOWN, OTHER]);
        let html = page(&trial, "en/index.html");
        assert!(html.contains("1 warning or alert that could not be read"), "{item}: {html}");
    }
}

/// The first cell of a county's row, in words; `None` without a table.
fn first_risk(html: &str, county: &str) -> Option<String> {
    let (_, row) = html.split_once(&format!("<th scope=\"row\"><bdi>{county}</bdi></th>"))?;
    let (_, cell) = row.split_once("<bdi")?;
    let (_, cell) = cell.split_once('>')?;
    Some(cell.split_once("</bdi>")?.0.to_owned())
}

// case 11, 20, 26, 33, 34, 59, 60, 61, 62, 85, 95, 142, 149, 150, 151, 175
#[tokio::test]
async fn a_risk_of_the_forecast_is_very_low_only_where_that_is_proven() {
    let today = uk_time::date(Utc::now());
    let day = |days: i64| (today + TimeDelta::days(days)).format("%A %-d %B %Y").to_string();
    let entry = |members: Json| {
        let mut entry = json!({
            "Day_en": day(0), "LocationCounty_en": "Powys", "Region_en": "Mid", "RiskLevelName_en": "Low",
            "Day_cy": "", "LocationCounty_cy": "", "Region_cy": "", "RiskLevelName_cy": "",
        });
        for (name, value) in members.as_object().into_iter().flatten() {
            entry[name] = value.clone();
        }
        entry
    };
    let low = || entry(json!({}));
    let county = |county: Json| json!([low(), entry(json!({ "LocationCounty_en": county }))]);
    let level = |level: Json| json!([entry(json!({ "RiskLevelName_en": level }))]);
    let of_day = |day: String| json!([entry(json!({ "Day_en": day }))]);
    let high =
        |county: &str| entry(json!({ "LocationCounty_en": county, "RiskLevelName_en": "High" }));
    let american = today.format("%A, %B %-d, %Y").to_string();
    let (very_low, not_stated) = (Some("Very low"), Some("not stated"));
    let rows: Vec<(&str, Json, Option<&str>, Option<&str>)> = vec![
        ("one entry", json!([low()]), Some("Low"), very_low),
        ("no entry", json!([]), very_low, very_low),
        ("null beside it", json!([low(), null]), Some("Low"), not_stated),
        ("text beside it", json!([low(), "Gwynedd"]), Some("Low"), not_stated),
        ("a list beside it", json!([low(), []]), Some("Low"), not_stated),
        ("no county", county(Json::Null), Some("Low"), not_stated),
        ("an empty county", county(json!("")), Some("Low"), not_stated),
        ("an unknown county", county(json!("Mercia")), Some("Low"), not_stated),
        ("markup as a county", county(json!("<b>Powys")), Some("Low"), not_stated),
        (
            "a county that turns the line",
            json!([low(), high("\u{202e}Powys")]),
            Some("High"),
            very_low,
        ),
        ("a county twice", json!([low(), high("Powys")]), Some("High"), very_low),
        (
            "another form of a county",
            json!([entry(json!({ "LocationCounty_en": " POWYS " }))]),
            Some("Low"),
            very_low,
        ),
        ("an empty level", level(json!("")), not_stated, very_low),
        ("no level", level(Json::Null), not_stated, very_low),
        (
            "a level that is not known",
            level(json!("Extreme")),
            Some("at least high: a level this page does not know: Extreme"),
            very_low,
        ),
        (
            "markup as a level",
            level(json!("<b>Low")),
            Some("at least high: a level this page does not know: &lt;b&gt;Low"),
            very_low,
        ),
        ("nine days ahead", of_day(day(9)), None, None),
        ("next year", of_day(day(365)), None, None),
        ("another order", of_day(american), None, None),
        ("three days ago", of_day(day(-3)), None, None),
        ("an object", json!({ "forecast": [] }), None, None),
        ("null", Json::Null, None, None),
    ];
    let rows = rows
        .into_iter()
        .map(|(case, of, powys, gwynedd)| (case, body(of.to_string()), powys, gwynedd));
    let created_at = |created| body("[]").map(|found| GatewayResponse { created, ..found });
    let refused = [
        ("no body", body("")),
        ("a web page", body("<html>")),
        ("503", Err(status(503))),
        ("204", Err(status(204))),
        ("an unknown age", created_at(None)),
        ("an age of three days", created_at(Some(Utc::now() - TimeDelta::days(3)))),
    ];
    let refused = refused.into_iter().map(|(case, of)| (case, of, None, None));
    for (case, forecast, powys, gwynedd) in rows.chain(refused) {
        let mut trial = Trial::new().await;
        let levels = Err(ServiceError::Unreachable);
        let warnings = body(all(json!([])).to_string());
        trial.cycle_of(Responses { begun: Instant::now(), levels, forecast, warnings }).await;
        let html = page(&trial, "en/index.html");
        let found = ["Powys", "Gwynedd"].map(|county| first_risk(&html, county));
        assert_eq!(found.each_ref().map(Option::as_deref), [powys, gwynedd], "{case}: {html}");
        assert!(
            html.contains("class=\"answer none\""),
            "the messages do not wait for the forecast: {case}"
        );
        assert!(!html.contains("<b>") && !html.contains('\u{202e}'), "{case}: {html}");
        assert!(powys.is_some() || !page(&trial, "en/powys.html").contains("Very low"), "{case}");
    }
}
