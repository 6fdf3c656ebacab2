//! Comparison of names without case, accents and punctuation. Only the accents of Welsh and of
//! neighbouring languages are folded: Unicode's tables would add 10 kB.

/// Returns the lower-case letter without its accent.
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

/// Splits a text into folded words. Apostrophes are removed; every other character that is not a
/// letter or digit separates words.
pub fn folded_words(text: &str) -> Vec<String> {
    let folded: String = text.chars().map(folded).filter(|c| *c != '\'').collect();
    folded
        .split(|c: char| !is_word_character(c))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// The folded words, separated by one space: what names are compared by.
pub fn folded_text(text: &str) -> String {
    folded_words(text).join(" ")
}

/// Letters and digits. Outside ASCII, every character from U+00C0 on counts as a letter, except
/// punctuation and symbols.
fn is_word_character(c: char) -> bool {
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
