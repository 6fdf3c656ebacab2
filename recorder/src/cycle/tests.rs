//! Sequences of responses and what is published after each, without a process, a network or a file of the store.

mod sequences;
mod truth;

use super::*;
use crate::{days::Day, feeds, output::Output, publish::MOST_PAGES, store::Access};
use gorlif_core::{
    api::response_times::{Header, ResponseTimes},
    area_names::AreaNames,
    domain::{
        station::{StationId, Unit},
        trend::Reading,
    },
    recorded::RecentHistory,
    test_support::{self, BRECON},
};
use std::{
    fs,
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

/// A recorder whose files are in a folder of its own, and the folder.
struct Trial {
    recorder: Recorder,
    folder: PathBuf,
}

impl Drop for Trial {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.folder);
    }
}

impl Trial {
    async fn new() -> Self {
        Self::with_store(|_| "sqlite::memory:".to_owned()).await
    }

    /// With a store that stays when the recorder starts again.
    async fn with_file() -> Self {
        Self::with_store(Self::file_store).await
    }

    fn file_store(folder: &Path) -> String {
        format!("sqlite:{}", folder.join("store.db").display())
    }

    /// Ends the recorder, and starts another one with its files.
    async fn restart(&mut self) {
        // The first one has the folder until it is dropped.
        let mut other = Self::new().await;
        std::mem::swap(&mut self.recorder, &mut other.recorder);
        drop(other);
        self.recorder = Self::recorder(&self.folder, &Self::file_store(&self.folder)).await;
    }

    /// With a store at the address that follows from the folder.
    async fn with_store(store: impl Fn(&Path) -> String) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let folder =
            std::env::temp_dir().join(format!("gorlif-recorder-{}-{number}", std::process::id()));
        let recorder = Self::recorder(&folder, &store(&folder)).await;
        Self { recorder, folder }
    }

    async fn recorder(folder: &Path, store: &str) -> Recorder {
        let page = Some("https://flood.example/".to_owned());
        let (outlines, names) =
            (feeds::outlines().expect("the outlines of the page"), Arc::new(AreaNames::default()));
        let output = Output::open(folder).expect("a folder");
        let store = Store::open(store, Access::Write).await.expect("a store");
        let recorder = Recorder::new(
            gateway::client().expect("a client"),
            Endpoint::parse("http://127.0.0.1:1/api").expect("an address"),
            store,
            Publisher::new(output, page, &outlines, &names).expect("templates"),
            false,
            Intervals { cycle: Duration::from_secs(900), filling: Duration::from_secs(900) },
        );
        recorder.await.expect("a store")
    }

    /// A cycle with this response of the warnings. The others fail.
    async fn cycle(&mut self, warnings: Requested) -> Report {
        self.cycle_with(Err(ServiceError::Unreachable), warnings).await
    }

    async fn cycle_with(&mut self, levels: Requested, warnings: Requested) -> Report {
        let forecast = Err(ServiceError::Unreachable);
        self.cycle_of(Responses { begun: Instant::now(), levels, forecast, warnings }).await
    }

    async fn cycle_of(&mut self, responses: Responses) -> Report {
        self.recorder.record(responses).await.expect("no other recorder")
    }

    fn proof(&self) -> Proof {
        self.recorder.published().1.proof
    }

    fn file(&self, name: &str) -> String {
        fs::read_to_string(self.folder.join(name)).unwrap_or_default()
    }
}

/// A response of the warnings that the service created `minutes` ago.
fn response(features: &[String], minutes: i64) -> GatewayResponse {
    let now = Utc::now();
    GatewayResponse {
        body: test_support::collection(features).into_bytes(),
        received: now,
        arrived: Instant::now(),
        created: Some(now - TimeDelta::minutes(minutes)),
        times: ResponseTimes { date: Some(now), ..ResponseTimes::default() },
        is_updating: false,
        is_sample: false,
    }
}

fn severe() -> String {
    test_support::feature(BRECON, r#""FWACODE":"A/1","DESCRIPTION":"Usk","SEVERITYVALUE":1"#)
}

/// A gauge with a reading of half an hour ago.
fn gauge_at(id: u8, level: &str) -> String {
    gauge_before(id.into(), level, 30)
}

/// A gauge whose reading is `minutes` old.
fn gauge_before(id: usize, level: &str, minutes: i64) -> String {
    let time = (Utc::now() - TimeDelta::minutes(minutes)).format("%d/%m/%Y %H:%M");
    let fields = format!(
        r#""Location":"{id}","Units":"m","LatestValue":"{level}","LatestTime":"{time}","StatusEN":"Online""#
    );
    test_support::feature(BRECON, &fields)
}

#[tokio::test]
async fn what_is_proven_follows_from_each_response() {
    let severe = [severe()];
    let mut trial = Trial::new().await;
    assert_eq!(trial.proof(), Proof::Missing, "before the first response");
    let unreadable = [severe[0].clone(), "7".to_owned()];
    for (what, warnings, proof, says_severe) in [
        ("none", Ok(response(&[], 3)), Proof::Complete, false),
        ("severe", Ok(response(&severe, 2)), Proof::Complete, true),
        ("an older one", Ok(response(&[], 4)), Proof::Complete, true),
        ("a failure", Err(ServiceError::Unreachable), Proof::Missing, true),
        ("an unreadable item", Ok(response(&unreadable, 1)), Proof::Incomplete, true),
        (
            "no JSON",
            Ok(GatewayResponse { body: b"<html>".to_vec(), ..response(&[], 0) }),
            Proof::Missing,
            true,
        ),
        ("no age", Ok(GatewayResponse { created: None, ..response(&[], 0) }), Proof::Missing, true),
        (
            "made up",
            Ok(GatewayResponse { is_sample: true, ..response(&[], 0) }),
            Proof::Missing,
            true,
        ),
        ("ended", Ok(response(&[], 0)), Proof::Complete, false),
    ] {
        let report = trial.cycle(warnings).await;
        assert_eq!(trial.proof(), proof, "{what}");
        assert_eq!(report.proven, proof == Proof::Complete, "{what}");
        let page = trial.file("plain/en/powys.html");
        assert_eq!(page.contains("1\u{a0}severe flood warning"), says_severe, "{what}: {page}");
        // As gateway/lua/plain_notice.lua reads it.
        let is_listed = page.split_once(r#"<h2 class="severe">"#).is_some_and(|(_, list)| {
            let (_, list) = list.split_once("</h2>").expect("the end of the heading");
            list.trim_start().starts_with(r#"<ul class="messages">"#)
        });
        assert_eq!(is_listed, says_severe, "{what}: {page}");
        let is_none = proof == Proof::Complete && !says_severe;
        assert_eq!(
            page.contains("No flood warnings or alerts are in force"),
            is_none,
            "{what}: {page}"
        );
        assert_eq!(page.contains("are not warned of anywhere"), is_none, "{what}: {page}");
        let feed = trial.file("feeds/warnings.en.geojson");
        let is_unproven = feed.contains(r#""provenUntil":0"#);
        assert_eq!(is_unproven, proof != Proof::Complete, "{what}: {feed}");
    }
}

#[tokio::test]
async fn a_response_that_is_old_when_it_arrives_proves_nothing() {
    let mut trial = Trial::new().await;
    for (minutes, proof) in [(25, Proof::Missing), (19, Proof::Complete)] {
        trial.cycle(Ok(response(&[], minutes))).await;
        assert_eq!(trial.proof(), proof, "{minutes}");
    }
}

#[tokio::test]
async fn a_proof_ends_by_the_arrival_of_the_response_however_long_the_recording_takes() {
    let mut trial = Trial::new().await;
    let arrived = Instant::now() - Duration::from_secs(1);
    trial.cycle(Ok(GatewayResponse { arrived, ..response(&[], 5) })).await;
    // A response of five minutes ago, and the second of the limit itself.
    let left = PROVEN.to_std().expect("positive") - Duration::from_secs(5 * 60 - 1);
    assert_eq!(trial.recorder.published.end_of_proof(), Some(arrived + left));
}

// case 215
#[tokio::test]
async fn a_time_that_was_ahead_and_stands_still_proves_nothing_when_it_has_come() {
    let mut trial = Trial::new().await;
    let now = Utc::now();
    let with_origin = |origin| {
        let times = ResponseTimes {
            date: Some(now),
            origin_date: Header::Value(origin),
            ..ResponseTimes::default()
        };
        GatewayResponse {
            created: times.age_milliseconds().map(|_| now),
            times,
            ..response(&[], 0)
        }
    };
    let (ahead, date) = (now + TimeDelta::minutes(90), now + TimeDelta::minutes(90));
    trial.cycle(Ok(with_origin(ahead))).await;
    assert_eq!(trial.proof(), Proof::Missing, "ahead");
    let later = with_origin(ahead);
    let times = ResponseTimes { date: Some(date), ..later.times };
    trial.cycle(Ok(GatewayResponse { created: Some(now), times, ..later })).await;
    assert_eq!(trial.proof(), Proof::Missing, "its time has come, and it has not moved");
    trial.cycle(Ok(with_origin(now - TimeDelta::minutes(1)))).await;
    assert_eq!(trial.proof(), Proof::Complete, "it has moved");
}

// case 222
#[tokio::test]
async fn files_that_cannot_be_written_take_no_proof_from_the_notifications() {
    let mut trial = Trial::new().await;
    trial.cycle(Ok(response(&[], 2))).await;
    assert_eq!(trial.proof(), Proof::Complete);
    // A file in place of the folder is in place of a full disk.
    fs::remove_dir_all(&trial.folder).expect("the folder");
    fs::write(&trial.folder, "").expect("a file");
    let report = trial.cycle(Ok(response(&[severe()], 1))).await;
    assert!(report.errors.iter().any(|error| error.starts_with("flood warnings: ")), "{report:?}");
    assert_eq!(trial.proof(), Proof::Complete);
    fs::remove_file(&trial.folder).expect("the file");
    trial.cycle(Err(ServiceError::Unreachable)).await;
    assert_eq!(trial.proof(), Proof::Missing);
}

#[tokio::test]
async fn a_file_of_a_gauge_that_cannot_be_written_takes_no_proof_from_the_messages() {
    let mut trial = Trial::new().await;
    // A folder in the place of the file.
    fs::create_dir(trial.folder.join("1.json")).expect("a folder");
    let levels = Ok(response(&[gauge_at(1, "0.5")], 2));
    let report = trial.cycle_with(levels, Ok(response(&[], 1))).await;
    assert!(report.errors.iter().any(|error| error.starts_with("river levels: ")), "{report:?}");
    assert_eq!(trial.proof(), Proof::Complete);
    let feed = trial.file("feeds/warnings.en.geojson");
    assert!(!feed.is_empty() && !feed.contains(r#""provenUntil":0"#), "{feed}");
}

// case 232
#[tokio::test]
async fn an_older_response_of_the_levels_replaces_no_newer_one() {
    let mut trial = Trial::new().await;
    for (given, minutes, shown) in [("1.1", 5, "1.1"), ("1.2", 2, "1.2"), ("1.1", 4, "1.2")] {
        let levels = Ok(response(&[gauge_at(1, given)], minutes));
        trial.cycle_with(levels, Ok(response(&[], 0))).await;
        let file = trial.file("feeds/gauges.en.geojson");
        assert!(
            file.contains(&format!("\"{shown}\"")) || file.contains(&format!(":{shown}")),
            "{given} {minutes}: {file}"
        );
    }
}

#[tokio::test]
async fn a_response_of_the_same_time_as_the_last_one_is_used() {
    let mut trial = Trial::new().await;
    let created = Some(Utc::now() - TimeDelta::minutes(2));
    let of_that_time =
        |features: &[String]| Ok(GatewayResponse { created, ..response(features, 2) });
    for (level, messages, is_severe) in [("1.1", &[][..], false), ("1.2", &[severe()], true)] {
        let levels = of_that_time(&[gauge_at(1, level)]);
        trial.cycle_with(levels, of_that_time(messages)).await;
        let gauges = trial.file("feeds/gauges.en.geojson");
        assert!(gauges.contains(level), "{level}: {gauges}");
        let warnings = trial.file("feeds/warnings.en.geojson");
        assert_eq!(warnings.contains("Usk"), is_severe, "{level}: {warnings}");
    }
}

// case 57
#[tokio::test]
async fn a_response_with_few_of_the_gauges_is_named_on_plain_pages_and_in_the_report() {
    let mut trial = Trial::new().await;
    for (count, minutes, few) in [
        (20, 3, ""),
        (10, 2, ""),
        (1, 1, "only 1 of the 20 gauges"),
        (0, 0, "only 0 of the 20 gauges"),
    ] {
        let gauges: Vec<String> = (0..count).map(|id| gauge_at(id, "1")).collect();
        let levels = Ok(response(&gauges, minutes));
        let report = trial.cycle_with(levels, Ok(response(&[], 0))).await;
        let page = trial.file("plain/en/powys.html");
        assert_eq!(page.contains("of the 20"), !few.is_empty(), "{count}: {page}");
        assert!(page.contains(few), "{few}: {page}");
        let is_named = report.errors.iter().any(|error| error.contains("of the 20"));
        assert_eq!(is_named, !few.is_empty(), "{count}: {report:?}");
    }
}

#[tokio::test]
async fn the_file_of_all_gauges_has_half_a_day_and_of_too_many_gauges_none_has_a_page() {
    let mut trial = Trial::new().await;
    for (count, minutes, has_page) in
        [(1, 13 * 60, true), (1, 30, true), (MOST_PAGES, 20, true), (MOST_PAGES + 1, 15, false)]
    {
        let gauges: Vec<String> = (0..count).map(|id| gauge_before(id, "1", minutes)).collect();
        trial.cycle_with(Ok(response(&gauges, 0)), Ok(response(&[], 0))).await;
        let page = trial.folder.join("plain/en/gauge-0.html");
        assert_eq!(page.exists(), has_page, "{count}");
    }
    let recent = RecentHistory::decode(trial.file("recent.json").as_bytes()).expect("the file");
    let readings = recent.readings(&StationId("0".into()), &Unit::Metres);
    assert_eq!(readings.len(), 3, "{readings:?}");
}

// case 235
#[tokio::test]
async fn only_levels_in_metres_have_a_trend_on_plain_pages() {
    for (fields, shown) in [(r#""Units":"m""#, "cm&#x2f;h"), (r#""Units":"l/s""#, "l&#x2f;s")] {
        let mut trial = Trial::new().await;
        for quarters in (1..=6).rev() {
            let time = (Utc::now() - TimeDelta::minutes(15 * quarters)).format("%d/%m/%Y %H:%M");
            let gauge = format!(
                r#""Location":"4001","TitleEN":"Usk at Brecon","LatestValue":"{}","LatestTime":"{time}","StatusEN":"Online",{fields}"#,
                20 - quarters
            );
            let gauge = test_support::feature(BRECON, &gauge);
            let levels = Ok(response(&[gauge], quarters));
            trial.cycle_with(levels, Ok(response(&[], 0))).await;
        }
        let page = trial.file("plain/en/powys.html");
        assert!(page.contains(shown), "{shown}: {page}");
        assert_eq!(page.contains("cm&#x2f;h"), shown.starts_with("cm"), "{fields}: {page}");
    }
}

// case 247
#[tokio::test]
async fn the_file_of_a_gauge_is_deleted_with_its_last_reading() {
    let mut trial = Trial::new().await;
    let time = (Utc::now() - TimeDelta::minutes(15)).format("%Y-%m-%dT%H:%M:%SZ");
    let fields = format!(
        r#""Location":"4001","Units":"m","LatestValue":"0.5","LatestTime":"{time}","StatusEN":"Online""#
    );
    let levels = response(&[test_support::feature(BRECON, &fields)], 0);
    trial.cycle_with(Ok(levels), Ok(response(&[], 0))).await;
    assert!(trial.folder.join("4001.json").exists());
    let reached = trial.recorder.reached;
    for (hours, is_due) in [(23, false), (24, true)] {
        trial.recorder.last_cleaning = reached.map(|reached| reached - TimeDelta::hours(hours));
        trial.recorder.clean().await.expect("a cleaning");
        assert_eq!(trial.recorder.last_cleaning == reached, is_due, "once a day: {hours}");
    }
    // The distributions of the levels of more than a year ago.
    let series = trial.recorder.store.series().await.expect("the series")[0].key;
    let year_ago = days::day_of(reached.expect("a reading")) - i64::from(YEAR_DAYS);
    let day = |day| {
        let (mean, sketch) = (0.5, "x".to_owned());
        Day {
            day,
            readings: 1,
            lowest: mean,
            mean,
            highest: mean,
            highest_at: 0,
            begins: 0,
            sketch,
        }
    };
    let days = [day(year_ago - 1), day(year_ago)];
    trial.recorder.store.put_days([(series, &days[..])]).await.expect("days");
    trial.recorder.last_cleaning = None;
    trial.recorder.clean().await.expect("a cleaning");
    let kept = trial.recorder.store.days(series, 0).await.expect("days");
    let sketch_of = |of| kept.iter().find(|day| day.day == of).map(|day| &*day.sketch);
    assert_eq!((sketch_of(year_ago - 1), sketch_of(year_ago)), (Some(""), Some("x")));
    for (days, remains) in [(-1, true), (1, false)] {
        let oldest = Utc::now() + TimeDelta::days(days);
        trial.recorder.store.delete_before(oldest).await.expect("a deletion");
        trial.recorder.last_cleaning = None;
        trial.recorder.clean().await.expect("a cleaning");
        assert_eq!(trial.folder.join("4001.json").exists(), remains, "{days}");
    }
}

// case 246
#[tokio::test]
async fn a_date_that_is_ahead_lets_no_reading_of_the_future_into_the_store() {
    let mut trial = Trial::new().await;
    let gauge = |hours: i64, id: u8| {
        let time = (Utc::now() + TimeDelta::hours(hours)).format("%Y-%m-%dT%H:%M:%SZ");
        let fields = format!(
            r#""Location":"{id}","Units":"m","LatestValue":"0.5","LatestTime":"{time}","StatusEN":"Online""#
        );
        test_support::feature(BRECON, &fields)
    };
    let mut levels = response(&[gauge(-1, 1), gauge(47, 2)], 0);
    levels.received += TimeDelta::hours(48);
    trial.cycle_with(Ok(levels), Ok(response(&[], 0))).await;
    let series = trial.recorder.store.series().await.expect("the series");
    let stations: Vec<&str> = series.iter().map(|series| &*series.station.0).collect();
    assert_eq!(stations, ["1"]);
}

// case 242
#[tokio::test]
async fn a_level_that_jumps_is_a_sensor_fault_on_plain_pages_and_stays_in_the_store() {
    let mut trial = Trial::new().await;
    for (quarters, level) in [(2, "0.5"), (1, "9.5")] {
        let time = (Utc::now() - TimeDelta::minutes(15 * quarters)).format("%d/%m/%Y %H:%M");
        let gauge = format!(
            r#""Location":"4001","TitleEN":"Usk at Brecon","Units":"m","LatestValue":"{level}","LatestTime":"{time}","StatusEN":"Online""#
        );
        let levels = Ok(response(&[test_support::feature(BRECON, &gauge)], quarters));
        trial.cycle_with(levels, Ok(response(&[], 0))).await;
    }
    for page in ["plain/en/powys.html", "plain/en/gauge-4001.html"].map(|page| trial.file(page)) {
        assert!(page.contains("sensor fault") && !page.contains("9.50"), "{page}");
    }
    for series in trial.recorder.store.series().await.expect("the series") {
        let readings = trial.recorder.store.readings(series.key, Timestamp::UNIX_EPOCH).await;
        assert_eq!(readings.expect("the readings").len(), 2);
    }
}

// case 238
#[tokio::test]
async fn gauges_that_share_a_number_keep_their_ids_after_a_start_while_one_is_missing() {
    let mut trial = Trial::with_file().await;
    let gauge = |title: &str, level: f64, minutes: i64| {
        let time = (Utc::now() - TimeDelta::minutes(minutes)).format("%d/%m/%Y %H:%M");
        let fields = format!(
            r#""Location":"7","TitleEN":"{title}","Units":"m","LatestValue":"{level}","LatestTime":"{time}","StatusEN":"Online""#
        );
        test_support::feature(BRECON, &fields)
    };
    let both = [gauge("Usk at Brecon", 1.0, 45), gauge("Honddu at Brecon", 9.0, 45)];
    trial.cycle_with(Ok(response(&both, 3)), Ok(response(&[], 0))).await;
    trial.restart().await;
    // The gauge that has the mark, without the other one.
    let marked = trial.recorder.sources.shared.iter().find(|gauge| gauge.id.0.contains('~'));
    let title = marked.expect("two gauges").title().en.to_owned();
    let level = if title.starts_with("Usk") { 1.1 } else { 9.1 };
    let levels = Ok(response(&[gauge(&title, level, 30)], 2));
    trial.cycle_with(levels, Ok(response(&[], 0))).await;
    for series in trial.recorder.store.series().await.expect("the series") {
        let readings = trial.recorder.store.readings(series.key, Timestamp::UNIX_EPOCH).await;
        let levels: Vec<f64> =
            readings.expect("readings").iter().map(|reading| reading.level).collect();
        let is_of_one = levels.iter().all(|level| (level - levels[0]).abs() < 1.0);
        assert!(is_of_one, "{:?}: {levels:?}", series.station);
    }
}

#[tokio::test]
async fn a_gauge_that_cannot_be_read_costs_only_itself() {
    let mut trial = Trial::new().await;
    let time = (Utc::now() - TimeDelta::minutes(30)).format("%d/%m/%Y %H:%M");
    let gauge = |id: u8, more: &str| {
        let fields = format!(
            r#""Location":"{id}","Units":"m","LatestValue":"1","LatestTime":"{time}","StatusEN":"Online"{more}"#
        );
        test_support::feature(BRECON, &fields)
    };
    let levels = Ok(response(&[gauge(1, ""), gauge(2, r#","LatestValue":"2""#)], 0));
    let report = trial.cycle_with(levels, Ok(response(&[], 0))).await;
    assert_eq!((report.unreadable_items, report.new_readings), (1, 1), "{report:?}");
    // The forecast of a trial.
    assert!(report.errors.iter().all(|error| error.starts_with("flood forecast: ")), "{report:?}");
}

#[tokio::test]
async fn a_report_has_the_counts_of_its_responses_and_the_times_of_the_last_ones() {
    let mut trial = Trial::new().await;
    let begun = Utc::now().timestamp();
    let levels = response(&[gauge_at(1, "0.5"), gauge_at(2, "")], 2);
    let created = |minutes| {
        let at = Utc::now() - TimeDelta::minutes(minutes);
        move |seconds: Option<i64>| seconds.is_some_and(|found| (at.timestamp() - found).abs() < 60)
    };
    let first = trial.cycle_with(Ok(levels), Ok(response(&[severe()], 4))).await;
    assert!(first.at >= begun && first.proven, "{first:?}");
    assert_eq!(
        (first.new_readings, first.skipped_readings, first.new_messages),
        (1, 1, 1),
        "{first:?}"
    );
    assert_eq!((first.gauges, first.pending_readings), (1, 0), "{first:?}");
    // The requests of a cycle: none has a service here.
    let failed = trial.recorder.cycle().await.expect("no other recorder");
    assert_eq!(failed.errors.len(), 3, "{failed:?}");
    for part in ["river levels", "flood forecast", "flood warnings"] {
        let is_named = |error: &String| error.starts_with(&format!("{part}: the request failed"));
        assert!(failed.errors.iter().any(is_named), "{failed:?}");
    }
    for report in [&first, &failed] {
        assert!(report.at >= begun && report.gauges == 1, "{report:?}");
        assert!(
            created(2)(report.levels_created) && created(4)(report.warnings_created),
            "{report:?}"
        );
        assert!(created(30)(report.newest_reading), "{report:?}");
    }
    let made_up = GatewayResponse { is_sample: true, ..response(&[], 0) };
    let other = trial.cycle(Ok(made_up)).await;
    let error = "flood warnings: the store has real data and the service serves sample data: use another store";
    assert!(other.errors.iter().any(|found| found == error), "{other:?}");
}

#[tokio::test]
async fn without_the_store_nothing_is_proven_and_the_readings_wait() {
    let mut trial = Trial::with_file().await;
    trial.cycle_with(Ok(response(&[gauge_at(2, "1")], 3)), Ok(response(&[], 3))).await;
    assert_eq!(trial.proof(), Proof::Complete);
    // A folder in the place of the file.
    trial.recorder.store.disconnect().await;
    let file = trial.folder.join("store.db");
    let kept = trial.folder.join("kept.db");
    fs::rename(&file, &kept).expect("a store");
    fs::create_dir(&file).expect("a folder");
    let levels = || Ok(response(&[gauge_at(1, "0.5")], 2));
    let report = trial.cycle_with(levels(), Ok(response(&[], 2))).await;
    assert_eq!((trial.proof(), report.pending_readings), (Proof::Missing, 1), "{report:?}");
    assert_eq!(report.gauges, 1, "of the last cycle: {report:?}");
    assert!(trial.file("feeds/warnings.en.geojson").contains(r#""provenUntil":0"#));
    let is_of_store = |error: &&String| error.contains("the store failed");
    assert!(report.errors.iter().filter(is_of_store).count() >= 2, "{report:?}");
    fs::remove_dir(&file).expect("the folder");
    fs::rename(&kept, &file).expect("the store");
    let report = trial.cycle_with(levels(), Ok(response(&[], 1))).await;
    assert_eq!((trial.proof(), report.pending_readings), (Proof::Complete, 0), "{report:?}");
    assert_eq!(report.new_readings, 1, "{report:?}");
}

#[tokio::test]
async fn messages_are_made_up_if_the_operator_the_store_or_the_last_response_says_so() {
    let is_made_up = |trial: &Trial| trial.recorder.published().2;
    let made_up = || GatewayResponse { is_sample: true, ..response(&[], 1) };
    let mut trial = Trial::with_file().await;
    assert!(!is_made_up(&trial));
    trial.cycle(Ok(GatewayResponse { created: None, ..made_up() })).await;
    assert!(is_made_up(&trial), "the response, which is not recorded");
    trial.cycle(Ok(made_up())).await;
    trial.restart().await;
    assert!(is_made_up(&trial), "the store");
    let mut trial = Trial::new().await;
    trial.cycle(Ok(response(&[], 1))).await;
    assert!(!is_made_up(&trial));
    trial.recorder.is_test = true;
    assert!(is_made_up(&trial), "the operator");
}

#[tokio::test]
async fn a_proof_that_ends_before_the_next_cycle_is_lost_then() {
    let mut trial = Trial::new().await;
    trial.cycle(Ok(response(&[], 0))).await;
    let proven = trial.file("feeds/warnings.en.geojson");
    trial.recorder.fill_for(Duration::from_millis(20)).await;
    assert_eq!(trial.proof(), Proof::Complete);
    if let Published::Proven { end, .. } = &mut trial.recorder.published {
        *end = Instant::now() + Duration::from_millis(10);
    }
    trial.recorder.fill_for(Duration::from_millis(20)).await;
    assert_eq!(trial.proof(), Proof::Missing);
    assert_ne!(trial.file("feeds/warnings.en.geojson"), proven);
}

// case 187
#[tokio::test]
async fn a_reading_of_the_hour_that_local_time_has_twice_is_of_the_one_that_is_certain() {
    let mut trial = Trial::new().await;
    let at = |time: &str| format!("2026-10-25T{time}:00Z").parse::<Timestamp>().expect("a time");
    let gauge = |id: u8, time: &str| {
        let fields = format!(
            r#""Location":"{id}","Units":"m","LatestValue":"0.5","LatestTime":"25/10/2026 {time}","StatusEN":"Online""#
        );
        test_support::feature(BRECON, &fields)
    };
    // Summer time ends at 01:00 UTC. Gauge 1 has been read before; of gauge 2 both 01:30 are possible.
    for (received, gauges, ambiguous, newest) in [
        ("00:50", vec![gauge(1, "01:45")], 0, "00:45"),
        ("01:40", vec![gauge(1, "01:30"), gauge(2, "01:30")], 1, "01:30"),
        ("02:10", vec![gauge(1, "02:00"), gauge(2, "02:00")], 0, "02:00"),
    ] {
        let received = at(received);
        let created = Some(received);
        let levels = Ok(GatewayResponse { received, created, ..response(&gauges, 0) });
        let report = trial.cycle_with(levels, Ok(response(&[], 0))).await;
        assert_eq!(report.ambiguous_readings, ambiguous, "{received}: {report:?}");
        assert_eq!(report.newest_reading, Some(at(newest).timestamp()), "{received}: {report:?}");
        assert_eq!(report.new_readings, gauges.len() - ambiguous, "{received}: {report:?}");
    }
    for series in trial.recorder.store.series().await.expect("the series") {
        let readings = trial.recorder.store.readings(series.key, Timestamp::UNIX_EPOCH).await;
        let expected = if &*series.station.0 == "1" { 3 } else { 1 };
        assert_eq!(readings.expect("the readings").len(), expected, "{:?}", series.station);
    }
    // A pending reading decides for its own gauge only.
    let mut trial = Trial::new().await;
    trial.recorder.zone = SourceTimeZone::UkTime;
    let reading = Reading { at: at("00:45"), level: 0.5 };
    let (station, unit) = (StationId("1".into()), Unit::parse("m"));
    trial.recorder.pending.push(StationReading { station, unit, reading });
    let received = at("01:40");
    let gauges = [gauge(1, "01:30"), gauge(2, "01:30")];
    let levels = Ok(GatewayResponse { received, created: Some(received), ..response(&gauges, 0) });
    let report = trial.cycle_with(levels, Ok(response(&[], 0))).await;
    assert_eq!((report.ambiguous_readings, report.new_readings), (1, 2), "{report:?}");
    let series = trial.recorder.store.series().await.expect("the series");
    assert!(series.iter().all(|series| &*series.station.0 == "1"), "{series:?}");
    // A service whose times are in UTC has no such hour.
    let mut trial = Trial::new().await;
    let received = at("01:40");
    let gauges = [gauge(1, "01:30"), gauge(2, "00:30")];
    let levels = Ok(GatewayResponse { received, created: Some(received), ..response(&gauges, 0) });
    let report = trial.cycle_with(levels, Ok(response(&[], 0))).await;
    assert_eq!((report.ambiguous_readings, report.new_readings), (0, 2), "{report:?}");
}

#[test]
fn a_clock_behind_the_recorded_readings_was_set_back() {
    let at = |minutes: i64| Timestamp::UNIX_EPOCH + TimeDelta::minutes(minutes);
    let allowed = READING_FRESH_SECONDS / 60;
    for (received, reached, expected) in [
        (600, None, 600),
        (600, Some(590), 600),
        (600, Some(600), 600),
        (600, Some(601), 601 + allowed),
    ] {
        let plausible = plausible_time(at(received), reached.map(at));
        assert_eq!(plausible, at(expected), "{received} {reached:?}");
    }
}

#[test]
fn a_reading_is_used_until_it_is_as_old_as_the_retention() {
    let now: Timestamp = "2026-11-20T12:00:00Z".parse().expect("an instant");
    for (more, is_used) in [(-1, true), (0, false), (1, false)] {
        let reached = now - TimeDelta::minutes(30) + RETENTION + TimeDelta::seconds(more);
        let properties = r#""Location":"1","Units":"m","LatestValue":"1","LatestTime":"2026-11-20T11:30:00Z","StatusEN":"Online""#;
        let stations = test_support::stations(&[test_support::feature(BRECON, properties)], now);
        assert_eq!(usable_readings(&stations, now, reached).count() == 1, is_used, "{more}");
    }
}

#[test]
fn the_level_of_a_station_had_its_plain_number_before_and_other_parameters_a_mark() {
    let parameter = |number: u8, name: &str| {
        format!(r#"{{"parameter":{number},"paramNameEN":"{name}","units":"m","latestValue":"1"}}"#)
    };
    for (parameters, plain) in [
        ([parameter(7, "Rainfall"), parameter(9, "River Level")], "9"),
        ([parameter(9, "River Level"), parameter(7, "River Level")], "7"),
        ([parameter(7, "River Level"), parameter(9, "River Level")], "7"),
    ] {
        let body = format!(
            r#"[{{"location":"40","titleEN":"Usk","parameters":[{}]}}]"#,
            parameters.join(",")
        );
        let stations = decode_station_data(body.as_bytes()).expect("an array").content;
        let ids: Vec<(String, String)> = earlier_ids(&stations)
            .into_iter()
            .map(|(earlier, id, _)| (earlier, id.0.to_string()))
            .collect();
        let expected = [("40~7", "40-7"), ("40~9", "40-9"), ("40", &*format!("40-{plain}"))];
        let expected = expected.map(|(earlier, id)| (earlier.to_owned(), id.to_owned()));
        assert_eq!(ids, expected, "{body}");
    }
}
