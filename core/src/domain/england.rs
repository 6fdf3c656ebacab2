//! The English flood warning service, which covers the places that this one does not.

use super::{
    decimal,
    geo::{Position, Radius},
};

/// The English and the Welsh name of England.
pub const COUNTRY: (&str, &str) = ("England", "Lloegr");
/// The name of the English service, the same in both languages.
pub const NAME: &str = "check-for-flooding.service.gov.uk";

/// The address of the English service's warnings map, showing the bounding box of the circle.
pub fn address(centre: Position, radius: Radius) -> String {
    let (north, east) = centre.degrees(radius.distance().metres());
    let corner = |value: f64| decimal::fixed(value, 3);
    let [west, south] = [corner(centre.lon() - east), corner(centre.lat() - north)];
    let [east, north] = [corner(centre.lon() + east), corner(centre.lat() + north)];
    format!("https://{NAME}/?v=map-live&lyr=mv,ts,tw,ta&ext={west},{south},{east},{north}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_box_holds_the_circle() {
        let (chester, radius) =
            Position::new(53.19, -2.89).zip(Radius::from_kilometres(10)).expect("in range");
        assert_eq!(
            address(chester, radius),
            "https://check-for-flooding.service.gov.uk/?v=map-live&lyr=mv,ts,tw,ta&ext=-3.040,53.100,-2.740,53.280"
        );
    }
}
