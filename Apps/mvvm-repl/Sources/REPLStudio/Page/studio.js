// The connection to the session. What is new comes when the page asks for it, so a slow page gets the newest state.

import { element, part, word, words } from "./parts.js";
import { takeNames, takePicture } from "./screen.js";
import { takeRecord, takeGap, takeRunning, clearLog, nameOrigins, withCode } from "./prompt.js";
import { takeTimeline, takeGraph, takeMarbles, nameAgain } from "./pictures.js";

/** What the page looks at, and the last record that it has. */
const look = { seen: 0, screen: null, graph: null, marbles: null };
const answers = new Map();
let socket = null;
let session = null;
/** Whether this page may only look; the session refuses the rest whatever the page sends. */
let isReadOnly = false;
/** Why the session takes no further browser; null when it takes this one. */
let refusal = null;
let lastRequest = 0;
/** The bytes of the longest message that the session reads. */
const longestMessage = 256 * 1024;
let firstTry = null;
let delay = 250;

/** Looks at something else from now on. */
export function lookAt(change) {
  Object.assign(look, change);
  pull();
}

export function looksAt() { return look; }

export function mayAct() { return !isReadOnly; }

/** Enters a statement at the prompt; the answer is `{status}`, or `{problem}`, which `isLost` if it may have run nevertheless. */
export function enter(text) { return request({ kind: "statement", text }); }

/** Sends a request, and waits for the message that answers it. */
export function request(members) {
  return new Promise((resolve) => {
    const id = ++lastRequest;
    const message = { ...members, id };
    const length = new TextEncoder().encode(JSON.stringify(message)).length;
    if (length > longestMessage) return resolve({ problem: word("tooLong") });
    if (!send(message)) return resolve({ problem: word("notConnected") });
    answers.set(id, resolve);
  });
}

export function send(message) {
  if (socket?.readyState !== WebSocket.OPEN) return false;
  socket.send(JSON.stringify(message));
  return true;
}

function pull() {
  const wanted = { kind: "pull", seen: look.seen };
  for (const name of ["screen", "graph", "marbles"]) if (look[name]) wanted[name] = look[name];
  send(wanted);
}

function connect() {
  part("connect").hidden = true;
  refusal = null;
  const address = new URL("socket", location.href);
  address.protocol = "ws:";
  socket = new WebSocket(address);
  socket.onmessage = (event) => take(JSON.parse(event.data));
  socket.onclose = () => {
    for (const resolve of answers.values()) resolve({ problem: word("notConnected"), isLost: true });
    answers.clear();
    // A program that goes on in a new one is there again within moments; else it may have another address by now.
    firstTry ??= Date.now();
    show(refusal ?? word(Date.now() - firstTry > 5_000 ? "elsewhere" : "notConnected"), true);
    if (!refusal && Date.now() - firstTry > 60_000) { part("connect").hidden = false; return; }
    setTimeout(connect, delay);
    delay = Math.min(delay * 2, 4_000);
  };
}

function show(text, isBad = false) {
  part("state").textContent = text;
  part("state").classList.toggle("bad", isBad);
}

const taking = {
  hello(message) {
    const isOther = document.documentElement.lang !== message.language;
    Object.assign(words, message.words);
    document.documentElement.lang = message.language;
    document.title = message.program;
    part("program").textContent = message.program;
    for (const node of document.querySelectorAll("[data-word]")) node.textContent = word(node.dataset.word);
    for (const node of document.querySelectorAll("[data-label]")) node.setAttribute("aria-label", word(node.dataset.label));
    if (isOther) {
      nameOrigins();
      nameAgain();
    }
    refusal = message.problem ?? null;
    if (refusal) return;
    isReadOnly = message.permission === "readOnly";
    part("permission").hidden = !isReadOnly;
    for (const acts of document.querySelectorAll("fieldset")) acts.disabled = isReadOnly;
    for (const prompt of [part("prompt"), part("keys")]) prompt.hidden = isReadOnly;
    if (session !== message.session) {
      clearLog();
      look.seen = 0;
    }
    const isNew = session !== message.session || firstTry !== null;
    session = message.session;
    firstTry = null;
    delay = 250;
    show(word("connected"));
    if (isNew) pull();
  },
  record(message) {
    look.seen = Math.max(look.seen, message.id);
    takeRecord(message);
  },
  gap: takeGap,
  names: takeNames,
  picture: takePicture,
  graph: takeGraph,
  timeline: takeTimeline,
  marbles: takeMarbles,
  lesson(message) {
    const row = part("lesson");
    row.hidden = !message.text;
    row.replaceChildren(
      message.text, " ",
      ...(isReadOnly ? [] : [":task", ":hint", ":check", ":solution", ":lesson stop"]).map((statement) => {
        const button = element("button", { type: "button" }, statement);
        button.onclick = () => enter(statement);
        return button;
      }));
  },
  talk(message) {
    const notes = part("talk");
    notes.hidden = !message.row;
    if (!message.row) return notes.replaceChildren();
    notes.replaceChildren(
      element("h2", { id: "talk-row" }, message.row),
      message.before.length > 0 ? element("p", {}, withCode(message.before.join("\n"))) : "",
      element("h3", {}, message.title),
      message.notes.length > 0 ? element("p", {}, withCode(message.notes.join("\n"))) : "",
      message.statement ? element("pre", {}, `❯ ${message.statement}`) : "",
      message.next ? element("p", { class: "quiet" }, `${word("nextStep")}: ${message.next}`) : "");
  },
  running: takeRunning,
  answer: settle,
  completion: settle,
  // At most thirty times a second; a tab that is hidden asks for nothing.
  turn() { setTimeout(() => requestAnimationFrame(pull), 1000 / 30); },
};

function settle(message) {
  answers.get(message.id)?.(message);
  answers.delete(message.id);
}

function take(message) { taking[message.kind]?.(message); }

part("connect").onclick = () => {
  firstTry = Date.now();
  connect();
};
connect();
