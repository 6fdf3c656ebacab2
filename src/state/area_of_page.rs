//! The area that the page is about, its messages and its counties.

use super::{
    app_state::AppState,
    loadable::Loadable,
    page_area::{PageArea, relation},
    place_name::PlaceOrigin,
};
use gorlif_core::{
    domain::{
        county::{County, CountyRelation},
        county_matrix::CountyMatrix,
        geo::Distance,
        limits::OUTLINES_ERROR,
        warning::{AreaCode, Warning},
    },
    source::warnings::WarningsHere,
};
use leptos::prelude::*;

impl AppState {
    /// The area that the page is about. Tracks it.
    pub fn page_area(self) -> PageArea {
        let basemap = || match self.assets.basemap.get() {
            Loadable::Loaded(basemap) => Some(basemap),
            Loadable::Loading | Loadable::Missing => None,
        };
        match (self.choices.circle(), self.choices.county.get()) {
            (Some((place, radius)), _) => PageArea::Circle(place, radius),
            (None, Some(county)) => PageArea::County(county, basemap()),
            (None, None) => PageArea::Wales,
        }
    }

    /// The messages of a county.
    pub fn warnings_of(self, county: County) -> WarningsHere {
        let now = self.clock.page_now();
        self.sources.national_warnings.with(|national| {
            self.assets.basemap.with(|basemap| {
                self.with_shapes(|shapes| {
                    let relation = relation(basemap, shapes, county);
                    WarningsHere::of_county(national, relation, now)
                })
            })
        })
    }

    /// The number of messages in force of the page's area by county. Empty before the outlines have loaded: no county
    /// would be known.
    pub fn county_matrix(self) -> CountyMatrix {
        self.assets.basemap.with(|basemap| {
            if basemap.loaded().is_none() {
                return CountyMatrix::default();
            }
            self.with_shapes(|shapes| {
                let counties = |message: &Warning| {
                    let is_inside = |county: &County| {
                        relation(basemap, shapes, *county)(message) == Some(CountyRelation::Inside)
                    };
                    County::all().filter(is_inside).collect()
                };
                self.warnings.with(|warnings| {
                    let messages = warnings.found.iter().map(|local| &local.warning);
                    CountyMatrix::of(messages.map(|message| (counties(message), message)))
                })
            })
        })
    }

    /// The counties of the place, or the one that was chosen instead of a place. Near a border there are
    /// several, because the outlines are inexact: first the one that the gazetteer states.
    pub fn own_counties(self) -> Vec<County> {
        let Some(place) = self.choices.place.get() else {
            return self.choices.county.get().into_iter().collect();
        };
        let reach =
            self.choices.origin.with(PlaceOrigin::accuracy).map_or(OUTLINES_ERROR, |kilometres| {
                Distance::from_metres(f64::from(kilometres) * 1_000.0)
            });
        let stated = self.assets.with_names(|names| names.stated_county(place));
        let near = self
            .assets
            .basemap
            .with(|basemap| basemap.loaded().map(|basemap| basemap.counties_within(place, reach)));
        let others = near.unwrap_or_default().into_iter().filter(|county| Some(*county) != stated);
        stated.into_iter().chain(others).collect()
    }

    /// Calls `each` with the messages as the answer has them, which merges both responses, and then
    /// with the others of the national response.
    pub fn each_message(self, each: &mut dyn FnMut(&Warning)) {
        self.warnings.with(|warnings| {
            warnings.found.iter().for_each(|local| each(&local.warning));
            self.sources.national_warnings.with(|source| {
                let national = source.snapshot().into_iter().flat_map(|last| last.content.iter());
                national.filter(|warning| warnings.get(&warning.code).is_none()).for_each(each);
            });
        });
    }

    /// The message of an area.
    pub fn message(self, code: &AreaCode) -> Option<Warning> {
        let mut found = None;
        self.each_message(&mut |warning| {
            if warning.code == *code {
                found = Some(warning.clone());
            }
        });
        found
    }
}
