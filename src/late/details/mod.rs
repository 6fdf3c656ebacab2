//! The chunk with the details of an entry: the chart of a gauge, the changes of a message.

mod area_facts;
mod chart;
mod gauge_details;
mod message_timeline;
mod near_links;
mod own_level;
mod record_facts;

use super::page::watch_button::WatchButton;
use crate::components::late::DetailsParts;
use area_facts::AreaFacts;
use gauge_details::GaugeDetails;
use gorlif_core::domain::{geo::Distance, selection::ItemId, watch_list::Watched};
use leptos::prelude::*;
use message_timeline::MessageTimeline;
use near_links::{NearLinks, ProviderLink, TextLinks};

pub static DETAILS: DetailsParts = DetailsParts {
    details: |(item, metres)| match item {
        ItemId::Station(id) => {
            let distance = metres.map(|metres| Distance::from_metres(f64::from(metres)));
            view! { <GaugeDetails id distance /> }.into_any()
        }
        ItemId::Area(code) => view! {
            <div class="more">
                <TextLinks code=code.clone() />
                <AreaFacts code=code.clone() />
                <WatchButton watched=Watched::Item(ItemId::Area(code.clone())) />
                <ProviderLink item=ItemId::Area(code.clone()) />
                <NearLinks item=ItemId::Area(code.clone()) />
                <MessageTimeline code />
            </div>
        }
        .into_any(),
    },
};
