// The screens of the view-models. Whatever a person does on one is a statement, which the session enters at its prompt.

import { element, morph, part, word } from "./parts.js";
import { enter, lookAt, looksAt, request } from "./studio.js";

let names = [];
/** Whether a person has chosen the screen. */
let isChosen = false;
let picture = null;
/** What the session would not take of a control, by its key: why, and the value that the control had before. */
const problems = new Map();
/** The button whose values are asked for. */
let asked = null;

/** The names of the view-models; the page shows one of them. */
export function takeNames(message) {
  names = message.names;
  const chosen = looksAt().screen;
  const known = names.find(({ name }) => name === chosen);
  const first = names.find(({ isOfHost }) => !isOfHost) ?? names[0];
  if (!known || (!isChosen && known.isOfHost && first !== known)) {
    isChosen = false;
    lookAt({ screen: first?.name ?? null, graph: first?.name ?? null });
  }
  drawNames();
}

function drawNames() {
  const chosen = looksAt().screen;
  morph(part("names"), names.map(({ name, type, isOfHost }) => element("button", {
    type: "button", title: type, class: isOfHost ? "host" : null, "data-key": name,
    "aria-current": name === chosen ? "true" : null, act: { look: name },
  }, name)));
}

export function takePicture(message) {
  if (message.path !== looksAt().screen) return;
  picture = message.picture;
  draw();
}

function draw() {
  const root = part("screen");
  const seen = names.find(({ name }) => name === looksAt().screen);
  if (!picture) return morph(root, [element("p", { class: "note" }, seen ? word("notShownYet") : word("nothingYet"))]);
  morph(root, [page(picture, seen)]);
  const dialog = [...root.querySelectorAll("[role=alertdialog], [role=dialog]")].at(-1);
  if (dialog && !dialog.contains(document.activeElement) && dialog.dataset.key !== draw.last) {
    dialog.querySelector("button, input, select")?.focus();
  }
  draw.last = dialog?.dataset.key;
}

function button(title, statement, attributes = {}) {
  return element("button", { type: "button", "data-key": statement, act: { statement }, ...attributes }, title);
}

function text(screenText) {
  return screenText.runs.map((run) => element("span", { class: run.role }, run.text));
}

/** A page, and what covers it. Of those only the last one can be acted on, as in the terminal. */
function page(shown, seen = null) {
  const covers = [
    ...questionsOf(shown).map(question),
    ...shown.sheets.map((sheet, index) => element("div", {
      class: "dialog", role: "dialog", "data-key": `sheet ${index} ${sheet.title ?? ""}`, "aria-label": sheet.title ?? word("sheet"),
    }, page(sheet))),
  ];
  for (const cover of covers.slice(0, -1)) cover.inert = true;
  return element("div", { class: "page" },
    element("div", { class: "content", inert: covers.length > 0 }, content(shown, seen)), covers);
}

/** The questions of a page and of those within it. */
function questionsOf(shown) { return [...shown.questions, ...shown.parts.flatMap(questionsOf)]; }

function content(shown, seen = null) {
  return [
    element("div", { class: "title" },
      shown.back && button("‹ " + word("back"), shown.back),
      element("h3", {}, shown.title ?? ""),
      shown.pull && button("↻", shown.pull, { "aria-label": word("reload"), title: shown.pull }),
      seen?.isShown === false && button(word("appear"), `:show ${seen.name} &`),
      seen?.isShown === true && button(word("cover"), `:hide ${seen.name}`)),
    shown.tabs && strip(shown.tabs), shown.segments && strip(shown.segments),
    shown.warning && element("p", { class: "warning", role: "status" }, shown.warning),
    shown.header && element("p", {}, text(shown.header)),
    shown.busy && element("p", { role: "status", class: "note" }, "◌ " + (shown.busy.message ?? word(shown.busy.kind))),
    shown.fields.map(field),
    shown.outputs.length > 0 && element("dl", {}, shown.outputs.map((output) => [
      element("dt", {}, output.label), element("dd", {}, text(output.text))])),
    shown.empty && element("p", { class: "note empty" },
      [shown.empty.image && `[${shown.empty.image}]`, shown.empty.title, shown.empty.subtitle].filter(Boolean).join("  ")),
    shown.retry && button(word("retry"), shown.retry),
    !shown.empty && table(shown),
    shown.parts.map((inner) => element("div", { class: "part content" }, content(inner))),
    shown.footer && element("p", {}, text(shown.footer)),
    shown.buttons.length > 0 && element("div", { class: "row-of-buttons" }, shown.buttons.filter((one) => !one.reason).map(command)),
    shown.buttons.filter((one) => one.reason).map((one) => element("div", { class: "row-of-buttons" },
      element("button", { type: "button", disabled: true, "data-key": one.statement }, one.title),
      element("span", { class: "reason" }, one.reason))),
    asked && shown.buttons.some((one) => one.statement === asked.statement) && form(asked),
    shown.toasts.length > 0 && element("ul", { class: "toasts", role: "status" }, shown.toasts.map((toast) =>
      element("li", { class: toast.isFailure ? "failed" : "" }, element("span", {}, toast.text),
        button(toast.action ?? "✕", toast.statement, { "aria-label": toast.action ?? word("close") })))),
  ];
}

function strip(items) {
  return element("div", { class: "row-of-buttons" }, items.items.map((item, index) =>
    button(item.title, item.statement, { "aria-pressed": String(index === items.selected) })));
}

function control(shown, key, act, problem = null) {
  const value = shown.value ?? null;
  const common = {
    id: key, "data-key": key, act, class: shown.role, "aria-describedby": problem && problemKey(key), "aria-invalid": problem && "true",
  };
  switch (shown.kind) {
    case "toggle":
      return element("input", { ...common, type: "checkbox", checked: value === true || value === "true" });
    case "scale": {
      const { minimum, maximum, step } = shown.scale;
      return element("input", {
        ...common, type: "range", min: String(minimum), max: String(maximum), step: step > 0 ? String(step) : "any",
        value: String(value), "aria-valuetext": String(value), title: String(value),
      });
    }
    case "choice": {
      const choices = shown.isOptional || value === null || value === "" ? ["", ...shown.choices] : shown.choices;
      const made = element("select", common, choices.map((choice) => element("option", { value: choice }, choice)));
      made.value = value ?? "";
      made.given = made.value;
      return made;
    }
    default:
      if (shown.isSecure) {
        return element("input", { ...common, type: "password", value: "", placeholder: value ?? "", autocomplete: "off" });
      }
      // An input has one line: the others would be lost with the first change.
      if (/[\n\r]/.test(value ?? "")) {
        return element("textarea", { ...common, rows: "4", value: String(value), autocomplete: "off", spellcheck: "false" });
      }
      return element("input", {
        ...common, type: "text", value: value === null ? "" : String(value), autocomplete: "off", spellcheck: "false",
        inputmode: shown.kind === "number" ? "numeric" : shown.kind === "decimal" ? "decimal" : null,
      });
  }
}

/** The identity of what is told of a control. Identities in a list are parted by spaces, so it has none. */
function problemKey(key) { return `problem-${key.replaceAll(/\s/g, "-")}`; }

function told(key, problem) { return problem && element("p", { class: "problem", id: problemKey(key), role: "alert" }, "✗ " + problem); }

function field(shown) {
  // What was refused is told until the value is another one.
  if (problems.get(shown.path)?.value !== shown.value) problems.delete(shown.path);
  const problem = problems.get(shown.path)?.text ?? shown.problem;
  return element("div", { class: "field", "data-key": shown.path },
    element("label", { for: shown.path }, shown.label),
    control(shown, shown.path, { path: shown.path, value: shown.value }, problem), told(shown.path, problem));
}

function command(one) {
  const title = (one.isRunning ? "◌ " : "") + (one.image ? `[${one.image}] ` : "") + one.title;
  const looks = { class: one.role === "destructive" ? "destructive" : null };
  if (one.parameters.length === 0) return button(title, one.statement, looks);
  return button(title + "…", one.statement, { ...looks, act: { ask: one }, "aria-expanded": String(asked?.statement === one.statement) });
}

/** The values that a command asks for. */
function form(one) {
  const key = (index) => `${one.statement} ${index}`;
  const problem = problems.get(one.statement)?.text;
  return element("form", { class: "dialog", "data-key": `form ${one.statement}`, "aria-label": one.title, autocomplete: "off" },
    one.parameters.map((input, index) => element("div", { class: "field" },
      element("label", { for: key(index) }, input.name),
      control({ ...input, value: input.kind === "choice" && !input.isOptional && !input.hasDefault ? input.choices[0] : null },
        key(index), { value: index }))),
    told(one.statement, problem),
    element("div", { class: "row-of-buttons" },
      element("button", { type: "submit", "data-key": "run" }, one.title),
      element("button", { type: "button", "data-key": "leave", act: { leave: true } }, word("cancel"))));
}

/** The rows of a page, and the ways to other rows. */
function table(shown) {
  return [
    shown.sections.map((section) => rows(section, shown)),
    shown.extent && element("div", { class: "row-of-buttons" },
      shown.extent.previous && button("‹", shown.extent.previous, { "aria-label": word("previousPage") }),
      element("span", { class: "note" }, `${shown.extent.page} / ${shown.extent.pages}  (${shown.extent.rows})`),
      shown.extent.next && button("›", shown.extent.next, { "aria-label": word("nextPage") })),
    shown.more && more(shown.more),
  ];
}

function rows(section, { columns, spacing, margin }) {
  return element("div", {},
    section.header && element("h4", {}, section.header),
    element("ul", { class: "rows", columns: String(Math.max(1, columns)), spacing: String(spacing), margin: String(margin) },
      section.rows.map(row)),
    section.footer && element("p", { class: "quiet" }, section.footer));
}

function row(shown) {
  const sign = { loading: "◌ ", loaded: "✓ ", failed: "✗ " }[shown.imageState] ?? "";
  const mark = { checkmark: " ✓", disclosure: " ›", detailDisclosure: " ›" }[shown.accessory] ?? "";
  const content = [
    element("span", {}, shown.image ? element("span", { class: "quiet" }, `[${sign}${shown.image}] `) : "", text(shown.text)),
    shown.detail && element("span", { class: shown.layout === "subtitle" ? "detail below" : "detail" }, text(shown.detail)),
    mark && element("span", { class: "quiet", "aria-hidden": "true" }, mark),
  ].filter(Boolean);
  return element("li", { class: shown.isSelected ? "selected" : "" },
    shown.statement
      ? button(content, shown.statement, { class: "row", "aria-current": shown.isSelected ? "true" : null })
      : element("span", { class: "row" }, content),
    shown.imageRetry && button("↻", shown.imageRetry, { "aria-label": word("retry") }),
    shown.detailStatement && button("ⓘ", shown.detailStatement, { "aria-label": word("details") }));
}

function more(shown) {
  if (shown.state === "loading") return element("p", { class: "note", role: "status" }, "◌ " + word("loading"));
  if (shown.state === "end") return element("p", { class: "note" }, word("thatIsAll"));
  return shown.statement ? button(word("more"), shown.statement) : null;
}

function question(shown, index) {
  const key = `question ${shown.number ?? index} ${shown.caption ?? ""}`;
  const longest = Math.max(2, ...shown.columns.map((column) => column.length));
  return element("div", { class: "dialog", role: "alertdialog", "data-key": key, "aria-label": shown.caption ?? word("question") },
    shown.caption && element("h3", {}, shown.caption),
    shown.image && element("p", { class: "quiet" }, `[${shown.image}]`),
    shown.styledMessage ? element("p", {}, text(shown.styledMessage)) : shown.message && element("p", {}, shown.message),
    shown.columns.length > 0 && element("div", { class: "columns" }, shown.columns.map((column, number) => {
      const made = element("select", { "data-key": `column ${number}`, size: String(Math.min(7, longest)), "aria-label": `${shown.caption ?? ""} ${number + 1}` },
        column.map((row, place) => element("option", { value: String(place) }, row)));
      made.value = String(shown.selected[number] ?? 0);
      made.given = made.value;
      return made;
    })),
    element("div", { class: "row-of-buttons" },
      shown.pick && element("button", { type: "button", "data-key": shown.pick, act: { pick: shown.pick, number: shown.number } }, word("pick")),
      shown.actions.map(command),
      shown.dismiss && button(word("close"), shown.dismiss)));
}

/** Does what an answer says of a control: shows why its value was refused, or forgets that. */
function note(key, answer, value) {
  if (answer.problem) problems.set(key, { text: answer.problem, value }); else problems.delete(key);
  draw();
}

async function press(act, node) {
  if (act.look) {
    problems.clear();
    asked = null;
    isChosen = true;
    lookAt({ screen: act.look, graph: act.look });
    drawNames();
  } else if (act.statement) {
    enter(act.statement);
  } else if (act.ask) {
    asked = asked?.statement === act.ask.statement ? null : act.ask;
    draw();
    part("screen").querySelector("form input, form select")?.focus();
  } else if (act.leave) {
    asked = null;
    draw();
  } else if (act.pick) {
    const picked = [...node.closest("[role=alertdialog]").querySelectorAll("select")].map((column) => column.value);
    enter(`${act.pick}([${picked.join(", ")}]${act.number === undefined ? "" : `, of: ${act.number}`})`);
  }
}

for (const root of [part("screen"), part("names")]) {
  root.addEventListener("click", (event) => {
    const node = event.target.closest("button");
    if (node?.act) press(node.act, node);
  });
}

part("screen").addEventListener("change", async ({ target }) => {
  const { path, value } = target.act ?? {};
  if (!path) return;
  const typed = target.type === "checkbox" ? String(target.checked) : target.value;
  // At once: what is typed while the answer is awaited is another secret.
  if (target.type === "password") target.value = "";
  note(path, await request({ kind: "set", screen: looksAt().screen, path, text: typed }), value);
});

part("screen").addEventListener("submit", async (event) => {
  event.preventDefault();
  const one = asked;
  const inputs = [...event.target.querySelectorAll("input, select, textarea")];
  const texts = inputs.map((input) => input.type === "checkbox" ? String(input.checked) : input.value);
  const answer = await request({ kind: "call", screen: looksAt().screen, statement: one.statement, texts });
  if (!answer.problem) asked = null;
  note(one.statement, answer);
});
