//! When the next cycle begins.

use std::time::Duration;

/// A cycle that finds nothing new is repeated after this part of the interval, this many times.
const PARTS: u32 = 5;
/// A cycle that finds new readings is followed this part of the interval earlier. The cycles thereby
/// move towards the time at which the data changes.
const EARLIER: u32 = 15;

/// Computes the time between cycles.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    interval: Duration,
    /// How many cycles in a row found nothing.
    in_vain: u32,
}

impl Schedule {
    /// A schedule with one cycle in each interval.
    pub fn new(interval: Duration) -> Self {
        Self { interval, in_vain: 0 }
    }

    /// The time from the end of a cycle to the beginning of the next one. `has_new`: it found readings that the store did not have.
    ///
    /// After new readings it is a little less than the interval, and after a cycle without it is a
    /// fifth of the interval, so that readings are recorded soon after the service has them. After
    /// five cycles without new readings it is the interval until something is new.
    pub fn next(&mut self, has_new: bool) -> Duration {
        self.in_vain = if has_new { 0 } else { self.in_vain.saturating_add(1) };
        match self.in_vain {
            0 => self.interval - self.interval / EARLIER,
            1..=PARTS => self.interval / PARTS,
            _ => self.interval,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const INTERVAL: Duration = Duration::from_secs(15 * 60);

    fn minutes(minutes: u64) -> Duration {
        Duration::from_secs(60 * minutes)
    }

    #[test]
    fn cycles_move_to_the_time_at_which_the_data_changes() {
        let mut schedule = Schedule::new(INTERVAL);
        let (mut minute, mut seen, mut delays) = (0, None, Vec::new());
        for _ in 0..60 {
            // The data changes 7, 22, 37, … minutes after the hour.
            let since_change = (minute + 8) % 15;
            let newest = Some((minute + 8) / 15);
            let has_new = seen != newest;
            if has_new {
                delays.push(since_change);
            }
            seen = newest;
            minute += schedule.next(has_new).as_secs() / 60;
        }
        assert_eq!(delays.first(), Some(&8));
        assert!(delays.iter().skip(10).all(|delay| *delay < 3), "{delays:?}");
    }

    #[test]
    fn a_service_that_is_away_is_asked_in_the_interval() {
        let mut schedule = Schedule::new(INTERVAL);
        let waits: Vec<u64> = (0..7).map(|_| schedule.next(false).as_secs() / 60).collect();
        assert_eq!(waits, [3, 3, 3, 3, 3, 15, 15]);
        assert_eq!(schedule.next(true), minutes(14));
    }
}
