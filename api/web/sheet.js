// The sheet at the bottom of the screen, and choosing one tile in it.

import { $, h, put } from "./dom.js";
import { TILES } from "./notation.js";
import { tileButton } from "./tiles.js";
import { t } from "./words.js";

const dialog = () => $("sheet");

export function closeSheet() {
  if (dialog().open) dialog().close();
}

/** Opens the sheet with this in it; a tap beside it, Escape, or the back gesture closes it. */
export function openSheet(label, ...content) {
  const sheet = dialog();
  put(sheet, h("div", { class: "sheet-body" }, content));
  sheet.setAttribute("aria-label", label);
  sheet.onclick = (event) => {
    if (event.target === sheet) sheet.close();
  };
  if (sheet.open) return;
  sheet.showModal();
  sheet.scrollTop = 0;
}

export const closeButton = () => h("button", { type: "button", class: "close", "aria-label": t("close"), onclick: closeSheet }, "×");

export const sheetHead = (title, ...more) => h("div", { class: "sheet-head" },
  h("div", { class: "sheet-title" }, h("strong", {}, title), more), closeButton());

export const palette = (current, onPick) => h("div", { class: "palette", role: "group", "aria-label": t("allTiles") },
  ["m", "p", "s", "z"].map((suit) => h("div", { class: "palette-row" },
    TILES.filter((code) => code[1] === suit).map((code) => tileButton(code, {
      class: code === current ? "current" : "", "aria-pressed": code === current ? "true" : null, onclick: () => onPick(code),
    })))));

export const action = (label, onclick, kind = "") => h("button", { type: "button", class: `pill ${kind}`, onclick }, label);

/** Choosing one tile for something else than the hand (an indicator). */
export function pickSheet(label, current, onPick) {
  openSheet(label, sheetHead(label), palette(current, (code) => { closeSheet(); onPick(code); }));
}
