//! The device's clock held against the service's, because ages and "today" must not depend on a clock that is wrong.

use crate::domain::{Instant, limits::CLOCK_TOLERANCE_SECONDS};
use chrono::TimeDelta;

/// How far the service's clock is ahead of the device's.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Skew(TimeDelta);

impl Skew {
    /// Learns from an answer that came at `device` and says that it is `service` o'clock. Differences of seconds are the way of
    /// the answer and change nothing.
    #[must_use]
    pub fn learn(self, device: Instant, service: Instant) -> Self {
        let seen = service - device;
        if (seen - self.0).num_seconds().abs() > 60 { Self(seen) } else { self }
    }

    /// The device's clock has been set back by so much: the time goes on as if it had not.
    #[must_use]
    pub fn set_back(self, by: TimeDelta) -> Self {
        Self(self.0.checked_add(&by).unwrap_or(self.0))
    }

    /// The time, by the service's clock.
    pub fn correct(self, device: Instant) -> Instant {
        device.checked_add_signed(self.0).unwrap_or(device)
    }

    /// By how much the device's clock is wrong, if that is worth telling.
    pub fn told(self) -> Option<TimeDelta> {
        (self.0.num_seconds().abs() > CLOCK_TOLERANCE_SECONDS).then_some(self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Instant {
        text.parse().expect("an instant")
    }

    #[test]
    fn case_79_a_wrong_device_clock_is_corrected_and_told() {
        let service = at("2026-11-20T12:00:00Z");
        for device in ["2026-11-21T12:00:00Z", "2026-11-19T12:00:00Z", "1970-01-01T00:00:01Z", "2038-01-19T03:14:07Z", "2026-11-20T12:10:01Z"] {
            let skew = Skew::default().learn(at(device), service);
            assert_eq!(skew.correct(at(device)), service, "{device}");
            assert_eq!(skew.told(), Some(service - at(device)), "{device}");
        }
    }

    #[test]
    fn case_79_a_clock_that_is_set_back_does_not_make_the_known_younger() {
        let (before, after) = (at("2026-11-20T13:30:00Z"), at("2026-11-20T12:00:00Z"));
        let skew = Skew::default().learn(before, at("2026-11-20T12:00:00Z"));
        assert_eq!(skew.set_back(before - after).correct(after), skew.correct(before));
    }

    #[test]
    fn small_differences_are_not_told_and_the_way_of_an_answer_moves_nothing() {
        let device = at("2026-11-20T12:00:00Z");
        let slow = Skew::default().learn(device, at("2026-11-20T12:04:00Z"));
        assert_eq!((slow.correct(device), slow.told()), (at("2026-11-20T12:04:00Z"), None));
        assert_eq!(slow.learn(device, at("2026-11-20T12:04:30Z")), slow);
        assert_eq!(Skew::default().learn(device, at("2026-11-20T12:00:20Z")), Skew::default());
    }

    #[test]
    fn no_clock_is_so_wrong_that_it_overflows() {
        let skew = Skew::default().learn(Instant::MIN_UTC, Instant::MAX_UTC);
        assert_eq!(skew.correct(Instant::MAX_UTC), Instant::MAX_UTC);
    }
}
