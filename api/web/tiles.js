// Tile pictures: one inlined sprite, used by reference.

import { h, s } from "./dom.js";
import { tileName } from "./words.js";

export async function loadTiles() {
  const answer = await fetch(new URL("tiles.svg", import.meta.url));
  const sprite = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sprite.setAttribute("class", "sprite");
  sprite.setAttribute("aria-hidden", "true");
  document.body.prepend(document.importNode(sprite, true));
}

const symbol = (code) => (code === "f" ? "flower" : code || "back");

/** A tile as a picture. */
export function tilePicture(code, size = "") {
  return h("span", { class: `tile ${size} ${code ? "" : "back"}`, role: "img", "aria-label": tileName(code) },
    s("svg", { viewBox: "0 0 300 400", "aria-hidden": "true" }, s("use", { href: `#t-${symbol(code)}` })));
}

/** A tile to press. */
export function tileButton(code, attributes = {}, ...more) {
  const { class: extra = "", ...rest } = attributes;
  return h("button", { type: "button", class: `tile ${code ? "" : "back"} ${extra}`, "aria-label": tileName(code), ...rest },
    s("svg", { viewBox: "0 0 300 400", "aria-hidden": "true" }, s("use", { href: `#t-${symbol(code)}` })), ...more);
}
