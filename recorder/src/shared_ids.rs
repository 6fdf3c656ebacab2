//! The gauges that share a number with others, as the store keeps them: after a start each has the id that it had before.

use gorlif_core::domain::{
    bilingual::Both,
    station::{Location, Station, StationId, Status, Texts, Unit, Value},
    trend::Tendency,
};
use serde::{Deserialize, Serialize};
use std::{collections::BTreeSet, sync::Arc};

/// What tells the gauges of one number apart; see `gorlif_core::source::retain_missing::with_known_ids`.
#[derive(Serialize, Deserialize)]
struct Gauge {
    id: String,
    title: String,
    parameter: String,
    grid_reference: String,
}

/// The gauges of these that share a number, as JSON.
pub fn encode(gauges: &[Arc<Station>]) -> String {
    let shared: BTreeSet<&str> =
        gauges.iter().filter_map(|gauge| Some(gauge.id.0.split_once('~')?.0)).collect();
    let number = |gauge: &Station| gauge.id.0.split('~').next().unwrap_or_default().to_owned();
    let gauges: Vec<Gauge> = gauges
        .iter()
        .filter(|gauge| shared.contains(number(gauge).as_str()))
        .map(|gauge| Gauge {
            id: gauge.id.0.to_string(),
            title: gauge.title().en.to_owned(),
            parameter: gauge.parameter().en.to_owned(),
            grid_reference: gauge.grid_reference().to_owned(),
        })
        .collect();
    serde_json::to_string(&gauges).unwrap_or_default()
}

fn english(en: &str) -> Both<'_> {
    Both { en, cy: "" }
}

/// Those gauges, without readings; none of another text.
pub fn decode(text: &str) -> Vec<Arc<Station>> {
    let gauges: Vec<Gauge> = serde_json::from_str(text).unwrap_or_default();
    let station = |Gauge { id, title, parameter, grid_reference }: Gauge| Station {
        id: StationId(id.into()),
        location: Location::Unknown,
        texts: Texts::new(&grid_reference, english(""), english(&title), english(&parameter)),
        value: Value::Missing,
        unit: Unit::Metres,
        time: None,
        status: Status::Online,
        kind: None,
        parameter_number: None,
        reported: Tendency::default(),
        missing_since: None,
        reading_before: None,
    };
    gauges.into_iter().map(station).map(Arc::new).collect()
}
