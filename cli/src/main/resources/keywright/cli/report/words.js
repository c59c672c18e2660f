// Words, numbers and the elements that hold them.

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
