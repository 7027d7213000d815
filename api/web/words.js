// The page's two languages.

import { SENTENCES } from "./sentences.js";

const DIGITS = "一二三四五六七八九";
const SUITS = { m: ["万", "characters"], p: ["饼", "dots"], s: ["条", "bamboo"] };
const HONOURS = [["东", "East"], ["南", "South"], ["西", "West"], ["北", "North"], ["白", "White"], ["发", "Green"], ["中", "Red"]];

let language = "zh";

export function setLanguage(name) {
  language = name === "en" ? "en" : "zh";
  document.documentElement.lang = language;
}

export const currentLanguage = () => language;

export function t(key, ...values) {
  const words = SENTENCES[key];
  if (!words) return key;
  return words[language === "zh" ? 0 : 1].replace(/\{(\d)\}/g, (_, index) => values[index]);
}

/** One of `{zh, en}`, as the service sends names and sentences. */
export const say = (text) => (text ? text[language] ?? text.en ?? text.zh ?? "" : "");

export function tileName(code) {
  if (!code) return language === "zh" ? "盖着的牌" : "face-down tile";
  if (code === "f") return language === "zh" ? "花牌" : "flower";
  const [digit, suit] = [Number(code[0]), code[1]];
  const zh = language === "zh";
  if (suit === "z") return HONOURS[digit - 1][zh ? 0 : 1];
  return zh ? DIGITS[digit - 1] + SUITS[suit][0] : `${digit} ${SUITS[suit][1]}`;
}
