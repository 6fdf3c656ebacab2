//! The age of a response at its arrival, from its headers.

use crate::domain::{Timestamp, limits::CLOCK_SKEW_SECONDS, page_time::PageTime};

/// The time headers of a response.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResponseTimes {
    /// `Date`: when the server that sent the response created it.
    pub date: Option<Timestamp>,
    /// `Age`, in seconds.
    pub age: Header<u32>,
    /// `X-Origin-Date`: when the service itself created the response, where a cache is in front of
    /// it.
    pub origin_date: Header<Timestamp>,
}

/// A header that may be absent or unreadable.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Header<T> {
    /// The response does not have the header.
    #[default]
    Absent,
    /// The header could not be parsed.
    Unreadable,
    /// The parsed value.
    Value(T),
}

impl<T> Header<T> {
    /// Parses the text of a header, if it is present.
    pub fn read(text: Option<&str>, parse: impl FnOnce(&str) -> Option<T>) -> Self {
        match text {
            None => Self::Absent,
            Some(text) => parse(text).map_or(Self::Unreadable, Self::Value),
        }
    }
}

/// Parses `Age` in seconds: digits only. A number that exceeds 32 bits becomes the maximum.
pub fn parse_age(text: &str) -> Option<u32> {
    let text = text.trim();
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().unwrap_or(u32::MAX))
}

impl ResponseTimes {
    /// The age of the response at its arrival, in milliseconds. `None` where the headers are
    /// missing or contradictory.
    ///
    /// `X-Origin-Date` may be ahead of `Date` by the allowed skew of two clocks.
    pub fn age_milliseconds(self) -> Option<i64> {
        let date = self.date?;
        let in_caches = self.age_in_caches()?;
        let since_origin = match self.origin_date {
            Header::Absent => 0,
            Header::Value(origin) => (date - origin).num_milliseconds(),
            Header::Unreadable => return None,
        };
        (since_origin >= -CLOCK_SKEW_SECONDS * 1_000).then(|| in_caches.max(since_origin).max(0))
    }

    /// Whether `X-Origin-Date` can be the time of the content: it is not ahead of `Date` by more than the clocks of two servers may
    /// differ, and not `refused`, the time of the last response that was ahead. That proves nothing as long as it stands still, also
    /// once its time has come.
    pub fn proves(self, refused: &mut Option<Timestamp>) -> bool {
        let Header::Value(origin) = self.origin_date else { return true };
        let is_ahead = |date: Timestamp| (origin - date).num_seconds() > CLOCK_SKEW_SECONDS;
        if self.date.is_some_and(is_ahead) {
            *refused = Some(origin);
        }
        *refused != Some(origin)
    }

    /// `Age` in milliseconds; `None` if it is unreadable.
    pub fn age_in_caches(self) -> Option<i64> {
        match self.age {
            Header::Absent => Some(0),
            Header::Value(seconds) => Some(i64::from(seconds) * 1_000),
            Header::Unreadable => None,
        }
    }

    /// When the service created the response, by `X-Origin-Date`, or by `Date` where that is
    /// absent.
    fn origin(self) -> Option<Timestamp> {
        match self.origin_date {
            Header::Value(origin) => Some(origin),
            Header::Absent => self.date,
            Header::Unreadable => None,
        }
    }

    /// The time at which the response was sent. A cache that adds `Age` may have stored `Date` or
    /// set its own, so the time of its responses is unknown.
    pub fn sent(self) -> Option<Timestamp> {
        match self.age {
            Header::Absent | Header::Value(0) => self.date,
            Header::Value(_) | Header::Unreadable => None,
        }
    }
}

/// Compares the time of each response of a source with that of the response before it.
///
/// By its headers alone, a response that a cache sends repeatedly could look new each time. Between
/// two responses, the service's data cannot have advanced by more than the difference of their
/// dates.
#[derive(Clone, Copy, Debug, Default)]
pub struct SourceTime {
    last: Option<Seen>,
    /// The time of the last response that was ahead; see [`ResponseTimes::proves`].
    refused: Option<Timestamp>,
}

#[derive(Clone, Copy, Debug)]
struct Seen {
    as_of: PageTime,
    origin: Timestamp,
    has_origin_date: bool,
    steps: u32,
}

impl SourceTime {
    /// The time at which the service created the content of a response to a request sent at
    /// `asked`; `None` where it is unknown. Network latency counts as age, as in RFC 9111. `steps`
    /// is the number of times that the device's clocks have diverged: across such a step the page's
    /// time cannot be compared with the service's. `is_confirmed`: the response is a 304, which
    /// confirms the last one and has no body.
    pub fn as_of(
        &self,
        times: ResponseTimes,
        asked: PageTime,
        steps: u32,
        is_confirmed: bool,
    ) -> Option<PageTime> {
        if !times.proves(&mut self.refused.clone()) {
            return None;
        }
        let by_headers = asked.plus(-times.age_milliseconds()?);
        let Some(Seen { as_of, origin, has_origin_date, steps: before }) = self.last else {
            return Some(by_headers);
        };
        // If the confirmed response had the service's own time, a cache's `Date` does not replace
        // it.
        if is_confirmed && has_origin_date && times.origin_date == Header::Absent {
            return None;
        }
        if steps != before {
            return Some(by_headers);
        }
        let went = (times.origin()? - origin).num_milliseconds();
        Some(by_headers.min(as_of.plus(went)))
    }

    /// Records the time of a response that proves nothing.
    pub fn refuse(&mut self, times: ResponseTimes) {
        times.proves(&mut self.refused);
    }

    /// Records a response as the one that the next is compared with.
    pub fn accept(&mut self, times: ResponseTimes, as_of: PageTime, steps: u32) {
        if let Some(origin) = times.origin() {
            self.last = Some(Seen {
                as_of,
                origin,
                has_origin_date: matches!(times.origin_date, Header::Value(_)),
                steps,
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support::times;

    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;

    // case 83, 142, 143
    #[test]
    fn the_age_of_a_response_is_the_larger_of_the_two_that_its_headers_say() {
        for (age, origin, expected) in [
            (None, None, Some(0)),
            (Some(0), None, Some(0)),
            (Some(1_300), None, Some(1_300_000)),
            (Some(u32::MAX), None, Some(4_294_967_295_000)),
            (None, Some(0), Some(0)),
            (None, Some(-20 * MINUTE), Some(20 * MINUTE)),
            (Some(600), Some(-20 * MINUTE), Some(20 * MINUTE)),
            (Some(1_300), Some(-20 * MINUTE), Some(1_300_000)),
            (Some(1_300), Some(2 * MINUTE), Some(1_300_000)),
            // Two clocks may differ by up to two minutes.
            (None, Some(MINUTE), Some(0)),
            (None, Some(2 * MINUTE), Some(0)),
            (None, Some(2 * MINUTE + 1_000), None),
            (None, Some(90 * MINUTE), None),
            (None, Some(2 * HOUR), None),
            (None, Some(24 * HOUR), None),
            (Some(1_300), Some(90 * MINUTE), None),
        ] {
            assert_eq!(times(0, age, origin).age_milliseconds(), expected, "{age:?} {origin:?}");
        }
        assert_eq!(ResponseTimes::default().age_milliseconds(), None, "without a date");
        assert_eq!(
            ResponseTimes { age: Header::Unreadable, ..times(0, None, None) }.age_milliseconds(),
            None
        );
        assert_eq!(
            ResponseTimes { origin_date: Header::Unreadable, ..times(0, None, None) }
                .age_milliseconds(),
            None
        );
        for (text, age) in [
            ("0", Some(0)),
            (" 17 ", Some(17)),
            ("4294967295", Some(u32::MAX)),
            ("99999999999", Some(u32::MAX)),
            ("-1", None),
            ("1.5", None),
            ("", None),
        ] {
            assert_eq!(parse_age(text), age, "{text}");
        }
    }

    // case 141
    #[test]
    fn an_answer_that_is_sent_again_with_its_old_date_goes_on_ageing() {
        let at = |minutes: i64| PageTime::from_milliseconds(minutes * MINUTE);
        for origin in [None, Some(-5 * MINUTE)] {
            let first = times(0, None, origin);
            let mut source = SourceTime::default();
            let as_of = source.as_of(first, at(0), 0, false).expect("dated");
            source.accept(first, as_of, 0);
            assert_eq!(
                source.as_of(first, at(25), 0, false),
                Some(as_of),
                "nothing went on at the source"
            );
            assert_eq!(
                source.as_of(first, at(25), 1, false),
                Some(as_of.plus(25 * MINUTE)),
                "the device's clock was set: only the headers count"
            );
            let later = times(25 * MINUTE, None, origin.map(|origin| origin + 25 * MINUTE));
            assert_eq!(source.as_of(later, at(25), 0, false), Some(as_of.plus(25 * MINUTE)));
            let behind = times(-30 * MINUTE, None, origin.map(|origin| origin - 30 * MINUTE));
            assert_eq!(
                source.as_of(behind, at(5), 0, false),
                Some(as_of.plus(-30 * MINUTE)),
                "dates that contradict each other make nothing younger"
            );
        }
        let mut source = SourceTime::default();
        source.accept(times(0, None, Some(-5 * MINUTE)), at(-5), 0);
        assert_eq!(
            source.as_of(times(5 * MINUTE, None, None), at(5), 0, true),
            None,
            "a cache that does not tell the origin any more"
        );
    }

    // case 215
    #[test]
    fn an_origin_that_was_ahead_and_stands_still_proves_nothing_when_its_time_has_come() {
        let asked = PageTime::default();
        let mut time = SourceTime::default();
        let ahead = |date| times(date, None, Some(90 * MINUTE));
        assert_eq!(time.as_of(ahead(0), asked, 0, false), None);
        time.refuse(ahead(0));
        for minutes in [1, 88, 90, 180] {
            let date = minutes * MINUTE;
            assert_eq!(time.as_of(ahead(date), asked.plus(date), 0, false), None, "{minutes}");
            time.refuse(ahead(date));
        }
        let moved = times(180 * MINUTE, None, Some(179 * MINUTE));
        let now = asked.plus(180 * MINUTE);
        assert_eq!(time.as_of(moved, now, 0, false), Some(now.plus(-MINUTE)));
    }
}
