// Pictures that need a chart library: drawn only where the page brought ECharts. Colours are read from
// the design tokens, tooltips are drawn on the canvas (HTML tooltips break the Content-Security-Policy).
const root = document.documentElement;
const token = (name) => getComputedStyle(root).getPropertyValue(`--${name}`).trim();
const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
const data = (id) => JSON.parse(document.getElementById(id)?.textContent ?? "null");
const LAYERS = ["system", "profile", "summary", "window", "working", "recalled", "experience", "message"];

function base() {
  return {
    animation: !isStill,
    animationDuration: 200,
    textStyle: { fontFamily: token("ui-font") || "sans-serif", color: token("text") },
    tooltip: { renderMode: "richText", backgroundColor: token("raised"), borderColor: token("line"), textStyle: { color: token("text"), fontSize: 12 }, confine: true },
  };
}
// Changes as numbered lines: the list under the charts says what they were.
function marks(times) {
  const end = times.length - 1;
  const step = times[1] - times[0];
  const lines = (data("marks-data") ?? []).map((mark) => ({ number: mark.number, place: Math.min(Math.max(Math.floor((new Date(mark.at) - times[0]) / step), 0), end) }));
  const byPlace = new Map();
  for (const line of lines) byPlace.set(line.place, [...(byPlace.get(line.place) ?? []), line.number]);
  return {
    silent: true, symbol: "none",
    lineStyle: { color: token("text"), type: "dotted", opacity: 0.6 },
    label: { color: token("muted"), fontSize: 11, formatter: (mark) => mark.name },
    data: [...byPlace].map(([place, numbers]) => ({ xAxis: place, name: numbers.length > 2 ? `${numbers[0]}–${numbers.at(-1)}` : numbers.join(", ") })),
  };
}
function overTime(found) {
  const times = found.times.map((time) => new Date(time));
  const isDay = times.length > 1 && times[1] - times[0] < 23 * 3600 * 1000;
  const format = new Intl.DateTimeFormat(root.lang, isDay ? { day: "numeric", month: "short", hour: "2-digit" } : { day: "numeric", month: "short" });
  return {
    times,
    option: {
      ...base(),
      legend: { bottom: 0, itemWidth: 18, itemHeight: 10, textStyle: { color: token("text"), fontSize: 12 } },
      grid: { left: 8, right: 12, top: 22, bottom: 34, containLabel: true },
      xAxis: { type: "category", data: times.map((time) => format.format(time)), axisLine: { lineStyle: { color: token("line-strong") } }, axisLabel: { color: token("muted"), hideOverlap: true }, axisTick: { show: false } },
    },
  };
}
function tokens() {
  const found = data("tokens-data");
  const { times, option } = overTime(found);
  const number = new Intl.NumberFormat(root.lang, { maximumFractionDigits: 0 });
  const labels = [...document.querySelectorAll("[data-chart='tokens'] ~ details thead th")].slice(1).map((cell) => cell.textContent);
  const chosen = LAYERS.map((name, index) => ({ name, label: labels[index] ?? name })).filter(({ name }) => found.layers[name].some((value) => value));
  return {
    ...option,
    legend: { ...option.legend, icon: "rect", itemWidth: 10 },
    tooltip: { ...base().tooltip, trigger: "axis", valueFormatter: (value) => (value == null ? "–" : number.format(value)) },
    yAxis: { type: "value", axisLabel: { color: token("muted"), formatter: (value) => number.format(value) }, splitLine: { lineStyle: { color: token("line") } } },
    aria: { enabled: true, decal: { show: true }, label: { enabled: false } },
    series: chosen.map(({ name, label }, index) => ({
      name: label, type: "bar", stack: "tokens", barMaxWidth: 28, data: found.layers[name],
      itemStyle: { color: token(`layer-${name}`), borderColor: token("card"), borderWidth: 0.5 },
      ...(index === 0 ? { markLine: marks(times) } : {}),
    })),
  };
}
function latency() {
  const found = data("latency-data");
  const { times, option } = overTime(found);
  const number = new Intl.NumberFormat(root.lang, { maximumSignificantDigits: 3 });
  const looks = { p50: ["layer-window", "solid", "circle"], p95: ["layer-recalled", "dashed", "rect"], p99: ["text", "solid", "triangle"] };
  return {
    ...option,
    tooltip: { ...base().tooltip, trigger: "axis", valueFormatter: (value) => (value == null ? "–" : `${number.format(value)} ms`) },
    yAxis: { type: "log", logBase: 10, name: "ms", nameTextStyle: { color: token("muted") }, axisLabel: { color: token("muted"), formatter: (value) => number.format(value) }, splitLine: { lineStyle: { color: token("line") } } },
    series: Object.entries(found.lines).map(([name, values], index) => {
      const [colour, type, symbol] = looks[name];
      return {
        name, type: "line", data: values.map((value) => (value > 0 ? value : null)), connectNulls: true, symbol, symbolSize: 6,
        lineStyle: { color: token(colour), width: 2, type }, itemStyle: { color: token(colour) },
        ...(index === 0 ? { markLine: marks(times) } : {}),
      };
    }),
  };
}
function graph(element) {
  const nodes = data("graph-nodes") ?? [];
  const edges = data("graph-edges") ?? [];
  const types = [...new Set(nodes.map((node) => node.type))];
  const colours = ["window", "recalled", "experience", "profile", "working", "system", "summary"].map((name) => token(`layer-${name}`));
  const symbols = ["circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow"];
  return {
    ...base(),
    legend: { bottom: 0, textStyle: { color: token("text"), fontSize: 12 }, data: types },
    series: [{
      type: "graph", layout: "none", roam: true, preserveAspect: "contain", top: 30, bottom: 60, left: 60, right: 90,
      categories: types.map((name, place) => ({ name, symbol: symbols[place % symbols.length], itemStyle: { color: colours[place % colours.length] } })),
      data: nodes.map((node) => {
        const place = types.indexOf(node.type);
        return { id: node.id, name: node.name, x: node.x, y: node.y, category: place, symbol: symbols[place % symbols.length], symbolSize: 12 + 3 * Math.min(node.degree, 6), itemStyle: { color: colours[place % colours.length] } };
      }),
      links: edges.map((edge) => ({
        source: edge.source, target: edge.target, value: edge.label, item: edge.item,
        lineStyle: { color: edge.holds ? token("line-strong") : token("line-strong"), opacity: edge.holds ? 1 : 0.45, type: edge.holds ? "solid" : "dashed", width: 1.5, curveness: 0.08 },
      })),
      label: { show: true, position: "right", color: token("text"), fontSize: 12 },
      emphasis: { focus: "adjacency", edgeLabel: { show: true, formatter: (edge) => edge.data.value, color: token("text"), fontSize: 11 } },
    }],
    click(event) {
      if (event.dataType === "edge" && event.data.item) location.href = element.dataset.itemUrl.replace(/0\/$/, `${event.data.item}/`);
    },
  };
}
const KINDS = { tokens, latency, graph };
const drawn = new Map();

function draw(element) {
  const make = KINDS[element.dataset.chart];
  if (!make || !window.echarts) return;
  drawn.get(element)?.dispose();
  const chart = window.echarts.init(element, null, { renderer: "canvas" });
  const { click, ...option } = make(element);
  chart.setOption(option);
  if (click) chart.on("click", click);
  drawn.set(element, chart);
  sizes.observe(element);
}
const sizes = new ResizeObserver((entries) => {
  for (const entry of entries) drawn.get(entry.target)?.resize();
});
function drawAll() {
  for (const [element, chart] of drawn)
    if (!element.isConnected) {
      chart.dispose();
      sizes.unobserve(element);
      drawn.delete(element);
    }
  for (const element of document.querySelectorAll("[data-chart]")) if (!drawn.has(element)) draw(element);
}
drawAll();
document.addEventListener("htmx:afterSettle", drawAll);
document.addEventListener("theme-changed", () => {
  for (const element of drawn.keys()) draw(element);
});
