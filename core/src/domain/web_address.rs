//! Addresses that are safe to use as links.

/// An absolute `https` or `http` address. Other schemes, such as `javascript:`, are shown as text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebAddress<'a>(&'a str);

impl<'a> WebAddress<'a> {
    /// Parses an address, ignoring white space around it. Returns `None` for other schemes, for a
    /// host that does not begin with a letter or digit, and for characters that HTML or a URL would
    /// have to escape.
    pub fn parse(text: &'a str) -> Option<Self> {
        let text = text.trim();
        let rest = strip_prefix_ignoring_case(text, "https://")
            .or_else(|| strip_prefix_ignoring_case(text, "http://"))?;
        let host_is_plain = rest.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
        let nothing_hidden = text
            .bytes()
            .all(|c| c.is_ascii_graphic() && !matches!(c, b'"' | b'<' | b'>' | b'\\' | b'`'));
        (host_is_plain && nothing_hidden).then_some(Self(text))
    }

    /// The address as received, trimmed.
    pub fn as_str(self) -> &'a str {
        self.0
    }
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let (head, tail) = text.split_at_checked(prefix.len())?;
    head.eq_ignore_ascii_case(prefix).then_some(tail)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_https_and_http_become_links() {
        assert!(
            WebAddress::parse(" http://rloi.naturalresources.wales/ViewDetails?station=4268 ")
                .is_some()
        );
        assert!(WebAddress::parse("HTTPS://example.org").is_some());
        for text in [
            "javascript:alert(1)",
            "data:text/html,x",
            "//example.org",
            "https://",
            "https:// x",
            "https://a\"b",
            "http://a\nb",
            "ftp://a",
            "",
        ] {
            assert_eq!(WebAddress::parse(text), None, "{text}");
        }
    }
}
