//! The envelope that two of the operations share, taken apart so that one bad item never costs the others.

use super::{Answer, error::BodyError, scalar::Scalar};
use crate::domain::{
    decimal,
    geo::Position,
    limits::{FEATURE_LIMIT, LONGEST_FEATURE_BYTES},
};
use gorlif_json::{self as json, Fault, Item, Reader, members};
use std::ops::Range;

/// An item that was left out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejected {
    /// Its place in the answer, from 0.
    pub index: usize,
    /// Its identifier, where that could still be read.
    pub id: Option<String>,
    pub reason: Reason,
}

/// Why an item was left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Reason {
    /// No object, or a key twice.
    Unreadable,
    /// It does not say which station, area or county it is about.
    NoIdentifier,
}

/// The text of a body: without a byte order mark, not empty, no web page.
fn text(body: &[u8]) -> Result<&str, BodyError> {
    let text = std::str::from_utf8(body.strip_prefix(BYTE_ORDER_MARK).unwrap_or(body)).map_err(|_| BodyError::NotUtf8)?;
    match text.trim_start().chars().next() {
        None => Err(BodyError::Empty),
        Some('<') => Err(BodyError::WebPage),
        Some(_) => Ok(text),
    }
}

const EXPECTED: &str = "a FeatureCollection with an array of features";
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Where JSON went wrong, or that it is good JSON of another shape. So many bytes of the body stand `before` the text.
fn refusal(fault: Fault, before: usize, expected: &'static str) -> BodyError {
    match fault {
        Fault::Syntax { at } => BodyError::NotTheDocument { at: before + at },
        Fault::TooDeep => BodyError::TooDeep,
        Fault::TooMany => BodyError::TooMany,
        Fault::OtherShape | Fault::Twice => BodyError::WrongShape { expected },
    }
}

/// Why an item was left out, with its identifier where that is known.
pub(super) type LeftOut = (Reason, Option<String>);

/// What an item of a collection is made of: where it stands, and the named members of its properties.
pub(super) struct Feature<'a, const N: usize> {
    /// Read as WGS 84: which grid the points are on may stand behind them.
    pub point: Option<Position>,
    /// Its number in the collection, and where in the body it stands.
    pub number: usize,
    pub at: Range<usize>,
    pub members: [Scalar<'a>; N],
}

/// How the features of a collection are read.
pub(super) struct How<T, const N: usize> {
    /// The names of the members, and which of them is the identifier.
    pub names: &'static [&'static str; N],
    pub id: &'static str,
    pub decode: fn(Feature<'_, N>) -> Result<T, LeftOut>,
    pub known: Known<T>,
}

/// May pass over the feature that comes and tell what it is. It is asked by the feature's number; the last is how many bytes of the
/// body stand before the reader's text.
pub(super) type Known<T> = Box<dyn Fn(usize, &mut Reader<'_>, usize) -> Option<T>>;

/// Every feature of a collection, each read on its own and in one passage through a body that may come in pieces. Members of the
/// collection beyond type, crs and features (`bbox`, for one) are passed over.
pub(super) struct Features<T, const N: usize> {
    how: How<T, N>,
    collection: Collection,
    answer: Answer<Vec<T>>,
}

impl<T, const N: usize> Features<T, N> {
    pub(super) fn new(how: How<T, N>) -> Self {
        Self { how, collection: Collection::default(), answer: Answer { content: Vec::new(), rejected: Vec::new() } }
    }

    /// Takes a piece of the body.
    pub(super) fn add(&mut self, piece: &[u8]) {
        // What is wrong with it is told at the end.
        let _ = self.take(piece, false);
    }

    /// Takes the last piece, if there is one left, or the body that came in one. Tells also whether the points may be taken for WGS 84.
    pub(super) fn end(mut self, last: &[u8]) -> Result<(Answer<Vec<T>>, bool), BodyError> {
        let wgs84 = self.take(last, true)?;
        Ok((self.answer, wgs84))
    }

    fn take(&mut self, piece: &[u8], is_last: bool) -> Result<bool, BodyError> {
        let Self { how, collection, answer } = self;
        let mut item = |reader: &mut Reader<'_>, before: usize| read(how, answer, reader, before);
        if is_last {
            return collection.end(piece, &mut item);
        }
        collection.add(piece, &mut item);
        Ok(true)
    }
}

/// Reads the feature that comes, with so many bytes of the body before the reader's text.
fn read<T, const N: usize>(how: &How<T, N>, answer: &mut Answer<Vec<T>>, reader: &mut Reader<'_>, before: usize) -> Result<(), Fault> {
    let (start, mut slots) = (reader.mark(), [None; N]);
    let number = answer.content.len() + answer.rejected.len();
    let decoded = if let Some(item) = (how.known)(number, reader, before) {
        Ok(item)
    } else {
        match feature(reader, how.names, &mut slots)? {
            Ok(geometry) => {
                let at = before + start..before + reader.at();
                (how.decode)(Feature { point: point(geometry), number, at, members: slots.map(Scalar::read) })
            }
            Err(_) => Err((Reason::Unreadable, guess_id(reader.since(start), how.id))),
        }
    };
    add(answer, decoded);
    Ok(())
}

fn add<T>(answer: &mut Answer<Vec<T>>, decoded: Result<T, LeftOut>) {
    let index = answer.content.len() + answer.rejected.len();
    match decoded {
        Ok(item) => answer.content.push(item),
        Err((reason, id)) => answer.rejected.push(Rejected { index, id, reason }),
    }
}

/// How far a collection has been read, and what it has said of itself.
#[derive(Default)]
struct Collection {
    stage: Stage,
    other_shape: Option<Fault>,
    members: usize,
    items: usize,
    is_collection: Option<bool>,
    wgs84: Option<bool>,
    features: Option<Item<()>>,
    /// The service says of its answer that it is an error or not all.
    is_incomplete: bool,
    /// How many features there are by the service's own count, 0 where it gives none.
    total: usize,
    /// What has come and is not read yet, and how many bytes stand before it.
    rest: Vec<u8>,
    before: usize,
    /// Why the body cannot be read, if that is certain.
    refused: Option<BodyError>,
}

#[derive(Clone, Copy, Default, PartialEq)]
enum Stage {
    #[default]
    Before,
    Members,
    Items,
    After,
}

/// Reads one item, with so many bytes of the body before the reader's text.
type ReadItem<'a> = &'a mut dyn FnMut(&mut Reader<'_>, usize) -> Result<(), Fault>;

impl Collection {
    /// Reads as much of a piece as is whole. What cannot be read is not held either: only why is told at the end.
    fn add(&mut self, piece: &[u8], item: ReadItem<'_>) {
        if self.refused.is_some() {
            return;
        }
        let mut body = [std::mem::take(&mut self.rest).as_slice(), piece].concat();
        if self.before == 0 && body.starts_with(BYTE_ORDER_MARK) {
            self.before = BYTE_ORDER_MARK.len();
            body.drain(..self.before);
        }
        let torn = std::str::from_utf8(&body).err();
        let whole = torn.map_or(body.len(), |torn| torn.valid_up_to());
        let text = body.get(..whole).and_then(|body| std::str::from_utf8(body).ok()).unwrap_or_default();
        let (read, went) = self.read(Reader::unfinished(text), item);
        let is_over = match went {
            // At its end a text may go on, unless it does for longer than anything that comes.
            Err(Fault::Syntax { at }) if at == whole => body.len() - read > LONGEST_FEATURE_BYTES,
            Err(_) => true,
            Ok(()) => false,
        };
        self.refused = if let (true, Err(fault)) = (is_over, went) {
            Some(self.text(text.as_bytes()).err().unwrap_or_else(|| refusal(fault, self.before, EXPECTED)))
        } else {
            torn.filter(|torn| torn.error_len().is_some()).map(|_| BodyError::NotUtf8)
        };
        if self.refused.is_none() {
            self.before += read;
            body.drain(..read);
            self.rest = body;
        }
    }

    /// Reads the rest with the last piece; tells whether the points are WGS 84.
    fn end(&mut self, last: &[u8], item: ReadItem<'_>) -> Result<bool, BodyError> {
        if let Some(refused) = self.refused {
            return Err(refused);
        }
        let body = [std::mem::take(&mut self.rest).as_slice(), last].concat();
        let text = self.text(&body)?;
        self.before += body.len() - text.len();
        let (_, read) = self.read(Reader::new(text), item);
        let has_features = || if self.is_collection == Some(true) { self.features.unwrap_or(Err(Fault::OtherShape)) } else { Err(Fault::OtherShape) };
        read.and_then(|()| self.other_shape.map_or_else(has_features, Err)).map_err(|fault| refusal(fault, self.before, EXPECTED))?;
        if self.is_incomplete || self.total > self.items {
            return Err(BodyError::Incomplete);
        }
        Ok(self.wgs84.unwrap_or(true))
    }

    /// The text of what is to be read next.
    fn text<'a>(&self, body: &'a [u8]) -> Result<&'a str, BodyError> {
        if self.stage == Stage::Before { text(body) } else { std::str::from_utf8(body).map_err(|_| BodyError::NotUtf8) }
    }

    /// Goes on through the text: how far it is whole, and what is wrong behind that.
    fn read(&mut self, mut reader: Reader<'_>, item: ReadItem<'_>) -> (usize, Result<(), Fault>) {
        loop {
            let whole = reader.at();
            match self.step(&mut reader, item) {
                Ok(true) => {}
                Ok(false) => return (reader.at(), Ok(())),
                Err(fault) => return (whole, Err(fault)),
            }
        }
    }

    /// Goes on by one item or member, or not at all where it is not whole. Tells whether more may come.
    fn step(&mut self, reader: &mut Reader<'_>, item: ReadItem<'_>) -> Result<bool, Fault> {
        match self.stage {
            Stage::Before => {
                self.other_shape = reader.open(b'{')?.err();
                self.stage = if self.other_shape.is_none() { Stage::Members } else { Stage::After };
            }
            Stage::Members if reader.more(b'}', self.members == 0)? => {
                match reader.known_name(&["type", "crs", "features", "error", "exceededTransferLimit", "totalFeatures", "numberMatched"], 0)? {
                    Some(2) if self.features.is_none() => {
                        let array = reader.open(b'[')?;
                        self.stage = if array.is_ok() { Stage::Items } else { Stage::Members };
                        self.features = Some(array);
                    }
                    known => {
                        let value = reader.value()?;
                        let twice = match known {
                            Some(3) => {
                                self.is_incomplete |= value != "null";
                                false
                            }
                            Some(4) => {
                                self.is_incomplete |= value == "true";
                                false
                            }
                            Some(_) if known > Some(4) => {
                                // As a number or as digits; "unknown" is no number.
                                let total = value.trim_matches('"').parse::<usize>().unwrap_or_default();
                                self.total = self.total.max(total);
                                false
                            }
                            Some(0) => self.is_collection.replace(json::string(value) == "FeatureCollection").is_some(),
                            Some(1) => self.wgs84.replace(is_wgs84(value)).is_some(),
                            known => known.is_some(),
                        };
                        if twice {
                            self.other_shape = Some(Fault::Twice);
                        }
                    }
                }
                self.members += 1;
            }
            Stage::Members => self.stage = Stage::After,
            Stage::Items if reader.more(b']', self.items == 0)? => {
                if self.items == FEATURE_LIMIT {
                    return Err(Fault::TooMany);
                }
                item(reader, self.before)?;
                self.items += 1;
            }
            Stage::Items => self.stage = Stage::Members,
            Stage::After => return reader.end().map(|()| false),
        }
        Ok(true)
    }
}

/// The geometry of a feature as it was written; the named members of its properties go into the slots.
fn feature<'a>(reader: &mut Reader<'a>, names: &[&str], slots: &mut [Option<&'a str>]) -> Result<Item<Option<&'a str>>, Fault> {
    let mut geometry = None;
    let mut item = reader.open(b'{')?;
    let (mut first, mut properties) = (true, None);
    while item != Err(Fault::OtherShape) && reader.more(b'}', std::mem::take(&mut first))? {
        let twice = match reader.known_name(&["geometry", "properties"], usize::from(geometry.is_some()))? {
            Some(0) => {
                let value = reader.value()?;
                geometry.replace(value).is_some_and(|before| before != value)
            }
            Some(_) => {
                let start = reader.mark();
                let read = reader.object(names, slots)?;
                let text = reader.since(start);
                properties.replace((read, text)).is_some_and(|(_, before)| before != text)
            }
            None => reader.value().map(|_| false)?,
        };
        if twice {
            item = Err(Fault::Twice);
        }
    }
    let properties = properties.map_or(Err(Fault::OtherShape), |(read, _)| read);
    Ok(item.and(properties).map(|()| geometry))
}

/// Every object of an array, each read on its own.
pub(super) fn objects<'a, T, const N: usize>(
    body: &'a [u8],
    names: &[&str; N],
    id: &str,
    expected: &'static str,
    mut decode: impl FnMut([Scalar<'a>; N]) -> Result<T, LeftOut>,
) -> Result<Answer<Vec<T>>, BodyError> {
    let text = text(body)?;
    let mut answer = Answer { content: Vec::new(), rejected: Vec::new() };
    let mut reader = Reader::new(text);
    let read = reader.items(FEATURE_LIMIT, &mut |reader| {
        let (start, mut slots) = (reader.mark(), [None; N]);
        let decoded = match reader.object(names, &mut slots)? {
            Ok(()) => decode(slots.map(Scalar::read)),
            Err(_) => Err((Reason::Unreadable, guess_id(reader.since(start), id))),
        };
        add(&mut answer, decoded);
        Ok(())
    });
    read.and_then(|item| reader.end().and(item)).map_err(|fault| refusal(fault, body.len() - text.len(), expected))?;
    Ok(answer)
}

fn is_wgs84(crs: &str) -> bool {
    // "EPSG:4326", "urn:ogc:def:crs:EPSG::4326", "urn:ogc:def:crs:OGC:1.3:CRS84"
    crs == "null" || crs.split(|c: char| !c.is_ascii_alphanumeric()).any(|part| matches!(part, "4326" | "CRS84"))
}

/// The geojson crate reads the same (a test holds the two together), but weighs 12 kB in the page.
///
/// The point of a geometry: a Point's own, of others the first; `None` where there is no usable one.
fn point(geometry: Option<&str>) -> Option<Position> {
    let [kind, coordinates, geometries] = members(geometry?, &["type", "coordinates", "geometries"]).ok()?;
    let depth = match &*json::string(kind?) {
        "Point" => 1,
        "MultiPoint" | "LineString" => 2,
        "MultiLineString" | "Polygon" => 3,
        "MultiPolygon" => 4,
        "GeometryCollection" => return point(first_item(geometries?)),
        _ => return None,
    };
    first_position(coordinates?, depth)
}

fn first_item(array: &str) -> Option<&str> {
    let mut reader = Reader::new(array);
    reader.open(b'[').ok()?.ok()?;
    if reader.more(b']', true).ok()? { reader.value().ok() } else { None }
}

/// The first position of coordinates that are nested so deep: longitude, latitude, and what may follow.
fn first_position(coordinates: &str, depth: usize) -> Option<Position> {
    let mut text = coordinates;
    for _ in 0..depth {
        text = text.trim_start().strip_prefix('[')?;
    }
    let mut numbers = text.split(']').next()?.split(',').map(|number| decimal::parse(number.trim()));
    let (lon, lat) = (numbers.next()??, numbers.next()??);
    Position::new(lat, lon)
}

/// Marks the items that share an identifier with one before them in this order: the second gets "~2" at the end of its own. Both are
/// kept, each list entry has a key of its own, and a shuffled answer marks the same one. Tells whether there was one to mark.
pub(super) fn tell_apart<T>(items: &mut [T], order: &[usize], id: fn(&T) -> &str, mark: fn(&mut T, &str)) -> bool {
    let (mut before, mut nth, mut any) = (None::<usize>, 1, false);
    for index in order.iter().copied() {
        let same = before.and_then(|before| items.get(before)).zip(items.get(index)).is_some_and(|(before, item)| id(before) == id(item));
        if same && let Some(item) = items.get_mut(index) {
            nth += 1;
            any = true;
            mark(item, &format!("~{nth}"));
        } else {
            (before, nth) = (Some(index), 1);
        }
    }
    any
}

/// An item's identifier out of the raw text of one that could not be decoded: the letters and digits that follow `"name"`.
pub(super) fn guess_id(item: &str, name: &str) -> Option<String> {
    let mut parts = item.split('"');
    parts.find(|part| *part == name)?;
    // A number follows the colon, a string the next quotation mark.
    let [number, text] = [parts.next()?.trim_start_matches([':', ' ', '\n', '\r', '\t']), parts.next().unwrap_or_default()];
    let value = if number.is_empty() { text } else { number };
    let id: String = value.chars().take_while(char::is_ascii_alphanumeric).take(40).collect();
    (!id.is_empty()).then_some(id)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the geojson crate makes of it.
    fn reference(json: &str) -> Option<Position> {
        fn first(value: &geojson::GeometryValue) -> Option<&geojson::Position> {
            use geojson::GeometryValue::*;
            match value {
                Point { coordinates } => Some(coordinates),
                MultiPoint { coordinates } | LineString { coordinates } => coordinates.first(),
                MultiLineString { coordinates } | Polygon { coordinates } => coordinates.first()?.first(),
                MultiPolygon { coordinates } => coordinates.first()?.first()?.first(),
                GeometryCollection { geometries } => first(&geometries.first()?.value),
            }
        }
        let geometry: geojson::Geometry = serde_json::from_str(json).ok()?;
        let position = first(&geometry.value)?;
        Position::new(*position.as_slice().get(1)?, *position.as_slice().first()?)
    }

    #[test]
    fn case_90_points_are_read_as_the_geojson_crate_reads_them() {
        for json in [
            r#"{"type":"Point","coordinates":[-3.5,52.25]}"#,
            r#"{"coordinates" : [ -3.5 , 52.25, 12 ] , "type" : "Point"}"#,
            r#"{"type":"MultiPoint","coordinates":[[-3.5,52.25],[1,2]]}"#,
            r#"{"type":"LineString","coordinates":[[-3.5,52],[1,2]]}"#,
            r#"{"type":"Polygon","coordinates":[ [ [-3.5,52], [1,2], [3,4], [-3.5,52] ] ]}"#,
            r#"{"type":"MultiPolygon","coordinates":[[[[-3.5,52],[1,2],[3,4],[-3.5,52]]]]}"#,
            r#"{"type":"GeometryCollection","geometries":[{"type":"Point","coordinates":[-3.5,52]}]}"#,
            r#"{"type":"GeometryCollection","geometries":[]}"#,
            r#"{"type":"Point","coordinates":[]}"#,
            r#"{"type":"Point","coordinates":[[1,2]]}"#,
            r#"{"type":"Point","coordinates":["1","2"]}"#,
            r#"{"type":"Point","coordinates":[null,2]}"#,
            r#"{"type":"Point","coordinates":[181,2]}"#,
            r#"{"type":"Point"}"#,
            r#"{"type":"Punkt","coordinates":[1,2]}"#,
            r#"{}"#,
            "null",
            "[]",
        ] {
            assert_eq!(point(Some(json)), reference(json), "{json}");
        }
    }

    fn collection<const N: usize>(names: &'static [&'static str; N]) -> Features<(Option<Position>, Range<usize>), N> {
        let decode: fn(Feature<'_, N>) -> _ = |feature| Ok((feature.point, feature.at));
        Features::new(How { names, id: "a", decode, known: Box::new(|_, _, _| None) })
    }

    #[test]
    fn where_json_goes_wrong_is_told_by_its_place_in_the_whole_body() {
        for mark in ["", "\u{feff}"] {
            let body = format!("{mark}{{\"type\":\"FeatureCollection\",\n\"features\":[{{}},\n {{\"properties\":{{x}}}}]}}");
            let at = body.find('x').expect("the fault");
            for cut in [0, 1, 20, 40, 60, at, at + 1, body.len()] {
                let mut features = collection(&["a"]);
                let (first, last) = body.as_bytes().split_at(cut);
                features.add(first);
                assert_eq!(features.end(last).err(), Some(BodyError::NotTheDocument { at }), "{cut}");
            }
        }
    }

    #[test]
    fn of_pieces_of_any_size_no_more_is_held_than_what_is_not_whole() {
        let feature = format!(r#"{{"properties":{{"a":"{}"}}}},"#, "b".repeat(1_000));
        let body = format!(r#"{{"type":"FeatureCollection","features":[{}{{}}]}}"#, feature.repeat(200)).into_bytes();
        for size in [1, 77, 5_000, 300_000] {
            let mut features = collection(&["a"]);
            features.add(b"");
            for piece in body.chunks(size) {
                features.add(piece);
                assert!(features.collection.rest.len() <= feature.len() + 64, "{size}: {}", features.collection.rest.len());
            }
            assert_eq!(features.end(b"").expect("a collection").0.content.len(), 200);
        }
    }

    #[test]
    fn of_what_cannot_be_read_nothing_is_held() {
        let endless = [b"{\"features\":[\"".as_slice(), &vec![b'a'; LONGEST_FEATURE_BYTES + 20]].concat();
        for (start, cause) in [
            (b"{\"features\":[x".as_slice(), BodyError::NotTheDocument { at: 13 }),
            (b"<html>", BodyError::WebPage),
            (b"{\"features\":[\"\xff", BodyError::NotUtf8),
            (&endless, BodyError::NotTheDocument { at: endless.len() }),
            ("[".repeat(100).as_bytes(), BodyError::TooDeep),
        ] {
            let mut features = collection(&["a"]);
            features.add(start);
            features.add(&vec![b' '; 10_000]);
            assert_eq!(features.collection.rest.len(), 0, "{cause:?}");
            assert_eq!(features.end(b"]}").err(), Some(cause));
        }
    }

    #[test]
    fn what_grid_the_points_are_on_is_heeded_wherever_it_stands() {
        let (crs, features_of) = (
            r#""crs":{"properties":{"name":"EPSG:27700"}}"#,
            r#""features":[{"geometry":{"type":"Point","coordinates":[-3.5,52]},"properties":{}}]"#,
        );
        for body in
            [format!(r#"{{"type":"FeatureCollection",{crs},{features_of}}}"#), format!(r#"{{"type":"FeatureCollection",{features_of},{crs}}}"#)]
        {
            let (_, wgs84) = collection(&["a"]).end(body.as_bytes()).expect("a collection");
            assert!(!wgs84, "{body}");
        }
    }
}
