//! Which advice the answer has: whom to call, and what to do.

use crate::{
    domain::warning::Severity,
    i18n::Texts,
    source::{
        answer::Situation,
        warnings::{Concern, Reach, WarningStatus, WarningsHere},
    },
};

/// The parts that are shown.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Need {
    /// None.
    Nothing,
    /// Telephone numbers and a link to the national service, since the status is unknown.
    OtherChannels,
    /// Telephone numbers, and the advice for the message of the headline.
    Advice {
        /// The severity of the message.
        severity: Severity,
        /// Whom the advice is for.
        audience: Audience,
        /// The service could not confirm the message.
        is_last_known: bool,
    },
}

/// Whom the advice is for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Audience {
    /// The place is inside the area of the message, or may be.
    Inside,
    /// The area comes near the place.
    Near,
    /// The message is around the place: the advice is folded.
    Around,
}

impl Audience {
    /// The heading of the advice.
    pub fn heading(self, texts: &Texts) -> &'static str {
        match self {
            Self::Inside => texts.what_to_do,
            Self::Near | Self::Around => texts.what_to_do_if_there,
        }
    }
}

/// The parts for the messages of an area. `is_placed`: it is around a place.
pub fn need(warnings: &WarningsHere, situation: Situation, is_placed: bool) -> Need {
    let Situation { status, is_waiting, .. } = situation;
    let is_last_known = warnings.is_last_known() && !is_waiting;
    match warnings.headline() {
        Some(local) if is_placed => Need::Advice {
            severity: local.warning.severity,
            audience: match local.reach {
                _ if warnings.concern() != Some(Concern::Place) => Audience::Around,
                Reach::Inside | Reach::Possible => Audience::Inside,
                Reach::Near | Reach::Unknown | Reach::Outside => Audience::Near,
            },
            is_last_known,
        },
        Some(_) if is_last_known => Need::OtherChannels,
        None if status == WarningStatus::Unknown && !is_waiting => Need::OtherChannels,
        Some(_) | None => Need::Nothing,
    }
}
