// The hand on the page: photo, strip, doubts, answer, circumstances; drawn from the session.

import { addSheet } from "./add-sheet.js";
import { drawCircumstances } from "./circumstances-card.js";
import { drawDetails } from "./details.js";
import { $, h, put } from "./dom.js";
import { drawDoubts } from "./doubts.js";
import * as hands from "./hand.js";
import { keep } from "./history.js";
import { meldSheet } from "./meld-sheet.js";
import { colourOf, drawPhoto } from "./photo.js";
import { edit, onChange, openDoubts, setCircumstances, settleDoubt, state, undo, unit } from "./session.js";
import { tileSheet } from "./tile-sheet.js";
import { tileButton } from "./tiles.js";
import { drawVerdict, inShort } from "./verdict.js";
import { say, t, tileName } from "./words.js";

const unitText = () => say(unit()) || t("fan");
const allowsChow = () => state.rules?.allows_chow ?? true;
const onTile = (id) => tileSheet(state.hand, id, edit, allowsChow());
const doubtfulTiles = () => new Set(openDoubts().flatMap((doubt) => doubt.tiles));

/** While a photo is sent and read there is nothing but the photo. */
export function drawUploading() {
  for (const id of ["hand", "answer", "circumstances", "share", "correct"]) $(id).hidden = true;
  put($("doubts"));
  put($("details"));
  put($("answer"));
  $("photo").hidden = false;
  $("peek").hidden = true;
}

/** Draws everything anew. */
export function drawWork() {
  for (const id of ["hand", "answer", "circumstances"]) $(id).hidden = false;
  drawPhotoNow();
  drawHand();
  drawDoubtsNow();
  drawCircumstances($("circumstances"), { how: state.how, hand: state.hand, rulesets: state.rulesets, rules: state.rules, fixed: state.fixed }, setCircumstances);
  drawAnswer();
}

function drawPhotoNow() {
  $("photo").hidden = !state.photo;
  $("photo").classList.remove("reading");
  if (!state.photo) return put($("photo"));
  return drawPhoto($("photo"), state.photo, state.hand, doubtfulTiles(), {
    onTile,
    onView: (whole) => { state.photo.whole = whole; drawPhotoNow(); },
  });
}

// ---- the strip ----------------------------------------------------------------------------------

function drawHand() {
  const { hand } = state;
  const doubtful = doubtfulTiles();
  const winning = hands.winningOf(hand);
  const others = hands.othersOf(hand);
  const { held, wanted } = hands.count(hand);
  const button = (id) => tileButton(hand.tiles[id].tile, {
    class: `${colourOf(hand, id)} ${doubtful.has(id) ? "doubtful" : ""}`, data: { tile: id }, onclick: () => onTile(id),
    "aria-label": [tileName(hand.tiles[id].tile), id === winning ? t("winning_tile") : "", doubtful.has(id) ? t("doubtful") : ""].filter(Boolean).join(" · "),
  }, doubtful.has(id) ? h("i", { class: "flag" }, "?") : null, id === winning ? h("i", { class: "flag won" }, t("wonMark")) : null);
  put($("hand"), handHead(held, wanted), melds(hand, button),
    h("div", { class: "strip", role: "group", "aria-label": t("concealed") },
      hands.sorted(hand, hands.concealedOf(hand)).map(button), winning === null ? null : button(winning)),
    winning === null && held === wanted ? askWinning(hand) : null,
    others.length ? h("details", { class: "others" }, h("summary", {}, `${t("others")} (${others.length})`), h("div", { class: "strip" }, others.map(button))) : null);
}

function handHead(held, wanted) {
  const waiting = held === wanted - 1 && hands.winningOf(state.hand) === null;
  const told = held === wanted || waiting
    ? h("span", {}, state.readTime ? [t("readIn", ...state.readTime), h("br")] : null, t("tapHint"))
    : h("b", {}, t("tileCount", held, wanted));
  return h("div", { class: "hand-head" }, h("small", {}, told),
    h("button", { type: "button", class: "pill", id: "undo", disabled: !state.past.length, onclick: undo }, t("undo")),
    h("button", { type: "button", class: "pill", id: "add", onclick: () => addSheet(() => state.hand, edit, undo) }, t("addTile")));
}

function melds(hand, button) {
  const all = hands.meldsOf(hand);
  if (!all.length) return null;
  return h("div", { class: "melds" }, all.map((meld, index) => {
    const name = `${t(meld.kind)}${meld.from ? ` · ${t(meld.from)}` : ""}`;
    return h("div", { class: "meld", role: "group", "aria-label": name },
      h("button", { type: "button", class: `meld-name of-meld-${index % 4}`, onclick: () => meldSheet(() => state.hand, index, edit) }, name),
      h("span", { class: "row" }, (meld.kind === "chow" ? hands.sorted(hand, meld.tiles) : meld.tiles).map(button)));
  }));
}

function askWinning(hand) {
  const kinds = new Map(hands.sorted(hand, hands.concealedOf(hand)).map((id) => [hand.tiles[id].tile, id]));
  return h("div", { class: "ask", role: "group", "aria-label": t("whichWon") }, h("strong", {}, t("whichWon")),
    h("div", { class: "strip" }, [...kinds].map(([code, id]) => tileButton(code, {
      "aria-label": `${t("markWinning")}: ${tileName(code)}`, onclick: () => edit(hands.toWinning(state.hand, id)),
    }))));
}

// ---- doubts and answer --------------------------------------------------------------------------

function drawDoubtsNow() {
  drawDoubts($("doubts"), openDoubts(), state.hand, {
    onPropose: (doubt) => edit(hands.propose(state.hand, doubt)),
    onKeep: settleDoubt,
    onShow: (doubt) => light(doubt.tiles),
  });
}

function drawAnswer() {
  const { answer, how, hand, rules } = state;
  const listed = state.rulesets.find((each) => each.id === how.ruleset);
  drawVerdict($("answer"), answer, { minimum: listed?.minimum, unit: unitText(),
    onWon: (tile) => edit(hands.addWinning(state.hand, tile)), onRetry: () => setCircumstances(state.how) });
  $("peek").textContent = inShort(answer, unitText());
  $("peek").classList.toggle("won", Boolean(answer.score?.win));
  $("details").classList.toggle("stale", Boolean(answer.waiting));
  if (answer.waiting) return;
  light([]);
  drawDetails($("details"), answer.score, { hand, seat: how.seat, rules, onLight: light });
  $("share").hidden = !answer.score || answer.score.total === null;
  keep(state);
}

/**
 * Lights up tiles in the photo and in the hand; none puts the lights out. Where the photo has scrolled away, it
 * comes along at the top of the screen.
 * @param {number[]} ids
 */
function light(ids) {
  const lit = new Set(ids.map(String));
  for (const element of document.querySelectorAll("#photo [data-tile], #hand [data-tile]")) element.classList.toggle("lit", lit.has(element.dataset.tile));
  document.body.classList.toggle("lighting", lit.size > 0);
  drawLens($("photo").getBoundingClientRect().bottom < 80);
}

function drawLens(away) {
  const overlay = $("photo").querySelector(".overlay");
  const wanted = Boolean(away && overlay && overlay.querySelector(".lit"));
  $("lens").hidden = !wanted;
  put($("lens"), wanted ? withoutFocus(overlay.cloneNode(true)) : null);
}

function withoutFocus(copy) {
  copy.querySelectorAll("[tabindex]").forEach((box) => { box.removeAttribute("tabindex"); box.removeAttribute("role"); });
  return copy;
}

export function listenToWork() {
  onChange((what) => {
    if (!state.hand) return;
    if (what === "hand") drawWork();
    if (what === "answer") drawAnswer();
    if (what === "doubts") drawDoubtsNow();
  });
  new IntersectionObserver(([seen]) => drawLens(!seen.isIntersecting), { rootMargin: "-80px 0px 0px" }).observe($("photo"));
  $("lens").addEventListener("click", () => document.querySelector('.fan[aria-pressed="true"]')?.click());
  $("peek").addEventListener("click", () => $("answer").scrollIntoView({ block: "start" }));
  new IntersectionObserver(([seen]) => {
    $("peek").hidden = seen.isIntersecting || !state.hand || $("work").hidden;
  }, { threshold: 0.4 }).observe($("answer"));
}
