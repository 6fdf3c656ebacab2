//! The names of places, railway stations, rivers and lakes, and the stations as dots, on the canvas of the symbols. Drawn by the
//! chunk `page`.

use crate::map::{
    canvas::CanvasView,
    labels::{self, LabelKind, Names, STATIONS_FROM},
    paint::{self, Palette},
    symbols::Placed,
};
use gorlif_core::i18n::Language;
use std::f64::consts::TAU;

/// Draws the names with an outline in the colour of the land, so that borders do not cross them.
pub fn paint(
    view: &CanvasView<'_>,
    palette: &Palette,
    placed: &Placed,
    names: Names<'_>,
    language: Language,
) {
    let context = view.context;
    let frame = &view.frame;
    context.set_stroke_style_str(&palette.land);
    context.set_fill_style_str(&palette.quiet);
    if frame.zoom >= STATIONS_FROM {
        context.set_line_width(1.5);
        for (x, y) in names.stations.iter().filter_map(|station| frame.pixel(station.position)) {
            context.begin_path();
            context.arc(x, y, 3.0, 0.0, TAU);
            context.fill();
            context.stroke();
        }
    }
    context.set_text_align("center");
    context.set_text_baseline("middle");
    context.set_line_join("round");
    context.set_line_width(3.0);
    for label in labels::choose(names, language, frame, paint::covered(view, placed)) {
        let (font, colour) = match label.kind {
            LabelKind::Place => ("13px system-ui, sans-serif", &palette.quiet),
            LabelKind::Station => ("11px system-ui, sans-serif", &palette.quiet),
            LabelKind::Water => ("italic 13px system-ui, sans-serif", &palette.water),
        };
        context.set_font(font);
        context.set_fill_style_str(colour);
        context.stroke_text(label.text, label.x, label.y);
        context.fill_text(label.text, label.x, label.y);
    }
}
