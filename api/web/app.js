// The page, assembled: which screen is shown, and how one leads to another.

import { addSheet } from "./add-sheet.js";
import { $ } from "./dom.js";
import * as hands from "./hand.js";
import { toRequest, toNotation } from "./request.js";
import { asRequest } from "./circumstances.js";
import { seatPlayers } from "./seats.js";
import * as service from "./service.js";
import * as session from "./session.js";
import { closeSheet } from "./sheet.js";
import { drawGuide, drawRemembered, listenForPhotos } from "./start.js";
import { load, save } from "./store.js";
import * as tables from "./table.js";
import { loadTiles } from "./tiles.js";
import { refusal, stopUpload, uploadPhoto } from "./upload.js";
import { drawUploading, drawWork, listenToWork } from "./work.js";
import { currentLanguage, setLanguage, t } from "./words.js";

const EXAMPLE = { hand: "[p777z] 12p456p789p11z + 3p", circumstances: { win: "discard", seat: "south", discarder: "west" } };
const { state } = session;

let screen = "start";

// ---- screens ------------------------------------------------------------------------------------

function show(which) {
  const moved = screen !== which;
  screen = which;
  for (const id of ["start", "work", "table"]) $(id).hidden = id !== which;
  $("again").hidden = which !== "work";
  $("again").textContent = t(state.fixed ? "backToTable" : "newHand");
  $("peek").hidden = true;
  $("record").hidden = which !== "work" || !state.fixed;
  if (moved) {
    scrollTo(0, 0);
    $(which).focus({ preventScroll: true });
  }
}

function goHome() {
  stopUpload();
  session.leave();
  session.setFixed(null);
  seatPlayers(null);
  drawRemembered({ onTable: goToTable, onEntry: reopen });
  show("start");
}

/** Where one comes from: the table, if the hand is played there. */
const goBack = () => (state.fixed ? goToTable() : goHome());

async function goToTable() {
  stopUpload();
  session.leave();
  show("table");
  const [page] = await Promise.all([import("./table-page.js"), rulesetsThere]);
  await page.drawTable($("table"), { rulesets: state.rulesets, onBuild: build, onLeave: goHome, onFail: (error) => { toast(error.message); goHome(); } });
}

/** A hand begun at the table is played there. */
async function sitDown() {
  const table = screen === "table" || state.fixed ? tables.loadTable() : null;
  seatPlayers(table && tables.byWind(table, table.names));
  await session.setFixed(table && tables.fixedBy(table));
}

// ---- hands --------------------------------------------------------------------------------------

async function usePhoto(file) {
  const refused = refusal(file);
  if (refused) return toast(refused);
  closeSheet();
  await sitDown();
  session.leave();
  show("work");
  drawUploading();
  return uploadPhoto(file, { onRead: session.beginWithPhoto, onLeave: goBack });
}

async function build() {
  await sitDown();
  session.begin(hands.empty());
  addSheet(() => state.hand, session.edit, session.undo);
}

async function example() {
  await sitDown();
  session.begin(hands.parse(EXAMPLE.hand), { id: null, how: { ...state.how, ...EXAMPLE.circumstances } });
}

async function reopen(entry) {
  state.how = entry.how;
  await session.loadRules();
  session.begin(entry.hand, { id: entry.id, how: entry.how });
}

/** At a table a legal win is written down there. */
function drawRecord() {
  const { answer, hand, how, rules, fixed } = state;
  $("record").hidden = screen !== "work" || !fixed || !answer.score;
  if ($("record").hidden) return;
  $("record-another").hidden = how.win === "self_draw";
  for (const id of ["record-another", "record-settle"]) $(id).disabled = !answer.score.win;
  $("record-why").hidden = answer.score.win;
  $("record").onsubmit = async (event) => {
    event.preventDefault();
    const page = await import("./table-page.js");
    page.addWinner({ request: toRequest(hand, asRequest(how, hand, rules)), notation: toNotation(hand), total: answer.score.total });
    if (event.submitter.id === "record-settle") page.settleNext();
    goToTable();
  };
}

/** A photo that was read wrong can be given, when the person agrees. */
async function drawCorrection() {
  $("correct").hidden = true;
  if (!state.photo || !state.past.length) return;
  const { drawGiving } = await import("./correction.js");
  drawGiving($("correct"), state);
}

async function share() {
  $("share").disabled = true;
  try {
    const { shareHand } = await import("./share.js");
    await shareHand(state);
  } catch {
    toast(t("shareFailed"));
  }
  $("share").disabled = false;
}

// ---- around them --------------------------------------------------------------------------------

function toast(text) {
  const box = $("toast");
  box.textContent = text;
  box.hidden = false;
  clearTimeout(toast.timer);
  toast.timer = setTimeout(() => { box.hidden = true; }, 4000);
}

function speak(language) {
  setLanguage(language);
  for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
  $("language").textContent = language === "zh" ? "English" : "中文";
  $("language").lang = language === "zh" ? "en" : "zh";
  document.title = language === "zh" ? "起成" : "Qicheng";
  drawGuide();
  drawRemembered({ onTable: goToTable, onEntry: reopen });
  if (screen === "table") goToTable();
  if (screen === "work" && state.hand) drawWork();
}

const startLanguage = () => load("language", null) ?? (navigator.language?.toLowerCase().startsWith("zh") ? "zh" : "en");

function listen() {
  listenForPhotos(usePhoto);
  listenToWork();
  session.onChange((what) => {
    if (what === "hand") show("work");
    if (what === "answer") {
      drawRecord();
      drawCorrection();
    }
  });
  $("build").addEventListener("click", build);
  $("example").addEventListener("click", example);
  $("again").addEventListener("click", goBack);
  $("share").addEventListener("click", share);
  $("language").addEventListener("click", () => {
    const next = currentLanguage() === "zh" ? "en" : "zh";
    save("language", next);
    speak(next);
  });
}

/** The rule sets there are; a remembered one that is gone gives way to the first. */
async function loadRulesets() {
  try {
    state.rulesets = (await service.rulesets()).filter((rules) => rules.state !== "undescribed");
    if (!state.rulesets.some((rules) => rules.id === state.how.ruleset)) state.how.ruleset = state.rulesets[0]?.id ?? state.how.ruleset;
    await session.loadRules();
    if (state.hand) drawWork();
  } catch (error) {
    toast(error.message);
  }
}

const rulesetsThere = loadRulesets();
speak(startLanguage());
listen();
loadTiles();
