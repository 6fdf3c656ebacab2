//! Letters of Welsh and its neighbours, compared without case and accents. The tables of all the world's letters cost the page 10 kB.

/// The lower-case letter without its accent.
pub fn folded(c: char) -> char {
    match c {
        'â' | 'á' | 'à' | 'ä' | 'Â' | 'Á' | 'À' | 'Ä' => 'a',
        'ê' | 'é' | 'è' | 'ë' | 'Ê' | 'É' | 'È' | 'Ë' => 'e',
        'î' | 'í' | 'ì' | 'ï' | 'Î' | 'Í' | 'Ì' | 'Ï' => 'i',
        'ô' | 'ó' | 'ò' | 'ö' | 'Ô' | 'Ó' | 'Ò' | 'Ö' => 'o',
        'û' | 'ú' | 'ù' | 'ü' | 'Û' | 'Ú' | 'Ù' | 'Ü' => 'u',
        'ŵ' | 'ẃ' | 'ẁ' | 'ẅ' | 'Ŵ' | 'Ẃ' | 'Ẁ' | 'Ẅ' => 'w',
        'ŷ' | 'ý' | 'ỳ' | 'ÿ' | 'Ŷ' | 'Ý' | 'Ỳ' | 'Ÿ' => 'y',
        '’' | '‘' => '\'',
        other => other.to_ascii_lowercase(),
    }
}

/// The words of a text, folded; apostrophes vanish, everything else that is no letter or digit parts two words.
pub fn folded_words(text: &str) -> Vec<String> {
    let folded: String = text.chars().map(folded).filter(|c| *c != '\'').collect();
    folded.split(|c: char| !is_of_a_word(c)).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

/// The parts one after the other with something between them. Each instance of the standard `join` weighs three times as much.
pub fn joined<'a>(mut parts: impl Iterator<Item = &'a str>, between: &str) -> String {
    let mut text = String::new();
    parts_into(&mut parts, between, &mut text);
    text
}

fn parts_into(parts: &mut dyn Iterator<Item = &str>, between: &str, text: &mut String) {
    let mut first = true;
    for part in parts {
        if !std::mem::take(&mut first) {
            text.push_str(between);
        }
        text.push_str(part);
    }
}

/// The text without its blanks.
pub fn without_blanks(text: &str) -> String {
    text.chars().filter(|c| *c != ' ').collect()
}

/// The text with one character in place of another.
pub fn replaced(text: &str, old: char, new: char) -> String {
    text.chars().map(|c| if c == old { new } else { c }).collect()
}

/// Letters and digits. Beyond ASCII everything from the first accented letter on counts, but for punctuation and symbols.
fn is_of_a_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || (c >= '\u{c0}'
            && !matches!(c, '\u{d7}' | '\u{f7}' | '\u{2000}'..='\u{2fff}' | '\u{3000}'..='\u{303f}' | '\u{fe00}'..='\u{fe0f}' | '\u{1f000}'..))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn case_accents_hyphens_and_apostrophes_do_not_matter() {
        assert_eq!(folded_words("Pen-y-bont ar Ogwr"), ["pen", "y", "bont", "ar", "ogwr"]);
        assert_eq!(folded_words("YNYS MÔN"), ["ynys", "mon"]);
        assert_eq!(folded_words("Bishop’s Castle"), ["bishops", "castle"]);
        assert_eq!(folded_words(" 💧 — "), Vec::<String>::new());
    }
}
