// "Put this on your site": makes the snippet out of what is chosen, and shows it live. Everything from outside is set as text or value.
(() => {
  'use strict';
  const lang = document.documentElement.lang;
  const WORDS = {
    en: {
      title: (view, place) =>
        `${{ map: 'Map of flood warnings and river levels', list: 'Flood warnings and river levels', status: 'Flood warnings in force', forecast: 'Five-day flood risk' }[view]}: ${place}`,
      wales: 'all of Wales',
      unknown: 'There is no such place in the list.',
      colour: 'The colour is six hexadecimal digits, such as 0b5c8a.',
      copied: 'Copied',
      link: (place) => `Flood warnings and river levels: ${place} (Gorlif)`,
      plainPage: 'plain page, without scripts',
      text: 'In danger to life call 999. Floodline: 0345 988 1188, around the clock.',
    },
    cy: {
      title: (view, place) =>
        `${{ map: 'Map o rybuddion llifogydd a lefelau afonydd', list: 'Rhybuddion llifogydd a lefelau afonydd', status: 'Rhybuddion llifogydd mewn grym', forecast: 'Perygl llifogydd am bum diwrnod' }[view]}: ${place}`,
      wales: 'Cymru gyfan',
      unknown: 'Nid oes lle o’r enw hwnnw yn y rhestr.',
      colour: 'Chwe digid hecsadegol yw’r lliw, megis 0b5c8a.',
      copied: 'Copïwyd',
      link: (place) => `Rhybuddion llifogydd a lefelau afonydd: ${place} (Gorlif)`,
      plainPage: 'tudalen syml, heb sgriptiau',
      text: 'Mewn perygl i fywyd ffoniwch 999. Floodline: 0345 988 1188, ddydd a nos.',
    },
  };
  // The page's own words; what is made speaks the language that the frame opens in.
  const words = WORDS[lang] ?? WORDS.en;
  const opens = () => field('language').value;
  const home = new URL('..', location.href);
  const field = (id) => document.getElementById(id);
  const places = new Map();
  /** An address as the value of an attribute. "&" stays as it is, since editors of some sites escape it again. */
  const attribute = (address) => address.replace(/[<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
  const escaped = (text) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

  const chosen = () => {
    const view = field('view').value;
    const name = field('place').value.trim();
    const place = places.get(name.toLowerCase());
    const problems = [];
    if (name && !place) problems.push(words.unknown);
    const query = new URLSearchParams({ embed: view, v: '1' });
    if (place && view !== 'forecast') {
      query.set('lat', place.lat);
      query.set('lon', place.lon);
      query.set('r', field('radius').value);
    }
    const county = field('county').selectedOptions[0];
    // A place goes before a county.
    const isOfCounty = county?.value && !query.has('lat');
    if (isOfCounty) query.set('county', county.value);
    query.set('lang', field('language').value);
    const accent = field('accent').value.trim().replace(/^#/, '');
    if (accent && /^[0-9a-f]{6}$/i.test(accent)) query.set('accent', accent);
    else if (accent) problems.push(words.colour);
    if (field('theme').value !== 'light') query.set('theme', field('theme').value);
    if (field('layers').value !== 'both') query.set('layers', field('layers').value);
    const auto = field('auto').checked;
    if (auto) query.set('height', 'auto');
    const free = field('locate').checked && view !== 'forecast';
    if (free) query.set('place', 'free');
    const spoken = WORDS[opens()];
    const where = isOfCounty ? county.dataset[opens()] : (view !== 'forecast' && place?.[opens()]) || spoken.wales;
    field('county').closest('label').hidden = query.has('lat');
    for (const id of ['place', 'radius', 'locate']) field(id).closest('label').hidden = view === 'forecast';
    field('layers').closest('label').hidden = view === 'forecast' || view === 'status';
    field('height').closest('label').hidden = auto;
    return {
      view,
      query,
      auto,
      where,
      problems,
      locate: free,
      spoken,
      height: Math.min(Math.max(Number(field('height').value) || 480, 240), 2000),
    };
  };

  const snippet = ({ view, query, auto, where, locate, spoken, height }) => {
    const frame = new URL(`?${query}`, home).href;
    const full = new URL(
      query.has('lat')
        ? `?lat=${query.get('lat')}&lon=${query.get('lon')}&r=${query.get('r')}&lang=${query.get('lang')}`
        : query.has('county')
          ? `?county=${query.get('county')}&lang=${query.get('lang')}`
          : `?lang=${query.get('lang')}`,
      home,
    ).href;
    const link = `<a href="${attribute(full)}">${escaped(spoken.link(where))}</a>`;
    const county = query.get('county');
    const plainPage = new URL(`plain/${query.get('lang')}/${county ? `${county}.html` : ''}`, home).href;
    const plainLink = `<a href="${attribute(plainPage)}">${escaped(spoken.plainPage)}</a>`;
    const attributes = [
      `src="${attribute(frame)}"`,
      `title="${escaped(spoken.title(view, where))}"`,
      'width="100%"',
      `height="${height}"`,
      'loading="lazy"',
      'referrerpolicy="strict-origin"',
      'sandbox="allow-scripts allow-same-origin allow-popups allow-popups-to-escape-sandbox"',
    ];
    if (locate) attributes.push('allow="geolocation"');
    if (auto) attributes.push('data-gorlif');
    const script = auto ? `\n<script src="${attribute(new URL('embed.js', home).href)}" defer></script>` : '';
    return {
      frame: `<iframe ${attributes.join('\n  ')}></iframe>\n<p>${link}, ${plainLink}</p>${script}`,
      plain: `<p>${link}. ${escaped(spoken.text)}</p>`,
      address: frame,
    };
  };

  let width = 480,
    shown = '';
  const show = () => {
    const now = chosen();
    const made = snippet(now);
    field('snippet').value = made.frame;
    field('plain').value = made.plain;
    field('problem').textContent = now.problems.join(' ');
    const frame = field('live');
    frame.width = width;
    frame.height = now.auto ? 480 : now.height;
    frame.title = now.spoken.title(now.view, now.where);
    frame.allow = now.locate ? 'geolocation' : '';
    frame.toggleAttribute('data-gorlif', now.auto);
    if (made.address !== shown) frame.src = shown = made.address;
    for (const button of document.querySelectorAll('[data-width]'))
      button.setAttribute('aria-pressed', String(Number(button.dataset.width) === width));
  };
  for (const button of document.querySelectorAll('[data-width]'))
    button.addEventListener('click', () => {
      width = Number(button.dataset.width);
      show();
    });
  for (const button of document.querySelectorAll('[data-copy]')) {
    button.addEventListener('click', async () => {
      const text = field(button.dataset.copy);
      try {
        await navigator.clipboard.writeText(text.value);
        field('copied').textContent = words.copied;
      } catch {
        text.focus();
        text.select();
      }
    });
  }
  field('choices').addEventListener('input', show);
  field('choices').addEventListener('submit', (event) => event.preventDefault());

  show();
  fetch(new URL('gazetteer.txt', home))
    .then((answer) => answer.text())
    .then((text) => {
      const list = field('places');
      for (const line of text.split('\n')) {
        if (!line.startsWith('p ')) continue;
        // English|Welsh|latitude|longitude|inhabitants, with "!" outside Wales; core/src/gazetteer reads the same.
        const [en, cy, lat, lon, inhabitants] = line.slice(2).split('|');
        if (!inhabitants || inhabitants.endsWith('!')) continue;
        const place = {
          lat: String(Math.round(lat / 10) / 1000),
          lon: String(Math.round(lon / 10) / 1000),
          en,
          cy: cy || en,
        };
        for (const name of [en, cy]) if (name && !places.has(name.toLowerCase())) places.set(name.toLowerCase(), place);
        list.append(Object.assign(document.createElement('option'), { value: place[lang] ?? en }));
      }
      show();
    })
    .catch(() => {}); // without the list the snippet is for all of Wales
})();
