//! All points of a chart as a table, newest first; created when it is opened.

use super::content::{Content, MILLIMETRES, Point};
use crate::state::use_app_state;
use gorlif_core::domain::station::ParameterKind;
use leptos::prelude::*;

#[component]
pub fn Table(content: Memo<Option<Content>>, kind: Memo<ParameterKind>) -> impl IntoView {
    let state = use_app_state();
    let is_open = RwSignal::new(false);
    let rows = move || {
        if !is_open.get() {
            return Vec::new();
        }
        let language = state.language();
        content.with(|content| {
            let Some(content) = content else { return Vec::new() };
            let row = |point: &Point| {
                view! {
                    <tr>
                        <th scope="row">{content.time(language, *point)}</th>
                        <td>{content.own.value(language, *point, MILLIMETRES)}</td>
                    </tr>
                }
                .into_any()
            };
            content.own.points.iter().rev().map(row).collect_view()
        })
    };
    let texts = move || state.language().chart_texts();
    view! {
        <details on:toggle=move |_| is_open.update(|open| *open = !*open)>
            <summary>{move || texts().table}</summary>
            <table>
                <thead>
                    <tr>
                        <th scope="col">{move || texts().time}</th>
                        <th scope="col">{move || (texts().reading_column)(kind.get())}</th>
                    </tr>
                </thead>
                <tbody>{rows}</tbody>
            </table>
        </details>
    }
}
