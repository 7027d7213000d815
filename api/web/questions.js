// What the page asks the service about a hand as it stands.

import { asRequest } from "./circumstances.js";
import * as hands from "./hand.js";
import { toRequest } from "./request.js";
import * as service from "./service.js";
import { t } from "./words.js";

/**
 * @typedef {{score: object} | {range: number[]} | {waits: object[]} | {failure: service.Failure} | {waiting: true}} Answer
 *   a score; the totals that it may have while the winning tile is not known; what a ready hand waits for
 */

const lacking = (code, ...text) => ({ failure: new service.Failure(t(...text), code) });

/** @returns {Promise<Answer>} */
export async function answerFor(hand, how, rules, signal) {
  const request = (winning) => toRequest(hand, asRequest(how, hand, rules), winning);
  const { held, wanted } = hands.count(hand);
  const winning = hands.winningOf(hand);
  if (held === 0 && wanted === 14) return lacking("wrong_tile_count", "noTiles");
  if (held === wanted - 1 && winning === null) return { waits: await waitsOf(request(null), signal) };
  if (!how.seat) return lacking("missing_seat", "chooseWinner");
  if (held !== wanted) return lacking("wrong_tile_count", "tileCount", held, wanted);
  if (how.win !== "self_draw" && !how.discarder) return lacking("missing_discarder", how.win === "discard" ? "whoDiscarded" : "whoRobbed");
  if (winning !== null) return { score: await service.score(request(winning), signal) };
  return anyTileWon(hand, request, signal);
}

/** How a hand will be won is not known while it waits. */
function waitsOf({ winning_tile: none, discarder: nobody, after_kong: kong, heavenly, ...rest }, signal) {
  return service.waits({ ...rest, win: "self_draw" }, signal);
}

/** Which tile won is not known: the score for each that it may be. */
async function anyTileWon(hand, request, signal) {
  const candidates = [...new Map(hands.concealedOf(hand).map((id) => [hand.tiles[id].tile, id])).values()];
  const scores = await Promise.all(candidates.map((id) => service.score(request(id), signal)));
  const totals = scores.map((score) => score.total).filter((total) => total !== null);
  return totals.length ? { range: totals } : { score: scores[0] };
}
