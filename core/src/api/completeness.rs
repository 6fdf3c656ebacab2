//! Whether a collection says of itself that it is not whole. `incomplete.json` has the names of the members; the gateway and
//! `build/flood-areas.mjs` read them too.

use super::{json::Members, scalar::Scalar};

include!(concat!(env!("OUT_DIR"), "/incomplete.rs"));

impl Members<'_> {
    /// Whether one of the members, or of those of an inner object, says that there are other items, or that an error occurred.
    /// `count` is the number of items.
    pub(crate) fn say_incomplete(&self, count: usize) -> bool {
        self.any(&|name, value| {
            says_incomplete(name, value, count)
                || INNER.contains(&name)
                    && inner(value, &|name, value| says_incomplete(name, value, count))
        })
    }

    fn any(&self, says: &dyn Fn(&str, &str) -> bool) -> bool {
        self.0.iter().any(|(name, value)| says(name, value.get()))
    }
}

/// Whether a member of an object says so, or of an array of links one has the relation "next".
fn inner(value: &str, says: &dyn Fn(&str, &str) -> bool) -> bool {
    match Members::parse(value) {
        Some(members) => members.any(says),
        None => value.contains(r#""next""#),
    }
}

fn says_incomplete(name: &str, value: &str, count: usize) -> bool {
    let is_empty = matches!(value, "null" | "false" | "0" | r#""""# | "[]" | "{}");
    let more = || {
        let total = serde_json::from_str::<Scalar<'_>>(value).ok().and_then(Scalar::integer);
        total.and_then(|total| usize::try_from(total).ok()).is_some_and(|total| total > count)
    };
    match () {
        () if ERRORS.contains(&name) || NEXT.contains(&name) => !is_empty,
        () if FLAGS.contains(&name) => value.trim_matches('"').eq_ignore_ascii_case("true"),
        () if COUNTS.contains(&name) => more(),
        () => false,
    }
}
