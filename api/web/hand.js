// A hand as the page edits it: plain data, every edit gives a new one.

import { byOrder, isTile, kindOf, read } from "./notation.js";

/**
 * @typedef {import("./notation.js").Code} Code
 * @typedef {{id: number, tile: Code|null, quad: number[][]|null, confidence: number|null, alternatives: Code[], face: string}} Tile
 * @typedef {{kind: string, tiles: number[], from: string|null}} Group
 * @typedef {{tiles: Record<number, Tile>, groups: Group[]}} Hand
 *   the first group is "concealed"; there is at most one "winning_tile" (of one tile) and one "other"
 */

const MELDS = ["chow", "pung", "kong", "added_kong", "concealed_kong"];

export const isMeld = (group) => MELDS.includes(group?.kind);
export const isKong = (kind) => kind.endsWith("kong");

/** @returns {Hand} */
export const empty = () => ({ tiles: {}, groups: [{ kind: "concealed", tiles: [], from: null }] });
const clone = (hand) => structuredClone(hand);

/** The hand of a reading; a kong's kind comes from the service's hand, which knows more than the boxes. */
export function fromReading(reading) {
  const hand = empty();
  for (const tile of reading.tiles) {
    hand.tiles[tile.id] = {
      id: tile.id, tile: tile.tile, quad: tile.quad ?? null, confidence: tile.confidence, face: tile.face,
      alternatives: (tile.alternatives ?? []).map((other) => other.tile).filter(isTile),
    };
  }
  for (const group of reading.groups) {
    const tiles = [...group.tiles];
    if (group.kind === "concealed") hand.groups[0].tiles.push(...tiles);
    else if (group.kind === "other") placeFor(hand, "other").tiles.push(...tiles);
    else hand.groups.push({ kind: group.kind, tiles, from: group.from ?? null });
  }
  const melds = reading.hand?.melds ?? [];
  hand.groups.filter(isMeld).forEach((group, index) => {
    if (melds[index]?.kind && melds[index].tiles?.length === group.tiles.length * 2) group.kind = melds[index].kind;
  });
  return hand;
}

/** The hand of a notation; throws as `read` does. */
export function parse(text) {
  const { melds, concealed, winning } = read(text);
  const hand = empty();
  for (const { kind, tiles } of melds) hand.groups.push({ kind, tiles: tiles.map((code) => newTile(hand, code)), from: null });
  hand.groups[0].tiles = concealed.map((code) => newTile(hand, code));
  for (const code of winning) placeFor(hand, "winning_tile").tiles.push(newTile(hand, code));
  return hand;
}

/** The same hand without its picture, to be kept. */
export function withoutPicture(hand) {
  const next = clone(hand);
  for (const tile of Object.values(next.tiles)) Object.assign(tile, { quad: null, confidence: null, alternatives: [] });
  return next;
}

function newTile(hand, tile) {
  const id = 1 + Math.max(-1, ...Object.keys(hand.tiles).map(Number));
  hand.tiles[id] = { id, tile, quad: null, confidence: null, alternatives: [], face: "up" };
  return id;
}

function placeFor(hand, kind) {
  let group = hand.groups.find((candidate) => candidate.kind === kind);
  if (!group) hand.groups.push((group = { kind, tiles: [], from: null }));
  return group;
}

export const groupOf = (hand, id) => hand.groups.find((group) => group.tiles.includes(id));
export const concealedOf = (hand) => hand.groups[0].tiles;
export const meldsOf = (hand) => hand.groups.filter(isMeld);
export const winningOf = (hand) => hand.groups.find((group) => group.kind === "winning_tile")?.tiles[0] ?? null;
export const othersOf = (hand) => hand.groups.find((group) => group.kind === "other")?.tiles ?? [];
export const codesOf = (hand, ids) => ids.map((id) => hand.tiles[id].tile);
export const sorted = (hand, ids) => [...ids].sort((a, b) => byOrder(hand.tiles[a].tile, hand.tiles[b].tile));

/** Every tile that counts, by its face. */
export const handCodes = (hand) => codesOf(hand, [...meldsOf(hand).flatMap((meld) => meld.tiles), ...concealedOf(hand),
  ...[winningOf(hand)].filter((id) => id !== null)]);

/** Tiles counted as a hand needs them (a kong as three) and how many there should be. */
export function count(hand) {
  const held = concealedOf(hand).length + (winningOf(hand) === null ? 0 : 1);
  return { held, wanted: 14 - 3 * meldsOf(hand).length };
}

export function setTile(hand, id, tile) {
  const next = clone(hand);
  Object.assign(next.tiles[id], { tile, confidence: null, face: "up" });
  const group = groupOf(next, id);
  if (isMeld(group)) group.kind = kindOf(codesOf(next, group.tiles), group.kind);
  return next;
}

export function addTile(hand, tile) {
  const next = clone(hand);
  concealedOf(next).push(newTile(next, tile));
  return next;
}

export function addWinning(hand, tile) {
  const next = clone(hand);
  placeFor(next, "winning_tile").tiles = [newTile(next, tile)];
  return next;
}

export function removeTile(hand, id) {
  const next = take(clone(hand), id);
  delete next.tiles[id];
  return next;
}

/** Takes a tile out of its group, in place; an emptied group goes, a meld becomes what its tiles make it. */
export function take(hand, id) {
  const group = groupOf(hand, id);
  if (!group) return hand;
  group.tiles = group.tiles.filter((each) => each !== id);
  if (!group.tiles.length && group.kind !== "concealed") hand.groups = hand.groups.filter((each) => each !== group);
  if (isMeld(group)) group.kind = kindOf(codesOf(hand, group.tiles), group.kind);
  return hand;
}

export function toHand(hand, id) {
  const next = take(clone(hand), id);
  concealedOf(next).push(id);
  return next;
}

export function toOther(hand, id) {
  const next = take(clone(hand), id);
  placeFor(next, "other").tiles.push(id);
  return next;
}

/** The one tile that completed the hand; a former one goes back to the hand. */
export function toWinning(hand, id) {
  const next = take(clone(hand), id);
  const former = winningOf(next);
  if (former !== null) concealedOf(next).push(former);
  placeFor(next, "winning_tile").tiles = [id];
  return next;
}

/** The hand as a doubt proposes it: its tiles read, or grouped, otherwise. */
export function propose(hand, { tiles, proposal }) {
  if (proposal.tile) return tiles.reduce((changed, id) => setTile(changed, id, proposal.tile), hand);
  const group = groupOf(hand, tiles[0]);
  if (isMeld(group)) {
    const index = meldsOf(hand).indexOf(group);
    return proposal.kind === "concealed" ? meldToHand(hand, index) : setMeld(hand, index, { kind: proposal.kind });
  }
  if (proposal.kind === "winning_tile") return toWinning(hand, tiles[0]);
  if (proposal.kind === "other") return tiles.reduce(toOther, hand);
  return proposal.kind === "concealed" ? tiles.reduce(toHand, hand) : layDown(hand, { kind: proposal.kind, tiles, joins: null });
}

// ---- melds --------------------------------------------------------------------------------------

export function meldToHand(hand, index) {
  const next = clone(hand);
  const meld = meldsOf(next)[index];
  next.groups = next.groups.filter((group) => group !== meld);
  concealedOf(next).push(...meld.tiles);
  return next;
}

export function setMeld(hand, index, change) {
  const next = clone(hand);
  Object.assign(meldsOf(next)[index], change);
  return next;
}

/** Lays tiles down as a meld, as `meldChoices` offers it; `joins` is the meld that they join. */
export function layDown(hand, choice) {
  const next = clone(hand);
  const joined = choice.joins === null ? null : meldsOf(next)[choice.joins];
  const from = joined?.from ?? null;
  next.groups = next.groups.filter((group) => group !== joined);
  for (const id of choice.tiles) take(next, id);
  next.groups.push({ kind: choice.kind, tiles: sorted(next, choice.tiles), from });
  return next;
}

/** A meld made another kind: a kong takes its fourth tile from the hand, or gets the one that was missed. */
export function convertMeld(hand, index, kind) {
  const next = clone(hand);
  const meld = meldsOf(next)[index];
  const code = codesOf(next, meld.tiles).find(Boolean);
  if (isKong(kind) && meld.tiles.length === 3) {
    const fourth = concealedOf(next).find((id) => next.tiles[id].tile === code);
    if (fourth === undefined) meld.tiles.push(newTile(next, code));
    else {
      take(next, fourth);
      meld.tiles.push(fourth);
    }
  }
  if (kind === "pung" && meld.tiles.length === 4) {
    const last = meld.tiles.findLast((id) => !next.tiles[id].tile) ?? meld.tiles.at(-1);
    meld.tiles = meld.tiles.filter((id) => id !== last);
    if (next.tiles[last].quad) concealedOf(next).push(last);
    else delete next.tiles[last];
    for (const id of meld.tiles) Object.assign(next.tiles[id], { tile: code, face: "up" });
  }
  meld.kind = kind;
  if (kind === "concealed_kong") meld.from = null;
  return next;
}
