//! The content of each area: the messages of all Wales and of each county, the counties of each message, and the gauges of each county and of
//! each river. It is the same in both languages and takes most of the time, so it is made once.

use super::{
    known::{Known, Messages},
    site::Site,
};
use gorlif_core::{
    domain::{
        county::County,
        river_order,
        station::{ParameterKind, Station, river_id},
        warning::{AreaCode, Warning},
    },
    source::warnings::WarningsHere,
};
use std::{collections::BTreeMap, sync::Arc};

/// An area: all Wales, or a county.
pub struct Area {
    /// `None` for all Wales.
    pub county: Option<County>,
    pub warnings: WarningsHere,
    /// The gauges of the county.
    pub gauges: Vec<Arc<Station>>,
}

/// A river with a page has at least this number of gauges: that of one gauge would say what the page of its county says.
const LEAST_GAUGES: usize = 2;

/// All areas: first all Wales, then the counties.
pub struct Areas {
    pub all: Vec<Area>,
    /// The gauges of the rivers that have a page, in their order, by the id of the river in the address of the page.
    pub rivers: BTreeMap<String, Vec<Arc<Station>>>,
    counties: BTreeMap<AreaCode, Vec<County>>,
}

impl Areas {
    pub fn of(site: &Site, known: &Known<'_>, messages: &Messages) -> Self {
        let mut gauges: BTreeMap<&str, Vec<Arc<Station>>> = BTreeMap::new();
        for gauge in known.sources.gauges.iter().flat_map(|(gauges, _)| gauges.iter()) {
            let position = gauge.location.position();
            if let Some(county) = position.and_then(|at| site.basemap.nearest_county(at)) {
                gauges.entry(county.id()).or_default().push(Arc::clone(gauge));
            }
        }
        let wales = Area {
            county: None,
            warnings: WarningsHere::gather(&messages.source, &messages.source, None, messages.now),
            gauges: Vec::new(),
        };
        let of_county = |county: County| {
            let relation = |warning: &Warning| {
                warning.position.map(|position| site.basemap.relation(position, county))
            };
            Area {
                county: Some(county),
                warnings: WarningsHere::of_county(&messages.source, relation, messages.now),
                gauges: gauges.remove(county.id()).unwrap_or_default(),
            }
        };
        let counties =
            wales.warnings.found.iter().map(|local| {
                (local.warning.code.clone(), site.counties_of(local.warning.position))
            });
        let counties = counties.collect();
        let rivers = rivers(known.sources.known_gauges());
        Self {
            rivers,
            all: std::iter::once(wales).chain(County::all().map(of_county)).collect(),
            counties,
        }
    }

    /// The id of the river of a gauge, if that has a page.
    pub fn river_of(&self, gauge: &Station) -> Option<String> {
        let id = river_id(&gauge.river_words());
        let is_river = gauge.kind() == ParameterKind::Level && self.rivers.contains_key(&id);
        is_river.then_some(id)
    }

    /// The counties of a message.
    pub fn counties_of(&self, code: &AreaCode) -> &[County] {
        self.counties.get(code).map(Vec::as_slice).unwrap_or_default()
    }
}

fn rivers(gauges: &[Arc<Station>]) -> BTreeMap<String, Vec<Arc<Station>>> {
    let mut rivers: BTreeMap<String, Vec<Arc<Station>>> = BTreeMap::new();
    for gauge in gauges.iter().filter(|gauge| gauge.kind() == ParameterKind::Level) {
        rivers.entry(river_id(&gauge.river_words())).or_default().push(Arc::clone(gauge));
    }
    rivers.retain(|id, gauges| !id.is_empty() && gauges.len() >= LEAST_GAUGES);
    for gauges in rivers.values_mut() {
        gauges.sort_by(|a, b| river_order::order(a).total_cmp(&river_order::order(b)));
    }
    rivers
}
