// Small helpers to build elements; text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "data") Object.assign(element.dataset, value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

/** An HTML element: `on…` are listeners, `data` is its dataset; null, false and undefined are left out. */
export const h = (tag, attributes = {}, ...children) => fill(document.createElement(tag), attributes, children);
/** An SVG element. */
export const s = (tag, attributes = {}, ...children) => fill(document.createElementNS(SVG, tag), attributes, children);
export const $ = (id) => document.getElementById(id);

/** What finds an element again after its surroundings were drawn anew; null for one without a name. */
function trace(element) {
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (element.name) return `[name="${element.name}"][value="${CSS.escape(element.value)}"]`;
  return element.dataset?.tile === undefined ? null : `[data-tile="${element.dataset.tile}"]`;
}

/** Replaces what is in an element; who was typing or tabbing there stays where they were. */
export function put(element, ...children) {
  const focused = element.contains(document.activeElement) ? trace(document.activeElement) : null;
  element.replaceChildren(...children.flat(Infinity).filter(Boolean));
  if (focused) element.querySelector(focused)?.focus({ preventScroll: true });
}
