//! `GET /floodwarnings/v1/distance/{distance}/latlon/{lat}/{lon}`: messages near a point.

use super::{
    feature_collection::{self, Feature},
    times::epoch_milliseconds,
};
use crate::api::{
    decoded::{Decoded, Reason, Warnings},
    error::BodyError,
    json::{Item, Object},
    scalar::Scalar,
    unique_ids,
};
use crate::domain::{
    bilingual::Bilingual,
    sorting,
    warning::{AreaCode, FloodSource, Region, Severity, Stated, Warning},
};
use serde::Deserialize;

/// The properties of a feature, with the service's field names.
#[derive(Default, Deserialize)]
#[serde(default, rename_all = "UPPERCASE")]
pub(crate) struct FloodWarning<'a> {
    #[serde(borrow)]
    fwacode: Scalar<'a>,
    area: Scalar<'a>,
    description: Scalar<'a>,
    tidal: Scalar<'a>,
    severity: Scalar<'a>,
    severityvalue: Scalar<'a>,
    timeraised: Scalar<'a>,
    severity_changed: Scalar<'a>,
    rim_changed: Scalar<'a>,
    rim_english: Scalar<'a>,
    rim_welsh: Scalar<'a>,
}

/// Decodes a response. An empty collection is valid: no message is in force. A message without a
/// code gets its description as id.
///
/// If two features have the same `FWACODE`, both are in the result, and the code of the less severe
/// one has the suffix "~2".
pub fn decode(body: &[u8]) -> Result<Decoded<Warnings>, BodyError> {
    let (Decoded { content, rejected }, is_wgs84) = feature_collection::decode::<Warning>(body)?;
    let mut warnings = sorting::sorted(content, |a: &Warning, b: &Warning| {
        let by_code = a.code.cmp(&b.code).then(a.severity.cmp(&b.severity));
        by_code
            .then(b.message_changed.cmp(&a.message_changed))
            .then_with(|| a.description.cmp(&b.description))
    });
    if !is_wgs84 {
        warnings.iter_mut().for_each(|warning| warning.position = None);
    }
    unique_ids::make_ids_unique(
        &mut warnings,
        |warning| &warning.code.0,
        |warning, mark| warning.code.0.push_str(mark),
    );
    Ok(Decoded { content: warnings, rejected })
}

impl Item for Warning {
    type Wire<'a> = Object<Feature<'a, FloodWarning<'a>>>;
    const ID: &'static str = "FWACODE";

    fn convert(Object(feature): Self::Wire<'_>) -> Result<Self, Reason> {
        let position = feature.position().filter(|position| position.in_service_box());
        let Object(FloodWarning {
            fwacode,
            area,
            description,
            tidal,
            severity,
            severityvalue,
            timeraised,
            severity_changed,
            rim_changed,
            rim_english,
            rim_welsh,
        }) = feature.properties;
        let description = description.line().into_owned();
        let label = severity.line().into_owned();
        let of_label = if severity.is_string() { Severity::from_label(&label) } else { None };
        let value = stated(severityvalue, severityvalue.integer().and_then(Severity::from_value));
        let (severity, contradictory) = Severity::decide(value, stated(severity, of_label));
        Ok(Self {
            code: AreaCode::new(&fwacode.line(), &description),
            severity,
            label,
            contradictory,
            position,
            description,
            region: Region::parse(&area.line()),
            water: water(tidal),
            raised: epoch_milliseconds(timeraised),
            severity_changed: epoch_milliseconds(severity_changed),
            message_changed: epoch_milliseconds(rim_changed),
            text: Bilingual::new(rim_english.lines(), rim_welsh.lines()),
        })
    }
}

/// The severity according to a field. `read` is the field's decoded value.
fn stated(field: Scalar<'_>, read: Option<Severity>) -> Stated {
    match read {
        Some(severity) => Stated::Known(severity),
        None if field.is_blank() => Stated::Absent,
        None => Stated::Unknown,
    }
}

/// Parses `TIDAL`, which was recorded as "t"/"f" and "True"/"False".
fn water(flag: Scalar<'_>) -> FloodSource {
    match (flag.flag(), flag.line().to_ascii_lowercase().as_str()) {
        (Some(true), _) | (None, "t" | "true" | "y" | "yes" | "1") => FloodSource::Tidal,
        (Some(false), _) | (None, "f" | "false" | "n" | "no" | "0") => FloodSource::River,
        _ => FloodSource::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_support;

    fn warnings(properties: &str) -> Decoded<Warnings> {
        test_support::warnings(&[test_support::feature(None, properties)])
    }

    // case 54
    #[test]
    fn every_seen_form_of_tidal_is_read() {
        for (json, expected) in [
            (r#""t""#, FloodSource::Tidal),
            (r#""True""#, FloodSource::Tidal),
            ("true", FloodSource::Tidal),
            (r#""Y""#, FloodSource::Tidal),
            ("1", FloodSource::Tidal),
            (r#""f""#, FloodSource::River),
            (r#""False""#, FloodSource::River),
            ("false", FloodSource::River),
            (r#""N""#, FloodSource::River),
            ("0", FloodSource::River),
            ("null", FloodSource::Unknown),
            (r#""perhaps""#, FloodSource::Unknown),
        ] {
            assert_eq!(
                warnings(&format!(r#""FWACODE":"a","TIDAL":{json}"#)).content[0].water,
                expected,
                "{json}"
            );
        }
    }

    // case 73
    #[test]
    fn severities_in_odd_forms_follow_the_rule_of_the_unknown() {
        for (json, expected) in [
            ("0", Severity::Unknown),
            ("5", Severity::Unknown),
            (r#""3 ""#, Severity::Alert),
            ("-1", Severity::Unknown),
            ("2.0", Severity::Warning),
            (r#""three""#, Severity::Unknown),
        ] {
            assert_eq!(
                warnings(&format!(r#""FWACODE":"a","SEVERITYVALUE":{json}"#)).content[0].severity,
                expected,
                "{json}"
            );
        }
    }

    #[test]
    fn a_warning_without_a_point_is_kept_with_its_message_and_line_breaks() {
        let response = warnings(
            r#""FWACODE":"102FWF128","SEVERITY":"Flood Warning","SEVERITYVALUE":2,"RIM_ENGLISH":"One.\r\n\r\nTwo.\u0000","RIM_WELSH":null"#,
        );
        let warning = &response.content[0];
        assert_eq!(warning.position, None);
        assert_eq!(warning.text, Bilingual::new("One.\n\nTwo. ", ""));
    }

    // case 43
    #[test]
    fn a_broken_character_costs_nothing_but_itself() {
        let response = warnings(r#""FWACODE":"101WAFYM10","DESCRIPTION":"River Usk \ud800""#);
        assert_eq!(
            (response.content[0].description.as_str(), response.rejected.len()),
            ("River Usk \u{fffd}", 0)
        );
    }

    // case 55
    #[test]
    fn two_messages_for_one_area_are_both_kept_the_worse_one_under_its_own_code() {
        let feature = |value: u8| {
            format!(
                r#"{{"type":"Feature","geometry":null,"properties":{{"FWACODE":"a","SEVERITYVALUE":{value}}}}}"#
            )
        };
        for order in [[2, 3, 3], [3, 2, 3], [3, 3, 2]] {
            let features = order.map(feature).join(",");
            let response = decode(
                format!(r#"{{"type":"FeatureCollection","features":[{features}]}}"#).as_bytes(),
            )
            .expect("a collection");
            let mut codes: Vec<(String, Severity)> = response
                .content
                .into_iter()
                .map(|warning| (warning.code.0, warning.severity))
                .collect();
            codes.sort();
            assert_eq!(
                codes,
                [
                    ("a".to_owned(), Severity::Warning),
                    ("a~2".to_owned(), Severity::Alert),
                    ("a~3".to_owned(), Severity::Alert)
                ]
            );
        }
    }

    #[test]
    fn no_features_are_a_good_answer() {
        assert_eq!(
            decode(br#"{"type":"FeatureCollection","features":[]}"#),
            Ok(Decoded::default())
        );
    }

    // case 152
    #[test]
    fn a_message_without_a_code_is_listed_under_a_key_from_its_description() {
        for code in [
            "",
            r#""FWACODE":null,"#,
            r#""FWACODE":"","#,
            r#""FWACODE":"  ","#,
            r#""FWACODE":[1],"#,
        ] {
            let feature = format!(
                r#"{{"geometry":null,"properties":{{{code}"DESCRIPTION":"River Usk","SEVERITYVALUE":1}}}}"#
            );
            let body =
                format!(r#"{{"type":"FeatureCollection","features":[{feature},{feature}]}}"#);
            let response = decode(body.as_bytes()).expect("a collection");
            let mut keys: Vec<&str> =
                response.content.iter().map(|warning| warning.code.0.as_str()).collect();
            keys.sort_unstable();
            assert_eq!(
                (keys, response.rejected.len()),
                (vec!["~River Usk", "~River Usk~2"], 0),
                "{code}"
            );
            assert_eq!(response.content[0].code.given(), "");
            assert_eq!(response.content[0].severity, Severity::Severe);
        }
        assert_eq!(
            warnings(r#""SEVERITYVALUE":1"#).content[0].code.0,
            "~",
            "neither code nor description is no reason to drop it"
        );
    }

    // case 153
    #[test]
    fn a_key_twice_with_one_value_is_one_and_with_two_values_is_unreadable() {
        let twice = warnings(r#""FWACODE":"a","SEVERITYVALUE":1,"SEVERITYVALUE":1"#);
        assert_eq!((twice.content[0].severity, twice.rejected.len()), (Severity::Severe, 0));
        let contradictory = warnings(r#""FWACODE":"a","SEVERITYVALUE":1,"SEVERITYVALUE":4"#);
        assert_eq!((contradictory.content.len(), contradictory.rejected.len()), (0, 1));
    }

    // case 154
    #[test]
    fn a_half_of_the_severity_that_is_no_text_or_number_is_an_unknown_severity_in_force() {
        for odd in ["[1]", "true", "false", "{}", "[]", r#"{"a":1}"#] {
            for properties in [
                format!(
                    r#""FWACODE":"a","SEVERITY":"Warning No Longer in Force","SEVERITYVALUE":{odd}"#
                ),
                format!(r#""FWACODE":"a","SEVERITY":{odd},"SEVERITYVALUE":4"#),
                format!(r#""FWACODE":"a","SEVERITY":{odd},"SEVERITYVALUE":{odd}"#),
                format!(r#""FWACODE":"a","SEVERITY":{odd}"#),
            ] {
                let severity = warnings(&properties).content[0].severity;
                assert_eq!(
                    (severity, severity.in_force()),
                    (Severity::Unknown, true),
                    "{properties}"
                );
            }
            let worse = warnings(&format!(r#""FWACODE":"a","SEVERITY":{odd},"SEVERITYVALUE":1"#));
            assert_eq!(worse.content[0].severity, Severity::Severe, "{odd}");
        }
        for absent in ["null", r#""""#, r#"" ""#] {
            let stood_down =
                warnings(&format!(r#""FWACODE":"a","SEVERITY":{absent},"SEVERITYVALUE":4"#));
            assert_eq!(stood_down.content[0].severity, Severity::NoLongerInForce, "{absent}");
        }
    }

    // case 155
    #[test]
    fn a_collection_that_says_it_is_not_all_or_an_error_is_not_an_answer() {
        for more in [
            r#""totalFeatures":3"#,
            r#""totalFeatures":"3""#,
            r#""numberMatched":1"#,
            r#""exceededTransferLimit":true"#,
            r#""error":{"code":500}"#,
            r#""error":"busy""#,
            r#""errors":[{"code":"ShardUnavailable"}]"#,
            r#""next":"https://service.example/items?page=2""#,
            r#""@odata.nextLink":"https://service.example/warnings?$skip=100""#,
            r#""links":[{"rel":"self","href":"a"},{"rel":"next","href":"b"}]"#,
            r#""links":{"next":{"href":"b"}}"#,
            r#""metadata":{"count":3}"#,
            r#""totalCount":3"#,
            r#""metadata":{"exceededTransferLimit":true}"#,
            r#""properties":{"exceededTransferLimit":"true"}"#,
        ] {
            for body in [
                format!(r#"{{"type":"FeatureCollection","features":[],{more}}}"#),
                format!(r#"{{{more},"type":"FeatureCollection","features":[]}}"#),
            ] {
                assert_eq!(decode(body.as_bytes()), Err(BodyError::Incomplete), "{body}");
            }
        }
        for more in [
            r#""totalFeatures":0"#,
            r#""totalFeatures":"unknown""#,
            r#""exceededTransferLimit":false"#,
            r#""error":null"#,
            r#""numberMatched":0"#,
            r#""errors":[]"#,
            r#""next":null"#,
            r#""links":[{"rel":"self","href":"a"}]"#,
            r#""links":{"self":"a","next":""}"#,
            r#""metadata":{"count":0,"title":"next"},"properties":{"exceededTransferLimit":false}"#,
            r#""properties":null,"links":7"#,
        ] {
            assert_eq!(
                decode(
                    format!(r#"{{"type":"FeatureCollection","features":[],{more}}}"#).as_bytes()
                ),
                Ok(Decoded::default()),
                "{more}"
            );
        }
    }

    #[test]
    fn a_message_of_more_than_ten_thousand_characters_is_cut_and_says_so() {
        use crate::domain::limits::is_cut;
        for (length, cut) in [(9_999, false), (10_000, false), (10_001, true), (50_000, true)] {
            let response =
                warnings(&format!(r#""FWACODE":"a","RIM_ENGLISH":"{}""#, "ŵ".repeat(length)));
            let text = &response.content[0].text.en;
            assert_eq!((is_cut(text), text.chars().count()), (cut, length.min(10_000)));
        }
    }
}
