//! The plural categories of CLDR for English and Welsh.

/// A plural category of CLDR. English uses `One` and `Other`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // the variants are CLDR's names of the categories
pub enum Plural {
    Zero,
    One,
    Two,
    Few,
    Many,
    Other,
}

impl Plural {
    /// The Welsh category: `Zero` to `Few` for 0 to 3, `Many` for 6, otherwise `Other`.
    pub fn welsh(count: usize) -> Self {
        match count {
            0 => Self::Zero,
            1 => Self::One,
            2 => Self::Two,
            3 => Self::Few,
            6 => Self::Many,
            _ => Self::Other,
        }
    }

    /// The English category: `One` for 1, otherwise `Other`.
    pub fn english(count: usize) -> Self {
        if count == 1 { Self::One } else { Self::Other }
    }

    /// The category's name in CLDR.
    pub fn name(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::One => "one",
            Self::Two => "two",
            Self::Few => "few",
            Self::Many => "many",
            Self::Other => "other",
        }
    }
}

/// A Welsh noun after a number: unmutated; with soft mutation after 2; with aspirate mutation after
/// 3 and 6, if its initial consonant allows it.
#[derive(Clone, Copy)]
pub(super) struct Noun {
    pub(super) plain: &'static str,
    pub(super) after_two: &'static str,
    pub(super) after_three_and_six: &'static str,
}

impl Noun {
    /// A noun that is mutated only after 2.
    pub(super) const fn softened(plain: &'static str, after_two: &'static str) -> Self {
        Self { plain, after_two, after_three_and_six: plain }
    }

    /// A noun that is mutated after 2, and after 3 and 6.
    pub(super) const fn mutated(
        plain: &'static str,
        after_two: &'static str,
        after_three_and_six: &'static str,
    ) -> Self {
        Self { plain, after_two, after_three_and_six }
    }

    pub(super) fn after(self, count: usize) -> String {
        let form = match Plural::welsh(count) {
            Plural::Two => self.after_two,
            Plural::Few | Plural::Many => self.after_three_and_six,
            Plural::Zero | Plural::One | Plural::Other => self.plain,
        };
        format!("{count}\u{a0}{form}")
    }
}

/// The Welsh "and" before a number as it is read: "ac" before "un", "wyth", "un ar ddeg", "un ar bymtheg"
/// and "wyth deg".
pub(super) fn welsh_and(count: usize) -> &'static str {
    if matches!(count, 1 | 8 | 11 | 16 | 80..=89) { "ac" } else { "a" }
}

/// Formats a number with an English noun: "1 gauge", "2 gauges".
pub(super) fn english(count: usize, one: &str, other: &str) -> String {
    format!("{count}\u{a0}{}", if Plural::english(count) == Plural::One { one } else { other })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        domain::warning::SeverityCounts,
        i18n::welsh::{ENTRY, counted},
        test_support::{feature, warnings},
    };

    #[test]
    fn an_entry_mutates_after_two_three_and_six() {
        let counted: Vec<String> = (1..=7).map(|count| ENTRY.after(count)).collect();
        let expected =
            ["1 cofnod", "2 gofnod", "3 chofnod", "4 cofnod", "5 cofnod", "6 chofnod", "7 cofnod"];
        assert_eq!(counted.join(", ").replace('\u{a0}', " "), expected.join(", "));
    }

    #[test]
    fn in_a_list_of_counts_the_last_number_decides_the_and() {
        let of_severity = |severity: u8| {
            feature(None, &format!(r#""FWACODE":"a{severity}","SEVERITYVALUE":{severity}"#))
        };
        let counts = SeverityCounts::of(&warnings(&[of_severity(2), of_severity(3)]).content);
        assert_eq!(
            counted(counts).replace('\u{a0}', " "),
            "1 rhybudd llifogydd ac 1 neges ‘Llifogydd: byddwch yn barod’"
        );
    }

    #[test]
    fn and_depends_on_the_number_as_it_is_read() {
        let with_ac: Vec<usize> = (0..=90).filter(|count| welsh_and(*count) == "ac").collect();
        assert_eq!(with_ac, [1, 8, 11, 16, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89]);
    }

    #[test]
    fn welsh_has_six_categories_and_english_two() {
        let names: Vec<&str> = (0..8).map(|count| Plural::welsh(count).name()).collect();
        assert_eq!(names, ["zero", "one", "two", "few", "other", "other", "many", "other"]);
        assert_eq!([0, 1, 2].map(Plural::english), [Plural::Other, Plural::One, Plural::Other]);
    }
}
