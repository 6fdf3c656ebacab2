// The bootstrap script. Runs before the WebAssembly module: requests the data, shows the first
// warnings and the gauge positions while the page loads, hands the responses over to the page, and
// shows the failure box when the page does not start.
(() => {
  'use strict';
  const root = document.documentElement;
  // Tells page.css that scripts run.
  root.dataset.scripts = '';
  const { search, hash, pathname } = location;
  const query = new URLSearchParams(search);

  // In a frame, the frame's options are copied to the fragment, since the page rewrites the query.
  // The start script that build/post-build.mjs writes awaits `frameAssetsLoaded`, the frame's style
  // sheet and script.
  const framed = /[?#&]embed=/.test(search + hash);
  const load = (tag, parts) =>
    new Promise((done) =>
      document.head.append(Object.assign(document.createElement(tag), { ...parts, onload: done, onerror: done })),
    );
  let frameAssetsLoaded;
  if (framed) {
    try {
      if (/embed=/.test(search)) history.replaceState(null, '', `${pathname}${search}#${search.slice(1)}`);
    } catch {
      // Not allowed in an opaque origin. The frame's options are then lost on the first reload
      // only.
    }
    frameAssetsLoaded = Promise.all([
      load('link', { rel: 'stylesheet', href: 'frame.css', blocking: 'render' }),
      load('script', { src: 'embed_frame.js', blocking: 'render' }),
    ]);
  }

  // Elements that scripts focus have a frame for people who use the keyboard, and none after a tap.
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(type, () => root.toggleAttribute('data-pointer', type === 'pointerdown'), true);

  const requests = new Map();
  const start = (url) => {
    const controller = new AbortController();
    const response = fetch(url, {
      redirect: 'error',
      cache: 'no-store',
      priority: 'high',
      signal: controller.signal,
    });
    response.catch(() => {}); // The page handles the failure when it takes the request over.
    requests.set(url, { response, controller, sentAt: Date.now(), monotonic: performance.now() });
    return response;
  };
  let commonUrls = [];
  document.addEventListener('gorlif:read-bootstrap', ({ detail }) =>
    Object.assign(detail, { frameAssetsLoaded, commonUrls }),
  );
  document.addEventListener('gorlif:take', ({ detail }) => {
    Object.assign(detail, requests.get(detail.url));
    requests.delete(detail.url);
  });

  // The map script loads when the module is there, or when the page requests it: beside the module, on a slow line, it would delay the
  // answer and the lists.
  let map;
  const loadMap = () => {
    const [{ src, integrity, crossOrigin }, style] = ['map-script', 'map-style'].map((id) =>
      document.getElementById(id),
    );
    style.media = 'all';
    return (map ??= load('script', { src, integrity, crossOrigin }));
  };
  const loadMapAfterModule = (list) => list.getEntries().some(({ name }) => /_bg\.wasm/.test(name)) && loadMap();
  // Time out after 30 s, so that the page can report that the map is not available.
  document.addEventListener('gorlif:map', ({ detail }) =>
    Promise.race([loadMap(), new Promise((late) => setTimeout(late, 30_000))]).then(() => setTimeout(detail.then)),
  );

  // ---- The first warnings: those that the gateway put into the document, then those of the same responses, without
  // WebAssembly. Shows only warnings that are certainly in force, and never reports that there are none.
  const SEVERITIES = [
    ['Severe Flood Warning', 'Severe flood warning', 'Rhybudd Llifogydd Difrifol'],
    ['Flood Warning', 'Flood warning', 'Rhybudd Llifogydd'],
    ['Flood Alert', 'Flood alert', 'Llifogydd: byddwch yn barod'],
  ];
  // After a number. English has plurals; in Welsh 2 changes the first letter.
  const COUNTED = [
    ['severe flood warning', 'flood warning', 'flood alert'],
    ['rhybudd llifogydd difrifol', 'rhybudd llifogydd', 'neges ‘Llifogydd: byddwch yn barod’'],
  ];
  const inflected = (name, count, welsh) => {
    if (welsh) return count === 2 ? name.replace(/^rh/, 'r') : name;
    return count === 1 ? name : `${name}s`;
  };
  const IN_FORCE = ['In force in Wales at', 'Mewn grym yng Nghymru am'];
  const REST = ['Loading the map and the lists…', "Yn llwytho'r map a'r rhestrau…"];
  // build/post-build.mjs writes the limits of core/src/domain/limits.rs in the place of their names.
  const LIMITS = {};
  const BODY_LIMIT = 4e6;
  const [SOUTH, WEST, NORTH, EAST] = [51.35, -5.35, 53.45, -2.65];

  let appStarted = framed; // frames show no first warnings
  let settings = {};
  const waiting = () => !appStarted && document.getElementById('waiting');
  const create = (tag, parts, ...children) => {
    const element = Object.assign(document.createElement(tag), parts);
    element.append(...children);
    return element;
  };
  const mercator = (lat) => Math.atanh(Math.sin((lat * Math.PI) / 180)) / (-2 * Math.PI);
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  // As in src/state/choices.rs: the place of the address, else of the settings, else the remembered one.
  const place = () => {
    const isPlaced = /[?&](?:lat|county|river)=./.test(search);
    if (!isPlaced && settings?.place) return Object(settings.place);
    const remembered = /[?&](?:station|area)=./.test(search) ? '' : (stored('gorlif.place') ?? '');
    return Object.fromEntries(isPlaced ? query : new URLSearchParams(remembered));
  };
  const hasPlace = () => 'lat' in place() || 'county' in place();
  // Whether coordinates are not within the radius of a place, in kilometres; a degree of longitude is 0.61 of one of latitude here.
  const isFar = ({ 0: lon, 1: lat }, { lat: north, lon: east, r, radius = r }) =>
    !(Math.hypot(lat - north, (lon - east) * 0.61) * 111.2 <= (radius ?? 10));
  const painted = (name) => requestAnimationFrame(() => setTimeout(() => performance.mark(name)));

  /**
   * The time of day in the United Kingdom: one hour ahead of UTC between 01:00 UTC on the last
   * Sundays of March and October. Not from Intl: loading the browser's time zones takes a slow
   * phone as long as the rest of this script.
   */
  const clock = (at) => {
    const change = (month) => {
      const last = Date.UTC(at.getUTCFullYear(), month, 31, 1);
      return last - new Date(last).getUTCDay() * 86_400_000;
    };
    const summer = at >= change(2) && at < change(9);
    return new Date(Number(at) + summer * 3_600_000).toISOString().slice(11, 16);
  };

  /** The features of a collection of positions in degrees; undefined if it is none. */
  const featuresOf = ({ type, crs, features }) => {
    const isCollection = type === 'FeatureCollection' && /4326|CRS84/.test(JSON.stringify(crs ?? 4326));
    if (isCollection && Array.isArray(features)) return features;
  };
  /** The features of a response, read from a clone; undefined if it is too large or not a collection. */
  const readFeatures = async (response) => {
    response = await response;
    if (!response.ok || appStarted) return;
    const reader = response.clone().body.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let step; !(step = await reader.read()).done; text += decoder.decode(step.value, { stream: true })) {
      if (text.length > BODY_LIMIT) return void reader.cancel();
    }
    return featuresOf(JSON.parse(text));
  };
  /** The age that may be shown: that of fresh warnings, or of a clock that is ahead by little. */
  const isFresh = (seconds, ahead) =>
    ahead <= LIMITS.CLOCK_SKEW_SECONDS && Math.max(seconds, -ahead) <= LIMITS.WARNINGS_FRESH_SECONDS;
  const showWarnings = async (response) => {
    const features = await readFeatures(response);
    const { headers } = await response;
    // The age follows core/src/api/response_times.rs: the larger of the two ages, and unknown
    // where the origin's clock is ahead.
    const [date, age = 0, origin = date] = ['Date', 'Age', 'X-Origin-Date'].map(
      (name) => headers.get(name) ?? undefined,
    );
    const ahead = (Date.parse(origin) - Date.parse(date)) / 1_000;
    if (isFresh(Number(age), ahead)) showFirst(features, new Date(origin));
  };
  // Read when the body is there. A document may come from a cache: its age is by the device's clock.
  const showOfDocument = () => {
    try {
      const { at, ...collection } = JSON.parse(document.getElementById('first-messages').textContent);
      if (isFresh(0, at - Date.now() / 1_000)) showFirst(featuresOf(collection), new Date(at * 1_000));
    } catch {
      // The responses follow.
    }
  };
  document.addEventListener('readystatechange', showOfDocument, { once: true });
  let [shownAt, beginning] = [0];
  const showFirst = (features, at) => {
    const box = waiting();
    if (!features || !box || at < shownAt) return;
    shownAt = at;
    const [known, here] = [[], place()];
    for (const feature of features) {
      const { SEVERITY, SEVERITYVALUE, DESCRIPTION } = feature?.properties ?? {};
      const rank = SEVERITIES.findIndex(([label]) => label === SEVERITY);
      if (rank >= 0 && String(SEVERITYVALUE) === String(rank + 1) && typeof DESCRIPTION === 'string')
        known.push({
          rank,
          name: DESCRIPTION.slice(0, 200),
          isFar: isFar(Object(feature.geometry?.coordinates), here),
        });
    }
    known.sort((a, b) => a.isFar - b.isFar || a.rank - b.rank);
    const [list, loading] = ['.first', '.loading'].map((part) => box.querySelector(part));
    if (!known.length) {
      // A newer response without any: what the document said is over, and the warnings are not checked.
      if (beginning) loading.replaceChildren(...beginning);
      return list.replaceChildren();
    }
    const tag = [query.get('lang'), stored('gorlif.language'), ...navigator.languages]
      .map((tag) => /^(en|cy)\b/i.exec(tag)?.[1].toLowerCase())
      .find(Boolean);
    const welsh = Number(tag === 'cy');
    const lang = ['en', 'cy'][welsh];
    const counted = COUNTED[welsh]
      .map((name, rank) => [known.slice(3).filter((message) => message.rank === rank).length, name])
      .filter(([count]) => count)
      .map(([count, name]) => `${count} ${inflected(name, count, welsh)}`);
    list.replaceChildren(
      create('p', { lang }, `${IN_FORCE[welsh]} ${clock(at)}:`),
      create(
        'ul',
        {},
        ...known
          .slice(0, 3)
          .map(({ rank, name }) =>
            create(
              'li',
              { lang },
              create('strong', {}, SEVERITIES[rank][1 + welsh]),
              ' · ',
              create('bdi', { lang: 'en' }, name),
            ),
          ),
      ),
      ...(counted.length ? [create('p', { lang }, `+ ${counted.join(', ')}`)] : []),
    );
    // It goes on to say that the page loads, in this language only.
    beginning ??= [...loading.childNodes];
    loading.replaceChildren(create('p', { lang }, REST[welsh]));
    painted('first-warning');
  };

  // While the page loads, how long that has taken is said every ten seconds.
  const begun = Date.now();
  const saying = setInterval(() => {
    const box = waiting();
    if (!box) return clearInterval(saying);
    for (const line of box.querySelectorAll('.loading p'))
      line.textContent = line.textContent.replace(/…[^…]*$/, `… ${Math.round((Date.now() - begun) / 1_000)} s`);
  }, 10_000);

  // Draws each gauge as a plain dot at its position on the map of all Wales. The map shows the readings.
  const paintGauges = async (response) => {
    const points = ((await readFeatures(response)) ?? [])
      .map((feature) => feature?.geometry?.coordinates)
      .filter(([lon, lat] = []) => lat > 49 && lat < 61 && lon > -9 && lon < 3);
    const canvas = waiting() && document.getElementById('first-map');
    if (!points.length || !canvas || hasPlace()) return;
    const { clientWidth: width, clientHeight: height } = canvas;
    // Same as Leaflet's fitBounds with the page's padding of 8 pixels and zoom steps of 0.5.
    const fit =
      Math.min((width - 16) / ((EAST - WEST) / 360), (height - 16) / (mercator(SOUTH) - mercator(NORTH))) / 256;
    const worldPixels = 256 * 2 ** Math.max(6, Math.floor(2 * Math.log2(fit)) / 2);
    const density = Math.min(3, devicePixelRatio || 1);
    Object.assign(canvas, { width: width * density, height: height * density });
    const context = canvas.getContext('2d');
    context.scale(density, density);
    const pixel = ([lon, lat]) => [
      ((lon - (EAST + WEST) / 2) / 360) * worldPixels + width / 2,
      (mercator(lat) - (mercator(SOUTH) + mercator(NORTH)) / 2) * worldPixels + height / 2,
    ];
    context.fillStyle = getComputedStyle(root).getPropertyValue('--edge');
    context.beginPath();
    for (const point of points) {
      const [x, y] = pixel(point);
      context.moveTo(x, y);
      context.arc(x, y, 4, 0, 7);
    }
    context.fill();
    painted('stations-plotted');
  };

  // The requests that are the same for every visitor, by the versions of the operations: those that are sent at
  // once, the warnings first, then the others. build/post-build.mjs writes the paths of core/operations.json here.
  const PATHS = {};
  const AT_ONCE = ['wales', 'levels', 'forecast'];
  const paths = ({ warnings: wales, levels, forecast } = {}) =>
    [...new Set([...AT_ONCE, ...Object.keys(PATHS)])].map(
      (id) => PATHS[id][{ wales, levels, forecast }[id]] ?? Object.values(PATHS[id])[0],
    );
  try {
    settings = JSON.parse(document.getElementById('settings').textContent);
    commonUrls = paths(settings.operations).map(
      (path) => (settings.endpoint ?? '/api').trim().replace(/\/+$/, '') + path,
    );
    const [warnings, levels] = commonUrls.slice(0, AT_ONCE.length).map(start);
    // Errors are ignored here; the page handles them when it takes the responses over.
    Promise.allSettled([showWarnings(warnings), paintGauges(levels)]).then(() =>
      performance.mark('first-responses-checked'),
    );
    // Frames may not need a map.
    if (!framed) new PerformanceObserver(loadMapAfterModule).observe({ entryTypes: ['resource'] });
  } catch {
    // The page reports errors in the settings, and requests the map script where a browser has no such observer.
  }

  // ---- The search field of the document, which page.css shows where that of the page is open. What is typed in it goes on in that.
  root.toggleAttribute('data-search', !framed && !hasPlace());
  document.addEventListener('submit', (event) => event.target.id === 'first-search' && event.preventDefault());
  document.addEventListener('gorlif:shown', () => {
    const [box, typed, field] = ['waiting', 'first-place', 'place'].map((id) => document.getElementById(id));
    const isFocused = typed && document.activeElement === typed;
    box?.remove();
    if (typed?.value) {
      field.value = typed.value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }
    if (isFocused) field.focus();
  });

  // ---- The failure box.
  const show = (id, shown) => document.getElementById(id)?.toggleAttribute('hidden', !shown);
  let alive = false;
  const fail = (cause, kept) => {
    if (alive) return;
    const failure = document.getElementById('failure');
    // First warnings stay, with their time, and are still shown when they arrive later.
    const box = kept ?? document.getElementById('waiting');
    if (box && failure) {
      box.dataset.failed = '';
      box.before(failure);
      // They say nothing of a later time.
      setTimeout(() => box.remove(), LIMITS.WARNINGS_FRESH_SECONDS * 1_000);
    }
    // As in src/state/page_query.rs: beside a place it is the county of the forecast. One that does not exist has no page.
    const county = !query.has('lat') && /[?&]county=([a-z-]+)/.exec(search)?.[1];
    for (const link of failure?.querySelectorAll('[href^=plain]') ?? []) {
      const { href } = new URL(`${county}.html`, link.href);
      const lead = ({ ok }) => ok && (link.href = href);
      // A frame of an opaque origin may not ask.
      if (county) fetch(href, { method: 'HEAD' }).then(lead, () => lead({ ok: true }));
    }
    show('failure', true);
    const line = document.getElementById('failure-cause');
    if (line && !line.textContent) line.textContent = cause;
  };
  addEventListener('TrunkApplicationStarted', () => {
    alive = appStarted = true;
    // On a slow line the page can start after the timeout below. Where the page itself reports a
    // failure, it removes #page.
    if (document.getElementById('page')) show('failure', false);
  });
  // Clear the page after a crash, so that stale content is not mistaken for current. A sentence about messages in force stays, with
  // the time of their check: a copy, which what still runs of the page cannot change.
  const crash = (cause) => {
    const page = document.getElementById('page');
    const kept = page?.querySelector('#answer[data-answer=some]')?.cloneNode(true);
    for (const part of kept?.querySelectorAll(':scope > :not(.said, .checked)') ?? []) part.remove();
    page?.replaceWith(kept ?? '');
    const line = document.getElementById('failure-cause');
    if (alive && line) line.textContent = '';
    alive = false;
    fail(cause, kept);
  };
  document.addEventListener('gorlif:crash', ({ detail }) => crash(detail.cause));
  addEventListener('unhandledrejection', ({ reason }) => fail(`start: ${reason?.message ?? reason}`));
  // Load errors of scripts are dispatched in the capture phase only. Files that the page can do
  // without are ignored: without Leaflet the lists still work.
  addEventListener(
    'error',
    ({ target, message, error }) => {
      if (error instanceof (globalThis.WebAssembly?.RuntimeError ?? Function)) return crash(`trap: ${message}`);
      const script =
        target instanceof HTMLScriptElement || (target instanceof HTMLLinkElement && target.rel !== 'stylesheet');
      if (message || (script && !/leaflet|frame|response_cache|failure_box|translated/.test(target.src ?? target.href)))
        fail(`start: ${message ?? target.src ?? target.href}`);
    },
    true,
  );
  setTimeout(() => fail('start: no answer for 30 s'), 30_000);
})();
