//! Values that may be strings or numbers, since the contract says one and practice sends the other.
//!
//! One piece of code reads every object of every operation: derived structs would cost the page as much again each.

use crate::domain::{decimal, limits::TEXT_LIMIT_CHARACTERS};
use gorlif_json::{plain, string};
use std::borrow::Cow;

/// What a field held. Arrays and objects are kept out of the way, they never cost the item.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) enum Scalar<'a> {
    /// Absent, null, an array or an object.
    #[default]
    None,
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
            Self::None | Self::Flag(_) => Cow::Borrowed(""),
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
            Self::None | Self::Flag(_) => return None,
        };
        #[allow(clippy::cast_possible_truncation)] // whole and far below 2^53 by the check
        text.parse().ok().or_else(|| decimal::parse(text).filter(|number| number.fract() == 0.0 && number.abs() < 9e15).map(|number| number as i64))
    }
}

fn clean(text: &str, unwanted: &dyn Fn(char) -> bool) -> String {
    let mut characters = text.trim().chars().take(TEXT_LIMIT_CHARACTERS).peekable();
    let mut clean = String::new();
    while let Some(c) = characters.next() {
        match c {
            '\r' if characters.peek() == Some(&'\n') => {}
            c if unwanted(c) => clean.push(' '),
            c => clean.push(c),
        }
    }
    clean
}

/// Each as one line of text.
pub(super) fn lines<'a, const N: usize>(members: &'a [Scalar<'_>; N]) -> [Cow<'a, str>; N] {
    members.each_ref().map(Scalar::line)
}
