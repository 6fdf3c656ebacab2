//! The texts of a view on paper, on a wall screen, and passed on: downloads and sharing. Only a late chunk of the page uses them, so
//! they are a table of their own.

/// The texts in one language.
pub struct OutputTexts {
    // On paper.
    /// The heading of the briefing, from the name of the area.
    pub heading: fn(&str) -> String,
    /// When it was printed.
    pub printed: fn(&str) -> String,
    /// The heading of the messages.
    pub messages: &'static str,
    /// The heading of those that are listed by name only.
    pub other_messages: &'static str,
    /// The alternative text of the map.
    pub map: &'static str,
    /// The heading of the gauges, if nothing is known of their order, with the columns' headings after it.
    pub gauges: &'static str,
    /// The heading of the gauges of a place, the nearest first.
    pub nearest_gauges: &'static str,
    /// The heading of the gauges of a county or Wales, the fastest rising first.
    pub rising_gauges: &'static str,
    /// The number of messages in force that the map does not have.
    pub not_on_map: fn(usize) -> String,
    /// Column headings: gauge, reading, trend, time, distance.
    pub columns: [&'static str; 5],
    /// The heading of the times of the data.
    pub data: &'static str,
    /// The heading of the telephone numbers.
    pub numbers: &'static str,
    /// Before the address of the view.
    pub address: &'static str,
    /// The alternative text of the QR code.
    pub code: &'static str,
    // Passed on.
    /// Opens the downloads, the layouts and the glossary.
    pub more: &'static str,
    /// Before the buttons of the downloads.
    pub download: &'static str,
    /// The button that shares the address of the view.
    pub share: &'static str,
    /// The button that prints the briefing.
    pub print: &'static str,
    /// The address was copied.
    pub copied: &'static str,
    /// The address could be neither shared nor copied.
    pub not_shared: &'static str,
    // On a wall screen.
    /// The name of the status bar of the wall view.
    pub status: &'static str,
    /// That long lists are cut, and the keys of the wall view.
    pub keys: &'static str,
    /// The wall view does not move on.
    pub paused: &'static str,
    /// The browser keeps the screen on.
    pub awake: &'static str,
    /// The browser does not keep the screen on.
    pub not_awake: &'static str,
}

pub(super) static ENGLISH: OutputTexts = OutputTexts {
    heading: |area| format!("Flood briefing: {area}"),
    printed: |time| format!("Printed on {time}. Later changes are not on this sheet."),
    messages: "Warnings and alerts",
    other_messages: "Other warnings and alerts, by name",
    map: "Map of the warnings and alerts in force",
    gauges: "River levels",
    nearest_gauges: "River levels, the nearest first",
    rising_gauges: "River levels, the fastest rising first",
    not_on_map: |n| format!("Without a point, not on the map: {n}"),
    columns: ["Gauge", "Level", "Trend", "Time", "Distance"],
    data: "Age of the data",
    numbers: "Telephone numbers",
    address: "This view, up to date:",
    code: "QR code of the address",
    more: "More",
    download: "Download this list:",
    share: "Share this view",
    print: "Print a briefing",
    copied: "The address was copied.",
    not_shared: "The address could not be copied. Copy it from the address bar.",
    status: "State of this view",
    keys: "Of long lists the first entries are shown. Space: pause. S: sound. Esc: leave.",
    paused: "Paused",
    awake: "The screen stays on.",
    not_awake: "The screen may switch itself off.",
};

// ---- ours, to be signed off by a translator; "download" and "share" are in the list of terms ----
pub(super) static WELSH: OutputTexts = OutputTexts {
    heading: |area| format!("Brîff llifogydd: {area}"),
    printed: |time| format!("Argraffwyd ar {time}. Nid yw newidiadau diweddarach ar y daflen hon."),
    messages: "Rhybuddion a negeseuon",
    other_messages: "Rhybuddion a negeseuon eraill, yn ôl enw",
    map: "Map o'r rhybuddion a'r negeseuon mewn grym",
    gauges: "Lefelau afonydd",
    nearest_gauges: "Lefelau afonydd, yr agosaf yn gyntaf",
    rising_gauges: "Lefelau afonydd, y rhai sy'n codi gyflymaf yn gyntaf",
    not_on_map: |n| format!("Heb bwynt, nid ar y map: {n}"),
    columns: ["Mesurydd", "Lefel", "Tuedd", "Amser", "Pellter"],
    data: "Oed y data",
    numbers: "Rhifau ffôn",
    address: "Yr olwg hon, yn gyfredol:",
    code: "Cod QR y cyfeiriad",
    more: "Mwy",
    download: "Lawrlwytho'r rhestr hon:",
    share: "Rhannu'r olwg hon",
    print: "Argraffu brîff",
    copied: "Copïwyd y cyfeiriad.",
    not_shared: "Ni ellid copïo'r cyfeiriad. Copïwch ef o'r bar cyfeiriad.",
    status: "Cyflwr yr olwg hon",
    keys: "Dangosir cofnodion cyntaf rhestrau hir. Bylchwr: oedi. S: sain. Esc: gadael.",
    paused: "Wedi oedi",
    awake: "Mae'r sgrin yn aros ymlaen.",
    not_awake: "Gall y sgrin ddiffodd ei hun.",
};
