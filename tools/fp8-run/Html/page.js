// Draws the report of a run from the JSON in the page.
"use strict";

const data = JSON.parse(document.getElementById("data").textContent);

//===-- Loss ---------------------------------------------------------------===//

function drawLoss() {
  const parent = section("loss");
  const runs = [data.loss, data.compare ? data.compare.loss : []];
  const values = runs.flat().map((point) => point[1]).filter((value) => value !== null);
  if (!values.length) {
    add(parent, "p", {}, "No result of the step is a loss.");
    return;
  }
  const low = values.reduce((a, b) => Math.min(a, b));
  const high = values.reduce((a, b) => Math.max(a, b));
  const pad = (high - low) * 0.05 || Math.abs(high) * 0.1 || 1;
  const last = runs.flat().reduce((most, point) => Math.max(most, point[0]), 0);
  addLegend(parent, [
    ["this run, running mean", "var(--first)"],
    ...(data.compare ? [[data.compare.name, "var(--second)"]] : []),
  ]);
  const chart = addChart(parent, 300, [0, last || 1], [low - pad, high + pad], short);
  // This run is drawn last, over the other.
  [1, 0].forEach((i) => {
    const run = runs[i];
    const stroke = i ? "var(--second)" : "var(--first)";
    const place = (points) =>
      points.map(([step, loss]) => [chart.x(step), loss === null ? null : chart.y(loss)]);
    addLine(chart.svg, place(run), { stroke, "stroke-width": 1, "stroke-opacity": 0.4 });
    addLine(chart.svg, place(runningMean(run)), { stroke, "stroke-width": 2 });
  });
}

//===-- Memory -------------------------------------------------------------===//

/** Returns the kind of an op: its name without the number of its function. */
const kindOf = (op) => op.name.replace(/_\d+$/, "");
const label = (op) => op.name + (op.tensor ? ` (${op.tensor})` : "");

const kinds = [...new Set((data.ops || []).map(kindOf))].sort();
const colorOf = (kind) => `hsl(${Math.round((kinds.indexOf(kind) * 360) / kinds.length)} 55% 50%)`;

/** Returns the bytes that are live at each op. */
function countLive() {
  const changes = new Array(data.ops.length + 1).fill(0);
  for (const buffer of data.buffers) {
    changes[buffer.first] += buffer.bytes;
    changes[buffer.last + 1] -= buffer.bytes;
  }
  let live = 0;
  return changes.slice(0, -1).map((change) => (live += change));
}

function drawArena(parent, peak) {
  const chart = addChart(parent, 340, [0, data.ops.length], [0, data.arena || 1], bytes);
  for (const buffer of data.buffers) {
    const op = data.ops[buffer.first];
    const left = chart.x(buffer.first);
    const top = chart.y(buffer.offset + buffer.bytes);
    const box = add(chart.svg, "rect", {
      x: left.toFixed(1),
      y: top.toFixed(1),
      width: Math.max(0.8, chart.x(buffer.last + 1) - left).toFixed(1),
      height: Math.max(0.6, chart.y(buffer.offset) - top).toFixed(1),
      fill: colorOf(kindOf(op)),
      "fill-opacity": 0.75,
      stroke: "var(--panel)",
      "stroke-width": 0.3,
    });
    const until = `launches ${buffer.first} to ${buffer.last}`;
    add(box, "title", {}, `${label(op)}: ${bytes(buffer.bytes)}, ${until}${op.place ? `, ${op.place}` : ""}`);
  }
  const x = chart.x(peak + 0.5);
  add(chart.svg, "line", {
    x1: x,
    x2: x,
    y1: margin.top,
    y2: chart.bottom,
    stroke: "var(--peak)",
    "stroke-dasharray": "4 3",
  });
}

function drawTraffic(parent) {
  const moved = data.ops.map((op) => op.read + op.written);
  const most = moved.reduce((a, b) => Math.max(a, b), 1);
  const chart = addChart(parent, 150, [0, data.ops.length], [0, most], bytes);
  data.ops.forEach((op, i) => {
    const top = chart.y(moved[i]);
    const bar = add(chart.svg, "rect", {
      x: chart.x(i).toFixed(1),
      y: top.toFixed(1),
      width: Math.max(0.6, chart.x(i + 1) - chart.x(i) - 0.3).toFixed(1),
      height: Math.max(0.3, chart.bottom - top).toFixed(1),
      fill: colorOf(kindOf(op)),
    });
    add(bar, "title", {}, `${i} ${label(op)}: ${bytes(moved[i])}`);
  });
}

function drawMemory() {
  const parent = section("memory");
  if (!data.ops || !data.ops.length) {
    add(parent, "p", {}, "This target plans no memory.");
    return;
  }
  const live = countLive();
  const peak = live.indexOf(live.reduce((a, b) => Math.max(a, b)));
  add(
    parent,
    "p",
    {},
    `States ${bytes(data.states)}, arena ${bytes(data.arena)}. The peak, ${bytes(live[peak])}, ` +
      `is at launch ${peak} of ${data.ops.length}: ${label(data.ops[peak])}.`,
  );
  addLegend(parent, kinds.map((kind) => [kind, colorOf(kind)]));
  add(parent, "p", { class: "dim" }, "Buffers of the arena by offset, over the launches of a step");
  drawArena(parent, peak);
  add(parent, "p", { class: "dim" }, "Bytes that each launch reads and writes");
  drawTraffic(parent);
  add(parent, "p", { class: "dim" }, "Largest buffers at the peak");
  const body = addTable(parent, ["made by", "bytes", "launches", "source"]);
  data.buffers
    .filter((buffer) => buffer.first <= peak && peak <= buffer.last)
    .sort((a, b) => b.bytes - a.bytes)
    .slice(0, 8)
    .forEach((buffer) => {
      const op = data.ops[buffer.first];
      addRow(body, [label(op), bytes(buffer.bytes), `${buffer.first}–${buffer.last}`, op.place || "–"]);
    });
}

//===-- Tensors ------------------------------------------------------------===//

/** Draws a small line of positive values, on a logarithmic axis. */
function addSpark(parent, values) {
  const logs = values.map((value) => (value > 0 ? Math.log2(value) : null));
  const finite = logs.filter((value) => value !== null);
  if (!finite.length) return;
  const low = finite.reduce((a, b) => Math.min(a, b));
  const high = finite.reduce((a, b) => Math.max(a, b));
  const svg = add(parent, "svg", { viewBox: "0 0 120 24", role: "img" });
  const x = (i) => 2 + (116 * i) / Math.max(1, values.length - 1);
  const y = (v) => 21 - (18 * (v - low)) / (high - low || 1);
  addLine(
    svg,
    logs.map((value, i) => [x(i), value === null ? null : y(value)]),
    { stroke: "var(--first)", "stroke-width": 1.5 },
  );
  add(svg, "title", {}, `${short(2 ** low)} to ${short(2 ** high)}`);
}

function addSeries(row, values) {
  const cell = add(row, "td");
  if (!values) {
    cell.textContent = "–";
    return;
  }
  addSpark(cell, values);
  add(cell, "span", { class: "value" }, short(values[values.length - 1]));
}

const sum = (values) => (values ? values.reduce((a, b) => a + b, 0) : null);

function drawTensors() {
  const parent = section("tensors");
  if (!data.tensors.length) {
    add(parent, "p", {}, "The step quantizes no tensor.");
    return;
  }
  if (!data.tensors[0].saturations)
    add(parent, "p", { class: "dim" }, "Saturations and underflows are counted with --health.");
  const filter = add(parent, "input", { placeholder: "filter by name", "aria-label": "filter by name" });
  const body = addTable(parent, ["tensor", "amax", "scale", "saturated", "underflow"]);
  for (const tensor of data.tensors) {
    const row = addRow(body, [tensor.name]);
    addSeries(row, tensor.amax);
    addSeries(row, tensor.scale);
    for (const counter of [tensor.saturations, tensor.underflows])
      add(row, "td", {}, counter ? percent(sum(counter), sum(tensor.elements)) : "–");
  }
  filter.addEventListener("input", () => {
    for (const row of body.rows)
      row.hidden = !row.cells[0].textContent.includes(filter.value);
  });
}

//===-- Time and products --------------------------------------------------===//

function drawTime() {
  const parent = section("time");
  const times = data.seconds;
  if (!times || !times.length) {
    add(parent, "p", {}, "This target measures no single launches.");
    return;
  }
  const total = sum(times);
  add(parent, "p", {}, `${seconds(total)} in ${times.length} launches, one after another.`);
  const byKind = new Map();
  data.ops.forEach((op, i) => {
    const entry = byKind.get(kindOf(op)) || { count: 0, time: 0, moved: 0 };
    entry.count += 1;
    entry.time += times[i];
    entry.moved += op.read + op.written;
    byKind.set(kindOf(op), entry);
  });
  const kindsBody = addTable(parent, ["kernel", "time", "part", "launches", "GB/s"]);
  for (const [kind, entry] of [...byKind].sort((a, b) => b[1].time - a[1].time))
    addRow(kindsBody, [
      kind,
      seconds(entry.time),
      percent(entry.time, total),
      entry.count,
      short(entry.moved / entry.time / 1e9),
    ]);
  add(parent, "p", { class: "dim" }, "Longest launches");
  const body = addTable(parent, ["launch", "time", "part", "source"]);
  times
    .map((time, i) => [time, i])
    .sort((a, b) => b[0] - a[0])
    .slice(0, 10)
    .forEach(([time, i]) => {
      const op = data.ops[i];
      addRow(body, [`${i} ${label(op)}`, seconds(time), percent(time, total), op.place || "–"]);
    });
}

function classOf(op) {
  const suffix = (op.tensor || "").split(":").pop();
  return { y: "forward", dx: "gradient of an input", dw: "gradient of a weight" }[suffix] || "other";
}

function drawProducts() {
  const parent = section("products");
  const products = (data.ops || []).filter((op) => op.formats);
  if (!products.length) {
    add(parent, "p", {}, "This target lists no matmuls.");
    return;
  }
  const groups = new Map();
  for (const op of products) {
    const key = JSON.stringify([classOf(op), op.formats.replace(",", " × ")]);
    const group = groups.get(key) || { count: 0, flops: 0 };
    group.count += 1;
    group.flops += op.flops;
    groups.set(key, group);
  }
  const total = sum(products.map((op) => op.flops));
  const body = addTable(parent, ["class", "formats", "matmuls", "operations", "part"]);
  for (const [key, group] of [...groups].sort((a, b) => b[1].flops - a[1].flops))
    addRow(body, [
      ...JSON.parse(key),
      group.count,
      withUnit(group.flops, 1000, ["", "k", "M", "G", "T"]),
      percent(group.flops, total),
    ]);
}

//===-- Page ---------------------------------------------------------------===//

const sections = { loss: drawLoss, memory: drawMemory, tensors: drawTensors, time: drawTime, products: drawProducts };

function draw() {
  for (const [name, drawSection] of Object.entries(sections)) {
    section(name).querySelectorAll(":scope > :not(h2)").forEach((element) => element.remove());
    drawSection();
  }
}

document.title = data.title;
section("title").textContent = data.title;
section("summary").textContent = data.summary;
draw();
let width = window.innerWidth;
window.addEventListener("resize", () => {
  if (window.innerWidth === width) return;
  width = window.innerWidth;
  draw();
});
