// What the peers share: a map of Wales, the river levels, and the mark after the paint that shows them. As their documentation has it.
const map = L.map('map', { preferCanvas: true, maxZoom: 18 }).setView([52.4, -3.8], 8);
const plotted = () => requestAnimationFrame(() => setTimeout(() => performance.mark('stations-plotted')));
const levels = fetch('/api/riverlevels/v1/all').then((answer) => answer.json());
