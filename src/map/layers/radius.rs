//! The circle around the place, with a marker at its centre that can be dragged.

use crate::{
    browser::js_object::object as options,
    map::{
        callbacks::MapCallbacks,
        leaflet::{self, Circle, Map, Marker, lat_lng, pair},
        owned::{Listener, OnMap},
    },
};
use gorlif_core::domain::geo::{Position, Radius};
use leptos::prelude::Callable;
use std::{cell::Cell, rc::Rc};

pub struct RadiusLayer {
    circle: OnMap<Circle>,
    marker: OnMap<Marker>,
    /// Where the circle belongs: a drag that is not accepted moves it back there.
    centre: Rc<Cell<Position>>,
    _listeners: [Listener; 2],
}

impl RadiusLayer {
    pub fn new(
        map: &Map,
        centre: Position,
        radius: Radius,
        callbacks: MapCallbacks,
    ) -> Option<Self> {
        let style = options(&[
            ("radius", radius.distance().metres().into()),
            ("className", "map-circle".into()),
            ("interactive", false.into()),
        ]);
        let circle = leaflet::new_circle(&lat_lng(centre), &style).ok()?;
        let icon = leaflet::div_icon(&options(&[
            ("className", "map-centre".into()),
            ("iconSize", pair(32.0, 32.0).into()),
        ]))
        .ok()?;
        // Not focusable: the place bar offers the same by keyboard, and a second tab stop would be
        // redundant.
        let style =
            options(&[("icon", icon), ("draggable", true.into()), ("keyboard", false.into())]);
        let marker = leaflet::new_marker(&lat_lng(centre), &style).ok()?;
        circle.add_to(map);
        marker.add_to(map);

        let known_centre = Rc::new(Cell::new(centre));
        let (circle_of_drag, marker_of_drag) = (circle.clone(), marker.clone());
        let drag = Listener::new(&marker, "drag", move |_| {
            circle_of_drag.set_centre(&marker_of_drag.position());
        });
        let (circle_of_end, marker_of_end) = (circle.clone(), marker.clone());
        let centre_of_end = Rc::clone(&known_centre);
        let end = Listener::new(&marker, "dragend", move |_| {
            let to = marker_of_end.position();
            let is_accepted =
                Position::new(to.lat(), to.lng()).is_some_and(|place| callbacks.drag.run(place));
            if !is_accepted {
                let centre = lat_lng(centre_of_end.get());
                marker_of_end.set_position(&centre);
                circle_of_end.set_centre(&centre);
            }
        });
        let (circle, marker) = (OnMap(circle), OnMap(marker));
        Some(Self { circle, marker, centre: known_centre, _listeners: [drag, end] })
    }

    /// Moves the circle and sets its radius.
    pub fn set(&self, centre: Position, radius: Radius) {
        self.centre.set(centre);
        self.circle.set_centre(&lat_lng(centre));
        self.circle.set_radius(radius.distance().metres());
        self.marker.set_position(&lat_lng(centre));
    }
}
