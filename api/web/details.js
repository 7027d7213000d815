// Why the total is what it is: fans with their tiles, their rules, what was not counted, who pays whom.

import { h, put } from "./dom.js";
import { split } from "./notation.js";
import { amountsTable, reasonsToPay } from "./payments.js";
import { assign } from "./request.js";
import { tilePicture } from "./tiles.js";
import { why } from "./why.js";
import { say, t } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {object|undefined} score nothing is drawn without a split
 * @param {{hand: object, seat: string, rules: object|null, onLight: (ids: number[]) => void}} context
 */
export function drawDetails(root, score, { hand, seat, rules, onLight }) {
  if (!score || score.total === null || !score.decomposition) return put(root);
  const known = Object.fromEntries((rules?.fans ?? []).map((fan) => [fan.id, fan]));
  const sets = assign(hand, score.decomposition);
  const title = t(!rules || rules.method === "fans" ? "fans" : "counted");
  return put(root, fans(title, score, sets, known, onLight), why(score, known), standsFor(score),
    payments(score, seat), otherSplits(score, rules), assumed(score));
}

export const card = (title, ...content) => h("section", { class: "card" }, h("h2", {}, title), content);

function fans(title, score, sets, known, onLight) {
  if (!score.fans.length) return null;
  const list = h("ul", { class: "fans" });
  const press = (row, on, ids) => {
    list.querySelectorAll("[aria-pressed]").forEach((other) => other.setAttribute("aria-pressed", "false"));
    row.setAttribute("aria-pressed", String(on));
    onLight(on ? ids : []);
  };
  list.append(...score.fans.map((fan) => {
    const ids = fan.sets.flatMap((key) => sets[key] ?? []);
    const hover = (on) => (event) => event.pointerType === "mouse" && !list.querySelector('[aria-pressed="true"]') && onLight(on ? ids : []);
    const row = h("button", { type: "button", class: "fan", "aria-pressed": "false", onpointerenter: hover(true), onpointerleave: hover(false),
      onclick: () => press(row, row.getAttribute("aria-pressed") !== "true", ids) }, fanRow(fan, score, known));
    return h("li", {}, row);
  }));
  return card(title, h("p", { class: "hint" }, t("tapFan")), list);
}

const fanRow = (fan, score, known) => [
  h("span", { class: "fan-name" }, say(fan.name), fan.count > 1 ? h("small", {}, ` × ${fan.count}`) : null),
  h("span", { class: "fan-value" }, String(fan.value)),
  h("small", { class: "fan-rule" }, say(known[fan.id]?.condition)),
  h("span", { class: "fan-tiles" }, fan.sets.map((key) => setOf(tilesOf(score.decomposition, key)))),
];

const tilesOf = (decomposition, key) => (key === "pair" ? decomposition.pair : decomposition.sets[key].tiles);
const setOf = (text) => h("span", { class: "set" }, split(text).map((code) => tilePicture(code, "tiny")));

/** What 百搭 was taken as, where it did not stand for itself. */
function standsFor(score) {
  const tiles = score.decomposition.stands_for ?? [];
  return tiles.length ? card(t("standsFor"), h("span", { class: "row" }, tiles.map((code) => tilePicture(code, "small")))) : null;
}

/** The other ways to split the hand, and what they would have been worth. */
function otherSplits(score, rules) {
  if (!score.alternatives.length) return null;
  return h("details", { class: "card splits" }, h("summary", {}, t("otherSplits", score.alternatives.length)),
    h("ul", {}, score.alternatives.map(({ total, decomposition }) => h("li", {},
      h("span", { class: "fan-tiles" }, decomposition.sets.map((set) => setOf(set.tiles)), setOf(decomposition.pair)),
      h("b", {}, `${total} ${say(rules?.unit)}`)))));
}

function assumed(score) {
  const told = (score.assumed ?? []).map((each) => say(each.text)).filter(Boolean);
  return told.length ? card(t("assumed"), h("ul", { class: "reasons" }, told.map((text) => h("li", {}, text)))) : null;
}

const nonZero = (amounts) => amounts && Object.values(amounts).some((amount) => Number(amount) !== 0);

const payments = (score, seat) => [
  nonZero(score.payments) ? card(t("pays"), amountsTable(score.payments, score.transfers, seat), reasonsToPay(score.transfers)) : null,
  nonZero(score.kong_payments) ? card(t("kongPays"), amountsTable(score.kong_payments, [], seat)) : null,
];
