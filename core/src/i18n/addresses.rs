//! The addresses of the provider's public site, by language. They are no part of the service and are only links.

use super::Language;
use crate::domain::station::StationId;

impl Language {
    /// The page about flooding: the sign-up for warnings, the telephone numbers, the forecast in words.
    pub fn flooding_address(self) -> &'static str {
        self.of(
            "https://naturalresources.wales/flooding/?lang=en",
            "https://cyfoethnaturiol.cymru/flooding/?lang=cy",
        )
    }

    /// The flood warnings and alerts in force.
    pub fn warnings_address(self) -> &'static str {
        self.of(
            "https://flood-warning.naturalresources.wales/?culture=en-GB",
            "https://flood-warning.naturalresources.wales/?culture=cy-GB",
        )
    }

    /// The page of a gauge. The addresses in `url` of the river levels lead to a host that does not answer.
    pub fn gauge_address(self, id: &StationId) -> Option<String> {
        let (number, language) = (id.station_number()?, self.tag());
        Some(format!(
            "https://rivers-and-seas.naturalresources.wales/Station/{number}?lang={language}"
        ))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gauge_has_a_page_in_each_language_and_an_id_that_is_no_number_has_none() {
        let address = |language: Language, id: &str| language.gauge_address(&StationId(id.into()));
        for id in ["4121", "4121~2", "4121-10095"] {
            assert_eq!(
                address(Language::English, id).as_deref(),
                Some("https://rivers-and-seas.naturalresources.wales/Station/4121?lang=en"),
                "{id}"
            );
        }
        assert_eq!(
            address(Language::Welsh, "4121").as_deref(),
            Some("https://rivers-and-seas.naturalresources.wales/Station/4121?lang=cy")
        );
        for id in ["", "-10095", "javascript:alert(1)", "41 21", "../4121", "4121?x"] {
            assert_eq!(address(Language::English, id), None, "{id}");
        }
    }
}
