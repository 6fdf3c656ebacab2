//! The texts of the page about notifications that come while it is closed.

use crate::domain::warning::Severity;

/// The texts in one language.
pub struct PushTexts {
    /// The button that switches them on and off.
    pub switch: &'static str,
    /// Before the choice of the least severity.
    pub least: &'static str,
    /// A choice of the least severity.
    pub least_value: fn(Severity) -> &'static str,
    /// Their purpose and their limits.
    pub note: &'static str,
    /// They are on.
    pub is_on: &'static str,
    /// They are being switched on or off, or the choice is being sent.
    pub waiting: &'static str,
    /// Nothing is watched of which a device could be notified.
    pub nothing: &'static str,
    /// The visitor or the browser does not allow notifications.
    pub denied: &'static str,
    /// The choice could not be sent.
    pub failed: &'static str,
    /// The watch list has too many entries.
    pub too_large: &'static str,
    /// On an iPhone or iPad, where only an installed page may notify.
    pub needs_installing: &'static str,
    /// After a problem: the choice that was stored before goes on.
    pub earlier: &'static str,
    /// The link to the page about privacy.
    pub privacy: &'static str,
}

pub(super) static ENGLISH: PushTexts = PushTexts {
    switch: "Notify me also while this page is closed",
    least: "Notify me of",
    least_value: |severity| match severity {
        Severity::Severe => "severe warnings only",
        Severity::Warning => "warnings only",
        _ => "alerts and warnings",
    },
    note: "This is not the official warning service, and a notification can be late or missing. For official warnings sign up with Natural Resources Wales, or call Floodline on 0345 988 1188.",
    is_on: "This device is notified of the areas, the counties and the own levels of the watch list.",
    waiting: "One moment…",
    nothing: "Watch an area or a county first, or set an own level for a gauge.",
    denied: "This browser does not allow notifications of this page. You can allow them in its settings.",
    failed: "This could not be stored. Please try again.",
    too_large: "The watch list has too many entries for notifications.",
    needs_installing: "To be notified on this device while the page is closed, add it to the home screen first: press “Share” (the square with an arrow), then “Add to Home Screen”, and open it from there.",
    earlier: "The earlier choice still applies.",
    privacy: "What is stored for it",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: PushTexts = PushTexts {
    switch: "Rhoi gwybod i mi hefyd tra bo'r dudalen hon ar gau",
    least: "Rhoi gwybod i mi am",
    least_value: |severity| match severity {
        Severity::Severe => "rybuddion difrifol yn unig",
        Severity::Warning => "rybuddion yn unig",
        _ => "negeseuon a rhybuddion",
    },
    note: "Nid hwn yw'r gwasanaeth rhybuddio swyddogol, a gall hysbysiad fod yn hwyr neu ar goll. I gael rhybuddion swyddogol, cofrestrwch gyda Cyfoeth Naturiol Cymru neu ffoniwch Floodline ar 0345 988 1188.",
    is_on: "Rhoddir gwybod i'r ddyfais hon am ardaloedd, siroedd a'ch lefelau eich hun yn y rhestr wylio.",
    waiting: "Un eiliad…",
    nothing: "Dewiswch wylio ardal neu sir yn gyntaf, neu rhowch eich lefel eich hun ar gyfer mesurydd.",
    denied: "Nid yw'r porwr hwn yn caniatáu hysbysiadau'r dudalen hon. Gallwch eu caniatáu yn ei osodiadau.",
    failed: "Ni ellid cadw hyn. Rhowch gynnig arall arni.",
    too_large: "Mae gormod o gofnodion yn y rhestr wylio ar gyfer hysbysiadau.",
    needs_installing: "I gael gwybod ar y ddyfais hon tra bo'r dudalen ar gau, ychwanegwch hi at y sgrin gartref yn gyntaf: dewiswch rannu (y sgwâr â saeth), yna ychwanegu at y sgrin gartref, a'i hagor oddi yno.",
    earlier: "Mae'r dewis cynharach yn dal i fod mewn grym.",
    privacy: "Yr hyn a gedwir ar ei gyfer",
};
