// Who pays whom, drawn as the table seen from above, and told in words.

import { h, s } from "./dom.js";
import { SEATS, seatName, signed } from "./seats.js";
import { t } from "./words.js";

const PLACES = [[100, 168], [168, 100], [100, 32], [32, 100]];

/** Each payment in words; `due` is there where the payer had less than that. */
export const reasonsToPay = (transfers) => h("ul", { class: "pays" }, transfers.map((each) => h("li", {},
  t("paysWhy", seatName(each.from), seatName(each.to), each.amount, t(`why_${each.why}`)), each.due === undefined ? null : h("small", {}, ` ${t("owed", each.due)}`))));

/** The four seats, `seat` below (play goes counter-clockwise), with an arrow for every payment. */
export function amountsTable(amounts, transfers, seat) {
  const place = (each) => PLACES[(SEATS.indexOf(each) - SEATS.indexOf(seat) + 4) % 4];
  const told = Object.entries(amounts).map(([each, amount]) => `${seatName(each)} ${signed(amount)}`).join(", ");
  return h("div", { class: "table" }, s("svg", { viewBox: "0 0 200 200", role: "img", "aria-label": told },
    s("defs", {}, s("marker", { id: "tip", viewBox: "0 0 8 8", refX: 6, refY: 4, markerWidth: 5, markerHeight: 5, orient: "auto" }, s("path", { d: "M0 0 8 4 0 8Z" }))),
    s("rect", { class: "felt", x: 14, y: 14, width: 172, height: 172, rx: 22 }),
    transfers.filter((each) => Number(each.amount) > 0).map((each) => arrow(place(each.from), place(each.to))),
    SEATS.map((each) => seatAt(each, ...place(each), amounts[each]))));
}

function arrow([x1, y1], [x2, y2]) {
  const length = Math.hypot(x2 - x1, y2 - y1);
  const along = (share) => [x1 + ((x2 - x1) * share) / length, y1 + ((y2 - y1) * share) / length];
  const [from, to] = [along(27), along(length - 29)];
  return s("line", { class: "pay", x1: from[0], y1: from[1], x2: to[0], y2: to[1], "marker-end": "url(#tip)" });
}

function seatAt(seat, x, y, amount) {
  const kind = Number(amount) > 0 ? "gains" : Number(amount) < 0 ? "loses" : "";
  const name = seatName(seat);
  return s("g", { class: `seat ${kind}` }, s("circle", { cx: x, cy: y, r: 25 }),
    s("text", { x, y: y - 5, class: "seat-name" }, name.length > 5 ? `${name.slice(0, 4)}…` : name),
    s("text", { x, y: y + 12, class: "seat-amount" }, signed(amount)),
    seat === "east" ? s("g", { class: "dealer" }, s("circle", { cx: x + 20, cy: y - 19, r: 9 }), s("text", { x: x + 20, y: y - 15.5 }, t("dealer"))) : null);
}
