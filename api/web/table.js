// A table of four and what was played at it: plain data, kept on the phone; every change gives a new table.
//
// Seats of a table are places: they stay, while the deal goes round. The dealer is East, whatever the place.

import { exact, SEATS, step } from "./seats.js";
import { load, save } from "./store.js";

/**
 * @typedef {{place: string, notation: string, total: number|null, request: object}} Winner `request` is a
 *   ScoreRequest as seen from the dealer
 * @typedef {{place: string, kind: string, from: string|null}} Kong
 * @typedef {{win: string, discarder: string|null, winners: Winner[], kongs: Kong[], falseWin: string|null}} Play
 *   one hand of play as it is put together; `discarder` is a place
 * @typedef {{number: number, play: Play, changes: Record<string, number>, fines: object[], before: object}} Played
 * @typedef {{names: Record<string, string>, ruleset: string, options: object, base: number|null, money: number|null,
 *   first: string, dealer: string, round: string, number: number, totals: Record<string, number>, over: boolean,
 *   play: Play, hands: Played[]}} Table
 */

/** @returns {Play} */
const noPlay = () => ({ win: "self_draw", discarder: null, winners: [], kongs: [], falseWin: null });

const CARRIED = ["dealer", "round", "number", "totals", "over"];

/** @returns {Table} with everybody's money, or at nought where money has no limit */
export function newTable({ names, ruleset, options, base, money, first }) {
  const totals = Object.fromEntries(SEATS.map((place) => [place, money ?? 0]));
  return { names, ruleset, options, base, money, first, dealer: first, round: "east", number: 1, totals, over: false, play: noPlay(), hands: [] };
}

/** @returns {Table|null} */
export const loadTable = () => load("table", null);
export const saveTable = (table) => save("table", table);

// ---- places and winds ---------------------------------------------------------------------------

export const windOf = (table, place) => step(place, -SEATS.indexOf(table.dealer));
const placeOf = (table, wind) => step(wind, SEATS.indexOf(table.dealer));
export const byWind = (table, ofPlace) => Object.fromEntries(SEATS.map((place) => [windOf(table, place), ofPlace[place]]));

// ---- a hand of play -----------------------------------------------------------------------------

/** What of the circumstances is settled before a hand is looked at; another winner won on the same tile. */
export function fixedBy(table) {
  const { winners, win, discarder } = table.play;
  const more = winners.length > 0;
  const thrower = discarder && windOf(table, discarder);
  return {
    taken: winners.map((winner) => windOf(table, winner.place)),
    how: more ? { win, discarder: thrower } : null,
    circumstances: {
      ruleset: table.ruleset, options: { [table.ruleset]: table.options }, base: table.base ?? 1, round: table.round, seat: null,
      balances: table.money === null ? null : byWind(table, table.totals),
      ...(more ? { win, discarder: thrower } : {}),
    },
  };
}

/** The hand on the page has won; a seat that is there already is replaced. */
export function withWinner(table, { request, notation, total }) {
  const place = placeOf(table, request.seat);
  const others = table.play.winners.filter((winner) => winner.place !== place);
  const discarder = request.discarder ? placeOf(table, request.discarder) : null;
  return { ...table, play: { ...table.play, win: request.win, discarder, winners: [...others, { place, notation, total, request }] } };
}

export function withoutWinner(table, place) {
  const winners = table.play.winners.filter((winner) => winner.place !== place);
  const { win, discarder } = winners.length ? table.play : noPlay();
  return { ...table, play: { ...table.play, win, discarder, winners } };
}

export const withPlay = (table, change) => ({ ...table, play: { ...table.play, ...change } });

const SHARED = ["ruleset", "options", "base", "balances", "round", "discarder"];

/** The SettleRequest of the hand of play. */
export function settleRequest(table) {
  const { play } = table;
  const own = ({ place, request }) => ({
    ...Object.fromEntries(Object.entries(request).filter(([name]) => !SHARED.includes(name))),
    seat: place, ...(request.liable ? { liable: placeOf(table, request.liable) } : {}),
  });
  return {
    ruleset: table.ruleset, options: table.options, dealer: table.dealer, round: table.round,
    ...(table.base === null ? {} : { base: table.base }),
    ...(table.money === null ? {} : { balances: table.totals }),
    ...(play.discarder ? { discarder: play.discarder } : {}),
    winners: play.winners.map(own),
    kongs: play.kongs.map(({ place, kind, from }) => ({ seat: place, kind, ...(from ? { from } : {}) })),
    ...(play.falseWin ? { false_win: play.falseWin } : {}),
  };
}

/** What each place won or lost. */
export const changesOf = (settlement) =>
  Object.fromEntries(SEATS.map((place) => [place, exact(settlement.payments[place] + settlement.kong_payments[place])]));

/** Who deals next, in which round: it goes on when the deal comes back to who dealt first. */
export function nextDeal(table, settlement) {
  const dealer = settlement.next_dealer ?? table.dealer;
  const around = dealer !== table.dealer && dealer === table.first;
  return { dealer, round: around ? step(table.round, 1) : table.round, lastRoundDone: around && table.round === "north" };
}

/** The hand of play is over: money, dealer and round go on to the next. */
export function record(table, settlement) {
  const changes = changesOf(settlement);
  const { dealer, round } = nextDeal(table, settlement);
  const totals = settlement.balances ?? Object.fromEntries(SEATS.map((place) => [place, exact(table.totals[place] + changes[place])]));
  const before = Object.fromEntries(CARRIED.map((name) => [name, table[name]]));
  const played = { number: table.number, play: table.play, changes, fines: settlement.fines, before };
  return { ...table, dealer, round, totals, number: table.number + 1, over: settlement.game_ends, play: noPlay(), hands: [...table.hands, played] };
}

/** The last hand of play was never played: its winners and kongs can be put together anew. */
export function undoLast(table) {
  const last = table.hands.at(-1);
  return last ? { ...table, ...last.before, play: last.play, hands: table.hands.slice(0, -1) } : table;
}
