//! Unpaired surrogates in JSON.

/// Replaces the escape of an unpaired surrogate ("\ud800") by that of U+FFFD, so that the rest of a
/// message is not lost.
pub(crate) fn with_whole_surrogates(json: &str) -> String {
    /// The UTF-16 code unit of an escape.
    fn unit(escape: &str) -> Option<u32> {
        u32::from_str_radix(escape.strip_prefix("\\u")?.get(..4)?, 16).ok()
    }
    let mut text = String::with_capacity(json.len());
    let mut rest = json;
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        let low = escape.get(6..).and_then(unit);
        let (replacement, length) = match unit(escape) {
            Some(0xD800..=0xDBFF) if low.is_some_and(|low| (0xDC00..0xE000).contains(&low)) => {
                (escape.get(..12), 12)
            }
            Some(0xD800..=0xDFFF) => (Some("\\ufffd"), 6),
            _ => (escape.get(..2), 2),
        };
        text.push_str(before);
        text.push_str(replacement.unwrap_or_default());
        rest = escape.get(length..).unwrap_or_default();
    }
    text.push_str(rest);
    text
}
