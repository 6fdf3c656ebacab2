//! The words of levels and messages, explained. Only late chunks of the page use them, so they
//! are a table of their own.

/// The texts in one language.
pub struct GlossaryTexts {
    /// The heading.
    pub heading: &'static str,
    /// Words with their meanings.
    pub words: &'static [(&'static str, &'static str)],
    /// The link to the sign-up for the official warnings.
    pub sign_up: &'static str,
}

pub(super) static ENGLISH: GlossaryTexts = GlossaryTexts {
    heading: "What the words mean",
    words: &[
        (
            "Level, stage",
            "How high the water stands at the gauge, in metres above a fixed point. It is not the depth of the river.",
        ),
        (
            "m",
            "Metres above the gauge's own zero. A level of one gauge says nothing about that of another.",
        ),
        (
            "Datum, mAOD",
            "Metres above Ordnance Datum, the zero of heights on maps of Great Britain. Levels in mAOD can be compared.",
        ),
        ("mASD", "Metres above the station's datum, a point that belongs to that gauge alone."),
        (
            "Rising, falling, steady",
            "What the level did in the last readings. A change that is no larger than the small movements usual at that gauge is called steady.",
        ),
        (
            "Current, late, stale",
            "A reading is current for two hours and late for four more. After that it is stale: the level may be another one by now.",
        ),
        (
            "In force",
            "The warning or alert applies now, from the time at which it was issued or last changed until it is stood down.",
        ),
        (
            "No longer in force",
            "The warning or alert was stood down. Flood water may still be about.",
        ),
        (
            "Flood alert, flood warning, severe flood warning",
            "Flooding is possible; flooding is expected; there is danger to life.",
        ),
        (
            "Flood risk forecast",
            "How likely flooding is in a county on each of the next days, from rivers, the sea and surface water.",
        ),
    ],
    sign_up: "Sign up for the official warnings with Natural Resources Wales",
};

// ---- ours, to be signed off by a translator ----
pub(super) static WELSH: GlossaryTexts = GlossaryTexts {
    heading: "Ystyr y geiriau",
    words: &[
        (
            "Lefel",
            "Pa mor uchel y mae'r dŵr wrth y mesurydd, mewn metrau uwchben pwynt sefydlog. Nid dyfnder yr afon ydyw.",
        ),
        (
            "m",
            "Metrau uwchben sero'r mesurydd ei hun. Nid yw lefel un mesurydd yn dweud dim am lefel un arall.",
        ),
        (
            "Datwm, mAOD",
            "Metrau uwchben y Datwm Ordnans, sero uchderau ar fapiau Prydain Fawr. Gellir cymharu lefelau mewn mAOD.",
        ),
        ("mASD", "Metrau uwchben datwm yr orsaf, pwynt sy'n perthyn i'r mesurydd hwnnw yn unig."),
        (
            "Yn codi, yn gostwng, yn sefydlog",
            "Yr hyn a wnaeth y lefel yn y darlleniadau diwethaf. Gelwir newid nad yw'n fwy na'r symudiadau bach arferol wrth y mesurydd hwnnw yn sefydlog.",
        ),
        (
            "Cyfredol, wedi'i ohirio, hen",
            "Mae darlleniad yn gyfredol am ddwy awr ac yn hwyr am bedair arall. Wedi hynny mae'n hen: gall y lefel fod yn wahanol erbyn hyn.",
        ),
        (
            "Mewn grym",
            "Mae'r rhybudd neu'r neges yn berthnasol nawr, o'r amser y'i cyhoeddwyd neu y'i newidiwyd ddiwethaf hyd nes y daw i ben.",
        ),
        (
            "Ddim mewn grym mwyach",
            "Daeth y rhybudd neu'r neges i ben. Gall dŵr llifogydd fod o gwmpas o hyd.",
        ),
        (
            "Llifogydd: byddwch yn barod, rhybudd llifogydd, rhybudd llifogydd difrifol",
            "Mae llifogydd yn bosibl; disgwylir llifogydd; mae perygl i fywyd.",
        ),
        (
            "Rhagolygon perygl llifogydd",
            "Pa mor debygol yw llifogydd mewn sir ar bob un o'r dyddiau nesaf, o afonydd, y môr a dŵr wyneb.",
        ),
    ],
    sign_up: "Cofrestrwch ar gyfer y rhybuddion swyddogol gyda Cyfoeth Naturiol Cymru",
};
