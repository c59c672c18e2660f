// What all charts show, and the buttons that change it.

const withReads = report.strategies.some(strategy => strategy.heats.reads);
const busyWords = withReads ? 'servers busy with writes' : 'servers busy';
let shown = 'writes';
const heatShown = strategy => strategy.heats[shown] || strategy.heats.writes;
let withRegions = true;

/** Draws all anew; the page says how. */
let redraw = () => {};
const toggles = [];

function toggle(text, isOn, press) {
  const button = element('button', 'toggle', text);
  button.type = 'button';
  button.addEventListener('click', () => {
    press();
    redraw();
  });
  toggles.push(() => button.setAttribute('aria-pressed', String(isOn())));
  return button;
}
