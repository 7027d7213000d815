// Adding tiles one after another, or a whole hand as text.

import { $, h } from "./dom.js";
import * as hands from "./hand.js";
import { action, closeSheet, openSheet, palette } from "./sheet.js";
import { tilePicture } from "./tiles.js";
import { t } from "./words.js";

const byHand = (hand) => Object.values(hand.tiles).every((tile) => !tile.quad);

/**
 * Stays open until the hand is whole; the tile that makes a hand built by hand whole is the winning one.
 * @param {() => object} current gives the hand as it stands
 * @param {(hand: object) => void} edit
 * @param {() => void} undo
 */
export function addSheet(current, edit, undo) {
  const hand = current();
  const { held, wanted } = hands.count(hand);
  const last = hands.winningOf(hand);
  const added = [...hands.concealedOf(hand), ...(last === null ? [] : [last])];
  const add = (code) => {
    const next = hands.addTile(current(), code);
    const whole = hands.count(next).held === wanted && hands.winningOf(next) === null && byHand(next);
    edit(whole ? hands.toWinning(next, hands.concealedOf(next).at(-1)) : next);
    if (whole) closeSheet();
    else addSheet(current, edit, undo);
  };
  openSheet(t("addTitle"),
    h("div", { class: "sheet-head" },
      h("div", { class: "sheet-title" }, h("strong", {}, t("addTitle")), h("small", {}, `${held} / ${wanted}`, byHand(hand) ? ` · ${t("lastWins")}` : "")),
      h("button", { type: "button", class: "pill", "aria-label": t("undo"), disabled: !added.length, onclick: () => { undo(); addSheet(current, edit, undo); } }, "⌫"),
      action(t("done"), closeSheet, "primary")),
    h("div", { class: "adding", "aria-live": "polite" }, added.map((id) => tilePicture(hand.tiles[id].tile, "small"))),
    palette(null, add),
    pasteForm(edit));
}

function pasteForm(edit) {
  const problem = h("p", { class: "error", role: "alert" });
  const use = (event) => {
    event.preventDefault();
    try {
      const parsed = hands.parse($("notation").value);
      if (!Object.keys(parsed.tiles).length) {
        problem.textContent = t("nothingPasted");
        return;
      }
      closeSheet();
      edit(parsed);
    } catch (error) {
      problem.textContent = t("badNotation", error.message);
    }
  };
  return h("form", { class: "paste", onsubmit: use }, h("label", { for: "notation" }, t("paste")),
    h("span", { class: "row" },
      h("input", { type: "text", id: "notation", placeholder: "[p777z] 12p456p789p11z + 3p", autocomplete: "off", autocapitalize: "off", spellcheck: "false" }),
      h("button", { class: "pill", type: "submit" }, t("use"))), problem);
}
