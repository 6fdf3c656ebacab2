//! The page's time from the two clocks of the device, and the UTC time as far as it is known.
//!
//! The age of a response is fixed at its arrival and grows with the page's time. The headers of
//! later responses change only the UTC time that is displayed for it.

use crate::{
    api::response_times::ResponseTimes,
    domain::{
        Timestamp, after,
        limits::{CLOCK_AGREEMENT_MILLISECONDS, CLOCK_TOLERANCE_SECONDS},
        page_time::PageTime,
        source_id::SourceId,
    },
};

/// The page's time, from the device's wall clock and its monotonic clock.
///
/// Neither is sufficient alone: the monotonic clock may stop while the device sleeps, and the wall
/// clock can be set. The page's time advances by the larger of the two differences.
#[derive(Clone, Copy, Debug)]
pub struct PageClock {
    now: PageTime,
    /// The page's time and the values of both clocks when the wall clock last went back (or when
    /// the page was opened).
    base: (PageTime, Timestamp, i64),
    wall: Timestamp,
    monotonic: i64,
    steps: u32,
    set_back: u32,
}

/// The wall clock is regularly corrected by fractions of a second; only a larger decrease is a step
/// back.
const STEP_BACK_MILLISECONDS: i64 = 1_000;
/// Two pages on one device read its clock at different times, and one of them may be delayed.
const READINGS_APART_MILLISECONDS: i64 = 5_000;
/// With a larger difference the two clocks have diverged: the device slept, or its clock was set.
const DIVERGED_MILLISECONDS: i64 = 60_000;

impl PageClock {
    /// Creates a clock at page time 0. `monotonic` is in milliseconds from any origin.
    pub fn new(wall: Timestamp, monotonic: i64) -> Self {
        Self {
            now: PageTime::default(),
            base: (PageTime::default(), wall, monotonic),
            wall,
            monotonic,
            steps: 0,
            set_back: 0,
        }
    }

    /// The page's time at the last [`advance`](Self::advance).
    pub fn now(&self) -> PageTime {
        self.now
    }

    /// How many times the two clocks have diverged.
    pub fn divergence_count(&self) -> u32 {
        self.steps
    }

    /// How many times the wall clock was set back.
    pub fn set_back_count(&self) -> u32 {
        self.set_back
    }

    /// Updates the page's time from both clocks. Returns whether they have diverged since the last
    /// call.
    pub fn advance(&mut self, wall: Timestamp, monotonic: i64) -> bool {
        let before = self.now;
        let monotonic_elapsed = monotonic.saturating_sub(self.monotonic).max(0);
        let stepped_back = (self.wall - wall).num_milliseconds() > STEP_BACK_MILLISECONDS;
        if stepped_back {
            self.now = before.plus(monotonic_elapsed);
            self.base = (self.now, wall, monotonic);
        } else {
            let (base, base_wall, base_monotonic) = self.base;
            let went =
                (wall - base_wall).num_milliseconds().max(monotonic.saturating_sub(base_monotonic));
            self.now = base.plus(went).max(before);
        }
        (self.wall, self.monotonic) = (wall, monotonic);
        let diverged =
            stepped_back || self.now.since(before) - monotonic_elapsed > DIVERGED_MILLISECONDS;
        self.steps = self.steps.wrapping_add(u32::from(diverged));
        self.set_back = self.set_back.wrapping_add(u32::from(stepped_back));
        diverged
    }

    /// The page's time at which the wall clock was at `wall`; `None` if `wall` is in the future. A
    /// time that is ahead by no more than the difference between two pages' clock readings counts
    /// as now.
    pub fn page_time_at(&self, wall: Timestamp) -> Option<PageTime> {
        let ago = (self.wall - wall).num_milliseconds();
        (ago >= -READINGS_APART_MILLISECONDS).then(|| self.now.plus(-ago.max(0)))
    }

    /// The wall clock's time at `at`, extrapolated where necessary.
    pub fn wall_time_at(&self, at: PageTime) -> Timestamp {
        after(self.wall, at.since(self.now))
    }
}

/// The UTC time of page time 0, used for displayed times and for the ages of readings, which are in
/// UTC.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Epoch {
    /// By the device's wall clock.
    wall: Timestamp,
    /// The correction of the wall clock in milliseconds, according to the responses; `None` unless
    /// they agree.
    correction: Option<i64>,
}

impl Epoch {
    /// Creates an epoch from the wall clock's time at page time 0, without a correction.
    pub fn new(wall: Timestamp) -> Self {
        Self { wall, correction: None }
    }

    /// The UTC time at a page time.
    pub fn utc(self, at: PageTime) -> Timestamp {
        after(self.wall, at.milliseconds().saturating_add(self.correction.unwrap_or_default()))
    }

    /// Returns whether the wall clock, which is at `wall` at page time `at`, is known to be wrong
    /// by more than the tolerance.
    pub fn contradicts(self, at: PageTime, wall: Timestamp) -> bool {
        self.correction.is_some()
            && (self.utc(at) - wall).num_seconds().abs() > CLOCK_TOLERANCE_SECONDS
    }
}

/// Determines the correction of the device's wall clock.
///
/// One `Date` proves nothing: a cache may repeat an old one. The last `Date` of each source is
/// compared with those of the others, and only a majority changes the correction.
#[derive(Clone, Debug)]
pub struct ClockCorrection {
    epoch: Epoch,
    sources: [LastDate; SourceId::ALL.len()],
}

/// The last `Date` of a source.
#[derive(Clone, Copy, Debug)]
struct LastDate {
    source: SourceId,
    /// The difference between the source's clock and the device's, in milliseconds. Positive where the source's clock is
    /// ahead. None of a response with an `Age`.
    offset: Option<i64>,
    witness: Option<Witness>,
}

/// The two differences that a response may mean, also one with an `Age`: by `Date`, and by `Date` + `Age`, since a cache keeps
/// the `Date` of the response or sets its own.
type Witness = [i64; 2];

impl ClockCorrection {
    /// Creates a correction from the wall clock's time at page time 0.
    pub fn new(wall: Timestamp) -> Self {
        let sources = SourceId::ALL.map(|source| LastDate { source, offset: None, witness: None });
        Self { epoch: Epoch::new(wall), sources }
    }

    /// The current epoch.
    pub fn epoch(&self) -> Epoch {
        self.epoch
    }

    /// Records the `Date` of a successful response of a source that arrived at `at`.
    pub fn record(&mut self, source: SourceId, times: ResponseTimes, at: PageTime) {
        let wall = after(self.epoch.wall, at.milliseconds());
        let offset = times.sent().map(|sent| (sent - wall).num_milliseconds());
        let witness = self.witness(times, at);
        for last in self.sources.iter_mut().filter(|last| last.source == source) {
            last.offset = offset.or(last.offset);
            last.witness = witness.or(last.witness);
        }
        if offset.is_some() {
            self.decide();
        }
    }

    fn witness(&self, times: ResponseTimes, at: PageTime) -> Option<Witness> {
        let wall = after(self.epoch.wall, at.milliseconds());
        let offset = (times.date? - wall).num_milliseconds();
        let age = times.age_in_caches().unwrap_or_default();
        Some([offset, offset.saturating_add(age)])
    }

    /// The last ones of the other operations: the two sources of the warnings do not confirm each other.
    fn witnesses_beside(&self, source: SourceId) -> impl Iterator<Item = Witness> {
        let others =
            self.sources.iter().filter(move |last| !last.source.shares_operation_with(source));
        others.filter_map(|last| last.witness)
    }

    /// Whether the times of a response of a source that arrived at `at` contradict the device and the last
    /// responses of the other operations. Without one of those nothing contradicts them.
    pub fn contradicts(&self, source: SourceId, times: ResponseTimes, at: PageTime) -> bool {
        self.witnesses_beside(source).next().is_some()
            && self.witness(times, at).is_some_and(|own| !self.is_confirmed(source, own))
    }

    /// Whether the device or the last response of another operation confirms the times of the last
    /// response of a source.
    pub fn confirms(&self, source: SourceId) -> bool {
        let own = self.sources.iter().find(|last| last.source == source);
        let own = own.and_then(|last| last.witness);
        own.is_some_and(|own| self.is_confirmed(source, own))
    }

    fn is_confirmed(&self, source: SourceId, own: Witness) -> bool {
        let tolerance = CLOCK_TOLERANCE_SECONDS * 1_000;
        let is_near = |other: Witness| {
            own.iter().any(|a| other.iter().any(|b| a.saturating_sub(*b).abs() <= tolerance))
        };
        is_near([0, 0]) || self.witnesses_beside(source).any(is_near)
    }

    /// Discards the recorded differences, after the device slept or its clock was set: they belong
    /// to the earlier clock.
    pub fn reset(&mut self) {
        for last in &mut self.sources {
            (last.offset, last.witness) = (None, None);
        }
    }

    fn decide(&mut self) {
        let offsets = || self.sources.iter().filter_map(|last| last.offset);
        let agreeing = |with: i64| {
            offsets().filter(|other| (other - with).abs() <= CLOCK_AGREEMENT_MILLISECONDS).count()
        };
        let best = offsets().max_by_key(|offset| agreeing(*offset)).unwrap_or_default();
        let (votes, all) = (agreeing(best), offsets().count());
        if votes < 2 || votes * 2 <= all {
            // One response decides nothing. If several disagree, the correction is unknown.
            if all > 1 {
                self.epoch.correction = None;
            }
            return;
        }
        // Clock skew up to 60 s counts as network latency.
        let now = self.epoch.correction.unwrap_or_default();
        self.epoch.correction =
            Some(if (best - now).abs() > CLOCK_AGREEMENT_MILLISECONDS { best } else { now });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        api::{self, Warnings, error::ServiceError, response_times::SourceTime},
        domain::geo::{Position, Radius},
        source::{
            state::{Event, SourceState},
            warnings::{Shapes, Surroundings, WarningStatus, WarningsHere},
        },
        test_support::{times, wall},
    };

    const MINUTE: i64 = 60_000;
    const HOUR: i64 = 60 * MINUTE;

    // case 146
    #[test]
    fn the_pages_time_goes_on_by_the_clock_that_went_further_and_never_back() {
        // Steps of the wall clock and of the monotonic clock, and the resulting step of the page's
        // time.
        for (steps, expected) in [
            (vec![(MINUTE, MINUTE)], MINUTE),
            (vec![(8 * HOUR, 0)], 8 * HOUR), // asleep, the monotonic clock stopped
            (vec![(8 * HOUR, 8 * HOUR)], 8 * HOUR), // asleep, it continued
            (vec![(0, MINUTE)], MINUTE),     // the wall clock stopped
            (vec![(-2 * HOUR, MINUTE)], MINUTE), // set back
            (vec![(2 * HOUR, MINUTE)], 2 * HOUR), // set forward
            (vec![(2 * HOUR, MINUTE), (-2 * HOUR, MINUTE)], 2 * HOUR + MINUTE),
            (vec![(-2 * HOUR, MINUTE), (8 * HOUR, 0)], 8 * HOUR + MINUTE), // set back, then asleep
            (vec![(-2 * HOUR, 0)], 0),                                     /* set back while
                                                                            * asleep: nothing
                                                                            * tells how long */
            (vec![(500, 0), (-500, 0), (MINUTE, MINUTE)], MINUTE), // corrected by half a second
        ] {
            let (mut device, mut monotonic) = (wall(0), 7);
            let mut clock = PageClock::new(device, monotonic);
            let mut before = clock.now();
            for (wall_step, monotonic_step) in &steps {
                (device, monotonic) = (after(device, *wall_step), monotonic + monotonic_step);
                clock.advance(device, monotonic);
                assert!(clock.now() >= before, "{steps:?}");
                before = clock.now();
            }
            assert_eq!(clock.now().milliseconds(), expected, "{steps:?}");
        }
    }

    #[test]
    fn the_clocks_have_diverged_beyond_a_minute_and_the_device_was_set_back_beyond_a_second() {
        // A step of the wall clock beside a minute of the monotonic clock, how often they have diverged and the first went back.
        for (step, expected) in [
            (MINUTE, (0, 0)),
            (2 * MINUTE, (0, 0)),
            (2 * MINUTE + 1, (1, 0)),
            (-1_000, (0, 0)),
            (-1_001, (1, 1)),
        ] {
            let mut clock = PageClock::new(wall(0), 0);
            assert_eq!(clock.advance(wall(step), MINUTE), expected.0 > 0, "{step}");
            assert_eq!((clock.divergence_count(), clock.set_back_count()), expected, "{step}");
        }
    }

    // case 148
    #[test]
    fn a_moment_that_the_wall_clock_has_not_shown_yet_is_none() {
        let mut clock = PageClock::new(wall(0), 0);
        clock.advance(wall(MINUTE), MINUTE);
        assert_eq!(clock.page_time_at(wall(0)), Some(PageTime::from_milliseconds(0)));
        assert_eq!(clock.page_time_at(wall(-HOUR)), Some(PageTime::from_milliseconds(-HOUR)));
        assert_eq!(
            [5_001, HOUR].map(|ahead| clock.page_time_at(wall(MINUTE + ahead))),
            [None, None]
        );
        assert_eq!(
            clock.page_time_at(wall(MINUTE + 1_000)),
            Some(PageTime::from_milliseconds(MINUTE)),
            "never younger than now"
        );
        assert_eq!(clock.wall_time_at(PageTime::from_milliseconds(-HOUR)), wall(-HOUR));
    }

    // case 181
    #[test]
    fn a_time_that_neither_the_device_nor_another_operation_confirms_is_contradicted() {
        let compare = |dates: [Option<i64>; 4]| {
            let mut correction = ClockCorrection::new(wall(0));
            for (source, date) in std::iter::zip(SourceId::ALL, dates) {
                if let Some(date) = date {
                    correction.record(source, times(date, None, None), PageTime::default());
                }
            }
            let is_refuted = |(source, date): (SourceId, Option<i64>)| {
                date.is_some() && !correction.confirms(source)
            };
            std::iter::zip(SourceId::ALL, dates).map(is_refuted).collect::<Vec<_>>()
        };
        let (right, day) = (Some(0), Some(-24 * HOUR));
        assert_eq!(compare([right; 4]), [false; 4]);
        for wrong in [-24 * HOUR, -2 * HOUR, 2 * HOUR] {
            let wrong = Some(wrong);
            assert_eq!(compare([wrong, wrong, right, right]), [true, true, false, false]);
            assert_eq!(compare([wrong, right, right, None]), [true, false, false, false]);
            // Not confirmed by anything yet.
            assert_eq!(compare([wrong, None, None, None]), [true, false, false, false]);
        }
        // The clock of the device is wrong.
        assert_eq!(compare([day; 4]), [false; 4]);
        assert_eq!(compare([day, None, day, None]), [false; 4]);
        assert_eq!(compare([Some(5 * MINUTE), right, right, right]), [false; 4]);
        // A response with an age: the cache has kept its date.
        let mut correction = ClockCorrection::new(wall(0));
        correction.record(SourceId::RiverLevels, times(0, None, None), PageTime::default());
        let contradicts = |correction: &ClockCorrection, times| {
            correction.contradicts(SourceId::NationalWarnings, times, PageTime::default())
        };
        assert!(!contradicts(&ClockCorrection::new(wall(0)), times(-HOUR, None, None)), "no other");
        assert!(!contradicts(&correction, times(-HOUR, Some(3_600), None)));
        assert!(contradicts(&correction, times(-HOUR, Some(60), None)));
        // A later response of another operation confirms the last one.
        let hour = times(-HOUR, None, None);
        correction.record(SourceId::NationalWarnings, hour, PageTime::default());
        assert!(!correction.confirms(SourceId::NationalWarnings) && contradicts(&correction, hour));
        correction.record(SourceId::RiverLevels, hour, PageTime::default());
        assert!(correction.confirms(SourceId::NationalWarnings) && !contradicts(&correction, hour));
        // Nothing is known of the last response after a reset. One response alone does not end a correction.
        assert_eq!(correction.epoch().correction, Some(-HOUR));
        correction.reset();
        assert!(!correction.confirms(SourceId::NationalWarnings));
        correction.record(SourceId::RiverLevels, hour, PageTime::default());
        assert_eq!(correction.epoch().correction, Some(-HOUR));
    }

    fn corrected(offsets: &[(usize, i64, i64)]) -> Option<i64> {
        let mut correction = ClockCorrection::new(wall(0));
        for (source, at, date) in offsets {
            correction.record(
                SourceId::ALL[*source],
                times(*date, None, None),
                PageTime::from_milliseconds(*at),
            );
        }
        correction.epoch().correction
    }

    // case 79, 141
    #[test]
    fn the_clock_is_corrected_by_what_most_sources_agree_on() {
        assert_eq!(corrected(&[(0, 0, 3 * HOUR)]), None, "one response proves nothing");
        assert_eq!(corrected(&[(0, 0, 3 * HOUR), (1, 0, 3 * HOUR + 500)]), Some(3 * HOUR + 500));
        assert_eq!(corrected(&[(0, 0, 60_000), (1, 0, 60_000)]), Some(0), "latency is no skew");
        assert_eq!(corrected(&[(0, 0, 60_001), (1, 0, 60_001)]), Some(60_001));
        let two_minutes = [(0, 0, 2 * MINUTE), (1, 0, 2 * MINUTE), (2, 0, 2 * MINUTE + 500)];
        assert_eq!(
            corrected(&two_minutes),
            Some(2 * MINUTE),
            "and no reason for another correction"
        );
        let one_is_lost = [(0, 0, 0), (1, 0, 0), (2, 0, 3 * HOUR), (3, 0, 5 * HOUR)];
        assert_eq!(corrected(&one_is_lost), None, "two of four are no majority");
        assert_eq!(corrected(&[(0, 0, 3 * HOUR), (1, 0, 0)]), None, "they contradict each other");
        let stands_still = [
            (0, 0, 0),
            (1, 0, 0),
            (2, 0, 0),
            (0, 10 * MINUTE, 0),
            (1, 10 * MINUTE, 10 * MINUTE),
            (2, 10 * MINUTE, 10 * MINUTE),
        ];
        assert_eq!(corrected(&stands_still), Some(0));
        let all_stand_still: Vec<_> =
            (0..9).map(|n| (n % 3, n as i64 * 100_000, -30 * MINUTE)).collect();
        assert_eq!(corrected(&all_stand_still), None, "what was believed at first is given up");
    }

    // case 145
    #[test]
    fn a_response_with_an_age_says_nothing_of_the_clock() {
        let mut correction = ClockCorrection::new(wall(0));
        for source in SourceId::ALL {
            correction.record(source, times(-30 * MINUTE, Some(1_800), None), PageTime::default());
            correction.record(source, times(0, Some(1_800), None), PageTime::default());
        }
        assert!(!correction.epoch().contradicts(PageTime::default(), wall(0)));
        assert_eq!(correction.epoch().utc(PageTime::from_milliseconds(MINUTE)), wall(MINUTE));
    }

    #[test]
    fn a_corrected_clock_is_reported_of_beyond_ten_minutes_and_only_when_it_is_proven() {
        let epoch = |offset: i64| {
            let mut correction = ClockCorrection::new(wall(0));
            for source in [SourceId::NationalWarnings, SourceId::RiverLevels] {
                correction.record(source, times(offset, None, None), PageTime::default());
            }
            correction.epoch()
        };
        assert!(!epoch(10 * MINUTE).contradicts(PageTime::default(), wall(0)));
        assert!(epoch(10 * MINUTE + 1_000).contradicts(PageTime::default(), wall(0)));
        assert!(epoch(-24 * HOUR).contradicts(PageTime::default(), wall(0)));
        let later = PageTime::from_milliseconds(MINUTE);
        assert!(
            !epoch(3 * HOUR).contradicts(later, wall(3 * HOUR + MINUTE)),
            "the clock has been set right since"
        );
        assert!(!Epoch::new(wall(0)).contradicts(later, wall(5 * HOUR)), "nothing is known");
    }

    fn empty() -> api::Decoded<Warnings> {
        api::decode_flood_warnings(br#"{"type":"FeatureCollection","features":[]}"#)
            .expect("a collection")
    }

    /// How a request ends.
    #[derive(Clone, Copy, Debug, PartialEq)]
    enum Outcome {
        Responded,
        NotModified,
        Failed,
    }

    /// All combinations of the time headers of a response, the subsequent behaviour of the device's
    /// clocks, and the result of a second request with other headers. The status is "none" exactly
    /// where the older of two bounds allows it: the age that the headers of the last successful
    /// response prove, and the time that has passed since on either clock of the device.
    // case 141, 142, 143, 144, 146
    #[test]
    fn none_is_said_only_within_twenty_minutes_of_what_was_proven_in_every_combination() {
        let place = Position::new(51.947, -3.391)
            .zip(Radius::from_kilometres(10))
            .map(|(centre, radius)| Surroundings { centre, radius, shapes: Shapes::NotConfigured });
        // Date − device clock, Age, Date − X-Origin-Date (milliseconds, seconds, milliseconds), and
        // the age that they prove.
        let dates = [0, -30 * MINUTE, 3 * HOUR];
        let ages = [(None, 0), (Some(600), 10 * MINUTE), (Some(1_300), 1_300_000)];
        let origins = [
            (None, Some(0)),
            (Some(10 * MINUTE), Some(10 * MINUTE)),
            (Some(-MINUTE), Some(0)),
            (Some(-90 * MINUTE), None),
        ];
        // Steps of the wall clock and of the monotonic clock until the second request.
        let waits = [
            (5 * MINUTE, 5 * MINUTE),
            (25 * MINUTE, 25 * MINUTE),
            (25 * MINUTE, 0),
            (-2 * HOUR, 5 * MINUTE),
            (-2 * HOUR, 25 * MINUTE),
        ];
        let mut combinations = 0;
        for date in dates {
            for (age, age_proven) in ages {
                for (origin, origin_proven) in origins {
                    for (wall_step, monotonic_step) in waits {
                        for outcome in [Outcome::Responded, Outcome::NotModified, Outcome::Failed] {
                            combinations += 1;
                            let name = format!(
                                "{date} {age:?} {origin:?} {wall_step} {monotonic_step} {outcome:?}"
                            );
                            let mut clock = PageClock::new(wall(0), 0);
                            let headers = times(date, age, origin.map(|before| date - before));
                            let mut source: SourceState<Warnings> = SourceState::default();
                            source.apply(Event::RequestSent);
                            let mut times_of_source = SourceTime::default();
                            let first = match times_of_source.as_of(
                                headers,
                                clock.now(),
                                clock.divergence_count(),
                                false,
                            ) {
                                Some(as_of) => {
                                    times_of_source.accept(
                                        headers,
                                        as_of,
                                        clock.divergence_count(),
                                    );
                                    Event::Responded { request_id: 1, response: empty(), as_of }
                                }
                                None => Event::Failed {
                                    request_id: 1,
                                    cause: ServiceError::IdleTimeout,
                                    at: clock.now(),
                                },
                            };
                            source.apply(first);
                            let status = |source: &SourceState<Warnings>, now| {
                                WarningsHere::gather(source, source, place, now).status(true)
                            };
                            let proven = origin_proven.map(|origin: i64| origin.max(age_proven));
                            let allows = |age: i64| {
                                if age <= 20 * MINUTE {
                                    WarningStatus::NoneInForce
                                } else {
                                    WarningStatus::Unknown
                                }
                            };
                            assert_eq!(
                                status(&source, clock.now()),
                                proven.map_or(WarningStatus::Unknown, allows),
                                "{name}: at once"
                            );

                            clock.advance(wall(wall_step), monotonic_step);
                            let went = wall_step.max(monotonic_step);
                            let aged = proven.map(|proven| proven + went);
                            assert_eq!(
                                status(&source, clock.now()),
                                aged.map_or(WarningStatus::Unknown, allows),
                                "{name}: later"
                            );

                            // The `Date` of this response is half an hour behind, which must not
                            // reduce any age.
                            source.apply(Event::RequestSent);
                            let behind = times(
                                date - 30 * MINUTE,
                                None,
                                origin.map(|before| date - 30 * MINUTE - before.max(0)),
                            );
                            let second = times_of_source.as_of(
                                behind,
                                clock.now(),
                                clock.divergence_count(),
                                outcome == Outcome::NotModified,
                            );
                            source.apply(match (outcome, second) {
                                (Outcome::Responded, Some(as_of)) => {
                                    Event::Responded { request_id: 2, response: empty(), as_of }
                                }
                                (Outcome::NotModified, Some(as_of)) => {
                                    Event::NotModified { request_id: 2, as_of }
                                }
                                (Outcome::Failed, _) | (_, None) => Event::Failed {
                                    request_id: 2,
                                    cause: ServiceError::IdleTimeout,
                                    at: clock.now(),
                                },
                            });
                            // If the age was unknown before, or the device's clocks have diverged,
                            // only the second response counts.
                            let stands_alone = aged.is_none() || clock.divergence_count() > 0;
                            let expected = match (outcome, aged) {
                                (Outcome::Responded, _) if stands_alone => second
                                    .map_or(WarningStatus::Unknown, |_| WarningStatus::NoneInForce),
                                (Outcome::NotModified, Some(_)) if stands_alone => second
                                    .map_or(aged.map_or(WarningStatus::Unknown, allows), |_| {
                                        WarningStatus::NoneInForce
                                    }),
                                (_, Some(aged)) => allows(aged),
                                (_, None) => WarningStatus::Unknown,
                            };
                            assert_eq!(
                                status(&source, clock.now()),
                                expected,
                                "{name}: after the second request"
                            );
                        }
                    }
                }
            }
        }
        assert!(combinations >= 120, "{combinations}");
    }
}
