//! The cost of a response grows with its length and no faster, from Wales' gauges to the largest body
//! that is taken: counted, not timed.
#![allow(clippy::expect_used, clippy::cast_precision_loss)] // a test ends on what it did not expect; counts are far below 2^53

use gorlif::state::station_index::StationIndex;
use gorlif_core::{
    api::{SourceTimeZone, decode_river_levels},
    domain::sorting,
};
use peak_alloc::PeakAlloc;
use std::cell::Cell;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const SIZES: [usize; 4] = [261, 3_000, 10_000, 30_000];

fn body(count: usize) -> Vec<u8> {
    // Shuffled, so that no order helps.
    let features = (0..count).map(|place| place * 7_919 % count).map(|number| {
        format!(
            r#"{{"geometry":{{"type":"Point","coordinates":[-3.{number:05},52.1]}},"properties":{{"Location":"{number}","LatestValue":"1.25","LatestTime":"20/11/2026 11:45","TitleEN":"River {number} at Weir {number}","TitleCY":"Afon {number}","ParamNameEN":"River Level","StatusEN":"Online","Units":"m"}}}}"#
        )
    });
    format!(
        r#"{{"type":"FeatureCollection","features":[{}]}}"#,
        features.collect::<Vec<_>>().join(",")
    )
    .into_bytes()
}

/// The exponent of the growth between the least and the most; prints all.
fn exponent(what: &str, costs: &[f64]) -> f64 {
    let (first, last) = (costs.first().expect("a size"), costs.last().expect("a size"));
    let exponent = (last / first).ln() / (SIZES[SIZES.len() - 1] as f64 / SIZES[0] as f64).ln();
    println!("{what}: {costs:.0?}, exponent {exponent:.3}");
    exponent
}

#[test]
fn memory_and_comparisons_grow_no_faster_than_n_log_n() {
    let now = "2026-11-20T12:00:00Z".parse().expect("an instant");
    let (mut held, mut peak, mut compared) = (Vec::new(), Vec::new(), Vec::new());
    for size in SIZES {
        let body = body(size);
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let levels = decode_river_levels(&body, SourceTimeZone::default(), now)
            .expect("a collection")
            .content;
        let board = StationIndex::new(&levels);
        assert_eq!((levels.len(), board.all().len()), (size, size));
        held.push((MEMORY.current_usage() - before) as f64);
        peak.push((MEMORY.peak_usage() - before) as f64);
        let count = Cell::new(0_u32);
        let sorted = sorting::sorted(levels.to_vec(), |a, b| {
            count.set(count.get() + 1);
            b.title().en.cmp(a.title().en)
        });
        assert_eq!(sorted.len(), size);
        compared.push(f64::from(count.get()));
        assert!(
            f64::from(count.get()) <= size as f64 * (size as f64).log2() + size as f64,
            "{size}: {count:?}"
        );
    }
    assert!(exponent("bytes held", &held) < 1.02);
    assert!(exponent("bytes at the peak", &peak) < 1.05);
    // n log n has an exponent of 1.12 over this range.
    assert!(exponent("comparisons of a sort", &compared) < 1.13);
    // A gauge takes less than a kilobyte natively, where pointers are twice as long as in the page.
    assert!(held[3] / 30_000.0 < 1_000.0, "{}", held[3] / 30_000.0);
}
