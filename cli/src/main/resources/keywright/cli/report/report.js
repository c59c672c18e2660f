
'use strict';
(() => {
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

  const withReads = report.strategies.some(strategy => strategy.heats.reads);
  const busyWords = withReads ? 'servers busy with writes' : 'servers busy';
  let shown = 'writes';
  const heatShown = strategy => strategy.heats[shown] || strategy.heats.writes;

  function draw(canvas, strategy) {
    const heat = heatShown(strategy);
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

  // Words.

  const number = value => value.toLocaleString('en-US');

  function percent(share) {
    const hundredths = share * 100;
    return Number(hundredths.toFixed(hundredths >= 1 ? 1 : 2)) + ' %';
  }

  /** A value of a key, short enough for an axis. */
  const short = text =>
    text.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/, '$1 $2');

  const cut = (text, length) => (text.length <= length ? text : text.slice(0, length - 1) + '…');

  /** As many of the texts, from the first on, as there is room for. */
  function fitting(texts, length) {
    let fits = cut(texts[0], length);
    for (const text of texts.slice(1)) {
      const longer = `${fits}, ${text}`;
      if (longer.length > length) {
        break;
      }
      fits = longer;
    }
    return fits;
  }

  function element(name, className, ...children) {
    const made = document.createElement(name);
    if (className) {
      made.className = className;
    }
    made.append(...children);
    return made;
  }

  function shape(name, attributes, text) {
    const made = document.createElementNS('http://www.w3.org/2000/svg', name);
    for (const key of Object.keys(attributes)) {
      made.setAttribute(key, attributes[key]);
    }
    if (text !== undefined) {
      made.textContent = text;
    }
    return made;
  }

  /** Round numbers from 0 to at most {@code end}, about {@code count} of them. */
  function roundNumbers(end, count) {
    const rough = end / count;
    const power = 10 ** Math.floor(Math.log10(Math.max(rough, 1)));
    const step = [1, 2, 5, 10].map(times => times * power).find(size => size >= rough) || power;
    const numbers = [];
    for (let at = 0; at <= end; at += step) {
      numbers.push(at);
    }
    return numbers;
  }

  // One chart: the map of key space and time, and under it the servers that were busy.

  const LEFT = 218;
  const RIGHT = 14;
  const TOP = 24;
  const MAP = 480;
  const GAP = 62;
  const BUSY = 76;
  const BOTTOM = 8;
  const HEIGHT = TOP + MAP + GAP + BUSY + BOTTOM;
  const LABEL_CHARS = 29;
  const TICKS = 12;

  class Chart {
    constructor(box) {
      this.box = box;
      this.strategy = report.strategies[Number(box.dataset.strategy)];
      this.canvas = element('canvas');
      this.legend = element('canvas');
      this.plot = element('div', 'plot', this.canvas);
      this.plot.tabIndex = 0;
      this.plot.setAttribute('role', 'application');
      this.plot.setAttribute('aria-label', this.label());
      this.tip = element('div', 'tip');
      this.tip.setAttribute('role', 'status');
      this.tip.hidden = true;
      this.cell = null;
      box.append(this.controls(), this.plot, this.tip);
      this.plot.addEventListener('pointermove', event => this.point(event));
      this.plot.addEventListener('pointerdown', event => this.point(event));
      this.plot.addEventListener('pointerleave', () => this.leave());
      this.plot.addEventListener('blur', () => this.leave());
      this.plot.addEventListener('keydown', event => this.key(event));
    }

    label() {
      return `Heat map of ${this.strategy.name}: key space from top to bottom, time from left to`
        + ' right. The arrow keys go from cell to cell.';
    }

    controls() {
      const ticks = element('div', 'ticks');
      const even = 1 / this.strategy.bands;
      const marks = [[0.001, '0.1 %'], [0.01, '1 %'], [0.1, '10 %'], [1, '100 %']];
      for (const [share, text] of even < 0.5 ? [...marks, [even, `even: ${percent(even)}`]] : marks) {
        const tick = element('span', share === even ? 'even' : '', text);
        tick.style.left = placeOnScale(share) * 100 + '%';
        ticks.append(tick);
      }
      const legend = element(
        'div', 'legend', element('span', '', 'share of a column'), this.legend, ticks);
      const choices = element('div', 'choices');
      if (withReads) {
        for (const name of ['writes', 'reads']) {
          choices.append(toggle(name, () => shown === name, () => { shown = name; }));
        }
      }
      choices.append(toggle(report.ring ? 'ranges of servers' : 'boundaries of regions', () => withRegions, () => { withRegions = !withRegions; }));
      return element('div', 'controls', legend, choices);
    }

    /** Draws everything anew, as wide as there is room. */
    draw() {
      this.width = Math.max(640, this.box.clientWidth || 1100);
      draw(this.canvas, this.strategy);
      this.drawLegend();
      const across = this.width - LEFT - RIGHT;
      this.x = column => LEFT + across * column / this.strategy.columns;
      this.y = place => TOP + MAP * place;
      const place = this.canvas.style;
      place.left = 100 * LEFT / this.width + '%';
      place.width = 100 * across / this.width + '%';
      place.top = 100 * TOP / HEIGHT + '%';
      place.height = 100 * MAP / HEIGHT + '%';
      const svg = shape('svg', {viewBox: `0 0 ${this.width} ${HEIGHT}`, 'aria-hidden': 'true'});
      this.keys(svg);
      this.rows(svg);
      this.regions(svg);
      this.servers(svg);
      this.rule = shape('line', {class: 'rule', y1: TOP, y2: HEIGHT - BOTTOM});
      this.cursor = shape('rect', {class: 'cursor'});
      this.mark(svg);
      if (this.svg) {
        this.svg.remove();
      }
      this.svg = svg;
      this.plot.append(svg);
      this.box.classList.toggle('without-regions', !withRegions);
    }

    drawLegend() {
      this.legend.width = STEPS;
      this.legend.height = 1;
      const context = this.legend.getContext('2d');
      const image = context.createImageData(STEPS, 1);
      for (let step = 0; step < STEPS; step++) {
        paint(image, step, step / (STEPS - 1), scaleNow());
      }
      context.putImageData(image, 0, 0);
    }

    keys(svg) {
      const {keys, bands} = this.strategy;
      const names = keys[0].map(part => part[0]).join(', ');
      const heading = shape('text', {class: 'heading', x: LEFT - 12, y: 12, 'text-anchor': 'end'},
        cut(names, 27));
      heading.append(shape('title', {}, names));
      svg.append(heading);
      const ticks = Math.min(TICKS, bands);
      for (let i = 0; i <= ticks; i++) {
        const band = Math.round(i * bands / ticks);
        const texts = keys[band].map(part => short(part[1]));
        const y = this.y(band / bands);
        svg.append(shape('line', {class: 'tick', x1: LEFT - 6, x2: LEFT, y1: y, y2: y}));
        const label = shape('text', {class: 'key', x: LEFT - 12, y: y + 4, 'text-anchor': 'end'},
          fitting(texts, LABEL_CHARS));
        label.append(shape('title', {}, texts.join(', ')));
        svg.append(label);
      }
    }

    rows(svg) {
      const {rows, columns, columnRows} = this.strategy;
      const bottom = TOP + MAP;
      for (const row of roundNumbers(rows, this.width / 150)) {
        const x = this.x(row / columnRows);
        if (row / columnRows > columns) {
          continue;
        }
        const anchor = x > this.width - 60 ? 'end' : row === 0 ? 'start' : 'middle';
        svg.append(
          shape('line', {class: 'tick', x1: x, x2: x, y1: bottom, y2: bottom + 5}),
          shape('text', {x, y: bottom + 18, 'text-anchor': anchor}, number(row)));
      }
      svg.append(shape('text', {x: LEFT, y: bottom + 36}, 'rows, in order of arrival'));
    }

    regions(svg) {
      const {boundaries} = this.strategy;
      let lines = '';
      let dots = '';
      for (const [place, column] of boundaries) {
        const x = this.x(column).toFixed(1);
        const y = this.y(place).toFixed(1);
        lines += `M${x} ${y}H${this.width - RIGHT}`;
        dots += `M${x} ${y}h0`;
      }
      const many = boundaries.length > 120 ? ' many' : '';
      svg.append(
        shape('path', {class: 'boundary' + many, d: lines}),
        shape('path', {class: 'split' + many, d: report.ring ? '' : dots}));
    }

    servers(svg) {
      const {loads} = this.strategy;
      const top = TOP + MAP + GAP;
      const bottom = top + BUSY;
      const y = busy => bottom - BUSY * busy / report.servers;
      for (const busy of new Set([1, report.servers])) {
        svg.append(
          shape('line', {class: 'grid', x1: LEFT, x2: this.width - RIGHT, y1: y(busy), y2: y(busy)}),
          shape('text', {x: LEFT - 12, y: y(busy) + 4, 'text-anchor': 'end'}, number(busy)));
      }
      svg.append(
        shape('line', {class: 'tick', x1: LEFT, x2: this.width - RIGHT, y1: bottom, y2: bottom}),
        shape('text', {class: 'heading', x: LEFT - 40, y: top + BUSY / 2 + 4, 'text-anchor': 'end'},
          busyWords));
      let line = '';
      loads.forEach(([, busy], column) => {
        line += `${column === 0 ? 'M' : 'L'}${this.x(column).toFixed(1)} ${y(busy).toFixed(1)}`
          + `H${this.x(column + 1).toFixed(1)}`;
      });
      svg.append(
        shape('path', {class: 'area', d: `${line}V${bottom}H${LEFT}Z`}),
        shape('path', {class: 'servers', d: line}));
    }

    /** The cell under the pointer; none beside the map. */
    point(event) {
      const box = this.plot.getBoundingClientRect();
      const zoom = this.width / box.width;
      const x = (event.clientX - box.left) * zoom - LEFT;
      const y = (event.clientY - box.top) * zoom - TOP;
      const {columns, bands} = this.strategy;
      const column = Math.floor(x / (this.width - LEFT - RIGHT) * columns);
      if (column < 0 || column >= columns || y < 0 || y >= MAP + GAP + BUSY) {
        this.leave();
      } else {
        this.go(column, Math.min(bands - 1, Math.floor(y / MAP * bands)));
      }
    }

    key(event) {
      const steps = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]};
      const step = steps[event.key];
      if (step) {
        event.preventDefault();
        const {columns, bands} = this.strategy;
        const far = event.shiftKey ? 10 : 1;
        const [column, band] = this.cell || [Math.floor(columns / 2), Math.floor(bands / 2)];
        this.go(
          Math.min(columns - 1, Math.max(0, column + step[0] * far)),
          Math.min(bands - 1, Math.max(0, band + step[1] * far)));
      } else if (event.key === 'Escape') {
        this.leave();
      }
    }

    leave() {
      this.cell = null;
      this.tip.hidden = true;
      if (this.svg) {
        this.cursor.remove();
        this.rule.remove();
      }
    }

    go(column, band) {
      this.cell = [column, band];
      this.mark(this.svg);
      this.tip.replaceChildren(...this.tell(column, band));
      this.tip.hidden = false;
      const zoom = this.plot.clientWidth / this.width;
      const x = this.x(column + 0.5) * zoom;
      const y = this.plot.offsetTop + this.y((band + 0.5) / this.strategy.bands) * zoom;
      const left = x > this.width * zoom * 0.6 ? x - this.tip.offsetWidth - 16 : x + 16;
      const bottom = this.plot.offsetTop + HEIGHT * zoom - this.tip.offsetHeight;
      this.tip.style.left = Math.max(0, left) + 'px';
      this.tip.style.top = Math.max(0, Math.min(y + 12, bottom)) + 'px';
    }

    mark(svg) {
      if (this.cell) {
        const [column, band] = this.cell;
        const {bands} = this.strategy;
        const width = Math.max(4, this.x(column + 1) - this.x(column));
        const height = Math.max(4, MAP / bands);
        const middle = this.x(column + 0.5);
        const set = (to, values) =>
          Object.keys(values).forEach(key => to.setAttribute(key, values[key]));
        set(this.cursor,
          {x: middle - width / 2, y: this.y((band + 0.5) / bands) - height / 2, width, height});
        set(this.rule, {x1: middle, x2: middle});
        svg.append(this.rule, this.cursor);
      }
    }

    /** What there is to say of a cell. */
    tell(column, band) {
      const {keys, bands, columnRows, rows, loads, regions} = this.strategy;
      const heat = heatShown(this.strategy);
      const first = column * columnRows;
      const share = heat.share(column, band);
      const ofReads = heat === this.strategy.heats.reads;
      const count = ofReads ? '' : `${number(heat.count(column, band))} of ${number(heat.total(column))}; `;
      const [largest, busy] = loads[column];
      const range = element('dl', '');
      this.tellKey(range, 'from', keys[band]);
      this.tellKey(range, band + 1 === bands ? 'through' : 'before', keys[band + 1]);
      return [
        element('div', 'quiet', `rows ${number(first + 1)} to ${number(Math.min(rows, first + columnRows))}`),
        element('div', 'share', `${percent(share)} of the ${ofReads ? 'reads' : 'writes'}`),
        element('div', 'quiet', `${count}an even spread has ${percent(1 / bands)}`),
        range,
        element('div', 'quiet',
          `${busy.toFixed(1)} of ${report.servers} ${busyWords},`
          + ` largest ${report.ring ? 'partition' : 'region'} ${percent(largest)}`
          + (report.ring ? '' : `, ${number(regions[column])} ${regions[column] === 1 ? 'region' : 'regions'}`)),
      ];
    }

    tellKey(list, word, key) {
      key.forEach(([name, text], i) => list.append(
        element('dt', '', i === 0 ? word : ''),
        element('span', 'of', name),
        element('dd', '', text)));
    }
  }

  // Switching.

  let withRegions = true;
  const toggles = [];

  function toggle(text, isOn, press) {
    const button = element('button', 'toggle', text);
    button.type = 'button';
    button.addEventListener('click', () => {
      press();
      drawAll();
    });
    toggles.push(() => button.setAttribute('aria-pressed', String(isOn())));
    return button;
  }

  const tabs = [...document.querySelectorAll('.card')];
  const panels = [...document.querySelectorAll('.panel')];
  const thumbnails = [...document.querySelectorAll('.thumbnail')];
  const charts = [...document.querySelectorAll('.chart')].map(box => new Chart(box));
  let selected = 0;

  function drawAll() {
    thumbnails.forEach(canvas => {
      draw(canvas, report.strategies[Number(canvas.dataset.strategy)]);
      canvas.classList.toggle('coarse', canvas.width < 100 || canvas.height < 40);
    });
    charts.forEach((chart, i) => {
      if (i === selected || printed.matches) {
        chart.draw();
      }
    });
    toggles.forEach(update => update());
  }

  function select(index) {
    charts[selected].leave();
    selected = index;
    tabs.forEach((tab, i) => {
      tab.setAttribute('aria-selected', String(i === index));
      tab.tabIndex = i === index ? 0 : -1;
      panels[i].hidden = i !== index;
    });
    charts[index].draw();
  }

  document.querySelector('.cards').setAttribute('role', 'tablist');
  tabs.forEach((tab, i) => {
    tab.setAttribute('role', 'tab');
    panels[i].setAttribute('role', 'tabpanel');
    tab.addEventListener('click', () => select(i));
    tab.addEventListener('keydown', event => {
      const to = {
        ArrowLeft: i - 1, ArrowUp: i - 1, ArrowRight: i + 1, ArrowDown: i + 1,
        Home: 0, End: tabs.length - 1,
      }[event.key];
      if (to !== undefined) {
        event.preventDefault();
        const next = (to + tabs.length) % tabs.length;
        select(next);
        tabs[next].focus();
      }
    });
  });

  dark.addEventListener('change', drawAll);
  printed.addEventListener('change', drawAll);
  addEventListener('resize', () => {
    charts[selected].leave();
    charts[selected].draw();
  });
  select(0);
  drawAll();
})();
