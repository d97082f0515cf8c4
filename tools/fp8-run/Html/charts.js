// Elements, numbers and charts of the page.
"use strict";

//===-- Elements -----------------------------------------------------------===//

/** Appends an element with attributes and text to `parent`. */
function add(parent, name, attributes = {}, text) {
  const isSvg = name === "svg" || parent.namespaceURI.endsWith("svg");
  const element = isSvg
    ? document.createElementNS("http://www.w3.org/2000/svg", name)
    : document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (text !== undefined) element.textContent = text;
  parent.append(element);
  return element;
}

function section(name) {
  return document.getElementById(name);
}

function addTable(parent, heads) {
  const table = add(add(parent, "div", { class: "scroll" }), "table");
  const row = add(add(table, "thead"), "tr");
  for (const head of heads) add(row, "th", {}, head);
  return add(table, "tbody");
}

function addRow(body, cells) {
  const row = add(body, "tr");
  for (const cell of cells) add(row, "td", {}, cell);
  return row;
}

function addLegend(parent, entries) {
  const legend = add(parent, "p", { class: "legend" });
  for (const [label, color] of entries) {
    const entry = add(legend, "span");
    add(entry, "i", { style: `background:${color}` });
    entry.append(label);
  }
}

//===-- Numbers ------------------------------------------------------------===//

function withUnit(value, base, units) {
  let unit = 0;
  for (; Math.abs(value) >= base && unit + 1 < units.length; ++unit) value /= base;
  return `${Number(value.toPrecision(3))} ${units[unit]}`;
}
const bytes = (value) => withUnit(value, 1000, ["B", "kB", "MB", "GB"]);
const seconds = (value) => withUnit(value * 1e6, 1000, ["µs", "ms", "s"]);
const short = (value) => (value === null ? "–" : Number(value.toPrecision(4)).toString());
const percent = (part, whole) =>
  whole ? `${Number(((100 * part) / whole).toPrecision(3))} %` : "–";

/** Returns at most `count` round numbers from `low` to `high`. */
function pickTicks(low, high, count) {
  const least = (high - low) / count || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const step = power * [1, 2, 5, 10].find((factor) => factor * power >= least * 0.999);
  const ticks = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= high + 1e-9 * step; ++i)
    ticks.push(i * step);
  return ticks;
}

//===-- Charts -------------------------------------------------------------===//

const margin = { left: 62, right: 10, top: 10, bottom: 24 };

/** Creates a chart with axes. Returns the drawing and the maps of both axes. */
function addChart(parent, height, [x0, x1], [y0, y1], formatY) {
  const width = Math.max(280, parent.clientWidth - 26);
  const svg = add(parent, "svg", { viewBox: `0 0 ${width} ${height}`, height });
  const right = width - margin.right;
  const bottom = height - margin.bottom;
  const x = (v) => margin.left + ((v - x0) / (x1 - x0 || 1)) * (right - margin.left);
  const y = (v) => bottom - ((v - y0) / (y1 - y0 || 1)) * (bottom - margin.top);
  for (const tick of pickTicks(y0, y1, 5)) {
    add(svg, "line", { class: "axis", x1: margin.left, x2: right, y1: y(tick), y2: y(tick) });
    add(svg, "text", { x: margin.left - 6, y: y(tick) + 4, "text-anchor": "end" }, formatY(tick));
  }
  for (const tick of pickTicks(x0, x1, width / 90)) {
    if (!Number.isInteger(tick)) continue;
    add(svg, "text", { x: x(tick), y: height - 8, "text-anchor": "middle" }, String(tick));
  }
  return { svg, x, y, bottom };
}

/** Draws a line through the finite points. */
function addLine(svg, points, attributes) {
  let path = "";
  let isDown = false;
  for (const [px, py] of points) {
    if (py === null) {
      isDown = false;
      continue;
    }
    path += `${isDown ? "L" : "M"}${px.toFixed(1)} ${py.toFixed(1)}`;
    isDown = true;
  }
  add(svg, "path", { d: path, fill: "none", ...attributes });
}

/** Returns the mean of each point and its neighbors. */
function runningMean(points) {
  const reach = Math.max(1, Math.floor(points.length / 40));
  return points.map(([step], i) => {
    const near = points.slice(Math.max(0, i - reach), i + reach + 1);
    const finite = near.map((point) => point[1]).filter((value) => value !== null);
    return [step, finite.length ? finite.reduce((a, b) => a + b) / finite.length : null];
  });
}
