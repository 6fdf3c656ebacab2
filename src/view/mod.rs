//! What people see and press. Nothing here fetches; the only browser that shows is the events.

mod answer;
pub mod app;
mod forecast;
mod parts;
mod place_bar;
mod rivers;
mod sources;
mod warnings;
