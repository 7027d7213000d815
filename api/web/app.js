// The page: one state, one `draw`, every change of the hand scored again at once.

import { drawDetails, drawDoubts, drawVerdict, inShort } from "./answer.js";
import { asRequest, drawCircumstances, remembered } from "./circumstances.js";
import { $, h, put } from "./dom.js";
import * as hands from "./hand.js";
import { colourOf, displayable, drawPhoto, drawWaiting, fromPreview } from "./photo.js";
import * as service from "./service.js";
import { addSheet, closeSheet, meldSheet, tileSheet } from "./sheet.js";
import { loadTiles, tileButton, tilePicture } from "./tiles.js";
import { currentLanguage, say, setLanguage, t, tileName } from "./words.js";

const LIMIT_MB = 30;
const HERO = ["1p", "2p", "3p", "7z", "7z"];
const EXAMPLE = { hand: "[p777z] 12p456p789p11z + 3p", circumstances: { win: "discard", seat: "south", discarder: "west" } };

const state = {
  hand: null, history: [], circumstances: remembered(), rulesets: [], rules: null,
  photo: null, // {image: {width, height}, shown: {url}, whole}
  doubts: [], settled: new Set(), upload: null, answer: { waiting: true }, asking: null, readTime: null,
};

// ---- changes ------------------------------------------------------------------------------------

function edit(hand) {
  state.history.push(state.hand);
  show(hand);
}

function undo() {
  if (state.history.length) show(state.history.pop());
}

function show(hand) {
  state.hand = hand;
  draw();
  ask();
}

/** What a tile is and what it belongs to: when that changes, a doubt about it is settled. */
const stands = (hand, id) => (hand.tiles[id] ? `${hand.tiles[id].tile} ${hands.groupOf(hand, id)?.kind}` : null);

function openDoubts() {
  return state.doubts.filter((doubt) => {
    if (state.settled.has(doubt)) return false;
    if (doubt.code === "no_winning_tile") return false; // the hand card asks for it itself
    return doubt.tiles.every((id) => stands(state.hand, id) === doubt.was[id]);
  });
}

/** Ask the service about the hand as it stands; an older question is dropped. */
async function ask() {
  state.asking?.abort();
  const asking = (state.asking = new AbortController());
  state.answer = { waiting: true };
  drawAnswer();
  try {
    const answer = await answerFor(state.hand, asking.signal);
    if (asking.signal.aborted) return;
    state.answer = answer;
  } catch (error) {
    if (error.name === "AbortError") return;
    state.answer = { failure: error };
  }
  drawAnswer();
  weighDoubts(asking.signal);
}

const request = (hand, winning) => hands.toRequest(hand, asRequest(state.circumstances, hand, state.rules), winning);

async function answerFor(hand, signal) {
  const { held, wanted } = hands.count(hand);
  if (held === wanted - 1 && hands.winningOf(hand) === null && held > 0) {
    const { winning_tile: none, discarder: nobody, ...rest } = request(hand);
    const waits = await service.waits({ ...rest, win: "self_draw" }, signal);
    if (waits.length) return { waits };
  }
  if (held !== wanted) return { failure: new service.Failure(held ? t("tileCount", held, wanted) : t(state.photo ? "noHand" : "tapTiles"), "wrong_tile_count") };
  const { win, discarder } = state.circumstances;
  if (win !== "self_draw" && !discarder) return { failure: new service.Failure(t(win === "discard" ? "whoDiscarded" : "whoRobbed"), "missing_discarder") };
  if (hands.winningOf(hand) !== null) return { score: await service.score(request(hand), signal) };
  const candidates = [...new Map(hands.concealedOf(hand).map((id) => [hand.tiles[id].tile, id])).values()];
  const scores = await Promise.all(candidates.map((id) => service.score(request(hand, id), signal)));
  const totals = scores.map((score) => score.total).filter((total) => total !== null);
  return totals.length ? { range: totals } : { score: scores[0] };
}

/** What each proposal would make of the total. */
async function weighDoubts(signal) {
  const total = state.answer.score?.total;
  for (const doubt of openDoubts()) {
    if (!doubt.proposal) continue;
    try {
      const other = await answerFor(hands.propose(state.hand, doubt), signal);
      if (signal.aborted) return;
      const changed = other.score?.total;
      doubt.effect = changed === undefined || changed === null ? undefined : changed === total ? "none" : changed;
    } catch (error) {
      if (error.name === "AbortError") return;
      doubt.effect = undefined;
    }
  }
  if (!signal.aborted) drawDoubtsNow();
}

// ---- photos -------------------------------------------------------------------------------------

async function usePhoto(file) {
  if (!file) return;
  if (file.type && !file.type.startsWith("image/")) return toast(t("noCamera"));
  if (file.size > LIMIT_MB * 1e6) return toast(t("tooLarge", LIMIT_MB));
  closeSheet();
  forgetPhoto();
  const shown = await displayable(file);
  pages("work");
  $("hand").hidden = true;
  put($("doubts"));
  put($("details"));
  $("answer").hidden = $("circumstances").hidden = true;
  $("photo").hidden = false;
  const started = performance.now();
  const upload = (state.upload = service.read(file, !shown, (share) => progress(share)));
  const progress = drawWaiting($("photo"), shown, () => upload.cancel());
  try {
    const reading = await upload.promise;
    if (state.upload === upload) useReading(reading, shown ?? fromPreview(reading.preview), (performance.now() - started) / 1000);
  } catch (error) {
    if (state.upload !== upload) return;
    if (error.code === "aborted") return restart();
    photoFailed(error, file);
  }
}

function photoFailed(error, file) {
  const retry = ["offline", "busy", "internal_error", "bad_multipart"].includes(error.code);
  put($("photo"), h("div", { class: "failed", role: "alert" }, h("p", {}, error.message),
    h("div", { class: "row" }, retry ? h("button", { type: "button", class: "pill primary", onclick: () => usePhoto(file) }, t("retry")) : null,
      h("button", { type: "button", class: "pill", onclick: restart }, t("pickOther")))));
}

function useReading(reading, shown, seconds) {
  state.photo = { image: reading.image, shown, whole: false };
  state.history = [];
  state.settled = new Set();
  const hand = hands.fromReading(reading);
  state.doubts = reading.doubts.map((doubt) => ({ ...doubt, was: Object.fromEntries(doubt.tiles.map((id) => [id, stands(hand, id)])) }));
  state.readTime = [reading.tiles.length - hands.othersOf(hand).length, seconds.toFixed(1)];
  show(hand);
}

function forgetPhoto() {
  if (state.photo?.shown) URL.revokeObjectURL(state.photo.shown.url);
  Object.assign(state, { photo: null, doubts: [], readTime: null, history: [], hand: null, upload: null, answer: { waiting: true } });
  state.asking?.abort();
  put($("answer"));
}

function restart() {
  forgetPhoto();
  state.circumstances = remembered();
  pages("start");
}

// ---- drawing ------------------------------------------------------------------------------------

const currentRules = () => state.rulesets.find((rules) => rules.id === state.circumstances.ruleset);

function pages(which) {
  $("peek").hidden = true;
  $("start").hidden = which !== "start";
  $("work").hidden = which !== "work";
  $("again").hidden = which !== "work";
}

function draw() {
  pages("work");
  $("answer").hidden = $("circumstances").hidden = $("hand").hidden = false;
  drawPhotoNow();
  drawHand();
  drawDoubtsNow();
  drawCircumstances($("circumstances"), state.circumstances, state.hand, state.rulesets, state.rules, async (circumstances) => {
    const changed = circumstances.ruleset !== state.circumstances.ruleset;
    state.circumstances = circumstances;
    if (changed) await loadRules();
    draw();
    ask();
  });
}

const onTile = (id) => tileSheet(state.hand, id, edit, state.rules?.allows_chow ?? true);
const doubtfulTiles = () => new Set(openDoubts().flatMap((doubt) => doubt.tiles));

function drawPhotoNow() {
  $("photo").hidden = !state.photo;
  if (!state.photo) return;
  drawPhoto($("photo"), state.photo, state.hand, doubtfulTiles(), {
    onTile,
    onView: (whole) => { state.photo.whole = whole; drawPhotoNow(); },
  });
}

function drawHand() {
  const { hand } = state;
  const doubtful = doubtfulTiles();
  const button = (id) => tileButton(hand.tiles[id].tile, {
    class: `${colourOf(hand, id)} ${doubtful.has(id) ? "doubtful" : ""}`, data: { tile: id }, onclick: () => onTile(id),
  }, doubtful.has(id) ? h("i", { class: "flag" }, "?") : null, id === winning ? h("i", { class: "flag won" }, t("wonMark")) : null);
  const sorted = (ids) => [...ids].sort((a, b) => hands.byOrder(hand.tiles[a].tile, hand.tiles[b].tile));
  const winning = hands.winningOf(hand);
  const others = hands.othersOf(hand);
  const { held, wanted } = hands.count(hand);
  put($("hand"),
    h("div", { class: "hand-head" },
      h("small", {}, held === wanted ? h("span", {}, state.readTime ? t("readIn", ...state.readTime) : "", h("br"), t("tapHint")) : h("b", {}, t("tileCount", held, wanted))),
      h("button", { type: "button", class: "pill", disabled: !state.history.length, onclick: undo }, t("undo")),
      h("button", { type: "button", class: "pill", onclick: () => addSheet(() => state.hand, edit, undo) }, t("addTile"))),
    hands.meldsOf(hand).length ? h("div", { class: "melds" }, hands.meldsOf(hand).map((meld, index) => h("div", { class: "meld", role: "group", "aria-label": t(meld.kind) },
      h("button", { type: "button", class: `meld-name of-meld-${index % 4}`, onclick: () => meldSheet(state.hand, index, edit) }, t(meld.kind), meld.from ? ` · ${t(meld.from)}` : ""),
      h("span", { class: "row" }, (meld.kind === "chow" ? sorted(meld.tiles) : meld.tiles).map(button))))) : null,
    h("div", { class: "strip", role: "group", "aria-label": t("concealed") }, sorted(hands.concealedOf(hand)).map(button),
      winning === null ? null : button(winning)),
    winning === null && held === wanted ? askWinning(sorted) : null,
    others.length ? h("details", { class: "others" }, h("summary", {}, `${t("others")} (${others.length})`), h("div", { class: "strip" }, others.map(button))) : null);
}

function askWinning(sorted) {
  const { hand } = state;
  const kinds = new Map(sorted(hands.concealedOf(hand)).map((id) => [hand.tiles[id].tile, id]));
  return h("div", { class: "ask", role: "group", "aria-label": t("whichWon") }, h("strong", {}, t("whichWon")),
    h("div", { class: "strip" }, [...kinds].map(([code, id]) => tileButton(code, {
      "aria-label": `${t("markWinning")}: ${tileName(code)}`, onclick: () => edit(hands.toWinning(state.hand, id)),
    }))));
}

function drawDoubtsNow() {
  drawDoubts($("doubts"), openDoubts(), state.hand, {
    onPropose: (doubt) => edit(hands.propose(state.hand, doubt)),
    onKeep: (doubt) => { state.settled.add(doubt); draw(); },
    onShow: (doubt) => light(doubt.tiles),
  });
}

function drawAnswer() {
  const unit = say(state.rules?.unit) || t("fan");
  drawVerdict($("answer"), state.answer, currentRules()?.minimum, unit, (tile) => edit(hands.addWinning(state.hand, tile)));
  $("peek").textContent = inShort(state.answer, unit);
  $("peek").classList.toggle("won", Boolean(state.answer.score?.win));
  $("details").classList.toggle("stale", Boolean(state.answer.waiting));
  if (!state.answer.waiting) drawDetails($("details"), state.answer.score, state.hand, state.circumstances.seat, state.rules, light);
}

/** Light up tiles in the photo and in the hand; none puts the lights out. */
function light(ids) {
  const lit = new Set(ids.map(String));
  for (const element of document.querySelectorAll("#photo [data-tile], #hand [data-tile]")) element.classList.toggle("lit", lit.has(element.dataset.tile));
  document.body.classList.toggle("lighting", lit.size > 0);
}

function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { box.hidden = true; }, 4000);
}

// ---- start --------------------------------------------------------------------------------------

async function loadRules() {
  try {
    state.rules = await service.ruleset(state.circumstances.ruleset);
  } catch {
    state.rules = null; // names fall back to ids; the next change asks again
  }
}

function speak(language) {
  setLanguage(language);
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  $("language").textContent = language === "zh" ? "English" : "中文";
  $("again").textContent = t("newHand");
  document.title = language === "zh" ? "起成" : "Qicheng";
  if (!state.hand) return;
  draw();
  drawAnswer();
}

function startLanguage() {
  try {
    const kept = localStorage.getItem("qicheng.language");
    if (kept) return kept;
  } catch {
    // private browsing
  }
  return navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en";
}

function listen() {
  for (const id of ["camera", "gallery"]) {
    $(id).addEventListener("change", (event) => { usePhoto(event.target.files[0]); event.target.value = ""; });
  }
  $("build").addEventListener("click", () => {
    forgetPhoto();
    show(hands.empty());
    addSheet(() => state.hand, edit, undo);
  });
  $("example").addEventListener("click", () => {
    forgetPhoto();
    Object.assign(state.circumstances, EXAMPLE.circumstances);
    show(hands.parse(EXAMPLE.hand));
  });
  $("again").addEventListener("click", restart);
  $("peek").addEventListener("click", () => $("answer").scrollIntoView({ block: "start" }));
  new IntersectionObserver(([seen]) => { $("peek").hidden = seen.isIntersecting || !state.hand; }, { threshold: 0.4 }).observe($("answer"));
  $("language").addEventListener("click", () => {
    const next = currentLanguage() === "zh" ? "en" : "zh";
    try { localStorage.setItem("qicheng.language", next); } catch { /* private browsing */ }
    speak(next);
  });
  addEventListener("paste", (event) => {
    const file = [...(event.clipboardData?.files ?? [])][0];
    if (file) usePhoto(file);
  });
  addEventListener("dragover", (event) => { event.preventDefault(); $("drop").hidden = false; });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("drop").hidden = true; });
  addEventListener("drop", (event) => { event.preventDefault(); $("drop").hidden = true; usePhoto(event.dataTransfer?.files[0]); });
}

async function start() {
  speak(startLanguage());
  listen();
  await loadTiles();
  put($("hero"), HERO.map((code) => tilePicture(code, "hero")));
  try {
    state.rulesets = (await service.rulesets()).filter((rules) => rules.state !== "undescribed");
    if (!currentRules()) state.circumstances.ruleset = state.rulesets[0]?.id ?? state.circumstances.ruleset;
    await loadRules();
    if (state.hand) draw();
  } catch (error) {
    toast(error.message);
  }
}

start();
