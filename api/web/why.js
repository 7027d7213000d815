// Folded away below the fans: the rule of each, what another took in, and what only looks like one.

import { h } from "./dom.js";
import { say, t } from "./words.js";

/** Folded until somebody unfolds it, and then as it was left, whatever answer comes next. */
let unfolded = false;

/**
 * @param {object} score
 * @param {Record<string, object>} known the fans of the rule set by id
 * @returns {HTMLElement|null} nothing to explain gives none
 */
export function why(score, known) {
  const parts = [rules(score), taken(score, known), lookalikes(score)].filter(Boolean);
  if (!parts.length) return null;
  const left = score.not_counted.length + (score.missed ?? []).length;
  return h("details", { class: "card why-card", open: unfolded, ontoggle: (event) => { unfolded = event.target.open; } },
    h("summary", {}, left ? t("rulesAndLeft", left) : t("rulesOnly")), parts);
}

const list = (name, title, rows) => (rows.length
  ? h("section", { class: name }, h("h3", {}, title), h("dl", {}, rows.map(([fan, text]) => [h("dt", {}, fan), h("dd", {}, text)])))
  : null);

const rules = (score) => list("why-rules", t("rulesOfFans"), score.fans.map((fan) => [say(fan.name), say(fan.condition)]));

const taken = (score, known) => list("not-counted", t("notCounted"),
  score.not_counted.map((each) => [say(known[each.id]?.name) || each.id, say(each.text)]));

const lookalikes = (score) => list("missed", t("missed"), (score.missed ?? []).map((each) => [say(each.name), say(each.text)]));
