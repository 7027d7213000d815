// One tile: what else it may be, every tile, and where it belongs. Each correction is the second tap.

import { h } from "./dom.js";
import * as hands from "./hand.js";
import { meldChoices } from "./melding.js";
import { byOrder } from "./notation.js";
import { action, closeButton, closeSheet, openSheet, palette } from "./sheet.js";
import { tileButton, tilePicture } from "./tiles.js";
import { t, tileName } from "./words.js";

/**
 * @param {import("./hand.js").Hand} hand
 * @param {number} id
 * @param {(hand: object) => void} edit takes the corrected hand
 * @param {boolean} allowsChow
 */
export function tileSheet(hand, id, edit, allowsChow) {
  const tile = hand.tiles[id];
  const then = (next) => { closeSheet(); edit(next); };
  openSheet(tileName(tile.tile),
    h("div", { class: "sheet-head" }, tilePicture(tile.tile, "large"),
      h("div", { class: "sheet-title" }, h("strong", {}, tileName(tile.tile)),
        tile.confidence === null ? null : h("small", {}, t("sure", Math.round(tile.confidence * 100))),
        likely(hand, tile, then)),
      closeButton()),
    palette(tile.tile, (code) => then(hands.setTile(hand, id, code))),
    places(hand, id, then),
    layings(hand, id, then, allowsChow));
}

function likely(hand, tile, then) {
  const others = tile.alternatives.filter((code) => code !== tile.tile).slice(0, 4);
  if (!others.length) return null;
  return h("div", { class: "likely" }, h("span", {}, t("looksLike")),
    others.map((code) => tileButton(code, { class: "alternative", onclick: () => then(hands.setTile(hand, tile.id, code)) })));
}

function places(hand, id, then) {
  const group = hands.groupOf(hand, id);
  const meld = hands.isMeld(group) ? hands.meldsOf(hand).indexOf(group) : -1;
  return h("div", { class: "sheet-actions" },
    group.kind !== "winning_tile" && hand.tiles[id].tile ? action(t("toWinning"), () => then(hands.toWinning(hand, id)), "winning") : null,
    group.kind !== "concealed" ? action(t("toHand"), () => then(hands.toHand(hand, id))) : null,
    meld >= 0 ? action(t("meldToHand"), () => then(hands.meldToHand(hand, meld))) : null,
    group.kind !== "other" ? action(t("toOther"), () => then(hands.toOther(hand, id))) : null,
    action(t("remove"), () => then(hands.removeTile(hand, id)), "danger"));
}

function layings(hand, id, then, allowsChow) {
  const choices = meldChoices(hand, id, allowsChow);
  if (!choices.length) return null;
  return h("div", { class: "sheet-melds", tabindex: 0, role: "group", "aria-label": t("layDown") }, h("span", {}, t("layDown")),
    choices.map((choice) => h("button", { type: "button", class: "meld-choice", onclick: () => then(hands.layDown(hand, choice)) },
      h("small", {}, t(choice.kind)),
      h("span", {}, hands.codesOf(hand, choice.tiles).sort(byOrder).map((code) => tilePicture(code, "small"))))));
}
