//! When a page asks. Each page has a phase of its own, so that many pages never ask at the same moment of the clock.

use crate::domain::Instant;
use chrono::{DateTime, TimeDelta};

/// A period and a page's own phase within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rhythm {
    period: i64,
    phase: i64,
}

impl Rhythm {
    /// `random` in 0..1 picks the phase, to the millisecond.
    pub fn new(period_seconds: i64, random: f64) -> Self {
        let period = period_seconds.max(1) * 1_000;
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // a period is far below 2^53 ms
        let phase = (random.clamp(0.0, 1.0) * period as f64) as i64;
        Self { period, phase: phase.rem_euclid(period) }
    }

    /// The first moment of this rhythm that is at least half a period after `asked`.
    ///
    /// So a page that was just opened, or just came back into view and asked at once, waits between a half and one and a half
    /// periods and then goes on at its own phase, wherever the clock stands.
    pub fn next(self, asked: Instant) -> Instant {
        let earliest = asked.timestamp_millis() + self.period / 2;
        let due = earliest + (self.phase - earliest).rem_euclid(self.period);
        DateTime::from_timestamp_millis(due).unwrap_or(asked + TimeDelta::milliseconds(self.period))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_possible_truncation)] // seconds of a few days
    use super::*;
    use crate::domain::limits::{FORECAST_REFRESH_SECONDS, REFRESH_SECONDS};

    fn at(seconds: i64) -> Instant {
        DateTime::from_timestamp_millis(1_795_000_000_000 + seconds * 1_000).expect("in range")
    }

    /// A small generator, so that the simulation says the same each time.
    struct Dice(u64);
    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// Requests of every second over two hours, of pages that were opened at `opened(page)`.
    fn simulate(pages: u64, mut opened: impl FnMut(&mut Dice) -> i64, skip_first: bool) -> Vec<u32> {
        let mut dice = Dice(0x5eed);
        let mut seconds = vec![0_u32; 7_200];
        for _ in 0..pages {
            let start = at(opened(&mut dice));
            // Levels, warnings of Wales and warnings of the place every five minutes, the forecast hourly.
            for period in [REFRESH_SECONDS, REFRESH_SECONDS, REFRESH_SECONDS, FORECAST_REFRESH_SECONDS] {
                let rhythm = Rhythm::new(period, dice.roll());
                let mut due = start;
                let mut first = true;
                while (due - at(0)).num_seconds() < 7_200 {
                    if !(first && skip_first) {
                        seconds[usize::try_from((due - at(0)).num_seconds()).expect("after the start")] += 1;
                    }
                    (first, due) = (false, rhythm.next(due));
                }
            }
        }
        seconds
    }

    fn busiest_over_mean(seconds: &[u32]) -> f64 {
        let sum: u32 = seconds.iter().sum();
        f64::from(*seconds.iter().max().expect("seconds")) * seconds.len() as f64 / f64::from(sum)
    }

    #[test]
    fn ten_thousand_pages_opened_over_an_hour_never_gather_in_one_second() {
        let ratio = busiest_over_mean(&simulate(10_000, |dice| (dice.roll() * 3_600.0) as i64, false)[600..]);
        assert!(ratio <= 3.0, "{ratio}");
    }

    #[test]
    fn ten_thousand_pages_opened_in_the_same_second_scatter_at_once() {
        // The first requests are the visitors' own doing; all that the schedule adds is spread.
        let ratio = busiest_over_mean(&simulate(10_000, |_| 0, true)[150..]);
        assert!(ratio <= 3.0, "{ratio}");
    }

    #[test]
    fn the_next_moment_is_half_to_one_and_a_half_periods_away_and_then_one_period() {
        let mut dice = Dice(7);
        for _ in 0..1_000 {
            let rhythm = Rhythm::new(300, dice.roll());
            let asked = at((dice.roll() * 1e6) as i64);
            let first = rhythm.next(asked);
            let wait = (first - asked).num_milliseconds();
            assert!((150_000..450_000).contains(&wait), "{wait}");
            assert_eq!((rhythm.next(first) - first).num_milliseconds(), 300_000);
        }
    }

    #[test]
    fn a_random_number_out_of_range_still_gives_a_rhythm() {
        for random in [-1.0, 1.0, 2.0, f64::NAN] {
            let wait = (Rhythm::new(300, random).next(at(0)) - at(0)).num_seconds();
            assert!((150..=450).contains(&wait), "{wait}");
        }
    }
}
