//! Texts that the service publishes in English and Welsh.

/// An English and a Welsh text as received, trimmed. Either may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Bilingual {
    /// The English text.
    pub en: String,
    /// The Welsh text.
    pub cy: String,
}

impl Bilingual {
    /// Creates the pair from an English and a Welsh text.
    pub fn new(en: impl Into<String>, cy: impl Into<String>) -> Self {
        Self { en: en.into(), cy: cy.into() }
    }
}

/// A borrowed [`Bilingual`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Both<'a> {
    /// The English text.
    pub en: &'a str,
    /// The Welsh text.
    pub cy: &'a str,
}

impl<'a> From<&'a Bilingual> for Both<'a> {
    fn from(text: &'a Bilingual) -> Self {
        Self { en: &text.en, cy: &text.cy }
    }
}
