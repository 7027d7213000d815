// Choices that cannot be true of this hand, each with the key of the sentence that says why.

import { codesOf, handCodes, isKong, meldsOf, winningOf } from "./hand.js";
import { SEATS, step } from "./seats.js";

/** Seats on whom 包牌 can fall, by the melds alone: three chows of one suit, or four honour sets (RULES 2.6). */
function liableSeats(hand, how, rules) {
  const melds = meldsOf(hand).map((meld) => ({ ...meld, codes: codesOf(hand, meld.tiles) }));
  const chows = melds.filter((meld) => meld.kind === "chow").map((meld) => meld.codes[0]?.[1]);
  if (rules?.liability?.full_flush && chows.some((suit) => chows.filter((other) => other === suit).length >= 3)) return [step(how.seat, -1)];
  const exposed = melds.filter((meld) => meld.kind !== "concealed_kong" && meld.codes.every((code) => code?.[1] === "z"));
  if (!rules?.liability?.all_honours || exposed.length < 4) return [];
  const steps = { left: -1, across: 2, right: 1 };
  const sources = exposed.some((meld) => !meld.from) ? Object.keys(steps) : exposed.map((meld) => meld.from);
  return sources.map((source) => step(how.seat, steps[source]));
}

function afterKong(hand, how) {
  const kinds = meldsOf(hand).map((meld) => meld.kind).filter(isKong);
  if (how.win !== "self_draw") return { exposed: "kongIsDrawn", concealed: "kongIsDrawn" };
  return {
    exposed: kinds.some((kind) => kind !== "concealed_kong") ? null : "noExposedKong",
    concealed: kinds.includes("concealed_kong") ? null : "noConcealedKong",
  };
}

function heavenly(hand, how) {
  if (how.win !== "self_draw") return "heavenlyIsDrawn";
  if (how.seat !== "east") return "heavenlyIsDealer";
  if (meldsOf(hand).length) return "heavenlyHasNoMelds";
  return Object.values(how.discarded).some(Boolean) ? "heavenlyThrewNothing" : null;
}

/**
 * Why each choice is out, null where it is open.
 * @param {import("./hand.js").Hand} hand
 * @param {import("./circumstances.js").Circumstances} how
 */
export function excluded(hand, how, rules) {
  const winning = winningOf(hand);
  const held = winning === null ? 0 : handCodes(hand).filter((code) => code === hand.tiles[winning].tile).length;
  const bearers = liableSeats(hand, how, rules);
  const pungs = meldsOf(hand).some((meld) => meld.kind !== "concealed_kong");
  return {
    win: { robbed_kong: held > 1 ? "robbedTileIsHeld" : null },
    discarder: { [how.seat]: "notOneself" },
    after_kong: afterKong(hand, how),
    heavenly: heavenly(hand, how),
    passed_win: how.win === "self_draw" ? "passedIsForDiscards" : null,
    liable: Object.fromEntries(SEATS.map((seat) => [seat,
      seat === how.seat ? "winnerNotLiable" : bearers.includes(seat) ? null : bearers.length ? "otherLiable" : "nobodyLiable"])),
    discarded: { first: how.discarded.first > 0 ? "oneFirst" : null, after_pung: pungs ? null : "noPung" },
  };
}
