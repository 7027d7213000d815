// The first screen: a photo taken, chosen, pasted or dropped; a hand by hand; what the phone remembers.

import { $, h, put, s } from "./dom.js";
import { entries, forget } from "./history.js";
import { split } from "./notation.js";
import { loadTable } from "./table.js";
import { tilePicture } from "./tiles.js";
import { currentLanguage, say, t } from "./words.js";

const GUIDE = { melds: [["7z", "7z", "7z"], ["7s", "8s", "9s"]], hand: ["2m", "3m", "4m", "5p", "5p", "6s", "7s"], winning: "8s" };

/** How to lay out and hold: what the photo should look like, in the frame of a viewfinder. */
export function drawGuide() {
  const tiles = (codes) => h("span", { class: "row" }, codes.map((code) => tilePicture(code, "guide-tile")));
  const labelled = (name, content, kind = "") => h("span", { class: `lay ${kind}` }, content, h("small", {}, t(name)));
  put($("guide"), h("span", { class: "frame" }, ["", "", "", ""].map(() => h("i")),
    h("span", { class: "lay-row" }, labelled("guideMelds", h("span", { class: "row gaps" }, GUIDE.melds.map(tiles)))),
    h("span", { class: "lay-row" }, labelled("guideHand", tiles(GUIDE.hand)), labelled("guideWinning", tiles([GUIDE.winning]), "won"))),
    h("span", { class: "hold" }, s("svg", { viewBox: "0 0 24 24" }, s("rect", { x: 7, y: 3, width: 10, height: 18, rx: 2.5 }), s("path", { d: "M10.5 18h3" })), t("guideHold")));
  $("guide").setAttribute("aria-label", t("guide"));
}

/** The table that is open, and the last hands. */
export function drawRemembered({ onTable, onEntry }) {
  const table = loadTable();
  put($("table-entry"), h("button", { type: "button", class: `button ${table ? "open" : ""}`, onclick: onTable },
    h("span", {}, h("strong", {}, t(table ? "tableOpen" : "table")), h("small", {}, table ? `${Object.values(table.names).join(" · ")} · ${t("roundNow", t(table.round), table.number)}` : t("tableWhat")))));
  const kept = entries();
  put($("history"), kept.length ? [h("div", { class: "history-head" }, h("h2", {}, t("history")),
    h("button", { type: "button", class: "ghost", onclick: () => { forget(); drawRemembered({ onTable, onEntry }); } }, t("forget"))),
  h("ul", {}, kept.map((entry) => h("li", {}, h("button", { type: "button", class: "entry", onclick: () => onEntry(entry) }, entryRow(entry))))),
  h("p", { class: "hint" }, t("historyHint"))] : null);
}

const when = new Map(["zh", "en"].map((language) => [language,
  new Intl.DateTimeFormat(language, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit" })]));

const entryRow = (entry) => [
  h("span", { class: "entry-told" }, h("b", { class: entry.win ? "enough" : "under" }, entry.total === null ? "—" : `${entry.total} ${say(entry.unit)}`),
    h("small", {}, `${say(entry.rules)} · ${when.get(currentLanguage()).format(entry.id)}`)),
  h("span", { class: "entry-tiles", "aria-hidden": "true" }, entry.notation.split(/[\s\]]+/).filter(Boolean)
    .map((part) => h("span", { class: "set" }, split(part).map((code) => tilePicture(code, "tiny"))))),
];

/** Hears files from the camera, the gallery, the clipboard and a drop; `onFile` gets each. */
export function listenForPhotos(onFile) {
  const take = (file) => file && onFile(file);
  addEventListener("click", (event) => {
    const picker = event.target.closest?.("[data-pick]");
    if (picker) $(picker.dataset.pick).click();
  });
  for (const id of ["camera", "gallery"]) {
    $(id).addEventListener("change", (event) => { take(event.target.files[0]); event.target.value = ""; });
  }
  addEventListener("paste", (event) => take([...(event.clipboardData?.files ?? [])][0]));
  addEventListener("dragover", (event) => { event.preventDefault(); $("drop").hidden = false; });
  addEventListener("dragleave", (event) => { if (!event.relatedTarget) $("drop").hidden = true; });
  addEventListener("drop", (event) => { event.preventDefault(); $("drop").hidden = true; take(event.dataTransfer?.files[0]); });
}
