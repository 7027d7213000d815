// The answer: total against the minimum, fans with their tiles, what was not counted, who pays whom.

import { h, put, s } from "./dom.js";
import * as hands from "./hand.js";
import { tileButton, tilePicture } from "./tiles.js";
import { say, t, tileName } from "./words.js";

/** The headline. `unit` is what the total counts; `answer` is one of `{score}`, `{failure}`, `{range}`, `{waits}`, `{waiting: true}`; `onWon` hears which wait won. */
export function drawVerdict(root, answer, minimum, unit, onWon) {
  const { score, failure, range, waits, waiting } = answer;
  root.classList.toggle("stale", Boolean(waiting));
  if (waiting && !root.firstChild) return put(root, h("p", { class: "lead" }, t("checking")));
  if (waiting) return undefined;
  if (failure) return put(root, h("strong", { class: "verdict" }, t("notYet")), reasons(failure.reasons.length ? failure.reasons : [{ text: { zh: failure.message, en: failure.message } }]));
  if (range) {
    const [low, high] = [Math.min(...range), Math.max(...range)];
    return put(root, meter(high, minimum, unit, between(low, high)), h("p", { class: "lead" }, t(low === high ? "sameAny" : "range")));
  }
  if (waits) {
    return put(root, h("strong", {}, t("missingWinning")), h("div", { class: "strip waits" }, waits.map((wait) => h("span", {},
      tileButton(wait.tile, { onclick: () => onWon(wait.tile) }), h("small", {}, `${wait.self_draw.total} ${unit}`)))));
  }
  root.classList.toggle("won", score.win);
  return put(root,
    score.total === null ? null : meter(score.total, score.minimum, unit),
    h("strong", { class: `verdict ${score.win ? "yes" : "no"}` }, t(score.win ? "canWin" : "cannotWin")),
    score.win ? null : h("p", { class: "advice" }, say(score.advice)));
}

const reasons = (list) => h("ul", { class: "reasons" }, list.map((reason) => h("li", {}, say(reason.text))));

const between = (low, high) => (low === high ? String(low) : `${low}–${high}`);

/** The answer in a few words, for the bar that stays in view. */
export function inShort({ score, failure, range, waits, waiting }, unit) {
  if (waits) return t("waitsFor");
  if (waiting) return "…";
  if (failure) return t("notYet");
  if (range) return `${between(Math.min(...range), Math.max(...range))} ${unit}`;
  return `${score.total === null ? "" : `${score.total} ${unit} · `}${t(score.win ? "canWin" : "cannotWin")}`;
}

function meter(total, minimum, unit, shown = String(total)) {
  const scale = Math.max(total, minimum ?? 0, 1) * 1.12;
  return h("div", { class: "total" },
    h("span", { class: "number" }, shown), h("span", { class: "unit" }, unit),
    minimum ? h("span", { class: "needs" }, t("needs", minimum)) : null,
    minimum ? s("svg", { class: `meter ${total >= minimum ? "enough" : "short"}`, viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      s("rect", { class: "track", width: 100, height: 8, rx: 1 }), s("rect", { class: "filled", width: (total / scale) * 100, height: 8, rx: 1 }),
      s("rect", { class: "line", x: (minimum / scale) * 100 - 0.4, width: 0.8, height: 8 })) : null);
}

/** Fans, split, payments. `ruleset` is all that is known of the rules; `onLight` hears which tiles to light up. */
export function drawDetails(root, score, hand, seat, ruleset, onLight) {
  const rules = Object.fromEntries((ruleset?.fans ?? []).map((fan) => [fan.id, fan]));
  if (!score || score.total === null || !score.decomposition) return put(root);
  const sets = hands.assign(hand, score.decomposition);
  const title = t(!ruleset || ruleset.method === "fans" ? "fans" : "counted");
  return put(root, fans(title, score, hand, sets, rules, onLight), standsFor(score), notCounted(score, rules), payments(score, seat), assumed(score));
}

const card = (title, ...content) => h("section", { class: "card" }, h("h2", {}, title), content);

function fans(title, score, hand, sets, rules, onLight) {
  if (!score.fans.length) return null;
  return card(title, h("ul", { class: "fans" }, score.fans.map((fan) => {
    const ids = fan.sets.flatMap((key) => sets[key] ?? []);
    const light = (on) => onLight(on ? ids : []);
    const row = h("button", {
      type: "button", class: "fan", "aria-pressed": "false",
      onpointerenter: (event) => event.pointerType === "mouse" && light(true), onpointerleave: (event) => event.pointerType === "mouse" && light(false),
      onclick: () => {
        const on = row.getAttribute("aria-pressed") !== "true";
        row.closest("ul").querySelectorAll("[aria-pressed]").forEach((other) => other.setAttribute("aria-pressed", "false"));
        row.setAttribute("aria-pressed", String(on));
        light(on);
      },
    }, h("span", { class: "fan-name" }, say(fan.name), fan.count > 1 ? h("small", {}, ` × ${fan.count}`) : null),
    h("span", { class: "fan-value" }, String(fan.value)), h("small", { class: "fan-rule" }, say(rules[fan.id]?.condition)),
    h("span", { class: "fan-tiles" }, fan.sets.map((key) => h("span", { class: "set" },
      hands.split(tilesOf(score, key)).map((code) => tilePicture(code, "tiny"))))));
    return h("li", {}, row);
  })));
}

const tilesOf = (score, key) => (key === "pair" ? score.decomposition.pair : score.decomposition.sets[key].tiles);

/** What 百搭 was taken as, where it did not stand for itself. */
function standsFor(score) {
  const tiles = score.decomposition.stands_for ?? [];
  return tiles.length ? card(t("standsFor"), h("span", { class: "row" }, tiles.map((code) => tilePicture(code, "small")))) : null;
}

function notCounted(score, rules) {
  if (!score.not_counted.length) return null;
  const nameOf = (id) => say(rules[id]?.name) || id;
  return card(t("notCounted"), h("ul", { class: "not-counted" }, score.not_counted.map((item) =>
    h("li", {}, h("s", {}, nameOf(item.id)), h("small", {}, t("because", nameOf(item.because)))))));
}

function assumed(score) {
  const told = (score.assumed ?? []).map((each) => say(each.text ?? each)).filter(Boolean);
  return told.length ? card(t("assumed"), h("ul", { class: "reasons" }, told.map((text) => h("li", {}, text)))) : null;
}

const nonZero = (payments) => payments && Object.values(payments).some((amount) => Number(amount) !== 0);

function payments(score, seat) {
  const parts = [];
  if (nonZero(score.payments)) parts.push(card(t("pays"), table(score.payments, score.transfers, seat), reasonsToPay(score.transfers)));
  if (nonZero(score.kong_payments)) parts.push(card(t("kongPays"), table(score.kong_payments, [], seat)));
  return parts;
}

const SEATS = ["east", "south", "west", "north"];
const PLACES = [[100, 168], [168, 100], [100, 32], [32, 100]];

/** Each payment in words; `due` is there where the payer had less than that. */
const reasonsToPay = (transfers) => h("ul", { class: "pays" }, transfers.map((each) => h("li", {},
  t("paysWhy", t(each.from), t(each.to), each.amount, t(`why_${each.why}`)), each.due === undefined ? null : h("small", {}, ` ${t("owed", each.due)}`))));

/** The four seats seen from above, the winner below (play goes counter-clockwise), with an arrow for every payment. */
function table(amounts, transfers, seat) {
  const place = (each) => PLACES[(SEATS.indexOf(each) - SEATS.indexOf(seat) + 4) % 4];
  const describe = Object.entries(amounts).map(([seat, amount]) => `${t(seat)} ${signed(amount)}`).join("，");
  return h("div", { class: "table" }, s("svg", { viewBox: "0 0 200 200", role: "img", "aria-label": describe },
    s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, s("path", { d: "M0 0 8 4 0 8Z" }))),
    s("rect", { class: "felt", x: 14, y: 14, width: 172, height: 172, rx: 22 }),
    transfers.filter((each) => Number(each.amount) > 0).map((each) => arrow(place(each.from), place(each.to))),
    SEATS.map((each) => seatAt(each, ...place(each), amounts[each]))));
}

function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const along = (share) => [x1 + ((x2 - x1) * share) / length, y1 + ((y2 - y1) * share) / length];
  const [from, to] = [along(27), along(length - 29)];
  return s("line", { class: "pay", x1: from[0], y1: from[1], x2: to[0], y2: to[1], "marker-end": "url(#tip)" });
}

function seatAt(seat, x, y, amount) {
  const kind = Number(amount) > 0 ? "gains" : Number(amount) < 0 ? "loses" : "";
  return s("g", { class: `seat ${kind}` }, s("circle", { cx: x, cy: y, r: 25 }),
    s("text", { x, y: y - 5, class: "seat-name" }, t(seat)), s("text", { x, y: y + 12, class: "seat-amount" }, signed(amount)),
    seat === "east" ? s("g", { class: "dealer" }, s("circle", { cx: x + 20, cy: y - 19, r: 9 }), s("text", { x: x + 20, y: y - 15.5 }, t("dealer"))) : null);
}

const signed = (amount) => (Number(amount) > 0 ? `+${amount}` : String(amount).replace("-", "−"));

/** What the photo left in doubt, each with a button for the proposal. */
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
