// How a hand was won: what is asked under which rules, what the phone remembers, what the service is told.

import { excluded } from "./conflicts.js";
import { load, save } from "./store.js";

/**
 * @typedef {object} Circumstances
 * @property {string} ruleset
 * @property {Record<string, Record<string, unknown>>} options switches that were changed, by rule set
 * @property {"self_draw"|"discard"|"robbed_kong"} win
 * @property {string} seat
 * @property {string} round
 * @property {string|null} discarder
 * @property {"none"|"exposed"|"concealed"} after_kong
 * @property {boolean} heavenly
 * @property {boolean} passed_win
 * @property {boolean} waiting_on_any
 * @property {string|null} liable
 * @property {number} base
 * @property {Record<string, number>|null} balances
 * @property {string|null} wild the indicator
 * @property {{first: number, middle: number, after_pung: number}} discarded wild tiles thrown away
 */

/** Holds for one hand only. */
const OF_THE_HAND = {
  win: "self_draw", discarder: null, after_kong: "none", heavenly: false, passed_win: false, waiting_on_any: false,
  liable: null, wild: null, discarded: { first: 0, middle: 0, after_pung: 0 },
};
/** Remembered on the phone. */
const OF_THE_TABLE = { ruleset: "yangzhou-new", options: {}, seat: "east", round: "east", base: 1, balances: null };

/** @returns {Circumstances} */
export function remembered() {
  const kept = load("circumstances", {});
  const known = Object.keys(OF_THE_TABLE).filter((name) => name in kept).map((name) => [name, kept[name]]);
  return { ...structuredClone(OF_THE_HAND), ...OF_THE_TABLE, ...Object.fromEntries(known) };
}

export function remember(circumstances) {
  save("circumstances", Object.fromEntries(Object.keys(OF_THE_TABLE).map((name) => [name, circumstances[name]])));
}

/** What a rule set asks about, by its fields and fans; a table that is not known yet asks about nothing extra. */
export function asks(rules) {
  const field = (name) => Boolean(rules?.fields?.includes(name));
  const fan = (pattern) => Boolean(rules?.fans?.some(({ id }) => pattern.test(id)));
  return {
    round: fan(/^quanfeng$/), after_kong: fan(/gangkai/), heavenly: fan(/tianhu/),
    base: rules?.method !== "stakes", // money of a 园子 is no multiple of anything
    balances: field("balances"), liable: field("liable"), passed_win: field("passed_win"),
    wild: field("wild"), waiting_on_any: field("waiting_on_any"),
  };
}

const repeat = (counts) => Object.entries(counts).flatMap(([kind, many]) => Array(many).fill(kind));

/** The part of a ScoreRequest beside the hand; what the rules do not ask, or the hand excludes, is left out. */
export function asRequest(how, hand, rules) {
  const asked = asks(rules);
  const out = excluded(hand, how, rules);
  const options = how.options[how.ruleset] ?? {};
  return {
    ruleset: how.ruleset, win: how.win, seat: how.seat,
    ...(Object.keys(options).length ? { options } : {}),
    ...(asked.round ? { round: how.round } : {}),
    ...(asked.base ? { base: how.base } : {}),
    ...(how.win !== "self_draw" && how.discarder && how.discarder !== how.seat ? { discarder: how.discarder } : {}),
    ...(asked.after_kong && how.after_kong !== "none" && !out.after_kong[how.after_kong] ? { after_kong: how.after_kong } : {}),
    ...(asked.heavenly && how.heavenly && !out.heavenly ? { heavenly: true } : {}),
    ...(asked.balances && how.balances ? { balances: how.balances } : {}),
    ...(asked.liable && how.liable && !out.liable[how.liable] ? { liable: how.liable } : {}),
    ...(asked.passed_win && how.passed_win && !out.passed_win ? { passed_win: true } : {}),
    ...(asked.wild && how.wild ? { wild: { indicator: how.wild, discarded: repeat(how.discarded) } } : {}),
    ...(asked.waiting_on_any && how.waiting_on_any ? { waiting_on_any: true } : {}),
  };
}
