//! Records readings and messages over time and publishes them as static files. The program `recorder` sends the requests in
//! time, and passes the responses of each cycle to [`cycle::Recorder`].

pub mod checks;
pub mod cycle;
mod days;
pub mod feeds;
mod filling;
pub mod gateway;
mod messages;
pub mod metrics;
pub mod monitor;
pub mod output;
pub mod plain;
pub mod publish;
pub mod push;
mod records;
mod repeated_hour;
pub mod report;
pub mod schedule;
mod shared_ids;
mod sketch;
pub mod store;
pub mod transfer;
mod unchanged;
