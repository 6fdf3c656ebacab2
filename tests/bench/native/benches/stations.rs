//! Decoding, ordering and finding gauges, from Wales to the largest body that is taken.

use chrono::{DateTime, Utc};
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use gorlif_core::{
    api::{SourceTimeZone, decode_river_levels},
    domain::{
        geo::{Distance, Position},
        nearby::{self, Nearby},
        sorting,
    },
};
use std::{hint::black_box, time::Duration};

fn body(count: usize) -> Vec<u8> {
    let features: Vec<String> = (0..count)
        .map(|number| {
            let (lat, lon) = (51.4 + (number * 7_919 % 20_000) as f64 / 10_000.0, -5.2 + (number * 104_729 % 25_000) as f64 / 10_000.0);
            format!(
                r#"{{"type":"Feature","geometry":{{"type":"Point","coordinates":[{lon:.4},{lat:.4}]}},"properties":{{"Location":"{number}","LatestValue":"1.05","LatestTime":"20/11/2026 11:45","NameEN":"Weir {number}","NameCY":"Cored {number}","NGR":"","ParamNameEN":"River Level","ParamNameCY":"Lefel Afon","StatusEN":"Online","StatusCY":"Ar-lein","TitleEN":"River {number} at Weir {number}","TitleCY":"Afon {number} yng Nghored {number}","Units":"m","url":"https://example.org/{number}"}}}}"#
            )
        })
        .collect();
    format!(r#"{{"type":"FeatureCollection","features":[{}]}}"#, features.join(",")).into_bytes()
}

fn stations(criterion: &mut Criterion) {
    let now: DateTime<Utc> = DateTime::from_timestamp(1_795_176_000, 0).expect("an instant");
    let mut group = criterion.benchmark_group("stations");
    group.sample_size(10).measurement_time(Duration::from_secs(2));
    for count in [261, 3_000, 30_000] {
        let first = body(count);
        let levels = decode_river_levels(&first, SourceTimeZone::default(), now)
            .expect("a collection")
            .content;
        group.throughput(Throughput::Bytes(first.len() as u64));
        group.bench_function(BenchmarkId::new("decode", count), |bench| {
            bench.iter(|| decode_river_levels(black_box(&first), SourceTimeZone::default(), now))
        });
        group.throughput(Throughput::Elements(count as u64));
        group.bench_function(BenchmarkId::new("ordered by title", count), |bench| {
            bench.iter(|| {
                sorting::sorted(black_box(&levels).to_vec(), |a, b| a.title().en.cmp(b.title().en))
                    .len()
            })
        });
        let brecon = Position::new(51.95, -3.39).expect("in range");
        group.bench_function(BenchmarkId::new("within 20 km, nearest first", count), |bench| {
            let within = Distance::from_metres(20_000.0);
            let by_distance = |a: &Nearby<_>, b: &Nearby<_>| {
                nearby::metres(a.distance).total_cmp(&nearby::metres(b.distance))
            };
            bench.iter(|| {
                let near = levels.iter().filter_map(|station| {
                    Nearby::within(&**station, station.location.position(), brecon, within)
                });
                sorting::sorted(black_box(near).collect(), by_distance).len()
            })
        });
    }
    group.finish();
}

criterion_group!(benches, stations);
criterion_main!(benches);
