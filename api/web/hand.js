// A hand as the page edits it: plain data, every edit gives a new one.
//
//   hand.tiles   {id: {id, tile, quad|null, confidence|null, alternatives: [code], face}}
//   hand.groups  [{kind, tiles: [id], from|null}]; exactly one "concealed", at most one "winning_tile" and one "other"

export const TILES = [..."mps"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`))
  .concat([1, 2, 3, 4, 5, 6, 7].map((n) => `${n}z`));
const MELDS = ["chow", "pung", "kong", "added_kong", "concealed_kong"];
const ORDER = new Map(TILES.map((tile, index) => [tile, index]));

export const isMeld = (group) => MELDS.includes(group.kind);
export const empty = () => ({ tiles: {}, groups: [{ kind: "concealed", tiles: [], from: null }] });
export const byOrder = (a, b) => (ORDER.get(a) ?? 99) - (ORDER.get(b) ?? 99);
const clone = (hand) => structuredClone(hand);

export function fromReading(reading) {
  const hand = empty();
  for (const tile of reading.tiles) {
    hand.tiles[tile.id] = {
      id: tile.id, tile: tile.tile, quad: tile.quad ?? null, confidence: tile.confidence, face: tile.face,
      alternatives: (tile.alternatives ?? []).map((other) => other.tile).filter((code) => ORDER.has(code)),
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

/** The notation `[p777z] 12p456p + 3p` (also with 万饼筒条索东南西北中发白 and full-width digits); throws the part it cannot read. */
export function parse(text) {
  const plain = text.normalize("NFKC").replace(/[万萬]/g, "m").replace(/[饼餅筒]/g, "p").replace(/[条條索]/g, "s")
    .replace(/[一二三四五六七八九]/g, (digit) => "一二三四五六七八九".indexOf(digit) + 1)
    .replace(/[东東南西北白发發中]/g, (honour) => `${"东南西北白发中".indexOf(honour.replace("東", "东").replace("發", "发")) + 1}z`);
  const hand = empty();
  const [front, winning = "", ...more] = plain.split("+");
  if (more.length) throw new Error("+");
  const concealed = front.replace(/\[\s*([cpkKa])?([^\]]*)\]/g, (_, letter, tiles) => {
    const codes = tilesOf(tiles);
    const kind = { c: "chow", p: "pung", k: "kong", K: "added_kong", a: "concealed_kong" }[letter] ?? kindOf(codes);
    hand.groups.push({ kind, tiles: codes.map((code) => newTile(hand, code)), from: null });
    return "";
  });
  hand.groups[0].tiles = tilesOf(concealed).map((code) => newTile(hand, code));
  for (const code of tilesOf(winning)) placeFor(hand, "winning_tile").tiles.push(newTile(hand, code));
  return hand;
}

function tilesOf(text) {
  const runs = text.replace(/\s+/g, "");
  const codes = [];
  const rest = runs.replace(/([1-9]+)([mps])|([1-7]+)(z)/g, (_, digits, suit, honours, z) => {
    for (const digit of digits ?? honours) codes.push(digit + (suit ?? z));
    return "";
  });
  if (rest) throw new Error(rest);
  return codes;
}

function newTile(hand, tile, more = {}) {
  const id = 1 + Math.max(-1, ...Object.keys(hand.tiles).map(Number));
  hand.tiles[id] = { id, tile, quad: null, confidence: null, alternatives: [], face: "up", ...more };
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

/** Tiles counted as a hand needs them (a kong as three) and how many there should be. */
export function count(hand) {
  const held = concealedOf(hand).length + (winningOf(hand) === null ? 0 : 1);
  return { held, wanted: 14 - 3 * meldsOf(hand).length };
}

export function setTile(hand, id, tile) {
  const next = clone(hand);
  next.tiles[id].tile = tile;
  next.tiles[id].confidence = null;
  next.tiles[id].face = "up";
  const group = groupOf(next, id);
  if (isMeld(group)) group.kind = kindOf(group.tiles.map((each) => next.tiles[each].tile), group.kind);
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

function take(hand, id) {
  const group = groupOf(hand, id);
  if (!group) return hand;
  group.tiles = group.tiles.filter((each) => each !== id);
  if (!group.tiles.length && group.kind !== "concealed") hand.groups = hand.groups.filter((each) => each !== group);
  if (isMeld(group)) group.kind = kindOf(group.tiles.map((each) => hand.tiles[each].tile), group.kind);
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

/** The melds that tile `id` can be laid down in, with tiles in hand: `[{kind, tiles: [id], joins}]`. */
export function meldChoices(hand, id, allowsChow) {
  const code = hand.tiles[id].tile;
  const pool = concealedOf(hand).filter((each) => each !== id && hand.tiles[each].tile);
  const find = (wanted) => {
    const left = [...pool];
    const found = wanted.map((each) => {
      const at = left.findIndex((candidate) => hand.tiles[candidate].tile === each);
      return at < 0 ? null : left.splice(at, 1)[0];
    });
    return found.includes(null) ? null : found;
  };
  const choices = [];
  const offer = (kind, wanted) => {
    const found = find(wanted);
    if (found) choices.push({ kind, tiles: [...found, id], joins: null });
  };
  const joins = meldsOf(hand).findIndex((meld) => meld.kind === "pung" && hand.tiles[meld.tiles[0]].tile === code);
  if (joins >= 0) choices.push({ kind: "added_kong", tiles: [...meldsOf(hand)[joins].tiles, id], joins });
  offer("pung", [code, code]);
  offer("kong", [code, code, code]);
  offer("concealed_kong", [code, code, code]);
  const [digit, suit] = [Number(code[0]), code[1]];
  if (allowsChow && suit !== "z") {
    for (const start of [digit - 2, digit - 1, digit]) {
      if (start < 1 || start > 7) continue;
      offer("chow", [start, start + 1, start + 2].filter((n) => n !== digit).map((n) => `${n}${suit}`));
    }
  }
  return choices;
}

export function layDown(hand, choice) {
  const next = clone(hand);
  if (choice.joins !== null) next.groups = next.groups.filter((group) => group !== meldsOf(next)[choice.joins]);
  for (const id of choice.tiles) take(next, id);
  const tiles = [...choice.tiles].sort((a, b) => byOrder(next.tiles[a].tile, next.tiles[b].tile));
  next.groups.push({ kind: choice.kind, tiles, from: null });
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

/** What a meld of these tiles is; `before` settles which kong. */
export function kindOf(codes, before = null) {
  const up = codes.filter(Boolean);
  const same = new Set(up).size === 1;
  if (codes.length === 4) return before && before.endsWith("kong") ? before : up.length < 4 ? "concealed_kong" : "kong";
  return same ? "pung" : "chow";
}

const compact = (codes) => [...codes].sort(byOrder).join("").replace(/([mpsz])(?=[1-9]\1)/g, "");

/** Tiles of a meld as the service wants them: face-down ones of a concealed kong are its known tile. */
function meldTiles(hand, meld) {
  const codes = meld.tiles.map((id) => hand.tiles[id].tile);
  const known = codes.find(Boolean);
  return compact(codes.map((code) => code ?? (meld.kind === "concealed_kong" ? known : null) ?? ""));
}

/** A ScoreRequest; `winning` stands for the winning tile when the photo does not say which it was. */
export function toRequest(hand, circumstances, winning = winningOf(hand)) {
  const concealed = concealedOf(hand).filter((id) => id !== winning).map((id) => hand.tiles[id].tile ?? "");
  return {
    ...circumstances,
    concealed: compact(concealed),
    melds: meldsOf(hand).map((meld) => ({
      kind: meld.kind, tiles: meldTiles(hand, meld), ...(meld.from ? { from: meld.from } : {}),
    })),
    winning_tile: winning === null ? null : hand.tiles[winning].tile,
  };
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

/** `"123m55z"` as `["1m", "2m", "3m", "5z", "5z"]`. */
export const split = (text) => [...(text ?? "").matchAll(/(\d+)([mpsz])/g)]
  .flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
