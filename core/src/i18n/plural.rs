//! Numbers and lists in sentences. Nouns after numbers are by the plural categories of CLDR: English has two, Welsh six (0, 1, 2, 3, 6 and the others).

use crate::domain::warning::{Severity, SeverityCounts};

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
        let form = match count {
            2 => self.after_two,
            3 | 6 => self.after_three_and_six,
            _ => self.plain,
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
    format!("{count}\u{a0}{}", if count == 1 { one } else { other })
}

/// The severities in force with their numbers, zero excluded.
pub(super) fn in_force(counts: SeverityCounts) -> impl Iterator<Item = (Severity, usize)> {
    Severity::ALL
        .into_iter()
        .filter(|severity| severity.in_force())
        .map(move |severity| (severity, counts.count(severity)))
        .filter(|(_, count)| *count > 0)
}

/// Joins the parts as "a, b and c". `and` is the conjunction.
pub(super) fn enumerate(parts: &[String], and: &str) -> String {
    match parts {
        [] => String::new(),
        [one] => one.clone(),
        [head @ .., last] => format!("{} {and} {last}", head.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        i18n::welsh::{ENTRY, counted},
        test_support::{feature, warnings},
    };

    #[test]
    fn an_entry_mutates_after_two_three_and_six() {
        let counted: Vec<String> = (0..=7).map(|count| ENTRY.after(count)).collect();
        let expected = [
            "0 cofnod",
            "1 cofnod",
            "2 gofnod",
            "3 chofnod",
            "4 cofnod",
            "5 cofnod",
            "6 chofnod",
            "7 cofnod",
        ];
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
    fn in_english_one_alone_is_singular() {
        let counted = [0, 1, 2].map(|count| english(count, "gauge", "gauges"));
        assert_eq!(counted, ["0\u{a0}gauges", "1\u{a0}gauge", "2\u{a0}gauges"]);
    }
}
