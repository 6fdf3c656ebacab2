//! Broken input by the thousand: no decoder or parser may panic, hang, or take more memory than a
//! constant times its input.
//!
//! A short, fixed run in `make test`; `make fuzz SECONDS=…` goes on for as long as that with ever
//! new input.
#![cfg(not(target_arch = "wasm32"))]
#![allow(clippy::expect_used)] // a test ends on what it did not expect

use gorlif::state::page_query::PageQuery;
use gorlif_core::{
    api::{
        SourceTimeZone, decode_flood_forecast, decode_flood_warnings, decode_historical,
        decode_river_levels, decode_station_data, endpoint::Endpoint,
    },
    domain::grid_reference::GridReference,
    gazetteer::{Gazetteer, index::Directory, search},
};
use peak_alloc::PeakAlloc;
use std::io::Write;
use std::time::{Duration, Instant};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The allowed cost of an input: times its length, and besides.
const TIMES: usize = 48;
const BESIDES: usize = 8 * 1024;
/// Runs of each target in the short form.
const RUNS: u32 = 1_000;

/// A small generator, so that the short form says the same each time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 >> 11).unwrap_or_default() % below.max(1)
    }
}

const TOKENS: [&str; 34] = [
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "\\",
    "\\u",
    "\\ud800",
    "null",
    "true",
    "-",
    "0",
    "1e400",
    "999999999999999999999",
    "-0",
    ".5",
    "NaN",
    "\u{0}",
    "\u{202e}",
    "ŵ",
    "💧",
    "\u{feff}",
    "\"type\"",
    "\"features\"",
    "\"geometry\"",
    "\"coordinates\"",
    "31/02/2024 25:61",
    "SN5036002070",
    "?lat=",
    "&",
    "%",
    "=",
];

/// One to eight changes to a seed.
fn mutated(seed: &[u8], dice: &mut Dice) -> Vec<u8> {
    let mut body = seed.to_vec();
    for _ in 0..=dice.roll(8) {
        let (at, length) = (dice.roll(body.len() + 1), dice.roll(40));
        let end = (at + length).min(body.len());
        match dice.roll(7) {
            0 => body.truncate(at),
            1 => drop(body.drain(at..end)),
            2 => drop(body.splice(at..at, TOKENS[dice.roll(TOKENS.len())].bytes())),
            3 => drop(body.splice(at..end, TOKENS[dice.roll(TOKENS.len())].bytes())),
            4 => {
                let part = body[at..end].to_vec();
                let many = part
                    .iter()
                    .copied()
                    .cycle()
                    .take(part.len() * (1 + dice.roll(200)))
                    .collect::<Vec<_>>();
                drop(body.splice(at..at, many));
            }
            5 => {
                if let Some(byte) = body.get_mut(at) {
                    *byte = u8::try_from(dice.roll(256)).unwrap_or_default();
                }
            }
            _ => {
                let other = dice.roll(body.len().max(1));
                if at < body.len() && other < body.len() {
                    body.swap(at, other);
                }
            }
        }
    }
    body
}

/// The recorded answer where it is at hand, else the fixture, cut to a few features so that a run
/// is quick.
fn seed(recorded: &str, fixture: &str) -> Vec<u8> {
    let folder = std::env::var("GORLIF_CAPTURES")
        .unwrap_or_else(|_| format!("{}/../shared/captures", env!("CARGO_MANIFEST_DIR")));
    let fixture = || {
        std::fs::read(format!("{}/tests/fixtures/{fixture}.json", env!("CARGO_MANIFEST_DIR")))
            .expect("a fixture")
    };
    let Ok(whole) = std::fs::read(format!("{folder}/{recorded}")) else { return fixture() };
    let Ok(mut body) = serde_json::from_slice::<serde_json::Value>(&whole) else {
        return fixture();
    };
    if let Some(features) = body["features"].as_array_mut() {
        features.truncate(6);
    }
    body.to_string().into_bytes()
}

fn fuzz(name: &str, seeds: &[Vec<u8>], run: impl Fn(&[u8])) {
    let seconds = std::env::var("GORLIF_FUZZ_SECONDS").ok().and_then(|text| text.parse().ok());
    let until = seconds.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let mut dice = Dice(until.map_or(0x5eed, |_| u64::from(std::process::id()) << 20 | 1));
    let (mut runs, mut worst) = (0_u32, 0.0_f64);
    while until.map_or(runs < RUNS, |until| Instant::now() < until) {
        let input = mutated(&seeds[dice.roll(seeds.len())], &mut dice);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        run(&input);
        let taken = MEMORY.peak_usage().saturating_sub(before);
        assert!(
            taken <= input.len() * TIMES + BESIDES,
            "{name}: {taken} bytes for {} of {}",
            input.len(),
            String::from_utf8_lossy(&input)
        );
        worst = worst.max(taken.saturating_sub(BESIDES) as f64 / input.len().max(1) as f64);
        runs += 1;
    }
    // Not through the test harness, which keeps what a good test prints to itself.
    let _ = writeln!(
        std::io::stderr(),
        "fuzz: {name}: {runs} runs, at most {worst:.1} times the input in memory"
    );
}

/// One test for all targets, since the memory is measured of the whole process.
// case 37, 38
#[test]
fn broken_input_never_panics_and_never_takes_more_than_its_share() {
    let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
    let levels = seed("riverlevels-2019-03-13.json", "river-levels");
    let warnings = seed("floodwarnings-2016-11-22.json", "flood-warnings");
    let forecast = seed("", "flood-forecast");
    fuzz("river levels", std::slice::from_ref(&levels), |body| {
        drop(decode_river_levels(body, SourceTimeZone::default(), now))
    });
    let stations = seed("", "station-data");
    fuzz("station data", std::slice::from_ref(&stations), |body| drop(decode_station_data(body)));
    let history =
        br#"{"units":"m","parameterReadings":[{"time":"2026-11-20T12:00:00Z","value":1.5}]}"#;
    fuzz("historical", &[history.to_vec()], |body| drop(decode_historical(body)));
    fuzz("flood warnings", std::slice::from_ref(&warnings), |body| {
        drop(decode_flood_warnings(body))
    });
    fuzz("flood forecast", std::slice::from_ref(&forecast), |body| {
        drop(decode_flood_forecast(body, now))
    });
    let addresses = [
        "?lat=51.947&lon=-3.391&r=20&lang=cy&station=4268",
        "?county=powys&day=2026-11-20&area=101WAFYM10",
    ];
    fuzz("address", &addresses.map(|text| text.as_bytes().to_vec()), |text| {
        drop(PageQuery::parse(&String::from_utf8_lossy(text)).text())
    });
    let references =
        ["SN5036002070", "so 045 285", "51.95 -3.39", "Aberhonddu", "https://example.org/api/"];
    let gazetteer = Gazetteer::decode(include_bytes!("../public/gazetteer.txt")).expect("the file");
    let directory = Directory { gazetteer: Some(&gazetteer), ..Directory::default() };
    let index = directory.index();
    fuzz(
        "place, grid reference and endpoint",
        &references.map(|text| text.as_bytes().to_vec()),
        |text| {
            let text = String::from_utf8_lossy(text);
            let position = GridReference::parse(&text).and_then(GridReference::position);
            assert!(position.is_none_or(|position| position.lat().is_finite() && position.lon().is_finite()));
            let _ = search::search(&text, &index, &directory);
            let _ = Endpoint::parse(&text);
        },
    );
}
