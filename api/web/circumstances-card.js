// The card of circumstances: only what the rule set asks, with the reasons for what is out.

import { number, numberField, segments, stepper, toggle } from "./chips.js";
import { asks, remember } from "./circumstances.js";
import { excluded } from "./conflicts.js";
import { h, put } from "./dom.js";
import { pickSheet } from "./sheet.js";
import { houseSheet, rulesSheet } from "./rules-sheet.js";
import { hasNames, SEATS, seatName } from "./seats.js";
import { tilePicture } from "./tiles.js";
import { say, t } from "./words.js";

/**
 * Draws the chips. `rulesets` are all there are, `rules` is all of the chosen one; `onChange` hears the new
 * circumstances, with `typing` while a number is typed: then the card must stay as it is. At a table (`fixed`) its rules, round and money are settled, and `fixed.taken` have won already.
 */
export function drawCircumstances(root, { how, hand, rulesets, rules, fixed }, onChange) {
  const asked = asks(rules);
  const out = excluded(hand, how, rules);
  const note = (change) => {
    how = { ...how, ...change };
    if (how.discarder === how.seat) how.discarder = null;
    if (!fixed) remember(how);
  };
  const set = (change) => { note(change); onChange(how); };
  const type = (change) => { note(change); onChange(how, { typing: true }); };
  const pick = (name) => (value) => set({ [name]: value });
  root.onsubmit = (event) => event.preventDefault();
  put(root,
    fixed ? null : rulesRow(how, rulesets, rules, set),
    winRows(how, out, pick, fixed),
    asked.round && !fixed ? segments({ name: "round", label: t("round"), choices: SEATS.map((seat) => ({ value: seat, text: t(seat) })), current: how.round, onPick: pick("round") }) : null,
    asked.after_kong ? segments({ name: "after_kong", label: t("afterKong"), current: how.after_kong, onPick: pick("after_kong"),
      choices: ["none", "exposed", "concealed"].map((kind) => ({ value: kind, text: t(`after_${kind}`), reason: out.after_kong[kind] })) }) : null,
    asked.wild ? wildRows(how, out, set) : null,
    asked.base && !fixed ? number({ name: "base", label: t("base"), value: how.base, onPick: (base) => type({ base }) }) : null,
    asked.balances && !fixed ? balanceRows(how, set, type) : null,
    more(how, out, asked, pick));
}

function rulesRow(how, rulesets, rules, set) {
  const listed = rulesets.find((each) => each.id === how.ruleset);
  const options = how.options[how.ruleset] ?? {};
  const changed = Object.keys(options).length;
  const house = (next) => set({ options: { ...how.options, [how.ruleset]: next } });
  return h("div", { class: "rules-row" },
    h("button", { type: "button", class: "rules", "aria-haspopup": "dialog", onclick: () => rulesSheet(rulesets, how.ruleset, (ruleset) => set({ ruleset })) },
      h("strong", {}, listed ? say(listed.name) : how.ruleset), h("small", {}, rulesTold(options.minimum ?? listed?.minimum))),
    rules?.switches?.length ? h("button", { type: "button", class: "pill house", "aria-haspopup": "dialog", onclick: () => houseSheet(rules, options, house) },
      changed ? t("houseChanged", changed) : t("house")) : null);
}

/** What a chosen rule set says of itself on its button. */
export const rulesTold = (minimum) => [t("ruleset"), minimum ? t("needs", minimum) : t("noMinimum")].join(" · ");

function winRows(how, out, pick, fixed) {
  const place = (seat) => ({ value: seat, text: seatName(seat), small: hasNames() ? t(seat) : null });
  const taken = new Set(fixed?.taken ?? []);
  const how_ = (win) => out.win[win] ?? (fixed?.how && win !== fixed.how.win ? "sameTileSameWay" : null);
  return [
    segments({ name: "win", label: t("win"), current: how.win, onPick: pick("win"),
      choices: ["self_draw", "discard", "robbed_kong"].map((win) => ({ value: win, text: t(win), reason: how_(win) })) }),
    segments({ name: "seat", people: hasNames(), label: t(hasNames() ? "whoWon" : "seat"), current: how.seat, onPick: pick("seat"),
      choices: SEATS.map((seat) => ({ ...place(seat), reason: taken.has(seat) ? "wonAlready" : fixed?.how?.discarder === seat ? "notOneself" : null })) }),
    how.win === "self_draw" ? null : segments({ name: "discarder", people: hasNames(), label: t(how.win === "robbed_kong" ? "robbedFrom" : "discarder"), current: how.discarder, onPick: pick("discarder"),
      choices: SEATS.map((seat) => ({ ...place(seat), reason: out.discarder[seat] ?? (fixed?.how && fixed.how.discarder !== seat ? "sameTileSameWay" : null) })) }),
  ];
}

function wildRows(how, out, set) {
  const thrown = (kind) => stepper({ name: `wild-${kind}`, label: t(`thrown_${kind}`), value: how.discarded[kind],
    reason: how.discarded[kind] >= 4 ? "fourWilds" : out.discarded[kind] ?? null,
    onPick: (many) => set({ discarded: { ...how.discarded, [kind]: many } }) });
  return [
    h("div", { class: "choice" }, h("span", { class: "legend" }, t("wild")),
      h("button", { type: "button", class: "pill", "aria-label": t("wildChoose"), onclick: () => pickSheet(t("wild"), how.wild, (wild) => set({ wild })) },
        how.wild ? tilePicture(how.wild, "small") : t("choose")),
      how.wild ? h("button", { type: "button", class: "pill", onclick: () => set({ wild: null }) }, t("clear")) : null),
    how.wild ? ["first", "middle", "after_pung"].map(thrown) : null,
  ];
}

function balanceRows({ balances }, set, type) {
  const start = { east: 100, south: 100, west: 100, north: 100 };
  return [
    toggle({ name: "has-balances", label: t("balances"), checked: balances !== null, onPick: (on) => set({ balances: on ? start : null }) }),
    balances ? h("div", { class: "money", role: "group", "aria-label": t("balances") }, SEATS.map((seat) => h("label", {}, h("span", {}, seatName(seat)),
      numberField({ name: `balance-${seat}`, value: balances[seat], least: 0,
        onPick: (money) => { balances = { ...balances, [seat]: money }; type({ balances }); } })))) : null,
  ];
}

/** What is rarely so, folded away until it is. */
function more(how, out, asked, pick) {
  const flag = (name) => (asked[name] ? toggle({ name, label: t(name), checked: how[name], reason: out[name] ?? null, onPick: pick(name) }) : null);
  const rows = [flag("passed_win"), flag("heavenly"), flag("waiting_on_any"),
    asked.liable ? segments({ name: "liable", people: hasNames(), label: t("liable"), current: how.liable, onPick: pick("liable"),
      choices: [{ value: null, text: t("liableByMelds") }, ...SEATS.map((seat) => ({ value: seat, text: seatName(seat), reason: out.liable[seat] }))] }) : null].filter(Boolean);
  if (!rows.length) return null;
  const open = how.passed_win || how.heavenly || how.waiting_on_any || how.liable !== null || more.open;
  return h("details", { class: "more", open, ontoggle: (event) => { more.open = event.target.open; } }, h("summary", {}, t("moreCircumstances")), rows);
}
