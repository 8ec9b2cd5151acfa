// The timeline, the graph and the marbles.

import { element, morph, part, word } from "./parts.js";
import { enter, lookAt, looksAt, mayAct } from "./studio.js";

// The timeline

let timeline = { steps: [], position: 0, later: 0 };

export function takeTimeline(message) {
  timeline = message;
  const { steps, position, before, later } = timeline;
  const scrubber = part("scrubber");
  scrubber.max = String(steps.length);
  scrubber.value = String(position);
  part("undo").disabled = position === 0 && before === undefined;
  part("redo").disabled = position === steps.length && later === 0;
  name(position);
  morph(part("steps"), steps.map((step, index) => element("li", { "data-key": String(step.number) },
    element("button", {
      type: "button", class: index >= position ? "behind" : null, title: step.changes.join("\n"),
      "aria-current": index + 1 === position ? "step" : null, act: { place: index + 1 },
    }, `#${step.number} ${step.text}` + (index + 1 === position ? `  ⟵ ${word("now")}` : "")))).reverse());
}

/** Says where in time a place is. */
function name(place) {
  const { steps, position, before } = timeline;
  const step = steps[place - 1];
  const at = step ? `#${step.number} ${step.text}` : before === undefined ? word("beginning") : `#${before}`;
  const text = place === position ? `${word("nowAt")}${at}` : `${at}  (${word("nowAt")}${position} / ${steps.length})`;
  part("present").textContent = text;
  part("scrubber").setAttribute("aria-valuetext", at);
}

function go(place) {
  const number = place > 0 ? timeline.steps[place - 1].number : timeline.before;
  enter(number === undefined ? ":goto start" : `:goto #${number}`);
}

part("scrubber").addEventListener("input", ({ target }) => name(Number(target.value)));
part("scrubber").addEventListener("change", ({ target }) => go(Number(target.value)));
part("undo").onclick = () => enter("undo");
part("redo").onclick = () => enter("redo");
part("steps").addEventListener("click", (event) => {
  const place = event.target.closest("button")?.act?.place;
  if (place) go(place);
});

// The graph

const kinds = {
  property: () => word("property"), computed: () => word("computed"), observer: () => word("observer"),
  command: () => word("command"),
};
let drawn = null;
let nodes = new Map();
/** The nodes that had another value before what happened last. */
let changed = new Set();
let selected = null;

/** Says what was taken in another language than before. */
export function nameAgain() {
  takeTimeline(timeline);
  if (drawn) takeGraph(drawn);
}

export function takeGraph(message) {
  const drawing = message.drawing;
  const before = nodes;
  nodes = new Map((drawing?.nodes ?? []).map((node) => [node.path, node]));
  const others = [...nodes.values()].filter(({ path, value }) => before.has(path) && before.get(path).value !== value);
  const isOther = drawn?.path !== message.path;
  if (isOther) changed = new Set(); else if (others.length > 0) changed = new Set(others.map(({ path }) => path));
  drawn = message;
  const focused = document.activeElement?.getAttribute?.("data-path");
  const graph = part("graph");
  if (!drawing?.svg) {
    graph.replaceChildren(element("p", { class: "note" }, word(drawing ? "tooLarge" : "nothingYet")));
  } else {
    // A document of its own: no script in it runs, and its look is that of this page.
    const svg = document.importNode(new DOMParser().parseFromString(drawing.svg, "image/svg+xml").documentElement, true);
    for (const script of svg.querySelectorAll("script")) script.remove();
    svg.setAttribute("role", "group");
    for (const node of svg.querySelectorAll("g[data-path]")) {
      const known = nodes.get(node.getAttribute("data-path"));
      node.setAttribute("role", "button");
      node.setAttribute("tabindex", "-1");
      const mark = changed.has(known?.path) ? word("changed") : "";
      node.classList.toggle("changed", mark !== "");
      node.setAttribute("aria-label", [known?.path, kinds[known?.kind]?.(), known?.value, mark].filter(Boolean).join(" "));
    }
    graph.replaceChildren(svg);
    if (isOther) graph.scrollTo(0, 0);
    const boxes = boxesOf(graph);
    const focusedNow = boxes.find((node) => node.dataset.path === focused);
    (focusedNow ?? boxes.find((node) => node.dataset.path === selected) ?? boxes[0])?.setAttribute("tabindex", "0");
    focusedNow?.focus();
  }
  part("legend").hidden = !drawing?.svg;
  drawNode();
}

function boxesOf(graph) { return [...graph.querySelectorAll("g[data-path]")]; }

const directions = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/** Moves the focus to the nearest node in the direction of an arrow key: all nodes are one stop of the Tab key. */
function move(event) {
  const from = event.target.closest?.("g[data-path]");
  const direction = directions[event.key];
  if (!from || !direction) return;
  event.preventDefault();
  const middle = (node) => { const box = node.getBBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const [x, y] = middle(from);
  const distance = (node) => {
    const [dx, dy] = [middle(node)[0] - x, middle(node)[1] - y];
    const ahead = dx * direction[0] + dy * direction[1];
    return ahead > 1 ? ahead + 3 * Math.abs(dx * direction[1] + dy * direction[0]) : Infinity;
  };
  const next = boxesOf(part("graph")).map((node) => [distance(node), node]).sort(([one], [other]) => one - other)[0];
  if (!(next?.[0] < Infinity)) return;
  from.setAttribute("tabindex", "-1");
  next[1].setAttribute("tabindex", "0");
  next[1].focus();
}

function drawNode() {
  const node = nodes.get(selected);
  const act = (name, statement) => element("button", { type: "button", title: statement, act: { statement } }, word(name));
  morph(part("node"), node ? [
    element("code", {}, node.path + (node.value === undefined ? "" : ` = ${node.value}`)),
    mayAct() && act("why", `why ${node.path}`), mayAct() && act("watch", `watch ${node.path}`),
    element("button", { type: "button", act: { marbles: node.path } }, word("marbles")),
  ].filter(Boolean) : [element("span", { class: "note" }, word("selectNode"))]);
}

function select(event) {
  const path = event.target.closest?.("g[data-path]")?.getAttribute("data-path");
  if (!path) return;
  selected = path;
  drawNode();
  event.preventDefault();
}

part("graph").addEventListener("click", select);
part("graph").addEventListener("keydown", (event) => { if (["Enter", " "].includes(event.key)) select(event); else move(event); });
part("fit").onclick = ({ target }) => {
  target.setAttribute("aria-pressed", String(part("graph").classList.toggle("fits")));
};
part("node").addEventListener("click", (event) => {
  const act = event.target.closest("button")?.act;
  if (act?.statement) enter(act.statement);
  if (act?.marbles) {
    const paths = part("paths").value.split(" ").filter(Boolean);
    part("paths").value = [...new Set([...paths, act.marbles])].join(" ");
    lookAt({ marbles: part("paths").value });
  }
});

// The marbles

export function takeMarbles(message) { part("rows").textContent = message.lines.join("\n"); }

part("marbles").addEventListener("submit", (event) => {
  event.preventDefault();
  const paths = part("paths").value.trim();
  if (paths !== (looksAt().marbles ?? "")) part("rows").textContent = "";
  lookAt({ marbles: paths || null });
});
