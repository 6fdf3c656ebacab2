//! JSON read in place: strict as RFC 8259 has it, bounded in depth, every value a slice of the body.
//!
//! A crate of its own, since every byte of a nation's readings passes through it: it is compiled for speed, all else for size.
//!
//! serde_json reads the same (tests hold the two together), but costs the page 11 kB more, has no bound on the depth of what it
//! passes over, and gives up a whole string for half a surrogate pair.

use std::borrow::Cow;

/// A text that is nested deeper is refused. No answer of the service comes near a tenth of it.
pub const NESTING_LIMIT: u32 = 64;

/// Why a text could not be taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// No JSON from this byte on.
    Syntax { at: usize },
    /// Nested deeper than anything the service sends.
    TooDeep,
    /// Good JSON, but no object or no array, whichever was asked for.
    OtherShape,
    /// A name occurs twice in an object with different values, so neither can be taken.
    Twice,
    /// An array has more items than the limit.
    TooMany,
}

/// The named members of an object, as they were written, in the order of the names. Others are passed over.
pub fn members<'a, const N: usize>(json: &'a str, names: &[&str; N]) -> Result<[Option<&'a str>; N], Fault> {
    let mut slots = [None; N];
    let mut reader = Reader::new(json);
    let read = reader.object(names, &mut slots)?;
    reader.end()?;
    read.map(|()| slots)
}

/// What a string says. Half a surrogate pair becomes U+FFFD: the rest of the text may be about danger.
pub fn string(json: &str) -> Cow<'_, str> {
    let inside = json.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or_default();
    if inside.contains('\\') { Cow::Owned(unescaped(inside)) } else { Cow::Borrowed(inside) }
}

/// The text without blanks at its ends, where it has no control character for sure.
pub fn plain(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    // 0xC2 begins the control characters beyond ASCII, among others.
    let has_none = bytes.iter().all(|byte| *byte >= b' ' && !matches!(byte, 0x7F | 0xC2));
    let ends = [bytes.first(), bytes.last()];
    let is_trim = ends.iter().all(|end| end.is_none_or(u8::is_ascii_graphic));
    has_none.then(|| if is_trim { text } else { text.trim() })
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

/// What is wrong with one value of a text that goes on being good JSON.
pub type Item<T> = Result<T, Fault>;

/// Goes through a text from value to value, once. A fault of its methods is the whole text's.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
    unfinished: bool,
}

impl<'a> Reader<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, at: 0, unfinished: false }
    }

    /// Of a text that may go on: what reaches its end is not whole, and a fault.
    pub fn unfinished(text: &'a str) -> Self {
        Self { unfinished: true, ..Self::new(text) }
    }

    /// How far it has come.
    pub fn at(&self) -> usize {
        self.at
    }

    /// Enters an object or an array, or passes over the value that is none.
    pub fn open(&mut self, bracket: u8) -> Result<Item<()>, Fault> {
        if self.skip_blank() == Some(bracket) {
            self.at += 1;
            return Ok(Ok(()));
        }
        self.skip_value()?;
        Ok(Err(Fault::OtherShape))
    }

    /// Whether another item comes, the `first` one or a later one; takes the comma before it or the bracket that ends all.
    pub fn more(&mut self, bracket: u8, first: bool) -> Result<bool, Fault> {
        match self.skip_blank() {
            Some(byte) if byte == bracket => {
                self.at += 1;
                Ok(false)
            }
            Some(_) if first => Ok(true),
            _ => self.take(b',').map(|()| true),
        }
    }

    /// The named members of the object that comes, as they were written.
    pub fn object(&mut self, names: &[&str], slots: &mut [Option<&'a str>]) -> Result<Item<()>, Fault> {
        let mut item = self.open(b'{')?;
        let (mut first, mut next) = (true, 0);
        while item != Err(Fault::OtherShape) && self.more(b'}', std::mem::take(&mut first))? {
            let known = self.known_name(names, next)?;
            let value = self.value()?;
            if let Some((index, slot)) = known.and_then(|index| Some((index, slots.get_mut(index)?))) {
                next = index + 1;
                // Twice the same says nothing else than once.
                if slot.replace(value).is_some_and(|before| before != value) {
                    item = Err(Fault::Twice);
                }
            }
        }
        Ok(item)
    }

    /// The items of the array that comes, each read by `read`.
    pub fn items(&mut self, limit: usize, read: &mut dyn FnMut(&mut Self) -> Result<(), Fault>) -> Result<Item<()>, Fault> {
        let item = self.open(b'[')?;
        let mut count = 0;
        while item.is_ok() && self.more(b']', count == 0)? {
            if count == limit {
                return Err(Fault::TooMany);
            }
            count += 1;
            read(self)?;
        }
        Ok(item)
    }

    /// Which of the names the next member has, with the colon behind it. The one at `next` is the likeliest.
    pub fn known_name(&mut self, names: &[&str], next: usize) -> Result<Option<usize>, Fault> {
        self.skip_blank();
        if let Some(name) = names.get(next)
            && let Some([b'"', rest @ ..]) = self.text.as_bytes().get(self.at..)
            && let Some([b'"', ..]) = rest.strip_prefix(name.as_bytes())
        {
            self.at += name.len() + 2;
            self.skip_blank();
            self.take(b':')?;
            return Ok(Some(next));
        }
        let name = self.name()?;
        Ok(names.iter().position(|known| *known == name))
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

    /// Where the next value begins.
    pub fn mark(&mut self) -> usize {
        self.skip_blank();
        self.at
    }

    /// The next value, as it was written.
    pub fn value(&mut self) -> Result<&'a str, Fault> {
        self.skip_blank();
        let start = self.at;
        self.skip_value()?;
        Ok(self.since(start))
    }

    /// Only blanks may follow.
    pub fn end(&mut self) -> Result<(), Fault> {
        if self.skip_blank().is_none() { Ok(()) } else { self.fault() }
    }

    /// Passes over the object that comes, if it is this one to the letter.
    pub fn pass(&mut self, object: &[u8]) -> bool {
        let is_it = object.first() == Some(&b'{') && self.text.as_bytes().get(self.at..).is_some_and(|rest| rest.starts_with(object));
        if is_it {
            self.at += object.len();
        }
        is_it
    }

    /// What has been read since a mark.
    pub fn since(&self, start: usize) -> &'a str {
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
        // Most often there is none.
        while let Some(byte) = self.peek() {
            if !matches!(byte, b' ' | b'\n' | b'\r' | b'\t') {
                return Some(byte);
            }
            self.at += 1;
        }
        None
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
                            self.skip_name()?;
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
                    self.skip_name()?;
                }
                break;
            }
        }
    }

    fn skip_name(&mut self) -> Result<(), Fault> {
        self.skip_blank();
        self.skip_string()?;
        self.skip_blank();
        self.take(b':')
    }

    fn skip_word(&mut self, word: &str) -> Result<(), Fault> {
        word.bytes().try_for_each(|byte| self.take(byte))
    }

    fn skip_string(&mut self) -> Result<(), Fault> {
        self.take(b'"')?;
        loop {
            let rest = self.text.as_bytes().get(self.at..).unwrap_or_default();
            self.at += rest.iter().position(|byte| *byte < b' ' || matches!(byte, b'"' | b'\\')).unwrap_or(rest.len());
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
        // All else shows by itself that it has ended.
        if self.unfinished && self.at == self.text.len() { self.fault() } else { Ok(()) }
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

    fn items(text: &str, limit: usize) -> Result<Vec<&str>, Fault> {
        let (mut reader, mut found) = (Reader::new(text), Vec::new());
        let read = reader.items(limit, &mut |reader| {
            found.push(reader.value()?);
            Ok(())
        })?;
        reader.end()?;
        read.map(|()| found)
    }

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
    fn an_object_that_is_known_to_the_letter_is_passed() {
        let text = r#"[{"a":1}, {"a":2}]"#;
        let (mut reader, mut passed) = (Reader::new(text), Vec::new());
        let read = reader.items(9, &mut |reader| {
            reader.mark();
            passed.push(reader.pass(br#"{"a":1}"#));
            if passed.last() == Some(&true) { Ok(()) } else { reader.value().map(drop) }
        });
        assert_eq!((read, reader.end(), passed), (Ok(Ok(())), Ok(()), vec![true, false]));
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
