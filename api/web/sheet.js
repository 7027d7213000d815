// The sheet at the bottom: correct a tile, set a meld, add tiles, choose one tile.

import { $, h, put } from "./dom.js";
import * as hands from "./hand.js";
import { tileButton, tilePicture } from "./tiles.js";
import { say, t, tileName } from "./words.js";

const dialog = () => $("sheet");

export function closeSheet() {
  if (dialog().open) dialog().close();
}

function open(label, ...content) {
  const sheet = dialog();
  put(sheet, h("div", { class: "sheet-body" }, content));
  sheet.setAttribute("aria-label", label);
  sheet.onclick = (event) => {
    if (event.target === sheet) sheet.close();
  };
  if (!sheet.open) sheet.showModal();
}

const closeButton = (label = "×", name = t("close")) =>
  h("button", { type: "button", class: "close", "aria-label": name, onclick: closeSheet }, label);

const palette = (current, onPick) => h("div", { class: "palette", role: "group", "aria-label": t("allTiles") },
  ["m", "p", "s", "z"].map((suit) => h("div", { class: "palette-row" },
    hands.TILES.filter((code) => code[1] === suit).map((code) => tileButton(code, {
      class: code === current ? "current" : "", "aria-pressed": code === current ? "true" : null, onclick: () => onPick(code),
    })))));

const action = (label, onclick, kind = "") => h("button", { type: "button", class: `pill ${kind}`, onclick }, label);

/** One tile: what else it may be, every tile, and where it belongs. `edit(hand)` takes the corrected hand. */
export function tileSheet(hand, id, edit, allowsChow) {
  const tile = hand.tiles[id];
  const group = hands.groupOf(hand, id);
  const then = (next) => { closeSheet(); edit(next); };
  const others = tile.alternatives.filter((code) => code !== tile.tile).slice(0, 4);
  const laying = group.kind === "concealed" && tile.tile ? hands.meldChoices(hand, id, allowsChow) : [];
  const inMeld = hands.isMeld(group) ? hands.meldsOf(hand).indexOf(group) : -1;
  open(tileName(tile.tile),
    h("div", { class: "sheet-head" },
      tilePicture(tile.tile, "large"),
      h("div", { class: "sheet-title" },
        h("strong", {}, tileName(tile.tile)),
        tile.confidence === null ? null : h("small", {}, t("sure", Math.round(tile.confidence * 100))),
        others.length ? h("div", { class: "likely" }, h("span", {}, t("looksLike")),
          others.map((code) => tileButton(code, { class: "alternative", onclick: () => then(hands.setTile(hand, id, code)) }))) : null),
      closeButton()),
    palette(tile.tile, (code) => then(hands.setTile(hand, id, code))),
    h("div", { class: "sheet-actions" },
      group.kind !== "winning_tile" && tile.tile ? action(t("toWinning"), () => then(hands.toWinning(hand, id)), "winning") : null,
      group.kind !== "concealed" && inMeld < 0 ? action(t("toHand"), () => then(hands.toHand(hand, id))) : null,
      inMeld >= 0 ? action(t("toHand"), () => then(hands.meldToHand(hand, inMeld))) : null,
      group.kind !== "other" ? action(t("toOther"), () => then(hands.toOther(hand, id))) : null,
      action(t("remove"), () => then(hands.removeTile(hand, id)), "danger")),
    laying.length ? h("div", { class: "sheet-melds" }, h("span", {}, t("layDown")),
      laying.map((choice) => h("button", { type: "button", class: "meld-choice", onclick: () => then(hands.layDown(hand, choice)) },
        h("small", {}, t(choice.kind)),
        h("span", {}, choice.tiles.map((each) => hand.tiles[each].tile).sort(hands.byOrder).map((code) => tilePicture(code, "small"))))))
      : null);
}

/** One meld: which kong it is, who threw the tile, or back to the hand. */
export function meldSheet(hand, index, edit) {
  const meld = hands.meldsOf(hand)[index];
  const kinds = meld.tiles.length === 4 ? ["kong", "added_kong", "concealed_kong"] : [meld.kind];
  const sources = meld.kind === "concealed_kong" ? [] : meld.kind === "chow" ? [null, "left"] : [null, "left", "across", "right"];
  const change = (what) => { const next = hands.setMeld(hand, index, what); edit(next); meldSheet(next, index, edit); };
  open(t(meld.kind),
    h("div", { class: "sheet-head" },
      h("span", { class: "row" }, meld.tiles.map((id) => tilePicture(hand.tiles[id].tile))), h("span", { class: "grow" }), closeButton()),
    kinds.length > 1 ? choice(t("meldKind"), kinds.map((kind) => [kind, t(kind)]), meld.kind, (kind) => change({ kind })) : null,
    sources.length ? choice(t("meldFrom"), sources.map((from) => [from, t(from ?? "nobody")]), meld.from, (from) => change({ from })) : null,
    h("div", { class: "sheet-actions" },
      action(t("toHand"), () => { closeSheet(); edit(hands.meldToHand(hand, index)); }),
      action(t("done"), closeSheet, "primary")));
}

function choice(label, options, current, onPick) {
  return h("div", { class: "choice", role: "group", "aria-label": label }, h("span", {}, label),
    h("span", { class: "segments" }, options.map(([value, text]) => h("button", {
      type: "button", "aria-pressed": String(value === current), onclick: () => onPick(value),
    }, text))));
}

const byHand = (hand) => Object.values(hand.tiles).every((tile) => !tile.quad);

/** Adding tiles one after another; stays open. `current()` gives the hand as it stands. */
export function addSheet(current, edit, undo) {
  const hand = current();
  const { held, wanted } = hands.count(hand);
  const added = hands.concealedOf(hand).concat([hands.winningOf(hand)].filter((id) => id !== null));
  const add = (code) => {
    const next = hands.addTile(current(), code);
    const whole = hands.count(next).held === wanted && hands.winningOf(next) === null && byHand(next);
    edit(whole ? hands.toWinning(next, hands.concealedOf(next).at(-1)) : next);
    if (whole) closeSheet();
    else addSheet(current, edit, undo);
  };
  const field = h("input", { type: "text", id: "notation", placeholder: t("pasteExample"), autocomplete: "off", autocapitalize: "off", spellcheck: "false" });
  const problem = h("p", { class: "error", role: "alert" });
  const use = () => {
    try {
      const parsed = hands.parse(field.value);
      if (!Object.keys(parsed.tiles).length) return;
      closeSheet();
      edit(parsed);
    } catch (error) {
      problem.textContent = t("badNotation", error.message);
    }
  };
  open(t("addTitle"),
    h("div", { class: "sheet-head" },
      h("div", { class: "sheet-title" }, h("strong", {}, t("addTitle")), h("small", {}, `${held} / ${wanted}`, byHand(hand) ? ` · ${t("lastWins")}` : "")),
      action("⌫", () => { undo(); addSheet(current, edit, undo); }, added.length ? "" : "off"),
      action(t("done"), closeSheet, "primary")),
    h("div", { class: "adding" }, added.map((id) => tilePicture(hand.tiles[id].tile, "small"))),
    palette(null, add),
    h("form", { class: "paste", onsubmit: (event) => { event.preventDefault(); use(); } },
      h("label", { for: "notation" }, t("paste")), h("span", { class: "row" }, field, h("button", { class: "pill", type: "submit" }, t("use"))), problem));
}

/** Choosing one tile for something else than the hand (an indicator). */
export function pickSheet(label, current, onPick) {
  open(label, h("div", { class: "sheet-head" }, h("div", { class: "sheet-title" }, h("strong", {}, label)), closeButton()),
    palette(current, (code) => { closeSheet(); onPick(code); }));
}

/** Choosing a rule set. */
export function rulesSheet(rulesets, current, onPick) {
  open(t("ruleset"), h("div", { class: "sheet-head" }, h("div", { class: "sheet-title" }, h("strong", {}, t("ruleset"))), closeButton()),
    h("div", { class: "rules-list" }, rulesets.map((rules) => h("button", {
      type: "button", "aria-pressed": String(rules.id === current), onclick: () => { closeSheet(); onPick(rules.id); },
    }, h("strong", {}, say(rules.name)), h("small", {}, rules.minimum ? t("needs", rules.minimum) : t("noMinimum"))))));
}
