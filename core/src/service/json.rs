//! JSON read in place: strict as RFC 8259 has it, bounded in depth, every value a slice of the body.
//!
//! serde_json reads the same (tests hold the two together), but costs the page 11 kB more, has no bound on the depth of what it
//! passes over, and gives up a whole string for half a surrogate pair.

use crate::domain::limits::NESTING_LIMIT;
use std::borrow::Cow;

/// Why a text could not be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// No JSON from this byte on.
    Syntax { at: usize },
    /// Nested deeper than anything the service sends.
    TooDeep,
    /// Good JSON, but no object or no array, whichever was asked for.
    OtherShape,
    /// A name occurs twice in an object, and nobody can tell which of the two is meant.
    Twice,
    /// An array has more items than the limit.
    TooMany,
}

/// The named members of an object, as they were written, in the order of the names. Others are passed over.
pub(super) fn members<'a, const N: usize>(json: &'a str, names: &[&str; N]) -> Result<[Option<&'a str>; N], Fault> {
    let mut slots = [None; N];
    fill(json, names, &mut slots)?;
    Ok(slots)
}

fn fill<'a>(json: &'a str, names: &[&str], slots: &mut [Option<&'a str>]) -> Result<(), Fault> {
    let mut twice = false;
    let mut reader = Reader::open(json, b'{')?;
    while reader.more(b'}')? {
        let name = reader.name()?;
        let value = reader.value()?;
        let slot = names.iter().position(|known| *known == name).and_then(|index| slots.get_mut(index));
        twice |= slot.is_some_and(|slot| slot.replace(value).is_some());
    }
    reader.end()?;
    if twice { Err(Fault::Twice) } else { Ok(()) }
}

/// The items of an array, as they were written.
pub(super) fn items(json: &str, limit: usize) -> Result<Vec<&str>, Fault> {
    let mut items = Vec::new();
    let mut reader = Reader::open(json, b'[')?;
    while reader.more(b']')? {
        if items.len() == limit {
            return Err(Fault::TooMany);
        }
        items.push(reader.value()?);
    }
    reader.end()?;
    Ok(items)
}

/// What a string says. Half a surrogate pair becomes U+FFFD: the rest of the text may be about danger.
pub(super) fn string(json: &str) -> Cow<'_, str> {
    let inside = json.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default();
    if inside.contains('\\') { Cow::Owned(unescaped(inside)) } else { Cow::Borrowed(inside) }
}

fn unescaped(inside: &str) -> String {
    let mut text = String::with_capacity(inside.len());
    let mut rest = inside.chars();
    while let Some(c) = rest.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        text.push(match rest.next() {
            Some('b') => '\u{8}',
            Some('f') => '\u{c}',
            Some('n') => '\n',
            Some('r') => '\r',
            Some('t') => '\t',
            Some('u') => unit(&mut rest).and_then(|first| scalar(first, &mut rest)).unwrap_or(char::REPLACEMENT_CHARACTER),
            Some(other) => other,
            None => break,
        });
    }
    text
}

/// Four hexadecimal digits.
fn unit(rest: &mut std::str::Chars<'_>) -> Option<u32> {
    (0..4).try_fold(0, |sum, _| Some(sum * 16 + rest.next()?.to_digit(16)?))
}

/// A character out of its first UTF-16 unit, and the second one where there has to be one.
fn scalar(first: u32, rest: &mut std::str::Chars<'_>) -> Option<char> {
    if !(0xD800..0xDC00).contains(&first) {
        return char::from_u32(first);
    }
    let mut ahead = rest.clone();
    let second = (ahead.next() == Some('\\') && ahead.next() == Some('u')).then(|| unit(&mut ahead)).flatten();
    let second = second.filter(|second| (0xDC00..0xE000).contains(second))?;
    *rest = ahead;
    char::from_u32(0x1_0000 + ((first - 0xD800) << 10) + (second - 0xDC00))
}

/// Goes through a text from value to value.
struct Reader<'a> {
    text: &'a str,
    at: usize,
    /// Nothing has come yet inside the brackets.
    first: bool,
}

impl<'a> Reader<'a> {
    /// Enters an object or an array.
    fn open(text: &'a str, bracket: u8) -> Result<Self, Fault> {
        let mut reader = Self { text, at: 0, first: true };
        if reader.skip_blank() == Some(bracket) {
            reader.at += 1;
            return Ok(reader);
        }
        reader.skip_value()?;
        reader.end()?;
        Err(Fault::OtherShape)
    }

    /// Whether another item comes; takes the comma before it or the bracket that ends all.
    fn more(&mut self, bracket: u8) -> Result<bool, Fault> {
        let first = std::mem::replace(&mut self.first, false);
        match self.skip_blank() {
            Some(byte) if byte == bracket => {
                self.at += 1;
                Ok(false)
            }
            Some(_) if first => Ok(true),
            _ => self.take(b',').map(|()| true),
        }
    }

    /// A member's name with the colon behind it.
    fn name(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.skip_blank();
        let start = self.at;
        self.skip_string()?;
        let name = string(self.since(start));
        self.skip_blank();
        self.take(b':')?;
        Ok(name)
    }

    fn value(&mut self) -> Result<&'a str, Fault> {
        self.skip_blank();
        let start = self.at;
        self.skip_value()?;
        Ok(self.since(start))
    }

    /// Only blanks may follow.
    fn end(&mut self) -> Result<(), Fault> {
        if self.skip_blank().is_none() { Ok(()) } else { self.fault() }
    }

    fn since(&self, start: usize) -> &'a str {
        // Values start and end at ASCII, so this is never between the bytes of a character.
        self.text.get(start..self.at).unwrap_or_default()
    }

    fn peek(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    fn fault<T>(&self) -> Result<T, Fault> {
        Err(Fault::Syntax { at: self.at })
    }

    fn take(&mut self, byte: u8) -> Result<(), Fault> {
        if self.peek() != Some(byte) {
            return self.fault();
        }
        self.at += 1;
        Ok(())
    }

    fn skip_blank(&mut self) -> Option<u8> {
        self.skip_while(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        self.peek()
    }

    fn skip_while(&mut self, wanted: impl Fn(u8) -> bool) -> usize {
        let start = self.at;
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
        self.at - start
    }

    /// Passes over one value with all that is in it. No recursion, so that no depth can exhaust the stack.
    fn skip_value(&mut self) -> Result<(), Fault> {
        // Of the brackets that are open, innermost last, which are braces; `depth` says how many of the bits count.
        let (mut braces, mut depth) = (0_u64, 0_u32);
        const { assert!(NESTING_LIMIT <= u64::BITS) }
        loop {
            match self.skip_blank() {
                Some(open @ (b'{' | b'[')) => {
                    if depth == NESTING_LIMIT {
                        return Err(Fault::TooDeep);
                    }
                    let brace = open == b'{';
                    self.at += 1;
                    depth += 1;
                    braces = braces << 1 | u64::from(brace);
                    // What is empty is closed below, as what is full.
                    if self.skip_blank() != Some(if brace { b'}' } else { b']' }) {
                        if brace {
                            self.name()?;
                        }
                        continue;
                    }
                }
                Some(b'"') => self.skip_string()?,
                Some(b't') => self.skip_word("true")?,
                Some(b'f') => self.skip_word("false")?,
                Some(b'n') => self.skip_word("null")?,
                _ => self.skip_number()?,
            }
            // A value has ended, and with it perhaps what it stands in.
            loop {
                if depth == 0 {
                    return Ok(());
                }
                let brace = braces & 1 == 1;
                if self.skip_blank() == Some(if brace { b'}' } else { b']' }) {
                    self.at += 1;
                    depth -= 1;
                    braces >>= 1;
                    continue;
                }
                self.take(b',')?;
                if brace {
                    self.name()?;
                }
                break;
            }
        }
    }

    fn skip_word(&mut self, word: &str) -> Result<(), Fault> {
        word.bytes().try_for_each(|byte| self.take(byte))
    }

    fn skip_string(&mut self) -> Result<(), Fault> {
        self.take(b'"')?;
        loop {
            self.skip_while(|byte| byte >= b' ' && byte != b'"' && byte != b'\\');
            match self.peek() {
                Some(b'"') => {
                    self.at += 1;
                    return Ok(());
                }
                Some(b'\\') => self.skip_escape()?,
                _ => return self.fault(),
            }
        }
    }

    fn skip_escape(&mut self) -> Result<(), Fault> {
        self.at += 1;
        match self.peek() {
            Some(b'"' | b'\\' | b'/' | b'b' | b'f' | b'n' | b'r' | b't') => self.at += 1,
            Some(b'u') => {
                self.at += 1;
                for _ in 0..4 {
                    if !self.peek().is_some_and(|byte| byte.is_ascii_hexdigit()) {
                        return self.fault();
                    }
                    self.at += 1;
                }
            }
            _ => return self.fault(),
        }
        Ok(())
    }

    fn skip_number(&mut self) -> Result<(), Fault> {
        if self.peek() == Some(b'-') {
            self.at += 1;
        }
        if self.peek() == Some(b'0') {
            self.at += 1;
        } else {
            self.skip_digits()?;
        }
        if self.peek() == Some(b'.') {
            self.at += 1;
            self.skip_digits()?;
        }
        if matches!(self.peek(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.peek(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.skip_digits()?;
        }
        Ok(())
    }

    fn skip_digits(&mut self) -> Result<(), Fault> {
        if self.skip_while(|byte| byte.is_ascii_digit()) == 0 { self.fault() } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use serde::de::IgnoredAny;

    fn accepts(text: &str) -> bool {
        !matches!(items(text, usize::MAX), Err(Fault::Syntax { .. } | Fault::TooDeep))
            && !matches!(members(text, &[]), Err(Fault::Syntax { .. } | Fault::TooDeep))
    }

    fn reference(text: &str) -> bool {
        serde_json::from_str::<IgnoredAny>(text).is_ok()
    }

    /// The texts of JSONTestSuite's kinds: what must be accepted (y), what must be refused (n), and what is left to the reader (i).
    #[test]
    fn case_37_what_is_json_is_accepted_and_what_is_not_is_refused() {
        for text in [
            "[]",
            "{}",
            "null",
            "true",
            "false",
            "0",
            "-0",
            "1e5",
            "1E+2",
            "123.456e-789",
            "\"\"",
            " [1 , 2 ] \n",
            "[[[]]]",
            "[{}]",
            r#"{"a":{"b":[1,{"c":null}]}}"#,
            r#"["\u0000\"\\\/\b\f\n\r\t"]"#,
            r#"{"":0}"#,
            r#"{"a":1,"a":2}"#,
            "[\"\u{7f}\u{2028}💧\"]",
            "[1e400]",
            r#"["\ud800"]"#,
            r#"["\uDBFF\uDFFF"]"#,
        ] {
            assert!(accepts(text) && reference(text), "{text}");
        }
        for text in [
            "",
            " ",
            "[",
            "]",
            "{",
            "}",
            "[1,]",
            "[,1]",
            "[1,,2]",
            "[1 2]",
            "[1",
            "{\"a\"}",
            "{\"a\":}",
            "{\"a\":1,}",
            "{a:1}",
            "{1:1}",
            "{\"a\" 1}",
            "{'a':1}",
            "[01]",
            "[-]",
            "[+1]",
            "[.5]",
            "[1.]",
            "[1e]",
            "[1e+]",
            "[0x1]",
            "[NaN]",
            "[Infinity]",
            "[-Infinity]",
            "[tru]",
            "[nul]",
            "[True]",
            "[\"a]",
            "[\"\\x\"]",
            "[\"\\u12\"]",
            "[\"\\u12g4\"]",
            "[\"\n\"]",
            "[\"\t\"]",
            "[1]x",
            "[1][2]",
            "{}}",
            "[1}",
            "{\"a\":1]",
            "/**/[]",
            "[]//",
            ")]}'[]",
            "\u{feff}[]",
            "[\u{a0}]",
            "[\"\\",
            "{\"a\":\"",
            "f([])",
            "[1;2]",
            "\u{0}",
            "[\u{0}]",
        ] {
            assert!(!accepts(text) && !reference(text), "{text}");
        }
    }

    #[test]
    fn case_38_nesting_is_bounded_whatever_its_depth() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        // The outermost bracket is what is taken apart.
        assert_eq!(items(&nested(65), 9).map(|items| items.len()), Ok(1));
        for depth in [66, 100_000] {
            assert_eq!(items(&nested(depth), 9), Err(Fault::TooDeep));
            assert_eq!(items(&"[".repeat(depth), 9), Err(Fault::TooDeep));
            assert_eq!(items(&format!("{{\"a\":{}", "{\"a\":".repeat(depth)), 9), Err(Fault::TooDeep));
        }
    }

    #[test]
    fn members_and_items_are_slices_of_the_text() {
        let text = r#" { "a" : [1, 2] , "b\u0062" : {"a":3} , "c":"x" } "#;
        assert_eq!(members(text, &["c", "bb", "d", "a"]), Ok([Some("\"x\""), Some(r#"{"a":3}"#), None, Some("[1, 2]")]));
        assert_eq!(members(r#"{"a":1,"a":2}"#, &["a"]), Err(Fault::Twice));
        assert_eq!(members("[1]", &["a"]), Err(Fault::OtherShape));
        assert_eq!(items(r#"[1, "a" ,{"b":[]}]"#, 3), Ok(vec!["1", "\"a\"", r#"{"b":[]}"#]));
        assert_eq!(items("[1,2,3]", 2), Err(Fault::TooMany));
        assert_eq!(items("{}", 2), Err(Fault::OtherShape));
        assert_eq!(items("[1,2", 2), Err(Fault::Syntax { at: 4 }));
    }

    #[test]
    fn case_43_half_a_surrogate_pair_is_replaced_and_the_rest_of_the_text_stays() {
        assert_eq!(string(r#""a\ud83d\udca7b""#), "a💧b");
        assert_eq!(string(r#""\ud800 Usk \udc00\ud800\u0041""#), "\u{fffd} Usk \u{fffd}\u{fffd}A");
    }

    proptest! {
        #[test]
        fn what_serde_json_accepts_is_accepted_and_nothing_else(pieces in prop::collection::vec(prop::sample::select(vec![
            "{", "}", "[", "]", ",", ":", "\"a\"", "\"", "\\", "\\u", "d800", "1", "-", "0", ".", "e", "+", "true", "null", " ", "\n", "\u{1}", "ŵ", "x",
        ]), 0..14)) {
            let text = pieces.concat();
            prop_assert_eq!(accepts(&text), reference(&text), "{}", text);
        }

        #[test]
        fn a_string_reads_back(text in any::<String>()) {
            let json = serde_json::to_string(&text).expect("a string");
            prop_assert_eq!(string(&json), text);
        }
    }
}
