// Hands as text: `[p777z] 12p456p + 3p`, and what people paste instead.

/** @typedef {string} Code a tile: "1m".."9m", "1p".."9p", "1s".."9s", "1z".."7z" */

/** @type {Code[]} every tile, in the order of a palette */
export const TILES = [..."mps"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`))
  .concat([1, 2, 3, 4, 5, 6, 7].map((n) => `${n}z`));
const ORDER = new Map(TILES.map((tile, index) => [tile, index]));
const LETTERS = { chow: "c", pung: "p", kong: "k", added_kong: "K", concealed_kong: "a" };
const KINDS = Object.fromEntries(Object.entries(LETTERS).map(([kind, letter]) => [letter, kind]));
const PICTURES = 0x1f000; // Mahjong Tiles of Unicode: winds, 中发白, 万, 条, 饼
const PICTURED = [1, 2, 3, 4, 7, 6, 5].map((n) => `${n}z`)
  .concat([..."msp"].flatMap((suit) => [1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${n}${suit}`)));

export const isTile = (code) => ORDER.has(code);
export const byOrder = (a, b) => (ORDER.get(a) ?? 99) - (ORDER.get(b) ?? 99);

/** `"123m55z"` as `["1m", "2m", "3m", "5z", "5z"]`. */
export const split = (text) => [...(text ?? "").matchAll(/(\d+)([mpsz])/g)]
  .flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));

/** The other way, sorted: `["5z", "1m", "2m"]` as `"12m5z"`. */
export const compact = (codes) => [...codes].sort(byOrder).join("").replace(/([mpsz])(?=[1-9]\1)/g, "");

function plain(text) {
  return text.normalize("NFKC").replace(/\uFE0F/g, "")
    .replace(/[\u{1F000}-\u{1F021}]/gu, (tile) => PICTURED[tile.codePointAt(0) - PICTURES])
    .replace(/[万萬]/g, "m").replace(/[饼餅筒]/g, "p").replace(/[条條索]/g, "s")
    .replace(/[一二三四五六七八九]/g, (digit) => "一二三四五六七八九".indexOf(digit) + 1)
    .replace(/[东東南西北白发發中]/g, (honour) => `${"东南西北白发中".indexOf(honour.replace("東", "东").replace("發", "发")) + 1}z`);
}

function tilesOf(text) {
  const codes = [];
  const rest = text.replace(/\s+/g, "").replace(/([1-9]+)([mps])|([1-7]+)(z)/g, (_, digits, suit, honours, z) => {
    for (const digit of digits ?? honours) codes.push(digit + (suit ?? z));
    return "";
  });
  if (rest) throw new Error(rest);
  return codes;
}

/** What a meld of these tiles is (face-down ones are null); `before` settles which kong. */
export function kindOf(codes, before = null) {
  const up = codes.filter(Boolean);
  if (codes.length === 4) return before?.endsWith("kong") ? before : up.length < 4 ? "concealed_kong" : "kong";
  return new Set(up).size === 1 ? "pung" : "chow";
}

/**
 * The hand that a text means; throws an Error whose message is the part it cannot read.
 * @param {string} text
 * @returns {{melds: {kind: string, tiles: Code[]}[], concealed: Code[], winning: Code[]}}
 */
export function read(text) {
  const [front, winning = "", ...more] = plain(text).split("+");
  if (more.length) throw new Error("+");
  const melds = [];
  const concealed = front.replace(/\[\s*([cpkKa])?([^\]]*)\]/g, (_, letter, inside) => {
    const tiles = tilesOf(inside);
    melds.push({ kind: KINDS[letter] ?? kindOf(tiles), tiles });
    return "";
  });
  return { melds, concealed: tilesOf(concealed), winning: tilesOf(winning) };
}

/** The text of a hand, as every door of the service takes it. */
export function write({ melds, concealed, winning }) {
  const laid = melds.map((meld) => `[${LETTERS[meld.kind]}${compact(meld.tiles)}]`).join("");
  return [laid, compact(concealed), winning ? `+ ${winning}` : ""].filter(Boolean).join(" ");
}
