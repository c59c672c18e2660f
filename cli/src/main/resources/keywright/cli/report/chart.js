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
    draw(this.canvas, this.strategy, heatShown(this.strategy));
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
