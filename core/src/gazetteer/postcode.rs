//! The response for a complete postcode, in the shape of postcodes.io's `/postcodes/{postcode}`.

use crate::domain::geo::Position;
use serde::Deserialize;

#[derive(Deserialize)]
struct Response {
    result: Point,
}

/// In degrees (WGS 84).
#[derive(Deserialize)]
struct Point {
    latitude: f64,
    longitude: f64,
}

/// The position in a response; `None` if there is none in the area of the service.
pub fn decode(body: &[u8]) -> Option<Position> {
    let Response { result } = serde_json::from_str(std::str::from_utf8(body).ok()?).ok()?;
    Position::new(result.latitude, result.longitude).filter(|position| position.in_service_box())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_decoded_and_what_has_none_is_refused() {
        let body = br#"{"status":200,"result":{"postcode":"CF37 1DN","latitude":51.6,"longitude":-3.34,"codes":{}}}"#;
        assert_eq!(decode(body), Position::new(51.6, -3.34));
        for body in [
            "",
            "<html>",
            r#"{"status":404,"error":"Postcode not found"}"#,
            r#"{"result":null}"#,
            r#"{"result":{"latitude":null,"longitude":null}}"#,
            r#"{"result":{"latitude":"51.6","longitude":"-3.34"}}"#,
            r#"{"result":{"latitude":0,"longitude":0}}"#,
            r#"{"result":{"latitude":1e999,"longitude":-3}}"#,
        ] {
            assert_eq!(decode(body.as_bytes()), None, "{body}");
        }
    }
}
