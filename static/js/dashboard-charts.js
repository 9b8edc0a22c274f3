// Pictures that need a chart library: drawn only where the page brought ECharts. Colours are read from
// the design tokens, tooltips are drawn on the canvas (HTML tooltips break the Content-Security-Policy).
import { announce, text } from "./notices.js";

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
function overTime(found, element) {
  const isNarrow = element.clientWidth < 480; // the legend needs a second line
  const times = found.times.map((time) => new Date(time));
  const isDay = times.length > 1 && times[1] - times[0] < 23 * 3600 * 1000;
  const spans = (times.at(-1) - times[0]) / 86_400_000 > 2;
  const dayOf = (time) => time.toDateString();
  const day = new Intl.DateTimeFormat(root.lang, { day: "numeric", month: "short" });
  const format = new Intl.DateTimeFormat(root.lang, isDay ? { day: "numeric", month: "short", hour: "2-digit" } : { day: "numeric", month: "short" });
  return {
    times,
    option: {
      ...base(),
      legend: { bottom: 0, itemWidth: 18, itemHeight: 10, textStyle: { color: token("text"), fontSize: 12 } },
      grid: { left: 8, right: 12, top: 22, bottom: isNarrow ? 56 : 34, containLabel: true },
      xAxis: { type: "category", data: times.map((time) => format.format(time)), axisLine: { lineStyle: { color: token("line-strong") } }, axisLabel: { color: token("muted"), hideOverlap: true, ...(spans && isDay ? { interval: (n) => n === 0 || dayOf(times[n]) !== dayOf(times[n - 1]), formatter: (_words, n) => day.format(times[n]) } : {}) }, axisTick: { show: false } },
    },
  };
}
function tokens(element) {
  const found = data("tokens-data");
  const { times, option } = overTime(found, element);
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
function latency(element) {
  const found = data("latency-data");
  const { times, option } = overTime(found, element);
  const number = new Intl.NumberFormat(root.lang, { maximumSignificantDigits: 3 });
  const looks = { p50: ["layer-window", "solid", "circle"], p95: ["layer-recalled", "dashed", "rect"], p99: ["text", "solid", "triangle"] };
  return {
    ...option,
    tooltip: { ...base().tooltip, trigger: "axis", valueFormatter: (value) => (value == null ? "–" : `${number.format(value)} ms`) },
    yAxis: { type: "log", logBase: 10, axisLabel: { color: token("muted"), formatter: (value) => number.format(value) }, splitLine: { lineStyle: { color: token("line") } } },
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
  const nodes = new Map((data("graph-nodes") ?? []).map((node) => [node.id, node]));
  const edges = new Map((data("graph-edges") ?? []).map((edge) => [edge.id, edge]));
  const symbols = ["circle", "rect", "triangle", "diamond", "roundRect", "pin", "arrow"];
  let zoom = 1;
  const isNarrow = element.clientWidth < 480;
  const series = () => {
    const types = [...new Set([...nodes.values()].map((node) => node.kind))];
    const colours = ["window", "recalled", "experience", "profile", "working", "system", "summary"].map((name) => token(`layer-${name}`));
    return {
      legend: { bottom: 0, textStyle: { color: token("text"), fontSize: 12 }, data: types },
      series: [{
        type: "graph", layout: "none", roam: true, zoom, preserveAspect: "contain", top: 30, bottom: 60, left: isNarrow ? 30 : 60, right: isNarrow ? 30 : 60,
        categories: types.map((name, place) => ({ name, symbol: symbols[place % symbols.length], itemStyle: { color: colours[place % colours.length] } })),
        data: [...nodes.values()].map((node) => {
          const place = types.indexOf(node.kind);
          return { id: node.id, name: node.name, x: node.x, y: node.y, category: place, symbol: symbols[place % symbols.length], symbolSize: 12 + 3 * Math.min(node.degree, 6), itemStyle: { color: colours[place % colours.length] } };
        }),
        links: [...edges.values()].map((edge) => ({
          source: edge.source, target: edge.target, value: edge.label, item: edge.item,
          lineStyle: { color: token("line-strong"), opacity: edge.holds ? 1 : 0.45, type: edge.holds ? "solid" : "dashed", width: 1.5, curveness: 0.08 },
        })),
        label: { show: true, position: "bottom", color: token("text"), fontSize: 12, width: 110, overflow: "truncate", textBorderColor: token("card"), textBorderWidth: 3 },
        ...(isNarrow ? { labelLayout: { hideOverlap: true } } : {}),
        emphasis: { focus: "adjacency", edgeLabel: { show: true, formatter: (edge) => edge.data.value, color: token("text"), fontSize: 11 } },
      }],
    };
  };
  // New neighbours stand around the entity that was clicked; what is there already stays in its place.
  async function expand(chart, id) {
    const answer = await fetch(element.dataset.neighboursUrl.replace(/0\/$/, `${id}/`), { credentials: "same-origin" }).catch(() => null);
    if (!answer?.ok) return announce(text("noServer"));
    const found = await answer.json();
    const [here, there] = [nodes.get(id), found.nodes.find((node) => node.id === id)];
    for (const node of found.nodes)
      if (!nodes.has(node.id)) nodes.set(node.id, { ...node, x: here.x + (node.x - (there?.x ?? 0)) * 0.35, y: here.y + (node.y - (there?.y ?? 0)) * 0.35 });
    const added = found.edges.filter((edge) => !edges.has(edge.id));
    for (const edge of added) edges.set(edge.id, edge);
    chart.setOption(series());
    addRows(element, added);
    announce(added.length ? `${here.name}: ${added.length} ${element.dataset.added}` : `${here.name}: ${element.dataset.nothing}`);
  }
  return {
    ...base(),
    ...series(),
    zoomBy(chart, factor) {
      zoom = factor ? Math.min(Math.max(zoom * factor, 0.3), 6) : 1;
      chart.setOption({ series: [{ zoom, ...(factor ? {} : { center: null }) }] });
    },
    click(event, chart) {
      if (event.dataType === "edge" && event.data.item) location.href = element.dataset.itemUrl.replace(/0\/$/, `${event.data.item}/`);
      else if (event.dataType === "node") expand(chart, event.data.id);
    },
  };
}
function addRows(element, edges) {
  const body = document.querySelector("[data-graph-rows]");
  const link = (href, words) => Object.assign(document.createElement("a"), { href, textContent: words });
  for (const edge of edges) {
    const row = body.insertRow();
    row.className = edge.holds ? "" : "is-over";
    const predicate = Object.assign(document.createElement("span"), { className: "muted", textContent: edge.label });
    row.insertCell().append(link(`?tab=graph&entity=${edge.source}`, edge.subject), " — ", predicate, " — ", link(`?tab=graph&entity=${edge.target}`, edge.object));
    row.insertCell().textContent = edge.holds ? body.dataset.yes : body.dataset.no;
    row.insertCell().append(link(element.dataset.itemUrl.replace(/0\/$/, `${edge.item}/`), edge.text));
  }
}
document.addEventListener("click", (event) => {
  const button = event.target.closest?.("[data-graph-zoom]");
  const element = button && document.querySelector("[data-chart='graph']");
  if (element) zooms.get(element)?.(Number(button.dataset.graphZoom));
});
const zooms = new Map();
const KINDS = { tokens, latency, graph };
const drawn = new Map();

function draw(element) {
  const make = KINDS[element.dataset.chart];
  if (!make || !window.echarts) return;
  drawn.get(element)?.dispose();
  const chart = window.echarts.init(element, null, { renderer: "canvas" });
  const { click, zoomBy, ...option } = make(element);
  chart.setOption(option);
  if (click) chart.on("click", (event) => click(event, chart));
  if (zoomBy) zooms.set(element, (factor) => zoomBy(chart, factor));
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
