// Elements, and words of the page in the language of the session.

export const words = {};

/** The text of the page with that name; the session sends them all when the page connects. */
export function word(name) { return words[name] ?? "…"; }

/** An element with attributes and children. Texts become text, never markup; `act` is what a person does on it. */
export function element(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "act") made.act = value;
    else if (name === "value") { made.value = value; made.given = value; }
    else if (name === "checked") made.checked = value;
    else if (["columns", "spacing", "margin"].includes(name)) made.style.setProperty("--" + name, value);
    else made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...children.flat(3).filter((child) => child !== null && child !== undefined && child !== "" && child !== false));
  return made;
}

/** The element of the page with that identity. */
export function part(id) { return document.getElementById(id); }

/** Makes the children of a node equal to others. What stays keeps its focus, its place and what is being typed in it. */
export function morph(node, children) {
  const old = [...node.childNodes];
  children.forEach((child, index) => {
    const known = old[index];
    if (!known) return node.append(child);
    if (!isAlike(known, child)) return known.replaceWith(child);
    if (known.nodeType === Node.TEXT_NODE) {
      if (known.data !== child.data) known.data = child.data;
      return;
    }
    for (const { name } of [...known.attributes]) if (!child.hasAttribute(name)) known.removeAttribute(name);
    for (const { name, value } of [...child.attributes]) {
      if (known.getAttribute(name) === value) continue;
      // The page may not set a style by its attribute.
      if (name === "style") known.style.cssText = value; else known.setAttribute(name, value);
    }
    known.act = child.act;
    const chosen = child.value;
    morph(known, [...child.childNodes]);
    if (known.matches("input, select, textarea")) take(known, child, chosen);
  });
  for (const rest of old.slice(children.length)) rest.remove();
}

function isAlike(one, other) {
  return one.nodeType === other.nodeType && one.nodeName === other.nodeName
    && one.getAttribute?.("data-key") === other.getAttribute?.("data-key")
    && one.getAttribute?.("type") === other.getAttribute?.("type");
}

/** Takes over a value that is another than before, unless a person is typing. What was typed stays while nothing changes. */
function take(known, fresh, chosen) {
  if (known.type === "checkbox") { known.checked = fresh.checked; return; }
  const isTyped = document.activeElement === known && known.value !== (known.given ?? "");
  if (fresh.given !== known.given && !isTyped) known.value = chosen;
  known.given = fresh.given;
}
