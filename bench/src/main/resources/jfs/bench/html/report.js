'use strict';
(() => {
  const data = JSON.parse(document.getElementById('data').textContent);
  const { variants, figures, workloads, families } = data;
  const encode = echarts.format.encodeHTML;
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const hidden = new Set();

  // --- how a variant looks ----------------------------------------------------------------------

  // After Okabe and Ito, told apart by the colour-blind too; yellow is darker on white. Shapes
  // besides, of which there are fewer, so that no pair of both comes twice soon.
  const COLOURS = {
    light: ['#000000', '#d55e00', '#0072b2', '#009e73', '#cc79a7', '#c98a00', '#3f9fd8', '#9a8c00',
      '#808080'],
    dark: ['#ffffff', '#ff8a3c', '#4da3e0', '#1fc79a', '#e39ac4', '#e69f00', '#8fd0f5', '#f0e442',
      '#999999'],
  };
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond', 'path://M0 0H10L5 9Z',
    'path://M3 0H7V3H10V7H7V10H3V7H0V3H3Z',
    'path://M2 0L5 3L8 0L10 2L7 5L10 8L8 10L5 7L2 10L0 8L3 5L0 2Z'];
  const MARKS = ['●', '■', '▲', '◆', '▼', '✚', '✖'];
  const STRIPES = { symbol: 'rect', dashArrayX: [1, 0], dashArrayY: [2, 6], rotation: -0.8 };

  const colour = (v) => {
    const palette = dark.matches ? COLOURS.dark : COLOURS.light;
    return palette[v % palette.length];
  };
  const mark = (v) => `<span style="color:${colour(v)}">${MARKS[v % MARKS.length]}</span>`;
  const again = (v) => v >= COLOURS.light.length;
  const style = (v) => ({
    name: variants[v],
    color: colour(v),
    symbol: SYMBOLS[v % SYMBOLS.length],
    symbolSize: 8,
    lineStyle: { width: 2, type: again(v) ? 'dashed' : 'solid' },
    itemStyle: { color: colour(v), ...(again(v) && { decal: { ...STRIPES, color: css('--ground') } }) },
    emphasis: { disabled: true },
  });
  const shown = () => variants.map((name, v) => v).filter((v) => !hidden.has(v));

  // --- numbers ----------------------------------------------------------------------------------

  const digits = (x) => {
    const size = Math.abs(x);
    return x === 0 ? '0' : size >= 1e5 ? Math.round(x).toLocaleString('en')
      : size >= 100 ? x.toFixed(0) : Number(x.toPrecision(3)).toString();
  };
  const time = (us) => us < 1 ? `${digits(us * 1e3)} ns` : us < 1e3 ? `${digits(us)} µs`
    : us < 1e6 ? `${digits(us / 1e3)} ms` : `${digits(us / 1e6)} s`;
  const bytes = (n) => n >= 2 ** 20 ? `${digits(n / 2 ** 20)}M`
    : n >= 2 ** 10 ? `${digits(n / 2 ** 10)}K` : digits(n);
  const isTime = (key) => /_us(_|$)/.test(key);
  const print = (key, x) => isTime(key) ? time(x) : digits(x);
  const label = (key) => figures.find((figure) => figure.key === key)?.label ?? key;

  const value = (w, v, key) => workloads[w].cells[v]?.figures[key] ?? null;
  const speedup = (w, v, key) => workloads[w].cells[v]?.speedups[key] ?? null;
  const ratio = ([median, low, high]) =>
    `${median.toFixed(2)}× (${low.toFixed(2)}–${high.toFixed(2)})`;
  const has = (key) => figures.some((figure) => figure.key === key);

  // --- parts of plots ---------------------------------------------------------------------------

  const css = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

  const axis = (name, more) => ({
    name,
    nameLocation: 'middle',
    nameTextStyle: { color: css('--muted') },
    axisLabel: { color: css('--muted'), hideOverlap: true, ...more.axisLabel },
    axisLine: { show: true, lineStyle: { color: css('--line') } },
    splitLine: { show: true, lineStyle: { color: css('--line'), opacity: 0.6 } },
    ...more.axis,
  });

  // The library rounds a logarithmic axis out to whole powers, and thins out their labels.
  const logAxis = (name, print, base, values, more = {}) => axis(name, {
    axisLabel: { formatter: print, ...more.axisLabel },
    axis: { type: 'log', logBase: base, ...ends(values, base), ...more.axis },
  });
  const ends = (values, base) => {
    const power = (x) => Math.log(x) / Math.log(base);
    const least = Math.min(...values);
    const most = Math.max(...values);
    return values.length === 0 ? {} : {
      min: base ** Math.floor(power(least) + 1e-9),
      max: base ** Math.max(Math.ceil(power(most) - 1e-9), Math.floor(power(least)) + 1),
    };
  };
  const linearAxis = (name, print) =>
    axis(name, { axisLabel: { formatter: print }, axis: { type: 'value', min: 0 } });

  const row = (v, w, key) => {
    const faster = speedup(w, v, key);
    return `<tr><td>${mark(v)} ${encode(variants[v])}</td>` +
      `<td>${print(key, value(w, v, key))}</td><td>${faster ? ratio(faster) : ''}</td></tr>`;
  };
  const tip = (heading, rows) =>
    `<div class="tip"><b>${encode(heading)}</b><table>${rows.join('')}</table></div>`;
  const tooltip = (trigger, formatter) => ({
    trigger,
    formatter,
    confine: true,
    backgroundColor: css('--raised'),
    borderColor: css('--line'),
    textStyle: { color: css('--text'), fontSize: 13 },
    axisPointer: { type: trigger === 'axis' ? 'line' : 'none' },
  });
  const option = (xAxis, yAxis, tooltip, series, left = 72) => ({
    animation: false,
    aria: { enabled: true },
    textStyle: { fontFamily: 'system-ui, sans-serif' },
    grid: { left, right: 24, top: 16, bottom: 48 },
    xAxis: { ...xAxis, nameGap: 30 },
    yAxis: { ...yAxis, nameGap: left - 14 },
    tooltip,
    series,
  });

  // One line for each variant; points(v) are [x, y, workload].
  const lines = (points) => shown().map((v) => ({
    ...style(v), type: 'line', data: points(v), showAllSymbol: true,
  }));

  // --- the plots --------------------------------------------------------------------------------

  const percentiles = figures.filter((figure) => figure.percentile).map((figure) => figure.key);

  // A figure by size: with all variants' values on hover.
  const bySize = (members, key, yAxis) => {
    const points = (v) => members.map((w) => [workloads[w].bytes, value(w, v, key), w]);
    const values = shown().flatMap((v) => points(v).map((point) => point[1])).filter((y) => y > 0);
    const sizes = members.map((w) => workloads[w].bytes);
    const format = (marks) => {
      const w = marks[0].data[2];
      return tip(`${workloads[w].label}: ${label(key)}`,
        shown().filter((v) => value(w, v, key) !== null).map((v) => row(v, w, key)));
    };
    return option(sizeAxis(sizes), yAxis(values), tooltip('axis', format), lines(points));
  };
  const sizeAxis = (sizes) => logAxis('message size (bytes)', bytes, 16, sizes,
    { axis: { min: Math.min(...sizes), max: Math.max(...sizes) } });

  // A curve through what two figures are for each size.
  const curve = (members, xKey, yKey, y, xAxis, yAxis) => {
    const points = (v) => members.filter((w) => value(w, v, xKey) > 0 && y(w, v) > 0)
      .map((w) => [value(w, v, xKey), y(w, v), w]);
    const all = shown().flatMap(points);
    const format = (mark) => tip(workloads[mark.data[2]].label,
      [xKey, yKey].filter(has).map((key) => `<tr><td>${encode(label(key))}</td></tr>` +
        row(variants.indexOf(mark.seriesName), mark.data[2], key)));
    return option(xAxis(all.map((point) => point[0])), yAxis(all.map((point) => point[1])),
      tooltip('item', format), lines(points));
  };

  const timeAxis = (name) => (values) => logAxis(name, time, 10, values);
  const bandwidth = () => linearAxis('MB/s', digits);

  // All percentiles of one workload.
  const spread = (w) => {
    const points = (v) => percentiles.map((key) => value(w, v, key));
    const values = shown().flatMap(points).filter((y) => y > 0);
    const format = (marks) => {
      const key = percentiles[marks[0].dataIndex];
      return tip(`${workloads[w].label}: ${label(key)}`,
        shown().filter((v) => value(w, v, key) !== null).map((v) => row(v, w, key)));
    };
    const names = percentiles.map((key) => label(key).replace(' µs', ''));
    return option(
      axis('percentile', { axis: { type: 'category', data: names } }),
      timeAxis('time')(values), tooltip('axis', format), lines(points));
  };

  // A group of bars for each workload. Ratios are what is compared on a logarithmic axis, and bars
  // of a tenth would not be seen on another.
  const LARGE = 10;
  const bars = (members, key, of, name, print, mark) => {
    const known = shown().filter((v) => members.some((w) => of(w, v) !== null));
    const values = known.flatMap((v) => members.map((w) => of(w, v))).filter((x) => x > 0);
    const wide = values.length > 0 && Math.max(...values) > LARGE * Math.min(...values);
    const format = (marks) => {
      const w = members[marks[0].dataIndex];
      return tip(`${workloads[w].label}: ${label(key)}`,
        shown().filter((v) => value(w, v, key) !== null).map((v) => row(v, w, key)));
    };
    const line = mark && {
      silent: true,
      symbol: 'none',
      label: { show: false },
      lineStyle: { color: css('--text'), type: 'solid', width: 1 },
      data: [{ xAxis: mark }],
    };
    const series = known.map((v, i) => ({
      ...style(v), type: 'bar', data: members.map((w) => of(w, v)), barMaxWidth: 16, barGap: '10%',
      markLine: i === 0 ? line : undefined,
    }));
    const names = members.map((w) => workloads[w].label);
    return {
      // The least is to be seen, even if it is a power.
      ...option(wide ? logAxis(name, print, 10, [...values, Math.min(...values) * 0.7]) : linearAxis(name, print),
        axis('', {
          axisLabel: { width: 96, overflow: 'break', lineHeight: 14, interval: 0 },
          axis: { type: 'category', data: names, inverse: true, splitLine: { show: false } },
        }),
        { ...tooltip('axis', format), axisPointer: { type: 'shadow' } }, series, 112),
      height: members.length * (known.length * 14 + 24) + 80,
    };
  };

  // --- the page ---------------------------------------------------------------------------------

  const plots = [];
  const element = (parent, name, text = '', className = '') => {
    const made = document.createElement(name);
    made.textContent = text;
    made.className = className;
    return parent.appendChild(made);
  };

  // Adds a plot; choices are [value, text] of which draw is told the chosen value.
  const plot = (grid, title, note, choices, draw) => {
    const card = element(grid, 'section', '', 'chart');
    const head = element(card, 'div', '', 'head');
    element(head, 'h3', title);
    const select = document.createElement('select');
    choices.forEach(([value, text]) => { element(select, 'option', text).value = value; });
    if (choices.length > 1) {
      select.setAttribute('aria-label', `${title}: what to show`);
      head.append(select);
    }
    element(card, 'p', note);
    const place = element(card, 'div', '', 'plot');
    const chart = echarts.init(place, null, { renderer: 'svg' });
    const render = () => {
      const { height, ...drawn } = draw(select.value);
      place.style.height = height ? `${height}px` : '';
      chart.resize();
      chart.setOption(drawn, true);
    };
    select.addEventListener('change', render);
    new ResizeObserver(() => chart.resize()).observe(place);
    plots.push(render);
  };

  const grid = (heading) => {
    const charts = document.getElementById('charts');
    element(charts, 'h2', heading);
    return element(charts, 'div', '', 'grid');
  };
  const choice = (keys) => keys.map((key) => [key, label(key)]);
  const one = [['', '']];

  const addFamily = ({ name, workloads: members }) => {
    const here = grid(name === '' ? 'By message size' : `By message size: ${name}`);
    const any = (key) => has(key) && members.some((w) =>
      variants.some((variant, v) => value(w, v, key) !== null));
    const timed = percentiles.filter(any);
    const middle = timed[0];
    const speed = (w, v) => value(w, v, 'mb_per_s');
    if (middle) {
      plot(here, 'Latency', 'Time of a message. Lower is better.', choice(timed),
        (key) => bySize(members, key, timeAxis('time of a message')));
    }
    if (any('mb_per_s')) {
      plot(here, 'Bandwidth', 'Higher is better.', one, () => bySize(members, 'mb_per_s', bandwidth));
    }
    if (middle && any('mb_per_s')) {
      plot(here, 'Signature', 'Bandwidth against time: a curve starts at the latency, and leans to '
        + 'the left and rises high where a variant is good.', one,
      () => curve(members, middle, 'mb_per_s', speed, timeAxis(`time of a message (${
        label(middle).replace(' µs', '')})`), bandwidth));
    }
    if (middle) {
      plot(here, 'Saturation', 'How much is sent within a time. From where a curve is straight, more '
        + 'bytes take time in proportion.', one,
      () => curve(members, middle, 'mb_per_s', (w) => workloads[w].bytes,
        timeAxis('time of a message'), sizeAxis));
    }
    if (any('cpu_us_per_message')) {
      plot(here, 'CPU time', 'Of both processes, for a message. Lower is better.', one,
        () => bySize(members, 'cpu_us_per_message', timeAxis('CPU time of a message')));
    }
    return here;
  };

  const addBars = (members) => {
    const here = grid(families.length === 0 ? 'By workload' : 'Other workloads');
    const known = (of) => (key) => members.some((w) => variants.some((variant, v) => of(w, v, key)));
    const first = (keys) => [...data.compared.filter((key) => keys.includes(key)),
      ...keys.filter((key) => !data.compared.includes(key))];
    const keys = figures.map((figure) => figure.key);
    plot(here, 'Figures', 'Lower is better for times, higher for rates.',
      choice(first(keys.filter(known(value)))),
      (key) => bars(members, key, (w, v) => value(w, v, key), label(key),
        (x) => print(key, x)));
    const compared = first(keys.filter(known(speedup)));
    if (compared.length > 0) {
      plot(here, 'Speed-up to the JDK', 'Above 1 a variant is faster than the JDK.', choice(compared),
        (key) => bars(members, key, (w, v) => speedup(w, v, key)?.[0] ?? null,
          `speed-up, ${label(key)}`, (x) => `${digits(x)}×`, 1));
    }
  };

  const addSpread = (here) => {
    const timed = workloads.map((workload, w) => [w, workload.label]).filter(([w]) =>
      variants.some((variant, v) => value(w, v, percentiles[0]) !== null));
    if (percentiles.length > 1 && timed.length > 0) {
      plot(here ?? grid('Percentiles'), 'Percentiles', 'How bad the slow ones are. Lower and flatter is '
        + 'better.', timed, (w) => spread(Number(w)));
    }
  };

  const addVariants = () => {
    const legend = document.getElementById('variants');
    variants.forEach((name, v) => {
      const button = element(legend, 'button', '');
      const symbol = element(button, 'span', MARKS[v % MARKS.length]);
      button.append(` ${name}`);
      button.type = 'button';
      button.setAttribute('aria-pressed', 'true');
      button.addEventListener('click', () => {
        const was = hidden.delete(v);
        if (!was) {
          hidden.add(v);
        }
        button.setAttribute('aria-pressed', String(was));
        render();
      });
      plots.push(() => { symbol.style.color = colour(v); });
    });
  };
  const render = () => plots.forEach((draw) => draw());

  addVariants();
  addSpread(families.map(addFamily)[0]);
  const inFamilies = new Set(families.flatMap((family) => family.workloads));
  const others = workloads.map((workload, w) => w).filter((w) => !inFamilies.has(w));
  if (others.length > 0) {
    addBars(others);
  }
  dark.addEventListener('change', render);
  render();
})();
