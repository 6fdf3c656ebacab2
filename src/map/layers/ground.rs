//! Rivers, lakes and built-up areas, so that people recognise where they live. Drawn by the chunk `page`.

use crate::{
    browser::timer::Turns,
    map::{
        leaflet::Map,
        shapes::{PathData, Shape, Shapes},
    },
};
use gorlif_core::{
    basemap::Ring,
    ground::{Ground, Named},
};

/// The drawn ground.
pub struct GroundLayer {
    shapes: Shapes,
    built_up: Option<Shape>,
    /// The others, and the chosen one.
    rivers: [Option<Shape>; 2],
    lakes: Option<Shape>,
}

impl Default for GroundLayer {
    /// Above the outlines at 150, below street level at 160.
    fn default() -> Self {
        Self {
            shapes: Shapes::new("ground", "155"),
            built_up: None,
            rivers: [None, None],
            lakes: None,
        }
    }
}

/// The outlines of built-up areas and lakes as paths.
pub struct GroundOutlines {
    built_up: PathData,
    lakes: PathData,
}

impl GroundOutlines {
    /// Makes the paths in turns, since the outlines have thousands of points.
    pub async fn of(ground: &Ground) -> Self {
        Self {
            built_up: in_turns(ground.built_up.iter()).await,
            lakes: in_turns(ground.lakes.iter().map(|lake| &lake.line)).await,
        }
    }
}

impl GroundLayer {
    /// Draws built-up areas and lakes. Where outlines lie in one another, every second one is a hole.
    pub fn set_outlines(&mut self, map: &Map, outlines: &GroundOutlines) {
        self.built_up = self.shapes.add(map, "map-built-up", &outlines.built_up);
        self.lakes = self.shapes.add(map, "map-lakes", &outlines.lakes);
    }

    /// Draws the rivers in place of the current ones, and emphasises one.
    pub fn set_rivers(&mut self, map: &Map, rivers: &[Named], is_chosen: impl Fn(&Named) -> bool) {
        self.rivers = [false, true].map(|chosen| {
            let mut of_kind = rivers.iter().filter(|river| is_chosen(river) == chosen).peekable();
            of_kind.peek()?;
            let mut lines = PathData::default();
            of_kind.for_each(|river| lines.add_line(&river.line));
            let shape = self.shapes.add(map, "map-rivers", &lines)?;
            shape.set("data-chosen", chosen.then_some(""));
            Some(shape)
        });
        // Rivers lead through lakes.
        if let Some(lakes) = &self.lakes {
            self.shapes.raise(map, lakes);
        }
    }
}

async fn in_turns(outlines: impl Iterator<Item = &Ring>) -> PathData {
    let (mut data, mut turns) = (PathData::default(), Turns::begin());
    for ring in outlines {
        turns.pause_if_over().await;
        data.add_outline(ring);
    }
    data
}
