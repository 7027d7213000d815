// What the photo left in doubt, each with a button for the proposal.

import { h, put } from "./dom.js";
import { tilePicture } from "./tiles.js";
import { say, t, tileName } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {import("./session.js").Doubt[]} doubts
 * @param {import("./hand.js").Hand} hand
 */
export function drawDoubts(root, doubts, hand, { onPropose, onKeep, onShow }) {
  if (!doubts.length) return put(root);
  return put(root, h("section", { class: "card doubts" }, h("h2", {}, t("doubts")), doubts.map((doubt) => h("div", { class: "doubt" },
    h("button", { type: "button", class: "doubt-text", onclick: () => onShow(doubt) },
      h("span", { class: "row" }, doubt.tiles.slice(0, 5).filter((id) => hand.tiles[id]).map((id) => tilePicture(hand.tiles[id].tile, "tiny"))),
      h("span", {}, say(doubt.text), effectText(doubt.effect))),
    h("span", { class: "doubt-actions" },
      doubt.proposal ? h("button", { type: "button", class: "pill primary", onclick: () => onPropose(doubt) }, proposed(doubt.proposal)) : null,
      h("button", { type: "button", class: "pill", onclick: () => onKeep(doubt) }, t(doubt.proposal ? "keep" : "understood")))))));
}

const proposed = ({ tile, kind }) => (tile ? t("use_tile", tileName(tile)) : t("use_kind", t(kind)));

function effectText(effect) {
  if (effect === undefined) return null;
  return h("small", {}, effect === "none" ? t("effectNone") : t("effect", effect));
}
