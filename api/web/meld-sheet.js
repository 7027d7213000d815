// One meld: which kind it is, who threw its tile, or back to the hand.

import { segments } from "./chips.js";
import { h } from "./dom.js";
import * as hands from "./hand.js";
import { meldKinds } from "./melding.js";
import { action, closeButton, closeSheet, openSheet } from "./sheet.js";
import { tilePicture } from "./tiles.js";
import { t } from "./words.js";

/** @param {() => object} current gives the hand as it stands @param {number} index of the meld @param {(hand: object) => void} edit */
export function meldSheet(current, index, edit) {
  const hand = current();
  const meld = hands.meldsOf(hand)[index];
  const sources = { concealed_kong: [], chow: [null, "left"] }[meld.kind] ?? [null, "left", "across", "right"];
  const change = (next) => { edit(next); meldSheet(current, index, edit); };
  openSheet(t(meld.kind),
    h("div", { class: "sheet-head" }, h("span", { class: "row grow" }, meld.tiles.map((id) => tilePicture(hand.tiles[id].tile))), closeButton()),
    segments({ name: "meld-kind", label: t("meldKind"), current: meld.kind, onPick: (kind) => change(hands.convertMeld(hand, index, kind)),
      choices: meldKinds(hand, index).map(({ kind, reason }) => ({ value: kind, text: t(kind), reason: kind === meld.kind ? null : reason })) }),
    sources.length ? segments({ name: "meld-from", label: t("meldFrom"), current: meld.from, onPick: (from) => change(hands.setMeld(hand, index, { from })),
      choices: sources.map((from) => ({ value: from, text: t(from ?? "nobody") })) }) : null,
    h("div", { class: "sheet-actions" },
      action(t("toHand"), () => { closeSheet(); edit(hands.meldToHand(hand, index)); }),
      action(t("done"), closeSheet, "primary")));
}
