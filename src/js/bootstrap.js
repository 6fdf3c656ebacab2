// Runs first, without WebAssembly: asks for the data with the document, says the first warnings and shows where gauges stand while the
// page is still on its way, hands the answers to the page, and shows the failure box when the page does not start.
(() => {
  'use strict';
  const root = document.documentElement;
  const { search, hash, pathname } = location;
  const asked = new URLSearchParams(search);

  // In a frame: what the address says of it goes into the fragment, since the page writes the query anew. The page waits for the two files.
  const framed = /[?#&]embed=/.test(search + hash);
  const load = (tag, parts) => new Promise((done) => document.head.append(Object.assign(document.createElement(tag), { ...parts, onload: done, onerror: done })));
  let laidOut;
  if (framed) {
    try {
      if (/embed=/.test(search)) history.replaceState(null, '', `${pathname}${search}#${search.slice(1)}`);
    } catch {
      // A page without an origin may not; it then loses its frame's view with the first reload only.
    }
    laidOut = Promise.all([load('link', { rel: 'stylesheet', href: 'frame.css', blocking: 'render' }), load('script', { src: 'embed_frame.js', blocking: 'render' })]);
  }

  const requests = new Map();
  const start = (address) => {
    const controller = new AbortController();
    const response = fetch(address, { redirect: 'error', cache: 'no-store', priority: 'high', signal: controller.signal });
    response.catch(() => {}); // The page handles the failure when it takes the request over.
    requests.set(address, { response, controller, asked: Date.now(), steadily: performance.now() });
    return response;
  };
  let shared = [];
  document.addEventListener('gorlif:begin', ({ detail }) => Object.assign(detail, { laidOut, shared }));
  document.addEventListener('gorlif:take', ({ detail }) => {
    Object.assign(detail, requests.get(detail.address));
    requests.delete(detail.address);
  });

  // The map's script stands in nobody's way: it comes when what people read first is there, or when the page asks for it.
  let map;
  const loadMap = () => {
    const { src, integrity, crossOrigin } = document.getElementById('map-script');
    return (map ??= load('script', { src, integrity, crossOrigin }));
  };
  // A script that neither comes nor fails is given up, so that the page can say so.
  document.addEventListener('gorlif:map', ({ detail }) => Promise.race([loadMap(), new Promise((late) => setTimeout(late, 30_000))]).then(() => setTimeout(detail.then)));

  // ---- the first word: what the same answers say without WebAssembly, as far as that is beyond doubt. Never that there is nothing.
  const SEVERITIES = [
    ['Severe Flood Warning', 'Severe flood warning', 'Rhybudd Llifogydd Difrifol'],
    ['Flood Warning', 'Flood warning', 'Rhybudd Llifogydd'],
    ['Flood Alert', 'Flood alert', 'Llifogydd: byddwch yn barod'],
  ];
  const IN_FORCE = ['In force in Wales at', 'Mewn grym yng Nghymru am'];
  const FRESH_SECONDS = 1_200;
  const AHEAD_SECONDS = 120;
  const BODY_LIMIT = 4e6;
  const [SOUTH, WEST, NORTH, EAST] = [51.35, -5.35, 53.45, -2.65];

  let started = framed; // a frame has views of its own
  let settings = {};
  const waiting = () => !started && document.getElementById('waiting');
  const make = (tag, parts, ...children) => {
    const element = Object.assign(document.createElement(tag), parts);
    element.append(...children);
    return element;
  };
  const mercator = (lat) => Math.atanh(Math.sin((lat * Math.PI) / 180)) / (-2 * Math.PI);
  const painted = (name) => requestAnimationFrame(() => setTimeout(() => performance.mark(name)));

  /** The time of day in the United Kingdom: an hour ahead of UTC between the last Sundays of March and October, at one. (To load the browser's zones takes a slow phone as long as all the rest.) */
  const clock = (at) => {
    const change = (month) => {
      const last = Date.UTC(at.getUTCFullYear(), month, 31, 1);
      return last - new Date(last).getUTCDay() * 86_400_000;
    };
    const summer = at >= change(2) && at < change(9);
    return new Date(Number(at) + summer * 3_600_000).toISOString().slice(11, 16);
  };

  /** What an answer holds, read beside the page; nothing where it is too large or no collection. */
  const look = async (response) => {
    response = await response;
    if (!response.ok || started) return [];
    const reader = response.clone().body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let step; !(step = await reader.read()).done; text += decoder.decode(step.value, { stream: true })) {
      if (text.length > BODY_LIMIT) return reader.cancel(), [];
    }
    const { type, crs, features } = JSON.parse(text);
    return type === 'FeatureCollection' && /4326|CRS84/.test(JSON.stringify(crs ?? 4326)) && Array.isArray(features) ? features : [];
  };
  const say = async (response) => {
    const features = await look(response);
    const { headers } = await response;
    // The age by the rule of core/src/api/response_times.rs: the larger of the two, and none where the origin is ahead.
    const [date, age = 0, origin = date] = ['Date', 'Age', 'X-Origin-Date'].map((name) => headers.get(name) ?? undefined);
    const ahead = (Date.parse(origin) - Date.parse(date)) / 1_000;
    if (!(ahead <= AHEAD_SECONDS && Math.max(Number(age), -ahead) <= FRESH_SECONDS)) return;
    const known = [];
    for (const feature of features) {
      const { SEVERITY, SEVERITYVALUE, DESCRIPTION } = feature?.properties ?? {};
      const rank = SEVERITIES.findIndex(([label]) => label === SEVERITY);
      if (rank >= 0 && String(SEVERITYVALUE) === String(rank + 1) && typeof DESCRIPTION === 'string') known.push({ rank, name: DESCRIPTION.slice(0, 200) });
    }
    known.sort((a, b) => a.rank - b.rank);
    const box = waiting();
    if (!known.length || !box) return;
    const stored = () => { try { return localStorage.getItem('gorlif.language'); } catch { return null; } };
    const tag = [asked.get('lang'), stored(), ...navigator.languages].map((tag) => /^(en|cy)\b/i.exec(tag)?.[1].toLowerCase()).find(Boolean);
    const welsh = Number(tag === 'cy');
    box.querySelector('.first').replaceChildren(
      make('p', { lang: ['en', 'cy'][welsh] }, `${IN_FORCE[welsh]} ${clock(new Date(origin))}:`),
      make('ul', {}, ...known.slice(0, 3).map(({ rank, name }) => make('li', { lang: ['en', 'cy'][welsh] }, make('strong', {}, SEVERITIES[rank][1 + welsh]), ' · ', make('bdi', { lang: 'en' }, name)))),
      ...(known.length > 3 ? [make('p', {}, `+ ${known.length - 3} …`)] : []),
    );
    painted('first-warning');
  };

  // Every gauge as a plain dot where the map of all Wales will show it: the dot says where, the map will say how it reads.
  const paint = async (response) => {
    const points = (await look(response)).map((feature) => feature?.geometry?.coordinates).filter(([lon, lat] = []) => lat > 49 && lat < 61 && lon > -9 && lon < 3);
    const canvas = waiting() && document.getElementById('first-map');
    if (!points.length || !canvas || settings.place || asked.has('lat')) return;
    const { clientWidth: width, clientHeight: height } = canvas;
    // As Leaflet fits the bounds, with the page's margin of 8 pixels and its half steps.
    const fit = Math.min((width - 16) / ((EAST - WEST) / 360), (height - 16) / (mercator(SOUTH) - mercator(NORTH))) / 256;
    const world = 256 * 2 ** Math.max(6, Math.floor(2 * Math.log2(fit)) / 2);
    const density = Math.min(3, devicePixelRatio || 1);
    Object.assign(canvas, { width: width * density, height: height * density });
    const context = canvas.getContext('2d');
    context.scale(density, density);
    context.fillStyle = getComputedStyle(root).getPropertyValue('--edge');
    for (const [lon, lat] of points) {
      const x = ((lon - (EAST + WEST) / 2) / 360) * world + width / 2;
      const y = (mercator(lat) - (mercator(SOUTH) + mercator(NORTH)) / 2) * world + height / 2;
      context.moveTo(x, y);
      context.arc(x, y, 4, 0, 7);
    }
    context.fill();
    painted('stations-plotted');
  };

  // The three calls that are the same for every visitor. tests/bootstrap.rs holds these paths and the words above against core.
  const paths = ['/floodwarnings/v1/distance/150000/latlon/52.4/-3.8', '/riverlevels/v1/all', '/floodforecast/v1/areasatrisk'];
  try {
    settings = JSON.parse(document.getElementById('settings').textContent);
    shared = paths.map((path) => (settings.endpoint ?? '/api').trim().replace(/\/+$/, '') + path);
    const [warnings, levels] = shared.map(start);
    // What cannot be read here is the page's to judge.
    Promise.allSettled([say(warnings), paint(levels)]).then(() => {
      performance.mark('looked');
      // A frame has not looked, and may need no map.
      if (!framed) loadMap();
    });
  } catch {
    // The page itself names what is wrong with the settings.
  }

  // ---- the failure box
  const show = (id, shown) => document.getElementById(id)?.toggleAttribute('hidden', !shown);
  let alive = false;
  const fail = (cause) => {
    if (alive) return;
    document.getElementById('waiting')?.remove();
    show('failure', true);
    const line = document.getElementById('failure-cause');
    if (line && !line.textContent) line.textContent = cause;
  };
  addEventListener('TrunkApplicationStarted', () => {
    alive = started = true;
    // A line was so slow that the wait had been given up. What the page itself has found wrong takes its place away.
    if (document.getElementById('page')) show('failure', false);
  });
  // What stands on a page that has died would look current for ever.
  const die = (cause) => {
    document.getElementById('page')?.remove();
    alive = false;
    fail(cause);
  };
  addEventListener('unhandledrejection', ({ reason }) => fail(`start: ${reason?.message ?? reason}`));
  // A script that does not load reports here, in the capture phase only. Without Leaflet the lists still work, without embed_frame.js all does.
  addEventListener('error', ({ target, message, error }) => {
    if (error instanceof (globalThis.WebAssembly?.RuntimeError ?? Function)) return die(`trap: ${message}`);
    const script = target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel !== 'stylesheet');
    if (message || (script && !/leaflet|frame|response_cache|failure_box/.test(target.src ?? target.href))) fail(`start: ${message ?? target.src ?? target.href}`);
  }, true);
  setTimeout(() => fail('start: no answer for 30 s'), 30_000);
})();
