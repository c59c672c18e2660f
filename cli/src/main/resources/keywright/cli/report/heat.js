// What the page is given, as heat: the counts, and the colours of their shares.

const report = JSON.parse(document.getElementById('data').textContent);
const dark = matchMedia('(prefers-color-scheme: dark)');
const printed = matchMedia('print');

// Colours. Lightness runs one way from the smallest share to the largest, so the scale reads
// without hue; shares are on a logarithmic scale from a thousandth to all.

const LEAST = 0.001;
const STEPS = 256;
const ON_LIGHT = ['#f8edc9', '#f8d98c', '#f3b55a', '#e8853f', '#d0523f', '#9a2a50', '#4a1148'];
const ON_DARK = ['#2b1d45', '#4d2168', '#7e2a70', '#b63b60', '#e06145', '#f59d3c', '#fdf1ac'];

function scaleOf(stops) {
  const rgb = stops.map(stop => [1, 3, 5].map(at => parseInt(stop.slice(at, at + 2), 16)));
  const scale = new Uint8ClampedArray(STEPS * 3);
  for (let step = 0; step < STEPS; step++) {
    const at = step / (STEPS - 1) * (rgb.length - 1);
    const low = Math.min(Math.floor(at), rgb.length - 2);
    for (let i = 0; i < 3; i++) {
      scale[step * 3 + i] = rgb[low][i] + (rgb[low + 1][i] - rgb[low][i]) * (at - low);
    }
  }
  return scale;
}

const scales = {light: scaleOf(ON_LIGHT), dark: scaleOf(ON_DARK)};
const scaleNow = () => (dark.matches && !printed.matches ? scales.dark : scales.light);
const placeOnScale = share => Math.min(1, Math.max(0, 1 - Math.log10(share) / Math.log10(LEAST)));

function paint(image, pixel, place, scale) {
  const step = Math.round(place * (STEPS - 1)) * 3;
  image.data[pixel * 4] = scale[step];
  image.data[pixel * 4 + 1] = scale[step + 1];
  image.data[pixel * 4 + 2] = scale[step + 2];
  image.data[pixel * 4 + 3] = 255;
}

// Data. Counts come as in source maps: base64 digits of five bits, the lowest first, and a sixth
// that says whether more follow.

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function countsOf(text) {
  const counts = [];
  let count = 0;
  let unit = 1;
  for (const char of text) {
    const digit = DIGITS.indexOf(char);
    count += (digit & 31) * unit;
    unit *= 32;
    if (digit < 32) {
      counts.push(count);
      count = 0;
      unit = 1;
    }
  }
  return counts;
}

/** What happened to one strategy's writes, or reads: counts column by column. */
function heatOf(strategy, text) {
  const counts = countsOf(text);
  const totals = [];
  for (let column = 0; column < strategy.columns; column++) {
    const from = column * strategy.bands;
    totals.push(counts.slice(from, from + strategy.bands).reduce((sum, count) => sum + count, 0));
  }
  return {
    count: (column, band) => counts[column * strategy.bands + band],
    total: column => totals[column],
    share: (column, band) =>
      totals[column] === 0 ? 0 : counts[column * strategy.bands + band] / totals[column],
  };
}

for (const strategy of report.strategies) {
  strategy.heats = {writes: heatOf(strategy, strategy.writes)};
  if (strategy.reads) {
    strategy.heats.reads = heatOf(strategy, strategy.reads);
  }
}

function draw(canvas, strategy, heat) {
  const scale = scaleNow();
  canvas.width = strategy.columns;
  canvas.height = strategy.bands;
  const context = canvas.getContext('2d');
  const image = context.createImageData(strategy.columns, strategy.bands);
  for (let column = 0; column < strategy.columns; column++) {
    for (let band = 0; band < strategy.bands; band++) {
      const share = heat.share(column, band);
      if (share > 0) {
        paint(image, band * strategy.columns + column, placeOnScale(share), scale);
      }
    }
  }
  context.putImageData(image, 0, 0);
}
