//! Values that may be strings or numbers, since the contract says one and practice sends the other.
//!
//! One piece of code reads every object of every operation: derived structs would cost the page as much again each.

use crate::domain::{
    decimal,
    limits::{CUT_MARK, TEXT_LIMIT_CHARACTERS},
};
use gorlif_json::{plain, string};
use std::borrow::Cow;

/// What a field held. Arrays and objects never cost the item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Scalar<'a> {
    /// Absent or null.
    #[default]
    None,
    /// An array or an object, where the contract has neither.
    Other,
    Text(Cow<'a, str>),
    /// A number as it was written.
    Number(&'a str),
    Flag(bool),
}

impl<'a> Scalar<'a> {
    pub(super) fn read(json: Option<&'a str>) -> Self {
        let Some(json) = json else { return Self::None };
        match json.as_bytes() {
            [b'"', ..] => Self::Text(string(json)),
            [b't', ..] => Self::Flag(true),
            [b'f', ..] => Self::Flag(false),
            [b'-' | b'0'..=b'9', ..] => Self::Number(json),
            [b'{' | b'[', ..] => Self::Other,
            _ => Self::None,
        }
    }

    /// One line of text: trimmed, without control characters, of bounded length. Numbers as they were written.
    pub(super) fn line(&self) -> Cow<'_, str> {
        match self {
            // Nearly every text is as it should be, and is not copied then.
            Self::Text(text) => match plain(text).filter(|text| text.len() <= TEXT_LIMIT_CHARACTERS) {
                Some(text) => Cow::Borrowed(text),
                None => Cow::Owned(clean(text, &|c| c.is_control())),
            },
            Self::Number(text) => Cow::Borrowed(text),
            Self::None | Self::Other | Self::Flag(_) => Cow::Borrowed(""),
        }
    }

    /// Nothing is given: absent, null or blank.
    pub(super) fn is_blank(&self) -> bool {
        match self {
            Self::None => true,
            Self::Text(text) => text.trim().is_empty(),
            Self::Number(_) | Self::Flag(_) | Self::Other => false,
        }
    }

    /// A text whose line breaks are kept.
    pub(super) fn lines(&self) -> String {
        match self {
            Self::Text(text) => clean(text, &|c| c.is_control() && c != '\n'),
            other => other.line().into_owned(),
        }
    }

    /// A whole number, also one that came as digits or with a fraction of zeros.
    pub(super) fn integer(&self) -> Option<i64> {
        let text = match self {
            Self::Number(text) => *text,
            Self::Text(text) => text.trim(),
            Self::None | Self::Other | Self::Flag(_) => return None,
        };
        #[allow(clippy::cast_possible_truncation)] // whole and far below 2^53 by the check
        text.parse().ok().or_else(|| decimal::parse(text).filter(|number| number.fract() == 0.0 && number.abs() < 9e15).map(|number| number as i64))
    }
}

/// The text without unwanted characters. One that is longer than the limit is cut and ends with [`CUT_MARK`].
fn clean(text: &str, unwanted: &dyn Fn(char) -> bool) -> String {
    let mut characters = text.trim().chars().peekable();
    let (mut clean, mut count) = (String::new(), 0);
    while let Some(c) = characters.next() {
        if c == '\r' && characters.peek() == Some(&'\n') {
            continue;
        }
        count += 1;
        if count == TEXT_LIMIT_CHARACTERS && characters.peek().is_some() {
            clean.push(CUT_MARK);
            break;
        }
        clean.push(if unwanted(c) { ' ' } else { c });
    }
    clean
}

/// Each as one line of text.
pub(super) fn lines<'a, const N: usize>(members: &'a [Scalar<'_>; N]) -> [Cow<'a, str>; N] {
    members.each_ref().map(Scalar::line)
}
