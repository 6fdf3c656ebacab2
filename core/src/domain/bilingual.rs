//! A text that the service gives in both languages.

/// English and Welsh as given, without blanks at the ends. Either may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bilingual {
    pub en: String,
    pub cy: String,
}

impl Bilingual {
    pub fn new(en: impl Into<String>, cy: impl Into<String>) -> Self {
        Self { en: en.into(), cy: cy.into() }
    }
}

/// The same, borrowed from where it is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Both<'a> {
    pub en: &'a str,
    pub cy: &'a str,
}

impl<'a> From<&'a Bilingual> for Both<'a> {
    fn from(text: &'a Bilingual) -> Self {
        Self { en: &text.en, cy: &text.cy }
    }
}
