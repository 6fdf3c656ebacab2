//! A short sound, by Web Audio.

use wasm_bindgen::{JsCast, closure::Closure};
use web_sys::AudioContext;

/// The frequency of the tone in hertz.
const TONE: f32 = 880.0;
/// Of the largest loudness.
const LOUDNESS: f32 = 0.2;
const SECONDS: f64 = 0.4;

/// Plays it once. Returns whether the browser has sound; it allows it only on a page on which a
/// button was pressed.
pub fn play() -> bool {
    let tone = || {
        let context = AudioContext::new().ok()?;
        let (tone, volume) = (context.create_oscillator().ok()?, context.create_gain().ok()?);
        tone.frequency().set_value(TONE);
        volume.gain().set_value(LOUDNESS);
        tone.connect_with_audio_node(&volume).ok()?;
        volume.connect_with_audio_node(&context.destination()).ok()?;
        let until = context.current_time() + SECONDS;
        // A browser has few contexts, so that each is closed when the tone has ended.
        let close = Closure::once_into_js(move || {
            let _ = context.close();
        });
        tone.set_onended(Some(close.unchecked_ref()));
        tone.start().ok()?;
        tone.stop_with_when(until).ok()
    };
    tone().is_some()
}
