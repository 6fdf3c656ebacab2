//! The question about a name that is similar to the typed one. Only late chunks of the page use it.

use super::language::Language;

impl Language {
    /// The question if nothing has the typed name: whether the only similar one is meant, if there is one
    /// only.
    pub fn similar_names(self, only: Option<&str>) -> String {
        match (self, only) {
            (Self::English, Some(name)) => {
                format!("Nothing of that name is known here. Did you mean {name}?")
            }
            (Self::English, None) => {
                "Nothing of that name is known here. Did you mean one of the list?".to_owned()
            }
            // ours, to be signed off by a translator
            (Self::Welsh, Some(name)) => format!(
                "Nid oes dim o'r enw hwnnw yn hysbys yma. Ai {name} oeddech chi'n ei feddwl?"
            ),
            (Self::Welsh, None) => {
                "Nid oes dim o'r enw hwnnw yn hysbys yma. Ai un o'r rhestr oeddech chi'n ei feddwl?"
                    .to_owned()
            }
        }
    }
}
