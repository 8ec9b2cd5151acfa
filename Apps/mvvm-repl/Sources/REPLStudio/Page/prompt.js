// The conversation, and the prompt with its completion.

import { element, part, word } from "./parts.js";
import { enter, request, send } from "./studio.js";

const mostRecords = 1_000;
const log = part("log");
const line = part("line");
const menu = part("menu");
/** What was entered, by the numbers of the records, as it may be shown. */
const entries = new Map();
/** How many entries back the one is that was recalled. */
let recalled = 0;
let chosen = -1;
let offer = null;
let asked = 0;
/** Whether the newest record stays in sight: until a person scrolls away from it. */
let isAtEnd = true;

// The conversation

export function clearLog() {
  log.replaceChildren();
  entries.clear();
}

function append(node) {
  log.append(node);
  while (log.childElementCount > mostRecords) log.firstElementChild.remove();
  showEnd();
}

function showEnd() { if (isAtEnd) log.scrollTop = log.scrollHeight; }

let size = "";
const sizeNow = () => `${log.clientWidth} ${log.clientHeight}`;

log.addEventListener("scroll", () => {
  // When the size has just changed, the end has moved and no person has: the observer is called next.
  if (size === sizeNow()) isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
});
// It is as high as the screen beside it, which changes.
new ResizeObserver(() => { size = sizeNow(); showEnd(); }).observe(log);

/** An entry with where it came from, or a record that follows from one; it replaces the one of the same number. */
export function takeRecord(record) {
  const isEntry = record.isEntry;
  const title = record.cause === undefined ? `#${record.id}` : `#${record.id} ⟵ #${record.cause}`;
  if (isEntry) entries.set(record.id, record.text);
  const kind = record.content?.kind;
  const text = kind === "text" || kind === "page" ? withCode(record.text) : (isEntry ? "❯ " : "") + record.text;
  const isWide = ["graph", "waterfall", "heat", "drawing", "table", "screen"].includes(kind);
  const made = element("li", { class: isEntry ? "entry" : isWide ? "wide" : "", "data-id": String(record.id) },
    element("pre", {}, text),
    (isEntry || kind !== "text" && !["browser", "prompt"].includes(record.from))
      && element("span", { class: `badge ${record.from}`, title, "data-from": record.from }, word(record.from)));
  const known = log.querySelector(`[data-id="${record.id}"]`);
  if (known) known.replaceWith(made); else append(made);
}

/** Code stands between backticks in what is to be read. */
export function withCode(text) {
  return text.split(/`([^`\n]+)`/).map((piece, index) => (index % 2 ? element("code", {}, piece) : piece));
}

/** Says where records came from, in another language than before. */
export function nameOrigins() {
  for (const badge of log.querySelectorAll("[data-from]")) badge.textContent = word(badge.dataset.from);
}

export function takeGap(message) {
  append(element("li", { class: "note" }, element("pre", {}, `… ${message.count}`)));
}

export function takeRunning(message) {
  const row = part("running");
  row.hidden = !message.text;
  row.textContent = message.text ? `◌ ${message.text}` : "";
  part("cancel").hidden = !message.text;
}

part("cancel").onclick = () => send({ kind: "cancel" });

// The prompt

async function submit() {
  const text = line.value;
  if (!text.trim()) return;
  recalled = 0;
  line.value = "";
  close();
  const answer = await enter(text);
  if (!answer.problem) return;
  append(element("li", { class: "bad" }, element("pre", {}, answer.problem)));
  // It has not run: it can be sent again.
  if (!answer.isLost && !line.value) line.value = text;
}

part("prompt").addEventListener("submit", (event) => {
  event.preventDefault();
  submit();
});

const bytes = (text) => new TextEncoder().encode(text).length;
const text = (bytes) => new TextDecoder().decode(bytes);

async function complete() {
  const number = ++asked;
  const text = line.value;
  const cursor = bytes(text.slice(0, line.selectionStart));
  const found = await request({ kind: "complete", text, cursor });
  if (number === asked && document.activeElement === line && found.items) open({ ...found, text });
}

function open(found) {
  offer = found.items.length > 0 ? found : null;
  if (!offer) return close();
  choose(-1);
  menu.replaceChildren(...found.items.map((item, index) => element("li", {
    role: "option", id: `item ${index}`, "aria-selected": "false",
  }, element("span", {}, item.text), element("span", { class: "detail" }, item.detail))));
  menu.hidden = false;
  line.setAttribute("aria-expanded", "true");
}

function close() {
  offer = null;
  asked += 1;
  menu.hidden = true;
  line.setAttribute("aria-expanded", "false");
  line.removeAttribute("aria-activedescendant");
}

function choose(index) {
  const items = [...menu.children];
  items[chosen]?.setAttribute("aria-selected", "false");
  chosen = index;
  const item = items[index];
  if (!item) return line.removeAttribute("aria-activedescendant");
  // An answer that is still on its way does not change a menu in which a person has chosen.
  asked += 1;
  item.setAttribute("aria-selected", "true");
  item.scrollIntoView({ block: "nearest" });
  line.setAttribute("aria-activedescendant", item.id);
}

function accept(index) {
  const all = new TextEncoder().encode(offer.text);
  const before = text(all.slice(0, offer.start)) + offer.items[index].text;
  line.value = before + text(all.slice(offer.end));
  line.setSelectionRange(before.length, before.length);
  close();
  line.focus();
}

function recall(step) {
  const place = recalled - step;
  if (place < 0 || place > entries.size) return;
  recalled = place;
  line.value = place === 0 ? "" : [...entries.values()].at(-place);
}

line.addEventListener("input", () => line.value.trim() ? complete() : close());
line.addEventListener("blur", () => setTimeout(close, 150));
line.addEventListener("keydown", (event) => {
  if (event.isComposing) return;
  const count = offer?.items.length ?? 0;
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (event.key === "Enter" && !event.shiftKey) {
    if (offer && chosen >= 0) accept(chosen); else submit();
  } else if (event.key === " " && event.ctrlKey) {
    complete();
  } else if (event.key === "Tab" && !event.shiftKey && offer) {
    if (chosen < 0 && offer.text !== line.value) complete().then(() => offer && accept(0));
    else accept(Math.max(0, chosen));
  } else if (event.key === "Escape" && offer) {
    close();
  } else if (step && offer) {
    choose((chosen + step + count + (chosen < 0 && step < 0 ? 1 : 0)) % count);
  } else if (step && !line.value.includes("\n")) {
    recall(step);
  } else {
    return;
  }
  event.preventDefault();
});
menu.addEventListener("mousedown", (event) => {
  const index = [...menu.children].indexOf(event.target.closest("li"));
  if (index >= 0 && offer) accept(index);
  event.preventDefault();
});
