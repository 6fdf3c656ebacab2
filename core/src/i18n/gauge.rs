//! The texts of the details of a gauge. Only late chunks of the page use them, so they are a
//! table of their own.

use crate::domain::station::Unit;

/// The texts in one language.
pub struct GaugeTexts {
    /// The summary of the facts that are neither in the list nor about the height of the level.
    pub about: &'static str,
    /// The time over which a trend was measured, in minutes.
    pub trend_span: fn(i64) -> String,
    /// After a trend that the service states.
    pub stated: &'static str,
    /// The label of the measured quantity.
    pub parameter: &'static str,
    /// The status "Online".
    pub online: &'static str,
    /// The label of the station number.
    pub station_number: &'static str,
    /// The link to the gauge's page at its owner.
    pub station_page: &'static str,
    /// The note on a position from the grid reference.
    pub position_from_grid: &'static str,
    /// The note on a gauge without a position.
    pub position_unknown: &'static str,
    /// The explanation of a unit.
    pub unit_explained: fn(&Unit) -> &'static str,
    /// The explanation of an amount of rain.
    pub rain_explained: &'static str,
    /// The explanation of a negative reading.
    pub negative_explained: &'static str,
    /// The note on links to other sites.
    pub opens_elsewhere: &'static str,
    /// The label of the status.
    pub status: &'static str,
    /// The label of the trend of a level.
    pub trend: &'static str,
}

pub(super) static ENGLISH: GaugeTexts = GaugeTexts {
    about: "More about this gauge",
    trend_span: |minutes| format!("over {minutes} minutes"),
    stated: "stated by the service",
    parameter: "Measured",
    online: "Online",
    station_number: "Station number",
    station_page: "This gauge at Natural Resources Wales",
    position_from_grid: "The map shows the position of the grid reference; the service's own point does not fit it.",
    position_unknown: "The service gives no usable position, so it is not on the map.",
    unit_explained: |unit| match unit {
        Unit::Metres => "Metres above this gauge's own zero. Not comparable with other gauges.",
        Unit::MetresAboveOrdnanceDatum => {
            "Metres above Ordnance Datum, the national zero of heights at Newlyn, not the depth of the water."
        }
        Unit::MetresAboveStationDatum => {
            "Metres above the station's datum. Not comparable with other gauges."
        }
        Unit::Other(_) => "In the unit that the service gives.",
    },
    rain_explained: "The service does not say over which time this rain fell.",
    negative_explained: "Below zero is normal at some gauges: the water stands under the gauge's zero.",
    opens_elsewhere: "on another site",
    status: "Status",
    trend: "Trend",
};

pub(super) static WELSH: GaugeTexts = GaugeTexts {
    // ---- published ----
    online: "Ar-lein",
    // ---- ours, to be signed off by a translator ----
    about: "Mwy am y mesurydd hwn",
    trend_span: |minutes| format!("dros {minutes} munud"),
    stated: "yn ôl y gwasanaeth",
    parameter: "Mesurwyd",
    station_number: "Rhif yr orsaf",
    station_page: "Y mesurydd hwn ar wefan Cyfoeth Naturiol Cymru",
    position_from_grid: "Mae'r map yn dangos safle'r cyfeirnod grid; nid yw pwynt y gwasanaeth ei hun yn cyd-fynd ag ef.",
    position_unknown: "Nid yw'r gwasanaeth yn rhoi safle y gellir ei ddefnyddio, felly nid yw ar y map.",
    unit_explained: |unit| match unit {
        Unit::Metres => {
            "Metrau uwchben sero'r mesurydd hwn. Ni ellir cymharu'r darlleniad â mesuryddion eraill."
        }
        Unit::MetresAboveOrdnanceDatum => {
            "Metrau uwchben y Datwm Ordnans, sero cenedlaethol uchderau yn Newlyn, nid dyfnder y dŵr."
        }
        Unit::MetresAboveStationDatum => {
            "Metrau uwchben datwm yr orsaf. Ni ellir cymharu'r darlleniad â mesuryddion eraill."
        }
        Unit::Other(_) => "Yn yr uned y mae'r gwasanaeth yn ei rhoi.",
    },
    rain_explained: "Nid yw'r gwasanaeth yn dweud dros ba gyfnod y disgynnodd y glaw hwn.",
    negative_explained: "Mae lefel is na sero yn arferol wrth rai mesuryddion: mae'r dŵr o dan sero'r mesurydd.",
    opens_elsewhere: "ar wefan arall",
    status: "Statws",
    trend: "Tuedd",
};
