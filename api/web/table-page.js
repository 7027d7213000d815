// The table: who has what, what was played, and the way to the next hand.

import { namesFields, number, segments, toggle } from "./chips.js";
import { asks, remember, remembered } from "./circumstances.js";
import { rulesTold } from "./circumstances-card.js";
import { h, put, s } from "./dom.js";
import { houseSheet, rulesSheet } from "./rules-sheet.js";
import { SEATS, signed } from "./seats.js";
import * as service from "./service.js";
import { drawSettling } from "./settle-page.js";
import { action, closeSheet, openSheet, sheetHead } from "./sheet.js";
import * as tables from "./table.js";
import { say, t } from "./words.js";

/**
 * @typedef {{rulesets: object[], onBuild: () => void, onLeave: () => void, onFail: (error: Error) => void}} Around
 */

let settling = false;

/** Draws the table that is kept on the phone, or the form for a new one. */
export async function drawTable(root, around) {
  const table = tables.loadTable();
  if (!table) return drawSetUp(root, around, setUpStart(around));
  let rules;
  try {
    rules = await service.ruleset(table.ruleset);
  } catch (error) {
    return around.onFail(error);
  }
  const change = (next) => { tables.saveTable(next); drawTable(root, around); };
  if (settling) {
    const leave = (next) => { settling = false; change(next); };
    return drawSettling(root, { table, rules, change, leave });
  }
  return put(root, head(table, rules, change, around), felt(table),
    table.over ? h("p", { class: "card over", role: "status" }, t("gameOver")) : null,
    winners(root, table, change, around), actions(root, table, change, around), played(table, rules, change));
}

/** Puts the hand that stands on the page among the winners. */
export function addWinner(winner) {
  tables.saveTable(tables.withWinner(tables.loadTable(), winner));
}

/** The next drawing of the table shows what the hand of play comes to. */
export function settleNext() {
  settling = true;
}

// ---- a new table --------------------------------------------------------------------------------

function setUpStart(around) {
  const { ruleset, options, base } = remembered();
  const known = around.rulesets.some((rules) => rules.id === ruleset) ? ruleset : around.rulesets[0]?.id ?? ruleset;
  return { names: Object.fromEntries(SEATS.map((place) => [place, ""])), ruleset: known, options, base, money: null, first: "east" };
}

async function drawSetUp(root, around, form) {
  let rules;
  try {
    rules = await service.ruleset(form.ruleset);
  } catch (error) {
    return around.onFail(error);
  }
  const asked = asks(rules);
  const set = (change) => drawSetUp(root, around, { ...form, ...change });
  const named = (place) => form.names[place] || t(place);
  const begin = (event) => {
    event.preventDefault();
    remember({ ...remembered(), ruleset: form.ruleset, options: form.options, base: form.base });
    tables.saveTable(tables.newTable({ ...settledForm(form, rules, asked), names: Object.fromEntries(SEATS.map((place) => [place, named(place)])) }));
    drawTable(root, around);
  };
  return put(root, h("form", { class: "card set-up", onsubmit: begin }, h("h2", {}, t("newTable")), h("p", { class: "hint" }, t("tableHint")),
    namesFields("name", form.names, (place, name) => {
      form = { ...form, names: { ...form.names, [place]: name } };
      root.querySelector(`[name="first"][value="${place}"] + span`).textContent = named(place);
    }),
    segments({ name: "first", people: true, label: t("firstDealer"), choices: SEATS.map((place) => ({ value: place, text: named(place) })), current: form.first, onPick: (first) => set({ first }) }),
    h("div", { class: "rules-row" },
      h("button", { type: "button", class: "rules", "aria-haspopup": "dialog", onclick: () => rulesSheet(around.rulesets, form.ruleset, (ruleset) => set({ ruleset, money: null })) },
        h("strong", {}, say(rules.name)), h("small", {}, rulesTold(rules.minimum))),
      h("button", { type: "button", class: "pill house", "aria-haspopup": "dialog", onclick: () => houseSheet(rules, form.options[form.ruleset] ?? {},
        (options) => { form = { ...form, options: { ...form.options, [form.ruleset]: options } }; drawSetUp(root, around, form); }) }, t("house"))),
    asked.base ? number({ name: "table-base", label: t("base"), value: form.base, onPick: (base) => { form = { ...form, base }; } }) : null,
    asked.balances ? moneyRows(form, rules, set, (money) => { form = { ...form, money }; }) : null,
    h("button", { class: "button primary", type: "submit" }, t("startTable"))));
}

const capOf = (rules) => rules.switches.find(({ name }) => name.endsWith("_cap"));

/** Money that each brings (园子): where the rules know none by default, it is a choice. */
function moneyRows(form, rules, set, type) {
  const standard = capOf(rules)?.default ?? null;
  const limited = form.money !== null || standard !== null;
  return [
    standard === null ? toggle({ name: "limited", label: t("yuanzi"), checked: limited, onPick: (on) => set({ money: on ? 100 : null }) }) : null,
    limited ? number({ name: "money", label: t("moneyEach"), value: form.money ?? standard, least: 1, onPick: (money) => type(Math.round(money)) }) : null,
  ];
}

function settledForm({ ruleset, options, base, money, first }, rules, asked) {
  const cap = asked.balances ? capOf(rules) : null;
  const each = money ?? cap?.default ?? null;
  const own = options[ruleset] ?? {};
  return { ruleset, first, base: asked.base ? base : null, money: each, options: cap && each !== null && each !== cap.default ? { ...own, [cap.name]: each } : own };
}

// ---- the table ----------------------------------------------------------------------------------

const roundText = (table) => t("roundNow", t(table.round), table.number);

function head(table, rules, change, around) {
  const stake = table.base === null ? "" : ` · ${t("base")} ${table.base}`;
  return h("div", { class: "table-head" },
    h("button", { type: "button", class: "ghost", onclick: around.onLeave }, t("backToStart")),
    h("small", {}, `${say(rules.name)}${stake}`),
    h("button", { type: "button", class: "ghost", "aria-haspopup": "dialog", onclick: () => tableSheet(table, change, around) }, t("adjust")));
}

/** The four at the table, seen from above: the first place below, the next to its right. */
function felt(table) {
  const last = table.hands.at(-1);
  return h("section", { class: "felt-table", "aria-label": t("table") },
    h("div", { class: "centre" }, h("strong", {}, t("roundOf", t(table.round))), h("span", {}, t("handNumber", table.number))),
    SEATS.map((place) => h("div", { class: `player at-${place} ${place === table.dealer ? "deals" : ""}` },
      h("span", { class: "wind" }, t(tables.windOf(table, place)), place === table.dealer ? h("i", {}, t("dealer")) : null),
      h("span", { class: "name" }, table.names[place]),
      h("b", { class: "amount" }, table.money === null ? signed(table.totals[place]) : String(table.totals[place])),
      last ? h("small", { class: last.changes[place] > 0 ? "gains" : last.changes[place] < 0 ? "loses" : "" }, signed(last.changes[place])) : null)));
}

function winners(root, table, change, around) {
  const { winners: won, win, discarder } = table.play;
  if (!won.length) return null;
  const how = t(`by_${win}`, table.names[discarder]);
  return h("section", { class: "card" }, h("h2", {}, t("wonNow")),
    h("ul", { class: "winners" }, won.map((winner) => h("li", {}, h("strong", {}, table.names[winner.place]), h("span", {}, how), h("b", {}, String(winner.total ?? "")),
      h("button", { type: "button", class: "close", "aria-label": `${t("remove")}: ${table.names[winner.place]}`, onclick: () => change(tables.withoutWinner(table, winner.place)) }, "×")))),
    h("button", { type: "button", class: "button primary", onclick: () => { settling = true; drawTable(root, around); } }, t("settle")));
}

const icon = (...paths) => s("svg", { "aria-hidden": "true", viewBox: "0 0 24 24" }, paths.map((d) => s("path", { d })));

function actions(root, table, change, around) {
  const more = table.play.winners.length > 0;
  if (more && table.play.win === "self_draw") return null;
  return h("section", { class: "card next" }, h("h2", {}, t(more ? "anotherWinner" : "nextHand", roundText(table))),
    h("div", { class: "next-actions" },
      h("button", { type: "button", class: "button primary", data: { pick: "camera" } }, icon("M4 8h3l2-3h6l2 3h3a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V9a1 1 0 0 1 1-1Z", "M15.8 13.5a3.8 3.8 0 1 1-7.6 0a3.8 3.8 0 1 1 7.6 0"), h("span", {}, t("takePhoto"))),
      h("button", { type: "button", class: "button", data: { pick: "gallery" } }, t("choosePhoto")),
      h("button", { type: "button", class: "button", onclick: around.onBuild }, t("buildByHand")),
      more ? null : h("button", { type: "button", class: "button", onclick: () => { settling = true; drawTable(root, around); } }, t("drawnHand"))));
}

// ---- what was played ----------------------------------------------------------------------------

function played(table, rules, change) {
  if (!table.hands.length) return null;
  const unit = say(rules.unit);
  return h("section", { class: "card played" }, h("div", { class: "played-head" }, h("h2", {}, t("playedHands")),
    action(t("undoHand"), () => change(tables.undoLast(table)))),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": t("playedHands") }, h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "#"), SEATS.map((place) => h("th", { scope: "col" }, table.names[place])))),
      h("tbody", {}, table.hands.toReversed().map((hand) => [
        h("tr", {}, h("th", { scope: "row", rowspan: 2 }, String(hand.number)),
          SEATS.map((place) => h("td", { class: hand.changes[place] > 0 ? "gains" : hand.changes[place] < 0 ? "loses" : "" }, signed(hand.changes[place])))),
        h("tr", { class: "story" }, h("td", { colspan: 4 }, told(table, hand, unit))),
      ])))));
}

function told(table, { play, fines, before }, unit) {
  const how = t(`by_${play.win}`, table.names[play.discarder]);
  const wins = play.winners.map((winner) => `${table.names[winner.place]} ${winner.total ?? ""} ${unit}`).join(", ");
  const kongs = play.kongs.map((kong) => `${table.names[kong.place]} ${t(kong.kind)}`);
  const fine = fines.map((each) => t("fined", table.names[each.seat], each.amount));
  return [`${t("roundOf", t(before.round))}`, wins ? `${wins} · ${how}` : t("drawnHand"), ...kongs, ...fine].join(" · ");
}

// ---- adjusting ----------------------------------------------------------------------------------

/** Names, dealer and round, set right by hand; and the end of the table. */
function tableSheet(table, change, around) {
  const set = (what) => { const next = { ...table, ...what }; change(next); tableSheet(next, change, around); };
  openSheet(t("adjust"), sheetHead(t("adjust")),
    namesFields("rename", table.names, (place, name) => {
      table = { ...table, names: { ...table.names, [place]: name || t(place) } };
      change(table);
    }),
    segments({ name: "dealer", people: true, label: t("dealerNow"), choices: SEATS.map((place) => ({ value: place, text: table.names[place] })), current: table.dealer, onPick: (dealer) => set({ dealer }) }),
    segments({ name: "table-round", label: t("round"), choices: SEATS.map((wind) => ({ value: wind, text: t(wind) })), current: table.round, onPick: (round) => set({ round }) }),
    h("div", { class: "sheet-actions" }, action(t("endTable"), () => confirmEnd(around), "danger"), action(t("done"), closeSheet, "primary")));
}

function confirmEnd(around) {
  openSheet(t("endTable"), sheetHead(t("endTable")), h("p", {}, t("endTableSure")),
    h("div", { class: "sheet-actions" }, action(t("endTable"), () => { closeSheet(); settling = false; tables.saveTable(null); around.onLeave(); }, "danger"), action(t("cancel"), closeSheet, "primary")));
}
