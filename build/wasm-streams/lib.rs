//! Stands in for the wasm-streams crate, which leptos brings along for server functions. Those do not exist here, but the real one's
//! exports to JavaScript would keep all their code in the page. What server_fn names of it compiles, and streams nothing.

use futures_core::Stream;
use std::{
    pin::Pin,
    task::{Context, Poll},
};
use wasm_bindgen::JsValue;

pub struct ReadableStream {
    raw: Option<web_sys::ReadableStream>,
}

impl ReadableStream {
    pub fn from_raw(raw: web_sys::ReadableStream) -> Self {
        Self { raw: Some(raw) }
    }

    pub fn from_stream(_: impl Stream<Item = Result<JsValue, JsValue>> + 'static) -> Self {
        Self { raw: None }
    }

    pub fn into_raw(self) -> web_sys::ReadableStream {
        self.raw.unwrap_or_else(|| JsValue::NULL.into())
    }

    pub fn into_stream(self) -> Nothing {
        Nothing
    }
}

/// A stream that has ended.
pub struct Nothing;

impl Stream for Nothing {
    type Item = Result<JsValue, JsValue>;

    fn poll_next(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        Poll::Ready(None)
    }
}
