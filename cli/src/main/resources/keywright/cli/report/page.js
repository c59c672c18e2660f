// The page: one chart for each strategy, of which the tabs show one.

const tabs = [...document.querySelectorAll('.card')];
const panels = [...document.querySelectorAll('.panel')];
const thumbnails = [...document.querySelectorAll('.thumbnail')];
const charts = [...document.querySelectorAll('.chart')].map(box => new Chart(box));
let selected = 0;

function drawAll() {
  thumbnails.forEach(canvas => {
    const strategy = report.strategies[Number(canvas.dataset.strategy)];
    draw(canvas, strategy, heatShown(strategy));
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
redraw = drawAll;
select(0);
drawAll();
