//! The texts of a source: whether it is up to date, when it was last confirmed, why it failed, and when it is asked next.

use crate::{
    api::{
        Reason, Rejected,
        error::{BodyError, ServiceError},
    },
    domain::{Timestamp, freshness::Freshness, page_time::PageTime, source_id::SourceId},
    i18n::{Language, sources::SourceTexts},
    source::{
        clock::Epoch,
        content::Content,
        schedule::NextPoll,
        state::{Snapshot, SourceState},
    },
};

/// The largest number of identifiers that a reason for leaving items out lists.
const MOST_IDS: usize = 20;

/// The facts of a line.
pub struct Facts {
    /// The source.
    pub name: SourceId,
    /// The freshness of the snapshot.
    pub freshness: Freshness,
    /// When the service created the snapshot.
    pub as_of: Option<PageTime>,
    /// The newest reading, of the source of readings.
    pub newest: Option<Timestamp>,
    /// Why the last request failed, and how many failed in a row.
    pub failure: Option<(ServiceError, u32)>,
    /// The time of the response contradicts the other sources.
    pub is_contradicted: bool,
    /// Responses arrive, but none is newer than the snapshot.
    pub is_standing_still: bool,
    /// The items that are left out.
    pub rejected: Vec<Rejected>,
    /// The number of items of the response.
    pub total: usize,
    /// The next request.
    pub next: Option<NextPoll>,
}

/// The facts on which the lines of all sources depend.
#[derive(Clone, Copy)]
pub struct Reader {
    /// The language of the texts.
    pub language: Language,
    /// The page is hidden, so that nothing is requested.
    pub is_paused: bool,
    /// The UTC time of page time 0.
    pub epoch: Epoch,
    /// The time now.
    pub now: Timestamp,
}

/// The content of a line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Line {
    /// The freshness of the snapshot.
    pub freshness: Freshness,
    /// There has been neither a response nor a failure yet.
    pub awaited: bool,
    /// When the service last confirmed the response, if there is one and that is known.
    pub as_of: Option<PageTime>,
    /// The text of the line.
    pub text: String,
    /// The items that are left out.
    pub rejected: Option<String>,
    /// The error, for the operator.
    pub cause: Option<String>,
}

impl Facts {
    /// The facts of a source at a page time.
    pub fn of<T: Content>(
        source: &SourceState<T>,
        name: SourceId,
        next: Option<NextPoll>,
        page_now: PageTime,
        reader: Reader,
    ) -> Self {
        let snapshot = source.snapshot();
        let rejected = snapshot.map(|snapshot| snapshot.rejected.clone()).unwrap_or_default();
        // Requests succeed, but for too long no response has been newer.
        let is_polled = !source.is_in_flight() && source.failure().is_none() && !reader.is_paused;
        let is_old = |snapshot: &Snapshot<T>| {
            let age = page_now.seconds_since(snapshot.as_of);
            !snapshot.from_cache && T::STANDING_STILL_SECONDS.is_some_and(|most| age > most)
        };
        Self {
            name,
            freshness: source.freshness(|snapshot| T::freshness(snapshot, page_now, reader.now)),
            as_of: snapshot.map(|snapshot| snapshot.as_of),
            newest: snapshot.and_then(|snapshot| snapshot.content.newest_reading(reader.now)),
            failure: source.failure().map(|failure| (failure.cause, failure.in_a_row)),
            is_contradicted: snapshot.is_some_and(|snapshot| snapshot.is_contradicted),
            is_standing_still: is_polled && snapshot.is_some_and(is_old),
            total: snapshot.map_or(0, |snapshot| snapshot.content.count()) + rejected.len(),
            rejected,
            next,
        }
    }

    /// The line of the source.
    pub fn line(self, Reader { language, is_paused, epoch, now }: Reader) -> Line {
        let texts = language.source_texts();
        // The time of a response that is contradicted is none.
        let as_of = self.as_of.filter(|_| !self.is_contradicted);
        let awaited = self.as_of.is_none() && self.failure.is_none();
        let time = |moment: PageTime| language.when(epoch.utc(moment), now);
        let mut parts =
            vec![if awaited { texts.asking } else { (texts.state)(self.freshness) }.to_owned()];
        let newest = self.newest.map(|newest| language.when(newest, now));
        parts.extend(newest.map(|newest| (texts.newest_reading)(&newest)));
        parts.extend(as_of.map(|as_of| (texts.as_of)(&time(as_of))));
        if self.is_contradicted {
            parts.push(texts.time_contradicted.to_owned());
        } else if let Some(as_of) = as_of.filter(|_| self.is_standing_still) {
            parts.push((texts.standing_still)(&time(as_of)));
        }
        let until = self.next.and_then(|due| due.not_before).map(time);
        parts.extend(self.failure.map(|(cause, _)| in_words(texts, cause, until.as_deref())));
        if is_paused {
            parts.push(texts.paused.to_owned());
        } else if !awaited {
            parts.extend(self.next.map(|due| (texts.next_try)(&time(due.at))));
        }
        Line {
            freshness: self.freshness,
            awaited,
            as_of,
            text: parts.join(", "),
            rejected: rejected_text(texts, self.name, &self.rejected, self.total),
            cause: self
                .failure
                .map(|(cause, in_a_row)| format!("{}: {cause} ({in_a_row})", self.name.id())),
        }
    }
}

/// The number of items left out, and which for which reason.
fn rejected_text(
    texts: &SourceTexts,
    name: SourceId,
    rejected: &[Rejected],
    total: usize,
) -> Option<String> {
    let because = |reason: Reason, cause: &str| {
        let mine = rejected.iter().filter(|one| one.reason == reason);
        let ids: Vec<&str> =
            mine.clone().filter_map(|one| one.id.as_deref()).take(MOST_IDS).collect();
        let count = mine.count();
        let ids = if ids.is_empty() { String::new() } else { format!(" ({})", ids.join(", ")) };
        (count > 0).then(|| format!("{count} {cause}{ids}"))
    };
    let causes = [
        because(Reason::Unreadable, texts.unreadable),
        because(Reason::NoIdentifier, texts.no_identifier),
        because(Reason::MisorderedDay, texts.no_identifier),
    ];
    let causes: Vec<String> = causes.into_iter().flatten().collect();
    (!rejected.is_empty()).then(|| {
        format!("{}: {}", (texts.not_shown)(name, rejected.len(), total), causes.join(", "))
    })
}

/// The message for a failure. Refused keys are not named to visitors, since only the operator can
/// correct them.
fn in_words(texts: &SourceTexts, cause: ServiceError, until: Option<&str>) -> String {
    let message = match cause {
        ServiceError::Offline => texts.failed_offline,
        ServiceError::Unreachable => texts.failed_unreachable,
        ServiceError::IdleTimeout | ServiceError::TotalTimeout => texts.failed_timeout,
        ServiceError::TooLarge | ServiceError::Body(BodyError::TooMany) => texts.failed_too_large,
        ServiceError::Status { code: 403 | 429 | 503, retry_after_seconds: Some(_) }
        | ServiceError::Status { code: 429 | 503, .. } => {
            return (texts.failed_busy)(until);
        }
        ServiceError::Status { code: 401 | 403, .. } => texts.failed_refused,
        ServiceError::Status { code: 400 | 404 | 410, .. } => texts.failed_not_found,
        ServiceError::Status { .. } => texts.failed_service,
        ServiceError::Body(BodyError::WebPage) => texts.failed_web_page,
        ServiceError::Body(BodyError::UnknownAge) => texts.failed_undated,
        ServiceError::Body(BodyError::ContradictedAge) => texts.time_contradicted,
        ServiceError::Body(BodyError::Incomplete) => texts.failed_incomplete,
        ServiceError::Body(_) => texts.failed_unreadable,
    };
    message.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        api::Warnings,
        domain::limits::STANDING_STILL_SECONDS,
        source::state::Event,
        test_support::{self, feature},
    };

    fn facts() -> Facts {
        let at = |minutes: i64| PageTime::from_milliseconds(minutes * 60_000);
        Facts {
            name: SourceId::NationalWarnings,
            freshness: Freshness::Fresh,
            as_of: Some(at(0)),
            newest: None,
            failure: None,
            is_contradicted: false,
            is_standing_still: false,
            rejected: Vec::new(),
            total: 3,
            next: Some(NextPoll { at: at(5), not_before: None }),
        }
    }

    fn reader() -> Reader {
        Reader {
            language: Language::English,
            is_paused: false,
            epoch: Epoch::new("2026-09-21T16:55:00Z".parse().expect("an instant")),
            now: "2026-09-21T17:00:00Z".parse().expect("an instant"),
        }
    }

    // case 181
    #[test]
    fn a_source_stands_still_whose_polled_responses_are_older_than_half_an_hour() {
        let at = PageTime::from_milliseconds;
        let responded = |request_id| Event::Responded {
            request_id,
            response: test_support::warnings(&[feature(None, r#""FWACODE":"a""#), "7".to_owned()]),
            as_of: at(0),
        };
        let mut polled = SourceState::<Warnings>::default();
        polled.apply(Event::RequestSent);
        polled.apply(responded(1));
        let facts = |source: &SourceState<Warnings>, seconds: i64, reader| {
            Facts::of(source, SourceId::NationalWarnings, None, at(seconds * 1_000), reader)
        };
        let stands_still = |source: &SourceState<Warnings>, seconds, reader| {
            facts(source, seconds, reader).is_standing_still
        };
        assert_eq!(facts(&polled, 0, reader()).total, 2);
        assert!(!stands_still(&polled, STANDING_STILL_SECONDS, reader()));
        assert!(stands_still(&polled, STANDING_STILL_SECONDS + 1, reader()));
        let paused = Reader { is_paused: true, ..reader() };
        assert!(!stands_still(&polled, STANDING_STILL_SECONDS + 1, paused));
        let mut asked = polled.clone();
        asked.apply(Event::RequestSent);
        assert!(!stands_still(&asked, STANDING_STILL_SECONDS + 1, reader()));
        asked.apply(Event::Failed { request_id: 2, cause: ServiceError::Offline, at: at(1) });
        assert!(!stands_still(&asked, STANDING_STILL_SECONDS + 1, reader()));
    }

    #[test]
    fn a_line_has_the_state_the_time_and_the_next_request() {
        let failed = |code, retry_after_seconds| {
            let failure = Some((ServiceError::Status { code, retry_after_seconds }, 2));
            Facts { failure, freshness: Freshness::Delayed, ..facts() }
        };
        let until = Some(PageTime::from_milliseconds(600_000));
        let next = facts().next.map(|next| NextPoll { not_before: until, ..next });
        for (facts, text) in [
            (facts(), "up to date, as of 17:55, next check 18:00"),
            (Facts { as_of: None, freshness: Freshness::Unknown, ..facts() }, "being checked"),
            (
                Facts { is_standing_still: true, ..facts() },
                "up to date, as of 17:55, answers arrive, but their own time has stood still since 17:55, next check 18:00",
            ),
            (failed(500, None), "delayed, as of 17:55, the service has a fault, next check 18:00"),
            (
                failed(401, None),
                "delayed, as of 17:55, the service did not answer, next check 18:00",
            ),
            (
                Facts { next, ..failed(429, Some(600)) },
                "delayed, as of 17:55, the service is busy until 18:05, next check 18:00",
            ),
        ] {
            assert_eq!(facts.line(reader()).text, text);
        }
        let paused = facts().line(Reader { is_paused: true, ..reader() });
        assert_eq!(paused.text, "up to date, as of 17:55, paused while the page is out of sight");
        assert_eq!(
            failed(500, None).line(reader()).cause.as_deref(),
            Some("warnings: status 500 (2)")
        );
    }

    #[test]
    fn items_that_are_left_out_are_counted_by_reason_with_their_identifiers() {
        let of =
            |reason, id: Option<&str>| Rejected { index: 0, reason, id: id.map(str::to_owned) };
        let rejected = vec![
            of(Reason::Unreadable, Some("a")),
            of(Reason::Unreadable, None),
            of(Reason::NoIdentifier, None),
        ];
        let line = Facts { rejected, ..facts() }.line(reader());
        let text = "3 of 3 warnings and alerts could not be shown: 2 could not be read (a), 1 without an identifier";
        assert_eq!(line.rejected.as_deref(), Some(text));
        assert_eq!(facts().line(reader()).rejected, None);
    }
}
