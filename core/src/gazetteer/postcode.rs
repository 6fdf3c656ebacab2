//! The response for a complete postcode, in the shape of postcodes.io's `/postcodes/{postcode}`.

use crate::domain::geo::Position;
use serde::Deserialize;

#[derive(Deserialize)]
struct Response {
    result: Point,
}

/// The postcode and its point in degrees (WGS 84).
#[derive(Deserialize)]
struct Point {
    postcode: String,
    latitude: f64,
    longitude: f64,
}

/// The position in a response for `postcode`; `None` if there is none in the area of the service, or if it
/// is that of another postcode.
pub fn decode(body: &[u8], postcode: &str) -> Option<Position> {
    let Response { result } = serde_json::from_str(std::str::from_utf8(body).ok()?).ok()?;
    let characters = |text: &str| {
        text.chars().filter(|c| !c.is_whitespace()).collect::<String>().to_ascii_uppercase()
    };
    let position = Position::new(result.latitude, result.longitude)?;
    (characters(&result.postcode) == characters(postcode) && position.in_service_box())
        .then_some(position)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_decoded_and_what_has_none_is_refused() {
        let body = br#"{"status":200,"result":{"postcode":"CF37 1DN","latitude":51.6,"longitude":-3.34,"codes":{}}}"#;
        for postcode in ["CF37 1DN", "cf371dn"] {
            assert_eq!(decode(body, postcode), Position::new(51.6, -3.34), "{postcode}");
        }
        // case 179
        assert_eq!(decode(body, "CF37 1DP"), None);
        for body in [
            "",
            "<html>",
            r#"{"status":404,"error":"Postcode not found"}"#,
            r#"{"result":null}"#,
            r#"{"result":{"latitude":51.6,"longitude":-3.34}}"#,
            r#"{"result":{"postcode":"CF37 1DN","latitude":null,"longitude":null}}"#,
            r#"{"result":{"postcode":"CF37 1DN","latitude":"51.6","longitude":"-3.34"}}"#,
            r#"{"result":{"postcode":"CF37 1DN","latitude":0,"longitude":0}}"#,
            r#"{"result":{"postcode":"CF37 1DN","latitude":1e999,"longitude":-3}}"#,
        ] {
            assert_eq!(decode(body.as_bytes(), "CF37 1DN"), None, "{body}");
        }
    }
}
