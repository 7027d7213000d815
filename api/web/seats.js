// The four seats by wind, and who sits there when a table is open.

import { t } from "./words.js";

export const SEATS = ["east", "south", "west", "north"];

/** @type {Record<string, string>|null} */
let names = null;

/** @param {Record<string, string>|null} byWind names of the players, or null where nobody is known by name */
export function seatPlayers(byWind) {
  names = byWind;
}

/** Who sits there: a name, else the wind. */
export const seatName = (seat) => names?.[seat] || t(seat);
export const hasNames = () => names !== null;

export const step = (seat, by) => SEATS[(SEATS.indexOf(seat) + by + 4) % 4];

/** An amount with its sign, and a real minus. */
export const signed = (amount) => (Number(amount) > 0 ? `+${amount}` : String(amount).replace("-", "−"));

/** Sums of amounts that may be decimals, without the noise of binary fractions. */
export const exact = (amount) => Math.round(amount * 1e6) / 1e6;
