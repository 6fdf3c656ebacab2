// Street level on the map from a PMTiles archive in the layers of the Protomaps basemap, drawn by protomaps-leaflet. The build puts
// that library before this file; the chunk `page` loads both when they are wanted.
/* global protomapsL */
(() => {
  const {
    CenteredTextSymbolizer,
    GeomType,
    LineLabelSymbolizer,
    LineSymbolizer,
    PmtilesSource,
    PolygonSymbolizer,
    exp,
  } = protomapsL;

  /** The version of PMTiles and the kind of tiles (vector tiles) that can be drawn. */
  const [VERSION, VECTOR] = [3, 1];
  const BUILT_UP = [
    'residential',
    'commercial',
    'industrial',
    'railway',
    'school',
    'hospital',
    'university',
    'college',
  ];
  const GREEN = [
    'park',
    'forest',
    'wood',
    'nature_reserve',
    'national_park',
    'golf_course',
    'cemetery',
    'recreation_ground',
  ];

  const isOf =
    (...kinds) =>
    (zoom, { props }) =>
      kinds.includes(props.kind);
  const isArea = (zoom, { geomType }) => geomType === GeomType.Polygon;
  const isCourse =
    (...kinds) =>
    (zoom, { geomType, props }) =>
      geomType === GeomType.Line && kinds.includes(props.kind);
  const width = (...stops) => exp(1.6, stops);

  /** The colours of the page's theme. */
  function readColours() {
    const style = getComputedStyle(document.documentElement);
    return (name) => style.getPropertyValue(`--${name}`).trim();
  }

  /** What is drawn, lowest first. */
  function paintRules(colour) {
    const fill = (dataLayer, name, opacity, filter, more) => ({
      dataLayer,
      symbolizer: new PolygonSymbolizer({ fill: colour(name), opacity }),
      filter,
      ...more,
    });
    const line = (dataLayer, name, width, filter, more) => ({
      dataLayer,
      symbolizer: new LineSymbolizer({ color: colour(name), width, lineCap: 'round', lineJoin: 'round' }),
      filter,
      ...more,
    });
    const road = (kind, edge, middle, minzoom, wide, narrow) => [
      line('roads', edge, wide, isOf(kind), { minzoom }),
      line('roads', middle, narrow, isOf(kind), { minzoom }),
    ];
    return [
      fill('earth', 'land', 1, isArea),
      fill('landuse', 'ink', 0.05, isOf(...GREEN), { minzoom: 9 }),
      fill('landuse', 'ink', 0.1, isOf(...BUILT_UP)),
      fill('water', 'sea', 1, isArea),
      line('water', 'water', width([8, 1.5], [12, 3], [16, 7]), isCourse('river', 'canal')),
      line('water', 'water', width([13, 0.75], [16, 2.5]), isCourse('stream'), { minzoom: 13 }),
      {
        dataLayer: 'roads',
        // The colour and the width of dashes are read only for each feature.
        symbolizer: new LineSymbolizer({ dash: [4, 3], dashColor: colour('edge'), dashWidth: 1, perFeature: true }),
        filter: isOf('rail'),
        minzoom: 11,
      },
      ...road(
        'minor_road',
        'line',
        'background',
        13,
        width([12, 1], [14, 3], [16, 8]),
        width([12, 0.4], [14, 2], [16, 6.5]),
      ),
      ...road(
        'major_road',
        'edge',
        'background',
        9,
        width([8, 1], [12, 3], [16, 11]),
        width([8, 0.3], [12, 1.8], [16, 9]),
      ),
      ...road('highway', 'quiet', 'raised', 6, width([6, 1], [12, 4], [16, 13]), width([6, 0.4], [12, 2.5], [16, 10])),
      fill('buildings', 'ink', 0.12, isArea, { minzoom: 15 }),
    ];
  }

  /** The names, the first ones where two overlap. `welsh` has the Welsh names by the English ones, on a Welsh page. */
  function labelRules(colour, language, welsh) {
    const labelProps = [`name:${language}`, 'name'];
    // Public archives have no Welsh names of places: those of the gazetteer are added to the tile, where another language
    // does not read them.
    const placeProps = (zoom, feature) => {
      const { props } = feature ?? {};
      if (props && language === 'cy') props['name:cy'] ??= welsh.get(props.name);
      return labelProps;
    };
    const text = (name, more) => ({ labelProps, fill: colour(name), stroke: colour('land'), width: 3, ...more });
    return [
      {
        dataLayer: 'places',
        symbolizer: new CenteredTextSymbolizer(
          text('ink', {
            labelProps: placeProps,
            lineHeight: 1.4,
            font: (zoom, feature) =>
              `${(feature?.props.population_rank ?? 0) > 7 ? 600 : 400} ${zoom < 11 ? 13 : 15}px system-ui, sans-serif`,
          }),
        ),
        filter: (zoom, { props }) =>
          ['locality', 'neighbourhood'].includes(props.kind) && (props.min_zoom ?? 0) <= zoom,
        sort: (a, b) => (b.population_rank ?? 0) - (a.population_rank ?? 0),
      },
      {
        dataLayer: 'water',
        symbolizer: new LineLabelSymbolizer(text('water', { font: 'italic 13px system-ui, sans-serif' })),
        filter: isCourse('river', 'canal'),
        minzoom: 10,
      },
      {
        dataLayer: 'water',
        symbolizer: new CenteredTextSymbolizer(
          text('water', { font: 'italic 13px system-ui, sans-serif', lineHeight: 1.4 }),
        ),
        filter: (zoom, { geomType }) => geomType === GeomType.Point,
        minzoom: 10,
      },
      {
        dataLayer: 'roads',
        symbolizer: new LineLabelSymbolizer(text('quiet', { font: '12px system-ui, sans-serif' })),
        filter: isOf('highway', 'major_road', 'minor_road'),
        minzoom: 13,
      },
    ];
  }

  /** Why an archive cannot be drawn; nothing if it can. */
  function refusal({ specVersion, tileType, minLon, minLat, maxLon, maxLat }, [[south, west], [north, east]]) {
    if (specVersion !== VERSION) return `PMTiles ${specVersion} instead of ${VERSION}`;
    if (tileType !== VECTOR) return `tiles of the kind ${tileType} instead of vector tiles`;
    const isElsewhere = minLon > east || maxLon < west || minLat > north || maxLat < south;
    return isElsewhere ? 'without Wales' : '';
  }

  /** The name of who made the data, as text. */
  async function attributionOf(archive) {
    const { attribution = '' } = await archive.getMetadata();
    return new DOMParser().parseFromString(attribution, 'text/html').body.textContent.trim();
  }

  /**
   * A Leaflet layer of an archive, with the attribution. Rejects with the cause if the archive cannot be drawn. `read` is called for
   * each tile that has been read, `failed` for each that cannot be.
   */
  async function create({ address, pane, wales, read, failed }) {
    const { p: archive } = new PmtilesSource(address, true);
    const header = await archive.getHeader();
    const cause = refusal(header, wales);
    if (cause) throw new Error(cause);
    const attribution = await attributionOf(archive);
    const source = {
      async getZxy(...request) {
        try {
          const tile = await archive.getZxy(...request);
          if (tile) read();
          return tile;
        } catch (error) {
          if (error.name !== 'AbortError') failed();
          throw error;
        }
      },
    };
    const layer = protomapsL.leafletLayer({
      url: source,
      pane,
      paintRules: [],
      labelRules: [],
      // Otherwise tiles beyond the archive's largest zoom are empty.
      maxDataZoom: header.maxZoom,
    });
    return { layer, attribution };
  }

  /** Draws a layer in the page's colours, with names in this language. */
  function draw(layer, language, welsh) {
    redraw = () => {
      const colour = readColours();
      layer.paintRules = paintRules(colour);
      layer.labelRules = labelRules(colour, language, welsh);
      layer.clearLayout();
      layer.rerenderTiles();
    };
    redraw();
  }

  // For the one layer of the page, when the device switches between light and dark.
  let redraw = () => {};
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => redraw());

  globalThis.gorlifStreets = { create, draw };
})();
