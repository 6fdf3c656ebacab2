//! The texts of the table of messages, of their numbers by county, and of the links to the layouts that have them.
//! Only late chunks of the page use them, so they are a table of their own.

use super::plural::welsh_and;
use crate::domain::warning::Severity;

/// The texts in one language.
pub struct DeskTexts {
    /// Column headings: severity, area, time since which the severity holds, time of the last change.
    pub severity: &'static str,
    /// See [`Self::severity`].
    pub area: &'static str,
    /// See [`Self::severity`].
    pub since: &'static str,
    /// See [`Self::severity`].
    pub changed: &'static str,
    /// A severity in one word, beside its symbol.
    pub short_severity: fn(Severity) -> &'static str,
    /// The button from the row of an open message to its text below the table.
    pub to_text: &'static str,
    /// The caption of the numbers by county.
    pub by_county: &'static str,
    /// The row of the messages whose point is not in a county of Wales, or is not given.
    pub no_county: &'static str,
    /// The row of the totals.
    pub total: &'static str,
    /// The heading of the gauges that have reached a level of the council.
    pub reached: &'static str,
    /// The number of entries that are not shown.
    pub more: fn(usize) -> String,
    /// The link to the layout with the table.
    pub open_desk: &'static str,
    /// The link from it to the usual layout.
    pub open_lists: &'static str,
    /// The link to the wall view.
    pub open_wall: &'static str,
}

pub(super) static ENGLISH: DeskTexts = DeskTexts {
    severity: "Severity",
    area: "Area",
    since: "Since",
    changed: "Last change",
    short_severity: |severity| match severity {
        Severity::Severe => "Severe",
        Severity::Warning => "Warning",
        Severity::Unknown => "Unknown",
        Severity::Alert => "Alert",
        Severity::NoLongerInForce => "Not in force",
    },
    to_text: "Go to its text",
    by_county: "In force by county",
    no_county: "Elsewhere or not known",
    total: "Total",
    reached: "Gauges that have reached a local level",
    more: |n| format!("and {n} more"),
    open_desk: "View as a table",
    open_lists: "View as a list",
    open_wall: "View for a wall screen",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: DeskTexts = DeskTexts {
    severity: "Difrifoldeb",
    area: "Ardal",
    since: "Ers",
    changed: "Newid diwethaf",
    short_severity: |severity| match severity {
        Severity::Severe => "Difrifol",
        Severity::Warning => "Rhybudd",
        Severity::Unknown => "Anhysbys",
        Severity::Alert => "Byddwch yn barod",
        Severity::NoLongerInForce => "Ddim mewn grym",
    },
    to_text: "Ewch i'w destun",
    by_county: "Mewn grym fesul sir",
    no_county: "Rhywle arall neu'n anhysbys",
    total: "Cyfanswm",
    reached: "Mesuryddion sydd wedi cyrraedd lefel leol",
    more: |n| format!("{} {n} arall", welsh_and(n)),
    open_desk: "Gweld fel tabl",
    open_lists: "Gweld fel rhestr",
    open_wall: "Golwg ar gyfer sgrin ar wal",
};
