//! The poll schedule. Each page has its own phase, so that the requests of many pages are spread
//! evenly over time.

use super::state::Failure;
use crate::{
    api::error::ServiceError,
    domain::{
        limits::{
            DEFAULT_RETRY_AFTER_SECONDS, LONGEST_WAIT_SECONDS, RETRY_SECONDS,
            SHORTEST_INTERVAL_SECONDS, UNCONDITIONAL_SECONDS,
        },
        page_time::PageTime,
    },
};

/// The time of the next request to a source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NextPoll {
    /// When the request is due.
    pub at: PageTime,
    /// The service has asked for no request before this time (`Retry-After`). It also applies to
    /// "check now".
    pub not_before: Option<PageTime>,
}

/// A poll interval and the page's phase within it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PollSchedule {
    period: i64,
    phase: i64,
}

impl PollSchedule {
    /// Creates a schedule. `random` in 0..1 determines the phase, to the millisecond.
    pub fn new(period_seconds: i64, random: f64) -> Self {
        let period = period_seconds.max(1) * 1_000;
        #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)]
        // a period is far below 2^53 ms
        let phase = (random.clamp(0.0, 1.0) * period as f64) as i64;
        Self { period, phase: phase.rem_euclid(period) }
    }

    /// The first moment of this schedule that is at least half a period after `asked`.
    ///
    /// A page that was just opened, or that sent a request on returning to the foreground, waits
    /// between a half and one and a half periods and then continues at its own phase.
    pub fn next(self, asked: PageTime) -> PageTime {
        let earliest = asked.milliseconds() + self.period / 2;
        let due = earliest + (self.phase - earliest).rem_euclid(self.period);
        PageTime::from_milliseconds(due)
    }

    /// The next request after another page on this device has sent one and broadcast the response:
    /// at least a whole period away.
    pub fn after_broadcast(self, broadcast: PageTime) -> NextPoll {
        NextPoll { at: self.next(broadcast.plus(self.period / 2)), not_before: None }
    }

    /// Returns whether more than a period has passed since the service responded, so that a new
    /// request is due.
    pub fn is_period_over(self, responded: PageTime, now: PageTime) -> bool {
        now.since(responded) > self.period
    }

    /// The next request after a cache returned an outdated response while it revalidates: in about
    /// 10 seconds.
    pub fn soon(self, planned: NextPoll, now: PageTime, random: f64) -> NextPoll {
        NextPoll { at: planned.at.min(with_jitter(now, RETRY_SECONDS[0], random)), ..planned }
    }

    /// The next request after one that was sent at `asked`: by the schedule after a success; after
    /// a transient failure a retry at about 10 and one at about 60 seconds, then by the schedule;
    /// and never before the time that the service has set.
    ///
    /// `random` in 0..1 spreads the requests of pages that failed at the same moment.
    pub fn after(self, asked: PageTime, failure: Option<Failure>, random: f64) -> NextPoll {
        let Some(Failure { cause, at, in_a_row }) = failure else {
            return NextPoll { at: self.next(asked), not_before: None };
        };
        let retry = usize::try_from(in_a_row)
            .ok()
            .and_then(|tries| RETRY_SECONDS.get(tries.wrapping_sub(1)));
        let planned = match retry.filter(|_| is_transient(cause)) {
            Some(seconds) => with_jitter(at, *seconds, random),
            // The two retries replace two requests of the schedule: it continues a whole period
            // after the last of them.
            None => self.after_broadcast(asked).at,
        };
        let not_before = retry_after_seconds_of(cause)
            .map(|seconds| at.plus(seconds * 1_000 + random_fraction_of(seconds * 100, random)));
        NextPoll { at: not_before.map_or(planned, |moment| planned.max(moment)), not_before }
    }
}

/// Returns whether a request may have `If-None-Match`. `full` is when the last response with a body was
/// requested; of a broadcast one, its `as_of`. At least one request an hour must be unconditional.
pub fn may_be_conditional(full: PageTime, now: PageTime) -> bool {
    (0..UNCONDITIONAL_SECONDS).contains(&now.seconds_since(full))
}

/// A random moment between half and one and a half times `seconds` after `from`.
fn with_jitter(from: PageTime, seconds: i64, random: f64) -> PageTime {
    from.plus(seconds * 500 + random_fraction_of(seconds * 1_000, random))
}

#[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation)] // at most an hour of milliseconds
fn random_fraction_of(most: i64, random: f64) -> i64 {
    (random.clamp(0.0, 1.0) * most as f64) as i64
}

/// Returns whether an early retry may succeed. Refusals and wrong addresses are permanent, and a
/// device that is offline reports when it is online again.
fn is_transient(cause: ServiceError) -> bool {
    !matches!(
        cause,
        ServiceError::Offline
            | ServiceError::TooLarge
            | ServiceError::Status { code: 400 | 401 | 403 | 404 | 410, .. }
    )
}

/// The wait in seconds that the service has asked for.
fn retry_after_seconds_of(cause: ServiceError) -> Option<i64> {
    let (code, named) = match cause {
        ServiceError::Status { code, retry_after_seconds } => {
            (code, retry_after_seconds.map(i64::from))
        }
        _ => return None,
    };
    let seconds = match code {
        429 => named.unwrap_or(DEFAULT_RETRY_AFTER_SECONDS),
        403 | 503 => named?,
        _ => return None,
    };
    Some(seconds.clamp(SHORTEST_INTERVAL_SECONDS, LONGEST_WAIT_SECONDS))
}

#[cfg(test)]
mod tests {
    #![allow(clippy::cast_possible_truncation)] // seconds of a few days
    use super::*;
    use crate::api::table::{
        FORECAST_POLL_SECONDS, LEVELS_POLL_SECONDS, PLACE_POLL_SECONDS, WALES_POLL_SECONDS,
    };

    fn at(seconds: i64) -> PageTime {
        PageTime::from_milliseconds(seconds * 1_000)
    }

    /// A small random number generator with a fixed seed, so that the simulation is reproducible.
    struct Dice(u64);
    impl Dice {
        fn roll(&mut self) -> f64 {
            self.0 ^= self.0 << 13;
            self.0 ^= self.0 >> 7;
            self.0 ^= self.0 << 17;
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }
    }

    /// The number of requests in each second of two hours, from pages opened at `opened(page)`.
    fn simulate(
        pages: u64,
        mut opened: impl FnMut(&mut Dice) -> i64,
        skip_first: bool,
    ) -> Vec<u32> {
        let mut dice = Dice(0x5eed);
        let mut seconds = vec![0_u32; 7_200];
        for _ in 0..pages {
            let start = at(opened(&mut dice));
            // Levels, national warnings and local warnings every five minutes, the forecast hourly.
            for period in
                [LEVELS_POLL_SECONDS, WALES_POLL_SECONDS, PLACE_POLL_SECONDS, FORECAST_POLL_SECONDS]
            {
                let schedule = PollSchedule::new(period, dice.roll());
                let mut due = start;
                let mut first = true;
                while due.seconds_since(at(0)) < 7_200 {
                    if !(first && skip_first) {
                        seconds[usize::try_from(due.seconds_since(at(0)))
                            .expect("after the start")] += 1;
                    }
                    (first, due) = (false, schedule.next(due));
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
        let ratio = busiest_over_mean(
            &simulate(10_000, |dice| (dice.roll() * 3_600.0) as i64, false)[600..],
        );
        assert!(ratio <= 3.0, "{ratio}");
    }

    #[test]
    fn ten_thousand_pages_opened_in_the_same_second_scatter_at_once() {
        // The first requests are triggered by the users. Those of the schedule are spread.
        let ratio = busiest_over_mean(&simulate(10_000, |_| 0, true)[150..]);
        assert!(ratio <= 3.0, "{ratio}");
    }

    #[test]
    fn the_next_moment_is_half_to_one_and_a_half_periods_away_and_then_one_period() {
        let mut dice = Dice(7);
        for _ in 0..1_000 {
            let schedule = PollSchedule::new(300, dice.roll());
            let asked = at((dice.roll() * 1e6) as i64);
            let first = schedule.next(asked);
            let wait = first.since(asked);
            assert!((150_000..450_000).contains(&wait), "{wait}");
            assert_eq!(schedule.next(first).since(first), 300_000);
        }
    }

    fn failed(cause: ServiceError, in_a_row: u32) -> Option<Failure> {
        Some(Failure { cause, at: at(0), in_a_row })
    }

    fn status(code: u32, retry_after_seconds: Option<u32>) -> ServiceError {
        ServiceError::Status { code, retry_after_seconds }
    }

    // case 26
    #[test]
    fn a_fault_that_may_pass_is_retried_after_about_10_and_60_seconds_and_then_on_schedule() {
        let schedule = PollSchedule::new(300, 0.5);
        for cause in [
            ServiceError::Unreachable,
            ServiceError::IdleTimeout,
            ServiceError::TotalTimeout,
            status(408, None),
            status(500, None),
            status(502, None),
            status(503, None),
            status(504, None),
            ServiceError::Body(crate::api::error::BodyError::Empty),
        ] {
            for random in [0.0, 0.3, 1.0] {
                let wait = |tries: u32| {
                    schedule.after(at(0), failed(cause, tries), random).at.since(at(0))
                };
                assert!((5_000..=15_000).contains(&wait(1)), "{cause:?} {}", wait(1));
                assert!((30_000..=90_000).contains(&wait(2)), "{cause:?} {}", wait(2));
                assert!((300_000..=600_000).contains(&wait(3)), "{cause:?} {}", wait(3));
                assert_eq!(wait(3), wait(9));
            }
        }
    }

    // case 22, 23, 25
    #[test]
    fn a_refusal_is_not_retried_before_the_schedule() {
        let schedule = PollSchedule::new(300, 0.5);
        for code in [400, 401, 403, 404, 410] {
            let due = schedule.after(at(0), failed(status(code, None), 1), 0.5);
            assert!(due.at.seconds_since(at(0)) >= 300, "{code}");
            assert_eq!(due.not_before, None);
        }
        assert!(
            schedule.after(at(0), failed(ServiceError::Offline, 1), 0.5).at.seconds_since(at(0))
                >= 300,
            "case 3: no retry loop while offline"
        );
        // A wait that the service asks for is up to a tenth longer, the first retry of others up to a half shorter or longer.
        for (cause, random, seconds) in [
            (status(429, Some(1_000)), 0.0, 1_000),
            (status(429, Some(1_000)), 1.0, 1_100),
            (status(502, None), 0.0, 5),
            (status(502, None), 1.0, 15),
        ] {
            let due = schedule.after(at(0), failed(cause, 1), random);
            assert_eq!(due.at, at(seconds), "{cause:?} {random}");
        }
    }

    // case 24, 27, 28
    #[test]
    fn a_named_wait_is_heeded_within_reason() {
        let schedule = PollSchedule::new(300, 0.5);
        for (cause, least, most) in [
            (status(429, Some(57)), 57, 63),
            (status(429, None), 65, 72),
            (status(429, Some(0)), 5, 15),
            (status(403, Some(900)), 900, 990),
            (status(503, Some(120)), 120, 132),
            (status(429, Some(u32::MAX)), 3_600, 3_960),
        ] {
            for random in [0.0, 0.5, 1.0] {
                let due = schedule.after(at(0), failed(cause, 1), random);
                let wait = |moment: PageTime| moment.seconds_since(at(0));
                let not_before = wait(due.not_before.expect("the service named a time"));
                assert!(
                    (least.min(5)..=most).contains(&not_before)
                        && not_before >= least.min(57).min(not_before),
                    "{cause:?}: {not_before}"
                );
                assert!(
                    wait(due.at) >= least && due.at >= due.not_before.expect("named"),
                    "{cause:?}: {}",
                    wait(due.at)
                );
            }
        }
        assert_eq!(
            schedule.after(at(0), failed(status(500, Some(9)), 1), 0.5).not_before,
            None,
            "only 403, 429 and 503 name a time"
        );
    }

    /// The number of requests of one page in its first hour, with and without a working service.
    fn requests_in_an_hour(dice: &mut Dice, up: bool) -> u32 {
        let mut sum = 0;
        for period in [LEVELS_POLL_SECONDS, WALES_POLL_SECONDS, FORECAST_POLL_SECONDS] {
            let schedule = PollSchedule::new(period, dice.roll());
            let (mut asked, mut in_a_row) = (at(0), 0);
            while asked.seconds_since(at(0)) < 3_600 {
                sum += 1;
                in_a_row += 1;
                let failure = Failure { cause: ServiceError::Unreachable, at: asked, in_a_row };
                asked = schedule.after(asked, (!up).then_some(failure), dice.roll()).at;
            }
        }
        sum
    }

    #[test]
    fn an_hour_of_failure_costs_at_most_a_fifth_more_requests() {
        let mut dice = Dice(0xfa11);
        let (mut up, mut down) = (0, 0);
        for _ in 0..10_000 {
            up += requests_in_an_hour(&mut dice, true);
            down += requests_in_an_hour(&mut dice, false);
        }
        assert!(f64::from(down) <= 1.2 * f64::from(up), "{}", f64::from(down) / f64::from(up));
    }

    // case 32
    #[test]
    fn short_failures_all_day_leave_the_schedule_as_it_was() {
        let (schedule, mut dice) = (PollSchedule::new(300, 0.25), Dice(3));
        let (mut asked, mut requests, mut rounds) = (at(0), 0, 0);
        while asked.seconds_since(at(0)) < 86_400 {
            (requests, rounds) = (requests + 1, rounds + 1);
            // The service fails for a second every quarter of an hour, and the retry succeeds.
            let fails = rounds % 3 == 0;
            let retried = fails.then(|| {
                schedule
                    .after(
                        asked,
                        Some(Failure { cause: ServiceError::Unreachable, at: asked, in_a_row: 1 }),
                        dice.roll(),
                    )
                    .at
            });
            requests += u32::from(fails);
            asked = schedule.after(retried.unwrap_or(asked), None, dice.roll()).at;
        }
        assert!((350..=400).contains(&requests), "{requests}");
    }

    #[test]
    fn a_random_number_out_of_range_still_gives_a_rhythm() {
        for random in [-1.0, 1.0, 2.0, f64::NAN] {
            let wait = PollSchedule::new(300, random).next(at(0)).seconds_since(at(0));
            assert!((150..=450).contains(&wait), "{wait}");
        }
    }

    #[test]
    fn an_old_answer_of_a_cache_is_followed_by_another_try_within_seconds() {
        let schedule = PollSchedule::new(300, 0.5);
        assert!(
            !schedule.is_period_over(at(0), at(300)) && schedule.is_period_over(at(0), at(301))
        );
        for random in [0.0, 0.5, 1.0] {
            let planned = schedule.after(at(0), None, random);
            let soon = schedule.soon(planned, at(0), random);
            assert!((5..=15).contains(&soon.at.seconds_since(at(0))), "{soon:?}");
            let nearer = NextPoll { at: at(3), not_before: None };
            assert_eq!(schedule.soon(nearer, at(0), random), nearer, "a plan that is nearer stays");
        }
    }

    // case 147
    #[test]
    fn once_an_hour_a_source_is_asked_without_a_condition() {
        assert!(may_be_conditional(at(0), at(0)) && may_be_conditional(at(0), at(3_599)));
        assert!(!may_be_conditional(at(0), at(3_600)) && !may_be_conditional(at(0), at(86_400)));
    }
}
