// How the hand was won: chips that remember the last choice.

import { h, put } from "./dom.js";
import { concealedOf, meldsOf } from "./hand.js";
import { pickSheet, rulesSheet } from "./sheet.js";
import { tilePicture } from "./tiles.js";
import { say, t } from "./words.js";

const KEY = "qicheng.circumstances";
const SEATS = ["east", "south", "west", "north"];
const START = { ruleset: "yangzhou-new", win: "self_draw", seat: "east", round: "east", discarder: null, after_kong: "none", base: 1, wild: null };
const REMEMBERED = ["ruleset", "seat", "round", "base"];

export function remembered() {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    return { ...START, ...Object.fromEntries(REMEMBERED.filter((name) => name in kept).map((name) => [name, kept[name]])) };
  } catch {
    return { ...START };
  }
}

function remember(circumstances) {
  try {
    localStorage.setItem(KEY, JSON.stringify(Object.fromEntries(REMEMBERED.map((name) => [name, circumstances[name]]))));
  } catch {
    // private browsing: the choice holds until the page is closed
  }
}

const KONGS = { kong: "exposed", added_kong: "exposed", concealed_kong: "concealed" };

/** What this hand leaves open: a self-draw after a kong needs a kong, a robbed kong or a discard needs a player. */
function openChoices(circumstances, hand) {
  const kongs = new Set(meldsOf(hand).map((meld) => KONGS[meld.kind]).filter(Boolean));
  return {
    discarder: circumstances.win !== "self_draw",
    afterKong: circumstances.win === "self_draw" ? [...kongs] : [],
    ready: concealedOf(hand).length > 0,
  };
}

const takesWild = (rules) => Boolean(rules?.fields?.includes("wild"));

/** A table of money (liuwei) has no stake to multiply. */
const hasStake = (rules) => rules?.method !== "stakes";

/** The part of a ScoreRequest beside the hand, without what does not apply. */
export function asRequest(circumstances, hand, rules) {
  const { ruleset, win, seat, round, discarder, after_kong: afterKong, base, wild } = circumstances;
  const choices = openChoices(circumstances, hand);
  const other = discarder && discarder !== seat ? discarder : null;
  return {
    ruleset, win, seat, round,
    ...(hasStake(rules) ? { base } : {}),
    ...(choices.discarder && other ? { discarder: other } : {}),
    ...(choices.afterKong.includes(afterKong) ? { after_kong: afterKong } : {}),
    ...(takesWild(rules) && wild ? { wild: { indicator: wild } } : {}),
  };
}

function segments(name, label, options, current, onPick) {
  return h("fieldset", { class: "choice" }, h("legend", {}, label),
    h("span", { class: "segments" }, options.map(([value, text]) => h("label", {},
      h("input", { type: "radio", name, value, checked: value === current, onchange: () => onPick(value) }), h("span", {}, text)))));
}

/** Draws the chips; `rulesets` are all there are, `rules` is all of the chosen one; `onChange` hears the new circumstances. */
export function drawCircumstances(root, circumstances, hand, rulesets, rules, onChange) {
  const listed = rulesets.find((each) => each.id === circumstances.ruleset);
  const choices = openChoices(circumstances, hand);
  const set = (change) => {
    const next = { ...circumstances, ...change };
    if (next.discarder === next.seat) next.discarder = null;
    remember(next);
    onChange(next);
  };
  const pick = (name) => (value) => set({ [name]: value });
  const seats = (except) => SEATS.filter((seat) => seat !== except).map((seat) => [seat, t(seat)]);
  root.onsubmit = (event) => event.preventDefault();
  put(root,
    h("button", { type: "button", class: "rules", "aria-haspopup": "dialog", onclick: () => rulesSheet(rulesets, circumstances.ruleset, pick("ruleset")) },
      h("span", {}, t("ruleset")), h("strong", {}, listed ? say(listed.name) : circumstances.ruleset),
      h("small", {}, listed?.minimum ? t("needs", listed.minimum) : "")),
    segments("win", t("win"), ["self_draw", "discard", "robbed_kong"].map((win) => [win, t(win)]), circumstances.win, pick("win")),
    choices.discarder ? segments("discarder", t(circumstances.win === "robbed_kong" ? "robbedFrom" : "discarder"), seats(circumstances.seat), circumstances.discarder, pick("discarder")) : null,
    choices.afterKong.length ? segments("after_kong", t("afterKong"),
      [["none", t("none")], ...choices.afterKong.map((kong) => [kong, t(kong === "exposed" ? "exposed" : "concealedK")])], circumstances.after_kong, pick("after_kong")) : null,
    segments("seat", t("seat"), seats(null), circumstances.seat, pick("seat")),
    segments("round", t("round"), seats(null), circumstances.round, pick("round")),
    takesWild(rules) ? h("div", { class: "choice" }, h("span", { class: "legend" }, t("wild")),
      h("button", { type: "button", class: "pill", onclick: () => pickSheet(t("wild"), circumstances.wild, pick("wild")) },
        circumstances.wild ? tilePicture(circumstances.wild, "small") : t("choose"))) : null,
    hasStake(rules) ? h("div", { class: "choice" }, h("label", { class: "legend", for: "base" }, t("base")),
      h("input", { id: "base", type: "number", inputmode: "decimal", min: "0.01", step: "any", value: circumstances.base,
        onchange: (event) => Number(event.target.value) > 0 && set({ base: Number(event.target.value) }) })) : null);
}
