// The last hands, on this phone only: without their photos.

import { withoutPicture } from "./hand.js";
import { toNotation } from "./request.js";
import { load, save } from "./store.js";

const MOST = 20;

/**
 * @typedef {{id: number, notation: string, hand: object, how: object, total: number|null, unit: object|null,
 *   rules: object|null, win: boolean}} Entry `id` is when the hand was begun
 */

/** @returns {Entry[]} the newest first */
export const entries = () => load("history", []);

/** Keeps a hand that was scored, in the place of what was kept of it before. */
export function keep({ id, hand, how, answer, rules }) {
  if (!answer.score || id === null) return;
  const { total, win } = answer.score;
  const entry = { id, notation: toNotation(hand), hand: withoutPicture(hand), how, total, win, unit: rules?.unit ?? null, rules: rules?.name ?? null };
  save("history", [entry, ...entries().filter((each) => each.id !== id)].slice(0, MOST));
}

export const forget = () => save("history", null);
