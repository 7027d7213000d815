// What a hand of play comes to for the whole table, before it is written down: kongs, a false win, who pays whom.

import { segments } from "./chips.js";
import { h, put } from "./dom.js";
import { reasonsToPay } from "./payments.js";
import { exact, SEATS, seatPlayers, signed } from "./seats.js";
import * as service from "./service.js";
import * as tables from "./table.js";
import { tilePicture } from "./tiles.js";
import { split } from "./notation.js";
import { say, t } from "./words.js";

/** The kong that is being put together. */
let draft = { place: null, kind: "concealed_kong", from: null };

/**
 * @param {HTMLElement} root
 * @param {{table: import("./table.js").Table, rules: object, change: (table: object) => void, leave: (table: object) => void}} about
 */
export function drawSettling(root, about) {
  const { table, rules, change } = about;
  const result = h("section", { class: "card result", "aria-live": "polite" }, h("p", { class: "lead" }, t("checking")));
  const back = h("div", { class: "table-head" }, h("button", { type: "button", class: "ghost", onclick: () => about.leave(table) }, t("backToTable")),
    h("small", {}, t("roundNow", t(table.round), table.number)));
  put(root, back, winners(table, rules), kongs(root, about), falseWin(table, rules, change), result);
  settle(result, about);
}

const place = (table, seat) => ({ value: seat, text: table.names[seat] });

function winners(table, rules) {
  const { winners: won, win, discarder } = table.play;
  if (!won.length) return h("section", { class: "card" }, h("h2", {}, t("drawnHand")), h("p", {}, t("nobodyWon")));
  const how = t(`by_${win}`, table.names[discarder]);
  return h("section", { class: "card" }, h("h2", {}, t("wonNow")), won.map((winner) => h("div", { class: "won-hand" },
    h("p", {}, h("strong", {}, table.names[winner.place]), ` · ${how} · ${winner.total ?? ""} ${say(rules.unit)}`), tilesIn(winner.notation))));
}

const tilesIn = (notation) => h("span", { class: "fan-tiles" }, notation.split(/[\s\]]+/).filter(Boolean)
  .map((part) => h("span", { class: "set" }, split(part).map((code) => tilePicture(code, "tiny")))));

// ---- kongs and false wins -----------------------------------------------------------------------

/** Only where kongs are paid for; those of a winner are in the melds. */
function kongs(root, about) {
  const { table, rules, change } = about;
  if (!Object.keys(rules.kongs ?? {}).length) return null;
  const set = (what) => { draft = { ...draft, ...what }; drawSettling(root, about); };
  const won = new Set(table.play.winners.map((winner) => winner.place));
  const asksFrom = draft.kind === "kong" && rules.kongs.kong?.paid_by === "discarder";
  const ready = draft.place && (!asksFrom || (draft.from && draft.from !== draft.place));
  const add = () => {
    const kong = { ...draft, from: asksFrom ? draft.from : null };
    draft = { place: null, kind: draft.kind, from: null };
    change(tables.withPlay(table, { kongs: [...table.play.kongs, kong] }));
  };
  const drop = (index) => change(tables.withPlay(table, { kongs: table.play.kongs.filter((_, each) => each !== index) }));
  return h("section", { class: "card kongs" }, h("h2", {}, t("kongsMade")),
    table.play.kongs.length ? h("ul", { class: "winners" }, table.play.kongs.map((kong, index) => h("li", {}, h("strong", {}, table.names[kong.place]), h("span", {}, t(kong.kind), kong.from ? ` · ${t("thrownBy", table.names[kong.from])}` : ""),
      h("button", { type: "button", class: "close", "aria-label": `${t("remove")}: ${table.names[kong.place]} ${t(kong.kind)}`, onclick: () => drop(index) }, "×")))) : null,
    segments({ name: "kong-who", people: true, label: t("whoKonged"), current: draft.place, onPick: (who) => set({ place: who }),
      choices: SEATS.map((seat) => ({ ...place(table, seat), reason: won.has(seat) ? "kongsInMelds" : null })) }),
    segments({ name: "kong-kind", label: t("kongKind"), current: draft.kind, onPick: (kind) => set({ kind }),
      choices: Object.keys(rules.kongs).map((kind) => ({ value: kind, text: t(kind) })) }),
    asksFrom ? segments({ name: "kong-from", people: true, label: t("meldFrom"), current: draft.from, onPick: (from) => set({ from }),
      choices: SEATS.map((seat) => ({ ...place(table, seat), reason: seat === draft.place ? "notOwnTile" : null })) }) : null,
    h("button", { type: "button", class: "pill", id: "add-kong", disabled: !ready, onclick: add }, t("addKong")));
}

function falseWin(table, rules, change) {
  if (!rules.table?.false_win) return null;
  const won = new Set(table.play.winners.map((winner) => winner.place));
  return h("section", { class: "card" }, segments({ name: "false-win", people: true, label: t("falseWin"), current: table.play.falseWin,
    onPick: (falseWinner) => change(tables.withPlay(table, { falseWin: falseWinner })),
    choices: [{ value: null, text: t("nobodyFalse") }, ...SEATS.map((seat) => ({ ...place(table, seat), reason: won.has(seat) ? "wonTruly" : null }))] }));
}

// ---- the result ---------------------------------------------------------------------------------

async function settle(root, { table, leave }) {
  try {
    const settlement = await service.settle(tables.settleRequest(table));
    seatPlayers(table.names);
    put(root, outcome(table, settlement), h("div", { class: "sheet-actions" }, h("button", {
      type: "button", class: "button primary", id: "write-down", disabled: settlement.dealer_stays === null,
      onclick: () => leave(tables.record(table, settlement)),
    }, t("recordHand"))));
  } catch (error) {
    const told = error.reasons?.length ? error.reasons.map((reason) => say(reason.text)) : [error.message];
    put(root, h("ul", { class: "reasons", role: "alert" }, told.map((text) => h("li", {}, text))));
  }
}

function outcome(table, settlement) {
  const changes = tables.changesOf(settlement);
  const refused = settlement.scores.filter((score) => !score.win);
  const amount = (value) => h("td", { class: value > 0 ? "gains" : value < 0 ? "loses" : "" }, signed(value));
  const kongMoney = SEATS.some((seat) => settlement.kong_payments[seat] !== 0);
  const after = settlement.balances ?? Object.fromEntries(SEATS.map((seat) => [seat, table.totals[seat] + changes[seat]]));
  return [
    h("h2", {}, t("pays")),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, t("player")), kongMoney ? [h("th", { scope: "col" }, t("forWin")), h("th", { scope: "col" }, t("forKongs"))] : h("th", { scope: "col" }, t("change")), h("th", { scope: "col" }, t("afterwards")))),
      h("tbody", {}, SEATS.map((seat) => h("tr", {}, h("th", { scope: "row" }, table.names[seat]),
        kongMoney ? [amount(settlement.payments[seat]), amount(settlement.kong_payments[seat])] : amount(changes[seat]),
        h("td", {}, h("b", {}, table.money === null ? signed(exact(after[seat])) : String(after[seat]))))))),
    settlement.transfers.length ? reasonsToPay(settlement.transfers) : h("p", { class: "hint" }, t("nobodyPays")),
    refused.map((score) => h("p", { class: "why" }, `${table.names[score.seat]}: ${say(score.reasons[0]?.text)}`)),
    settlement.fines.map((fine) => h("p", {}, t("fined", table.names[fine.seat], fine.amount))),
    settlement.assumed.map((each) => h("p", { class: "why" }, say(each.text))),
    h("p", { class: "next-dealer" }, next(table, settlement)),
  ];
}

function next(table, settlement) {
  if (settlement.game_ends) return t("gameOver");
  if (settlement.dealer_stays === null) return t("notOver");
  const { dealer, round, lastRoundDone } = tables.nextDeal(table, settlement);
  const told = t(settlement.dealer_stays ? "dealerStays" : "dealerMoves", table.names[dealer]);
  return `${told}${round === table.round ? "" : ` ${t("roundStarts", t(round))}`}${lastRoundDone ? ` ${t("roundsDone")}` : ""}`;
}
