// The page in a frame of another site: applies the view, theme and height options and leaves
// scrolling to the site. Loaded by bootstrap.js when the address contains embed=…;
// docs/embedding.md is the contract, version 1.
(() => {
  'use strict';
  const root = document.documentElement;
  const warn = (name, value, instead) =>
    console.warn(`gorlif: ${name}=${String(value).slice(0, 60)} is not known; ${instead}`);
  const own = new URLSearchParams(/[?&]embed=/.test(location.search) ? location.search : location.hash.slice(1));
  const pick = (name, known) => {
    const value = own.get(name);
    if (value === null || known.includes(value)) return value ?? known[0];
    warn(name, value, `taken as ${known[0]}`);
    return known[0];
  };

  pick('v', ['1']);
  root.dataset.embed = pick('embed', ['map', 'list', 'status', 'forecast']);
  root.dataset.layers = pick('layers', ['both', 'warnings', 'rivers']);
  root.dataset.place = pick('place', ['fixed', 'free']);
  // Light, as most sites are, whatever the visitor's system prefers.
  const theme = pick('theme', ['light', 'dark', 'auto']);
  if (theme !== 'auto') root.dataset.theme = theme;

  // The deployer's colour for links and buttons. Applied only with a contrast of at least 4.5:1
  // (WCAG) on the background of the theme.
  const BACKGROUND = { light: [255, 255, 255], dark: [15, 24, 32] };
  const luminance = (colour) =>
    colour
      .map((part) => part / 255)
      .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
      .reduce((sum, part, i) => sum + part * [0.2126, 0.7152, 0.0722][i], 0);
  const contrast = (one, other) => {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  };
  const accent = own.get('accent');
  if (accent !== null) {
    const parts = /^[0-9a-f]{6}$/i.test(accent) ? [0, 2, 4].map((at) => parseInt(accent.slice(at, at + 2), 16)) : null;
    if (!parts) warn('accent', accent, 'six hexadecimal digits are, without "#"');
    const night = matchMedia('(prefers-color-scheme: dark)');
    const applyAccent = () => {
      const now = theme === 'auto' ? (night.matches ? 'dark' : 'light') : theme;
      const readable = contrast(parts, BACKGROUND[now]) >= 4.5;
      if (readable) root.style.setProperty('--accent', `#${accent}`);
      else {
        root.style.removeProperty('--accent');
        console.warn(
          `gorlif: accent=${accent} cannot be read on the ${now} page (${contrast(parts, BACKGROUND[now]).toFixed(1)}:1 of 4.5:1); the page's own colour stays`,
        );
      }
    };
    if (parts) applyAccent();
    if (parts && theme === 'auto') night.addEventListener('change', applyAccent);
  }

  // Posts the frame's height, and nothing else, to the embedding site on request (embed.js), at the
  // origin of that request.
  if (pick('height', ['fixed', 'auto']) === 'auto' && parent !== window) {
    let reported = 0,
      site = null;
    const report = () => {
      const height = Math.ceil(document.body.getBoundingClientRect().height);
      if (site && height !== reported)
        parent.postMessage({ gorlif: 1, type: 'height', height: (reported = height) }, site);
    };
    addEventListener('message', ({ source, origin, data }) => {
      const isRequest =
        source === parent &&
        origin !== 'null' &&
        data !== null &&
        typeof data === 'object' &&
        Object.keys(data).length === 2 &&
        data.gorlif === 1 &&
        data.type === 'hello';
      if (!isRequest || (site !== null && site !== origin)) return;
      if (site === null) new ResizeObserver(report).observe(document.body);
      site = origin;
    });
    root.dataset.height = 'auto';
  }

  // The map fills the frame below the answer. Its size changes are dispatched as resize events,
  // because Leaflet listens to the window only.
  const watch = () => {
    let before = '';
    new ResizeObserver(() => {
      const mapContainer = document.getElementById('map')?.parentElement;
      if (!mapContainer) return;
      root.style.setProperty('--above', `${Math.round(mapContainer.getBoundingClientRect().top + scrollY)}px`);
      const now = `${mapContainer.clientWidth} ${mapContainer.clientHeight}`;
      if (now !== before) dispatchEvent(new Event('resize'));
      before = now;
    }).observe(document.getElementById('page'));
  };
  if (document.getElementById('page')) watch();
  else addEventListener('DOMContentLoaded', watch);

  // One finger and the wheel scroll the site; two fingers, or the wheel with Ctrl or ⌘, move the
  // map. The map's buttons and keys are unchanged.
  const HINT = {
    en: 'Use two fingers, or Ctrl and the wheel, to move the map',
    cy: 'Defnyddiwch ddau fys, neu Ctrl a’r olwyn, i symud y map',
  };
  let hint, timer;
  const show = (map) => {
    hint ??= Object.assign(document.createElement('p'), { className: 'map-gesture', ariaHidden: 'true' });
    hint.textContent = HINT[root.lang] ?? HINT.en;
    hint.lang = root.lang;
    map.parentElement.append(hint);
    clearTimeout(timer);
    timer = setTimeout(() => hint.remove(), 1_500);
  };
  const within = (event) => event.target instanceof Element && event.target.closest('#map');
  const leave = (event) => {
    const map = within(event);
    const isForMap =
      event.type === 'wheel'
        ? event.ctrlKey || event.metaKey
        : event.touches
          ? event.touches.length > 1
          : event.pointerType === 'mouse';
    if (!map || isForMap) return;
    event.stopImmediatePropagation();
    if (event.type === 'wheel' || event.type === 'touchmove') show(map);
  };
  for (const type of ['wheel', 'touchstart', 'touchmove', 'pointerdown'])
    addEventListener(type, leave, { capture: true, passive: true });

  // Links send no referrer, so that their targets learn neither the embedding site nor the place.
  document.head.append(Object.assign(document.createElement('meta'), { name: 'referrer', content: 'no-referrer' }));

  // Where the sandbox does not allow popups, show the address next to the link.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element && event.target.closest('a[target="_blank"]');
    if (!link || event.defaultPrevented) return;
    event.preventDefault();
    let opened = null;
    try {
      opened = open(link.href, '_blank');
    } catch {
      // Firefox throws where other browsers return null.
    }
    if (opened) opened.opener = null;
    else if (!link.nextElementSibling?.matches('.address'))
      link.after(Object.assign(document.createElement('span'), { className: 'address', textContent: ` ${link.href}` }));
  });
})();
