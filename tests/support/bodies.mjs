// Bodies of the three operations, as the service sends them, for tests that need one gauge or one message of their own.
import { LEVELS } from './operations.mjs';
import { BRECON } from './page.mjs';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;

/** The time so many minutes ago, as in the levels. */
export const minutesAgo = (minutes) => new Date(Date.now() - minutes * MINUTE).toISOString();

/** A response of status 200: a text as it is, other values as JSON. */
export const json = (value, headers = {}) => ({
  headers: { 'Content-Type': 'application/json', ...headers },
  body: typeof value === 'string' ? value : JSON.stringify(value),
});

export const collection = (...features) => ({ type: 'FeatureCollection', features });

/** For `answers`: both responses on warnings list these messages. */
export const listing = (...messages) => ({ wales: collection(...messages), here: collection(...messages) });

/** A time as in a header, so many minutes from now. */
export const inMinutes = (minutes) => new Date(Date.now() + minutes * MINUTE).toUTCString();

const LABELS = { 1: 'Severe Flood Warning', 2: 'Flood Warning', 3: 'Flood Alert', 4: 'Warning no longer in force' };

const feature = (coordinates, properties) => ({
  type: 'Feature',
  geometry: coordinates && { type: 'Point', coordinates },
  properties,
});

/** A message raised an hour ago at Brecon: a flood alert of the River Usk, or what the properties say. */
export const message = (properties = {}, coordinates = [BRECON.lon, BRECON.lat]) =>
  feature(coordinates, {
    FWACODE: '103FAG001',
    AREA: 'South East',
    DESCRIPTION: 'River Usk at Brecon',
    TIDAL: 'f',
    SEVERITY: LABELS[properties.SEVERITYVALUE ?? 3],
    SEVERITYVALUE: 3,
    TIMERAISED: Date.now() - HOUR,
    SEVERITY_CHANGED: Date.now() - HOUR,
    RIM_CHANGED: Date.now() - HOUR,
    RIM_ENGLISH: '',
    RIM_WELSH: '',
    ...properties,
  });

/** The message of a flood area, so many kilometres north of Brecon; without a position for `null`. */
export const messageAt = (code, value, description, km = 1, properties = {}) =>
  message(
    { FWACODE: code, SEVERITYVALUE: value, DESCRIPTION: description, ...properties },
    km === null ? null : [BRECON.lon, BRECON.lat + km / 111.195],
  );

const DAY_FORMAT = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'Europe/London' };

/** An entry of the forecast: low in Powys today, or what the properties say. */
export const forecastEntry = (properties = {}) => ({
  Day_en: new Date().toLocaleDateString('en-GB', DAY_FORMAT).replace(',', ''),
  LocationCounty_en: 'Powys',
  Region_en: 'Mid',
  RiskLevelName_en: 'Low',
  Day_cy: '',
  LocationCounty_cy: '',
  Region_cy: '',
  RiskLevelName_cy: '',
  ...properties,
});

/** A closed ring with its south-western corner at the point. */
export const square = (x, y, side) => [
  [x, y],
  [x + side, y],
  [x + side, y + side],
  [x, y + side],
  [x, y],
];

/** A gauge at Brecon without a time, or what the properties say. */
export const gauge = (properties = {}, coordinates = [BRECON.lon, BRECON.lat]) =>
  feature(coordinates, {
    Location: '1',
    LatestValue: '0.214',
    LatestTime: '',
    NameEN: 'A gauge',
    NameCY: 'Mesurydd',
    NGR: '',
    ParamNameEN: 'River Level',
    ParamNameCY: 'Lefel yr Afon',
    StatusEN: 'Online',
    StatusCY: 'Ar-lein',
    TitleEN: 'River Usk at Brecon',
    TitleCY: 'Afon Wysg yn Aberhonddu',
    Units: 'm',
    url: '',
    ...properties,
  });

/** The number of the parameter of each gauge of `levelsBody`. */
const PARAMETER = 10_095;

/** The id in the page of a gauge of `levelsBody`. */
export const gaugeId = (location) => (LEVELS === 'riverlevels' ? location : `${location}-${PARAMETER}`);

/** The body of the operation of the levels in this run, of gauges as in version 1. */
export function levelsBody(collection) {
  if (LEVELS === 'riverlevels') return collection;
  return collection.features.map((feature) => {
    if (!feature?.properties) return feature;
    // The names of the properties begin with a capital in version 1, where NGR has no other letters.
    const renamed = (name) => name.replace(/^(?:[A-Z]+$|[A-Z])/, (capitals) => capitals.toLowerCase());
    const gauge = Object.entries(feature.properties).map(([name, value]) => [renamed(name), value]);
    const { paramNameEN, paramNameCY, units, latestValue, latestTime, ...station } = Object.fromEntries(gauge);
    const parameter = { parameter: PARAMETER, paramNameEN, paramNameCY, units, latestValue, latestTime };
    const [longitude, latitude] = feature.geometry?.coordinates ?? [];
    return { ...station, coordinates: { latitude, longitude }, parameters: [parameter] };
  });
}
