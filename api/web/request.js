// From the page's hand to the service's request, and from its answer back to the page's tiles.

import { codesOf, concealedOf, meldsOf, winningOf } from "./hand.js";
import { compact, split, write } from "./notation.js";

/** Tiles of a meld as the service wants them: face-down ones of a concealed kong are its known tile. */
function meldTiles(hand, meld) {
  const codes = codesOf(hand, meld.tiles);
  const known = codes.find(Boolean);
  return compact(codes.map((code) => code ?? (meld.kind === "concealed_kong" ? known : null) ?? ""));
}

const concealedBut = (hand, winning) => codesOf(hand, concealedOf(hand).filter((id) => id !== winning)).filter(Boolean);

/** A ScoreRequest; `winning` stands for the winning tile when the photo does not say which it was. */
export function toRequest(hand, circumstances, winning = winningOf(hand)) {
  return {
    ...circumstances,
    concealed: compact(concealedBut(hand, winning)),
    melds: meldsOf(hand).map((meld) => ({
      kind: meld.kind, tiles: meldTiles(hand, meld), ...(meld.from ? { from: meld.from } : {}),
    })),
    winning_tile: winning === null ? null : hand.tiles[winning].tile,
  };
}

/** The hand in one line. */
export function toNotation(hand) {
  const winning = winningOf(hand);
  return write({
    melds: meldsOf(hand).map((meld) => ({ kind: meld.kind, tiles: split(meldTiles(hand, meld)) })),
    concealed: concealedBut(hand, winning),
    winning: winning === null ? null : hand.tiles[winning].tile,
  });
}

/** Which tiles of the page each set of a decomposition stands for: `{0: [ids], …, pair: [ids]}`; wild tiles where others fail. */
export function assign(hand, decomposition) {
  const melds = meldsOf(hand).map((meld) => ({ meld, tiles: split(meldTiles(hand, meld)).join("") }));
  const pool = [...concealedOf(hand), ...[winningOf(hand)].filter((id) => id !== null)];
  const takeFromHand = (text) => split(text).map((code) => {
    const at = pool.findIndex((id) => hand.tiles[id].tile === code);
    return at < 0 ? null : pool.splice(at, 1)[0];
  }).filter((id) => id !== null);
  const sets = {};
  decomposition.sets.forEach((set, index) => {
    const at = set.melded ? melds.findIndex((each) => each.tiles === split(set.tiles).join("")) : -1;
    sets[index] = at < 0 ? takeFromHand(set.tiles) : melds.splice(at, 1)[0].meld.tiles;
  });
  sets.pair = takeFromHand(decomposition.pair ?? "");
  const short = [...decomposition.sets.map((set, index) => [index, split(set.tiles).length]), ["pair", 2]];
  for (const [key, wanted] of short) while (sets[key].length < wanted && pool.length) sets[key].push(pool.pop());
  return sets;
}
