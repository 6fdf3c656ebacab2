//! The status of each source: its age, errors and next poll, and the button to poll now; and notices about the quality of the
//! levels.

use crate::{
    components::{
        fragments::{paragraph, symbol},
        late::use_late,
        late_panel::CHECK_NOW,
    },
    state::{
        AppState, Connection, ManualCheck,
        reactive::memo,
        sources::{Source, Sources},
        use_app_state,
    },
};
use gorlif_core::{
    domain::{data_quality, freshness::Freshness, page_time::PageTime, source_id::SourceId},
    presenter::source::{Facts, Line, Reader},
    source::content::Content,
};
use leptos::prelude::*;

/// The line of each source that the page shows.
pub fn shown(state: AppState) -> Vec<(SourceId, Line)> {
    let shown = SourceId::ALL.into_iter().filter(|name| is_shown(state, *name));
    shown.map(|name| (name, line(state, name))).collect()
}

/// Above the list of gauges: notices about the quality of the whole response.
pub fn data_quality() -> AnyView {
    let state = use_app_state();
    let notices = move || {
        let (language, now) = (state.language(), state.clock.now_by_quarter());
        let text = language.source_texts().data_quality;
        state.station_index.with(|index| {
            let newest = data_quality::newest_reading(index.rivers(), now);
            let issues = data_quality::of(index.rivers(), newest, now).into_iter();
            issues.map(|issue| paragraph(text(language, now, issue))).collect_view()
        })
    };
    notices.into_any()
}

/// The line of a source, whatever its content.
fn line_of<T: Content>(state: AppState, source: Source<T>) -> Line {
    let (name, next) = (source.id, source.next());
    let facts =
        source.with(|source| Facts::of(source, name, next, state.clock.page_now(), reader(state)));
    facts.line(reader(state))
}

/// Each source with its line.
type Lines = [(SourceId, Memo<Line>); SourceId::ALL.len()];

fn line(state: AppState, name: SourceId) -> Line {
    let Sources { national_warnings, local_warnings, levels, forecast, .. } = state.sources;
    match name {
        SourceId::NationalWarnings => line_of(state, national_warnings),
        SourceId::LocalWarnings => line_of(state, local_warnings),
        SourceId::RiverLevels => line_of(state, levels),
        SourceId::FloodForecast => line_of(state, forecast),
    }
}

pub fn sources(connection: Connection) -> AnyView {
    let state = use_app_state();
    let lines: Lines = SourceId::ALL.map(|name| (name, memo(move || line(state, name))));
    // Announced when a status changes, not when a time does.
    let announced = move || {
        let texts = state.language().source_texts();
        let not_fresh = |line: &Line| !line.awaited && line.freshness != Freshness::Fresh;
        let changed =
            lines.iter().filter(|(name, line)| is_shown(state, *name) && line.with(not_fresh));
        changed
            .map(|(name, line)| {
                let freshness = (texts.state)(line.with(|line| line.freshness));
                format!("{}: {freshness}.", (texts.source)(*name))
            })
            .collect::<Vec<String>>()
            .join(" ")
    };
    let clock_problem = move || {
        let language = state.language();
        state.clock.is_wrong.get().then(|| {
            let now = language.date_and_time(state.clock.now());
            let text = (language.source_texts().clock_wrong)(&now);
            view! { <p class="problem">{text}</p> }.into_any()
        })
    };
    let any = move |test: fn(&Line) -> bool| {
        lines.iter().any(|(name, line)| is_shown(state, *name) && line.with(test))
    };
    // One line says whether all is well; the details are open while it is not.
    let summary = move || match announced() {
        text if !text.is_empty() => text,
        _ if any(|line| line.awaited) => state.language().source_texts().asking.to_owned(),
        _ => (state.language().source_texts().state)(Freshness::Fresh).to_owned(),
    };
    let late = use_late();
    let check_now = move |_| {
        connection.check_now();
        late.load_missing();
    };
    let rows = lines.map(|(name, line)| source_row(state, name, line)).collect_view();
    view! {
        <section class="sources" aria-labelledby="sources-heading">
            <details
                class="all"
                open=move || {
                    !announced().is_empty() || state.clock.is_wrong.get()
                        || any(|line| line.rejected.is_some())
                }
            >
                <summary>
                    <h2 id="sources-heading">{move || state.language().source_texts().sources}</h2>
                    " "
                    <span>{move || summary()}</span>
                </summary>
                {clock_problem}
                <ul>{rows}</ul>
            </details>
            <p class="visually-hidden" role="status">
                {move || announced()}
            </p>
            <button type="button" id=CHECK_NOW on:click=check_now>
                {move || state.texts().check_now}
            </button>
            <p class="check" aria-live="polite">
                {move || check(state)}
            </p>
            {causes(state, lines)}
        </section>
    }
    .into_any()
}

/// The causes of failures, for the operator.
fn causes(state: AppState, lines: Lines) -> AnyView {
    let causes = move || {
        let others = [state.assets.area_problems.get(), state.assets.commentary_problem.get()];
        lines
            .iter()
            .filter_map(|(_, line)| line.with(|line| line.cause.clone()))
            .chain(others.into_iter().filter(|problems| !problems.is_empty()))
            .collect::<Vec<String>>()
            .join("\n")
    };
    // A single element, so that it stays open while its content changes.
    view! {
        <details class="operator" hidden=move || causes().is_empty()>
            <summary>{move || state.language().source_texts().for_operators}</summary>
            <pre lang="en">{causes}</pre>
        </details>
    }
    .into_any()
}

fn source_row(state: AppState, name: SourceId, line: Memo<Line>) -> AnyView {
    let freshness = move || line.with(|line| line.freshness);
    let rejected = move || {
        let text = line.with(|line| line.rejected.clone())?;
        Some(view! { <span class="rejected">{text}</span> }.into_any())
    };
    view! {
        <li
            data-source=name.id()
            data-state=move || Some(freshness().id())
            hidden=move || !is_shown(state, name)
        >
            {move || symbol(state_symbol(freshness()))}
            <div>
                <strong>{move || (state.language().source_texts().source)(name)}</strong>
                " "
                <span>{move || line.with(|line| line.text.clone())}</span>
                {rejected}
            </div>
        </li>
    }
    .into_any()
}

/// The result of the last press of "check now".
fn check(state: AppState) -> String {
    let language = state.language();
    let texts = language.source_texts();
    let format_time =
        |moment: PageTime| language.when(state.clock.utc(moment), state.clock.now_by_day());
    match state.sources.manual_check.get() {
        ManualCheck::NotPressed => String::new(),
        ManualCheck::InProgress => texts.check_asking.to_owned(),
        ManualCheck::Succeeded(at) => (texts.check_done)(&format_time(at)),
        ManualCheck::Failed(at) => (texts.check_failed)(&format_time(at)),
        ManualCheck::TooSoon => texts.check_too_soon.to_owned(),
        ManualCheck::Busy(until) => (texts.check_busy)(&format_time(until)),
    }
}

/// For all of Wales, local warnings are not requested.
fn is_shown(state: AppState, name: SourceId) -> bool {
    name != SourceId::LocalWarnings || state.choices.place.get().is_some()
}

pub fn state_symbol(freshness: Freshness) -> &'static str {
    match freshness {
        Freshness::Fresh => "#symbol-checked",
        Freshness::Delayed => "#symbol-delayed",
        Freshness::Stale => "#symbol-stale",
        Freshness::Unknown => "#symbol-not-checked",
    }
}

fn reader(state: AppState) -> Reader {
    Reader {
        language: state.language(),
        is_paused: state.progress.is_hidden.get(),
        epoch: state.clock.epoch(),
        now: state.clock.now(),
    }
}
