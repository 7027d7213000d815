// One hand on the page: the hand, how it was won, what the photo left in doubt, and the service's answer.

import * as circumstances from "./circumstances.js";
import * as hands from "./hand.js";
import { answerFor } from "./questions.js";
import * as service from "./service.js";

/**
 * @typedef {{code: string, tiles: number[], text: object, proposal?: {tile?: string, kind?: string},
 *   was: Record<number, string|null>, effect?: number|"none"}} Doubt `was` is what each tile stood for when doubted
 * @typedef {{image: {width: number, height: number}, shown: {url: string}, whole: boolean, sent: Blob, reading: object}} Photo
 */

export const state = {
  /** @type {number|null} when it was begun; names the hand in the history */ id: null,
  /** @type {hands.Hand|null} */ hand: null,
  /** @type {hands.Hand[]} */ past: [],
  how: circumstances.remembered(),
  /** what a table has settled already: `{how, taken, circumstances}`, or null without one */ fixed: null,
  /** @type {object[]} */ rulesets: [],
  /** @type {object|null} all of the chosen rule set */ rules: null,
  /** @type {Photo|null} */ photo: null,
  /** @type {Doubt[]} */ doubts: [],
  settled: new Set(),
  /** @type {import("./questions.js").Answer} */ answer: { waiting: true },
  /** tiles and seconds, when a photo was read */ readTime: null,
};

let asking = new AbortController();
const listeners = [];

/** `listener(what)` is called after a change: "hand", "answer" or "doubts". */
export const onChange = (listener) => listeners.push(listener);
const tell = (what) => listeners.forEach((listener) => listener(what));

// ---- a hand comes and goes ----------------------------------------------------------------------

/** A new hand on the page. */
export function begin(hand, more = {}) {
  leave();
  Object.assign(state, { id: Date.now(), ...more });
  show(hand);
}

/** A photo's hand. */
export function beginWithPhoto(reading, photo, seconds) {
  const hand = hands.fromReading(reading);
  begin(hand, {
    photo: { image: reading.image, whole: false, reading, ...photo },
    doubts: reading.doubts.map((doubt) => ({ ...doubt, was: Object.fromEntries(doubt.tiles.map((id) => [id, stands(hand, id)])) })),
    readTime: [reading.tiles.length - hands.othersOf(hand).length, seconds.toFixed(1)],
  });
}

export function leave() {
  asking.abort();
  if (state.photo) URL.revokeObjectURL(state.photo.shown.url);
  const how = { ...circumstances.remembered(), ...state.fixed?.circumstances };
  Object.assign(state, { id: null, hand: null, past: [], how, photo: null, doubts: [], settled: new Set(), answer: { waiting: true }, readTime: null });
}

// ---- changes ------------------------------------------------------------------------------------

export function edit(hand) {
  state.past.push(state.hand);
  show(hand);
}

export function undo() {
  if (state.past.length) show(state.past.pop());
}

function show(hand) {
  state.hand = hand;
  tell("hand");
  ask();
}

/** `typing`: the card of circumstances stays as it is. */
export async function setCircumstances(how, { typing = false } = {}) {
  const changed = how.ruleset !== state.how.ruleset;
  state.how = how;
  if (changed) await loadRules();
  if (!typing) tell("hand");
  ask();
}

/** At a table some circumstances are settled; null away from it. */
export async function setFixed(fixed) {
  state.fixed = fixed;
  state.how = { ...circumstances.remembered(), ...fixed?.circumstances };
  await loadRules();
}

export async function loadRules() {
  if (state.rules?.id === state.how.ruleset) return;
  try {
    state.rules = await service.ruleset(state.how.ruleset);
  } catch {
    state.rules = null; // names fall back to ids; the next change asks again
  }
}

// ---- doubts -------------------------------------------------------------------------------------

/** What a tile is and what it belongs to: when that changes, a doubt about it is settled. */
const stands = (hand, id) => (hand.tiles[id] ? `${hand.tiles[id].tile} ${hands.groupOf(hand, id)?.kind}` : null);

export function openDoubts() {
  return state.doubts.filter((doubt) => {
    if (state.settled.has(doubt)) return false;
    if (doubt.code === "no_winning_tile") return false; // the hand card asks for it itself
    return doubt.tiles.every((id) => stands(state.hand, id) === doubt.was[id]);
  });
}

export function settleDoubt(doubt) {
  state.settled.add(doubt);
  tell("hand");
}

/** What each proposal would make of the total. */
async function weighDoubts(signal) {
  const total = state.answer.score?.total;
  for (const doubt of openDoubts().filter((each) => each.proposal)) {
    try {
      const other = await answerFor(hands.propose(state.hand, doubt), state.how, state.rules, signal);
      if (signal.aborted) return;
      const changed = other.score?.total;
      doubt.effect = changed === undefined || changed === null ? undefined : changed === total ? "none" : changed;
    } catch (error) {
      if (error.name === "AbortError") return;
      doubt.effect = undefined;
    }
  }
  if (!signal.aborted) tell("doubts");
}

// ---- the answer ---------------------------------------------------------------------------------

/** Ask the service about the hand as it stands; an older question is dropped. */
async function ask() {
  asking.abort();
  asking = new AbortController();
  const { signal } = asking;
  state.answer = { waiting: true };
  tell("answer");
  try {
    const answer = await answerFor(state.hand, state.how, state.rules, signal);
    if (signal.aborted) return;
    state.answer = answer;
  } catch (error) {
    if (error.name === "AbortError") return;
    state.answer = { failure: error };
  }
  tell("answer");
  weighDoubts(signal);
}

/** What the total of these rules counts: 番, 倍, 元. */
export const unit = () => state.rules?.unit;
