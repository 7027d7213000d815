// What melds a tile can be part of, and what else a meld can be.

import { codesOf, concealedOf, groupOf, isKong, meldsOf } from "./hand.js";
import { byOrder } from "./notation.js";

/** @typedef {{kind: string, tiles: number[], joins: number|null}} Choice `tiles` are the whole meld afterwards */

const same = (codes) => new Set(codes).size === 1;

function runs(codes) {
  const [a, b, c] = [...codes].sort(byOrder);
  return a[1] !== "z" && a[1] === c[1] && Number(b[0]) === Number(a[0]) + 1 && Number(c[0]) === Number(a[0]) + 2 && b[1] === a[1];
}

/**
 * The melds that tile `id` can be laid down in: with tiles in hand, or by joining a meld that lies there.
 * @returns {Choice[]}
 */
export function meldChoices(hand, id, allowsChow) {
  const code = hand.tiles[id].tile;
  if (!code) return [];
  return [...joining(hand, id, code, allowsChow), ...fromHand(hand, id, code, allowsChow)];
}

function* joining(hand, id, code, allowsChow) {
  const own = groupOf(hand, id);
  for (const [joins, meld] of meldsOf(hand).entries()) {
    const codes = [...codesOf(hand, meld.tiles), code];
    if (meld === own || codes.includes(null)) continue;
    const tiles = [...meld.tiles, id];
    if (codes.length === 4 && same(codes)) yield { kind: "added_kong", tiles, joins };
    else if (codes.length === 3 && same(codes)) yield { kind: "pung", tiles, joins };
    else if (codes.length === 3 && allowsChow && runs(codes)) yield { kind: "chow", tiles, joins };
  }
}

function* fromHand(hand, id, code, allowsChow) {
  const pool = concealedOf(hand).filter((each) => each !== id);
  const find = (wanted) => {
    const left = [...pool];
    const found = wanted.map((each) => {
      const at = left.findIndex((candidate) => hand.tiles[candidate].tile === each);
      return at < 0 ? null : left.splice(at, 1)[0];
    });
    return found.includes(null) ? null : [...found, id];
  };
  const [digit, suit] = [Number(code[0]), code[1]];
  const starts = allowsChow && suit !== "z" ? [digit - 2, digit - 1, digit].filter((start) => start >= 1 && start <= 7) : [];
  const wanted = [["pung", [code, code]], ["kong", [code, code, code]], ["concealed_kong", [code, code, code]],
    ...starts.map((start) => ["chow", [start, start + 1, start + 2].filter((n) => n !== digit).map((n) => `${n}${suit}`)])];
  for (const [kind, others] of wanted) {
    const tiles = find(others);
    if (tiles) yield { kind, tiles, joins: null };
  }
}

/**
 * Every kind for a meld, with the key of the sentence why it cannot be that.
 * @returns {{kind: string, reason: string|null}[]}
 */
export function meldKinds(hand, index) {
  const codes = codesOf(hand, meldsOf(hand)[index].tiles).filter(Boolean);
  const alike = same(codes);
  const chow = !alike && codes.length === 3 && runs(codes);
  return ["chow", "pung", "kong", "added_kong", "concealed_kong"].map((kind) => {
    if (kind === "chow") return { kind, reason: chow ? null : "notARun" };
    return { kind, reason: alike ? null : isKong(kind) ? "notFourAlike" : "notThreeAlike" };
  });
}
