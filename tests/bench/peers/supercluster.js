// supercluster: an index of all, and canvas circles for what the view holds.
levels.then(({ features }) => {
  const index = new Supercluster({ radius: 60, maxZoom: 14 }).load(features);
  const canvas = L.canvas();
  const shown = L.layerGroup().addTo(map);
  const draw = () => {
    shown.clearLayers();
    const bounds = map.getBounds();
    for (const {
      geometry: {
        coordinates: [lon, lat],
      },
      properties,
    } of index.getClusters(
      [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()],
      Math.round(map.getZoom()),
    )) {
      L.circleMarker([lat, lon], { renderer: canvas, radius: properties.cluster ? 12 : 6 }).addTo(shown);
    }
  };
  draw();
  map.on('moveend', draw);
  plotted();
});
