// Leaflet and its canvas circles: one layer for each gauge.
levels.then(({ features }) => {
  const canvas = L.canvas();
  for (const {
    geometry: {
      coordinates: [lon, lat],
    },
    properties,
  } of features) {
    L.circleMarker([lat, lon], { renderer: canvas, radius: 6 })
      .bindPopup(
        () =>
          document.createTextNode(`${properties.TitleEN}: ${properties.LatestValue} ${properties.Units}`).textContent,
      )
      .addTo(map);
  }
  plotted();
});
