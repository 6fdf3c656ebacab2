// leaflet.markercluster, added to at once and in chunks for many, as its README advises.
levels.then(({ features }) => {
  const canvas = L.canvas();
  const group = L.markerClusterGroup({
    chunkedLoading: features.length > 5_000,
    animate: false,
    chunkProgress: (done, all) => {
      if (done === all) plotted();
    },
  });
  group.addLayers(
    features.map(
      ({
        geometry: {
          coordinates: [lon, lat],
        },
        properties,
      }) => L.circleMarker([lat, lon], { renderer: canvas, radius: 6 }).bindPopup(properties.TitleEN),
    ),
  );
  map.addLayer(group);
  if (features.length <= 5_000) plotted();
});
