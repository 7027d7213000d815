// Giving a corrected photo to the service, with consent; and taking it back.

import { h, put } from "./dom.js";
import * as hands from "./hand.js";
import { toRequest } from "./request.js";
import * as service from "./service.js";
import { t } from "./words.js";

/** A service that stores nothing says so once. */
const OFF = ["not_found", "corrections_off", "store_unavailable"];
let off = false;

/** The reading as the person corrected it: only what can be seen in the photo. */
function correctedReading(reading, hand) {
  const visible = (id) => Boolean(hand.tiles[id]?.quad);
  const groups = hand.groups.map((group) => ({ kind: group.kind === "added_kong" ? "kong" : group.kind, tiles: group.tiles.filter(visible) }))
    .filter((group) => group.tiles.length).map((group, id) => ({ id, ...group }));
  const tiles = reading.tiles.filter((tile) => visible(tile.id)).map((before) => {
    const { tile, face } = hand.tiles[before.id];
    const group = groups.find((each) => each.tiles.includes(before.id)).id;
    return { ...before, tile, face: tile ? "up" : face, group, confidence: tile === before.tile ? before.confidence : 1 };
  });
  const { held, wanted } = hands.count(hand);
  const { concealed, melds, winning_tile: winning } = toRequest(hand, {});
  return { ...reading, tiles, groups, hand: held === wanted ? { concealed, melds, winning_tile: winning } : null, doubts: [] };
}

const told = ({ tiles, groups }) => JSON.stringify([tiles.map((tile) => [tile.id, tile.tile]), groups.map((group) => [group.kind, [...group.tiles].sort()]).sort()]);

/** Draws the offer while the hand differs from what was read. */
export function drawGiving(root, { photo, hand }) {
  const { preview, ...reading } = photo.reading;
  const after = correctedReading(reading, hand);
  root.hidden = off || told(after) === told(correctedReading(reading, hands.fromReading(reading)));
  if (root.hidden) return;
  const say = (...content) => put(root, h("section", { class: "card give" }, content));
  const offer = (problem) => say(h("h2", {}, t("giveTitle")), h("p", { class: "hint" }, t("giveWhat")),
    problem ? h("p", { class: "error", role: "alert" }, problem) : null, h("button", { type: "button", class: "pill", id: "give", onclick: give }, t("give")));
  const give = async () => {
    say(h("p", { role: "status" }, t("giving")));
    try {
      const { id } = await service.storeCorrection(photo.sent, after, reading);
      say(h("p", { role: "status" }, t("given")), h("button", { type: "button", class: "pill", id: "take-back", onclick: () => takeBack(id) }, t("takeBack")));
    } catch (error) {
      off = OFF.includes(error.code);
      if (off) say(h("p", { role: "alert" }, error.message));
      else offer(error.message);
    }
  };
  const takeBack = async (id) => {
    try {
      await service.takeCorrectionBack(id);
      say(h("p", { role: "status" }, t("takenBack")));
    } catch (error) {
      say(h("p", { class: "error", role: "alert" }, error.message));
    }
  };
  offer();
}
