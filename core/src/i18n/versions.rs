//! The versions of the service's operations in words. Only the late module of the page uses them.

use super::Language;

impl Language {
    /// "Operations of the service: flood warnings v3, river levels station-data."
    pub fn versions(self, warnings: &str, levels: &str) -> String {
        match self {
            Self::English => format!(
                "Operations of the service: flood warnings {warnings}, river levels {levels}."
            ),
            // ours, to be signed off by a translator
            Self::Welsh => format!(
                "Gweithrediadau'r gwasanaeth: rhybuddion llifogydd {warnings}, lefelau afonydd {levels}."
            ),
        }
    }
}
