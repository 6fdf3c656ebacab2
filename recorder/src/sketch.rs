//! The distribution of levels in little space: t-digests, which can be merged.

use gorlif_core::domain::level_record::{Distribution, PERCENTS};
use tdigest::{Centroid, TDigest};

/// The number of centroids of a day: enough for half of its readings, since a flood has few equal ones.
const OF_DAY: usize = 48;
/// The number of centroids of a year.
const OF_YEAR: usize = 400;

/// The distribution of the levels of a day.
#[derive(Clone, Debug)]
pub struct Sketch(TDigest);

impl Sketch {
    /// The distribution of levels, which are finite.
    pub fn new(levels: Vec<f64>) -> Self {
        Self(TDigest::new_with_size(OF_DAY).merge_unsorted(levels))
    }

    /// As JSON: the lowest level, the highest level, and the centroids as pairs of level and number of readings.
    pub fn encode(&self) -> String {
        let short = |level: f64| (level * 1e3).round() / 1e3;
        let mut pairs: Vec<(f64, f64)> = Vec::with_capacity(OF_DAY);
        for centroid in self.0.centroids() {
            let (mean, weight) = (short(centroid.mean()), centroid.weight());
            match pairs.last_mut().filter(|(last, _)| last.total_cmp(&mean).is_eq()) {
                Some((_, sum)) => *sum += weight,
                None => pairs.push((mean, weight)),
            }
        }
        let (lowest, highest) = self.0.min().zip(self.0.max()).unwrap_or_default();
        // Finite numbers: encoding does not fail.
        serde_json::to_string(&(lowest, highest, pairs)).unwrap_or_default()
    }

    /// `None` if the text is none of a sketch, as that of a day long ago is.
    pub fn decode(text: &str) -> Option<Self> {
        let (lowest, highest, pairs): (f64, f64, Vec<(f64, f64)>) =
            serde_json::from_str(text).ok()?;
        let (mut sum, mut count) = (0.0, 0.0);
        let mut centroids = Vec::with_capacity(pairs.len());
        for (mean, weight) in pairs {
            if !mean.is_finite() || !weight.is_finite() || weight <= 0.0 {
                return None;
            }
            (sum, count) = (sum + mean * weight, count + weight);
            centroids.push(Centroid::new(mean, weight));
        }
        let is_usable = !centroids.is_empty() && lowest <= highest;
        is_usable
            .then(|| Self(TDigest::new(centroids, sum, count, Some(highest), Some(lowest), OF_DAY)))
    }
}

/// The distribution of the levels of several days; `None` without any.
pub fn distribution(days: impl IntoIterator<Item = Sketch>) -> Option<Distribution> {
    let mut digests = vec![TDigest::new_with_size(OF_YEAR)];
    digests.extend(days.into_iter().map(|Sketch(digest)| digest));
    let merged = TDigest::merge_digests(digests);
    let mut levels = [0.0; PERCENTS.len()];
    let mut lowest = f64::NEG_INFINITY;
    for (level, percent) in levels.iter_mut().zip(PERCENTS) {
        // Estimates of neighbours may differ by a rounding.
        lowest = merged.estimate_quantile(f64::from(percent) / 100.0)?.max(lowest);
        *level = lowest;
    }
    Distribution::new(levels)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The level of a flashy river in a quarter of an hour of a year: a flood every nine days, of a height of its own.
    fn level(quarter: i32) -> f64 {
        let (flood, within) = (quarter / 864, f64::from(quarter % 864) / 4.0);
        let height = f64::from(flood * 7 % 11) / 5.0;
        let rise = (within / 6.0).min(1.0) * (-(within - 6.0).max(0.0) / 30.0).exp();
        0.4 + 0.2 * (f64::from(quarter) / 35_040.0 * std::f64::consts::TAU).sin() + height * rise
    }

    #[test]
    fn the_percentiles_of_a_year_of_days_are_right_within_a_centimetre() {
        let year: Vec<f64> = (0..35_040).map(level).collect();
        let mut sorted = year.clone();
        sorted.sort_by(f64::total_cmp);
        let days = year.chunks(96).map(|day| {
            let text = Sketch::new(day.to_vec()).encode();
            assert!(text.len() < 700, "{}", text.len());
            Sketch::decode(&text).expect("a sketch")
        });
        let found = distribution(days).expect("levels");
        for (level, percent) in found.levels().iter().zip(PERCENTS) {
            let exact = sorted[35_040 * usize::from(percent) / 100];
            assert!((level - exact).abs() <= 0.01, "{percent}: {level} is not {exact}");
        }
    }

    #[test]
    fn a_level_that_does_not_change_has_one_percentile() {
        let days = (0..365).map(|_| Sketch::new(vec![0.412; 96]));
        let found = distribution(days).expect("levels");
        assert_eq!(found.levels(), [0.412; PERCENTS.len()]);
    }

    #[test]
    fn a_text_that_is_no_sketch_is_none() {
        for text in
            ["", "[]", "[0,1,[]]", "[0,1,[[null,1]]]", "[0,1,[[0.5,0]]]", "[1,0,[[0.5,1]]]", "{}"]
        {
            assert!(Sketch::decode(text).is_none(), "{text}");
        }
        assert!(distribution([]).is_none());
    }
}
