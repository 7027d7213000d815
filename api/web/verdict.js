// The headline of the answer: total against the minimum, or what is still missing.

import { h, put, s } from "./dom.js";
import { tileButton } from "./tiles.js";
import { say, t, tileName } from "./words.js";

/**
 * @param {HTMLElement} root
 * @param {import("./questions.js").Answer} answer
 * @param {{minimum: number|null, unit: string, onWon: (tile: string) => void, onRetry: () => void}} options
 */
export function drawVerdict(root, answer, { minimum, unit, onWon, onRetry }) {
  const { score, failure, range, waits, waiting } = answer;
  root.classList.toggle("stale", Boolean(waiting));
  if (waiting) return root.firstChild ? undefined : put(root, h("p", { class: "lead" }, t("checking")));
  root.classList.toggle("won", Boolean(score?.win));
  if (failure) return put(root, failed(failure, onRetry));
  if (range) return put(root, ranged(range, minimum, unit));
  if (waits) return put(root, waiting_(waits, unit, onWon));
  return put(root, scored(score, unit));
}

function failed(failure, onRetry) {
  const told = failure.reasons.length ? failure.reasons.map((reason) => say(reason.text)) : [failure.message];
  return [h("strong", { class: "verdict" }, t(failure.code === "offline" ? "notReached" : "notYet")),
    h("ul", { class: "reasons" }, told.map((text) => h("li", {}, text))),
    failure.code === "offline" ? h("button", { type: "button", class: "pill", onclick: onRetry }, t("retry")) : null];
}

function ranged(range, minimum, unit) {
  const [low, high] = [Math.min(...range), Math.max(...range)];
  return [meter(high, minimum, unit, between(low, high)), h("p", { class: "lead" }, t(low === high ? "sameAny" : "range"))];
}

function scored(score, unit) {
  const short = score.reasons.find((reason) => reason.short !== undefined)?.short;
  return [
    score.total === null ? null : meter(score.total, score.minimum, unit),
    h("strong", { class: `verdict ${score.win ? "yes" : "no"}` }, t(score.win ? "canWin" : "cannotWin"), short === undefined ? "" : ` · ${t("short", short, unit)}`),
    score.win ? null : h("p", { class: "advice" }, say(score.advice)),
  ];
}

/** Each tile that completes the hand, how many are left of it, and what it would be worth by draw and by discard. */
function waiting_(waits, unit, onWon) {
  if (!waits.length) return [h("strong", { class: "verdict" }, t("notReady")), h("p", { class: "advice" }, t("notReadyWhy"))];
  const worth = (name, outcome) => h("span", { class: outcome.win ? "enough" : "under" }, h("small", {}, t(name)),
    outcome.total === null ? "—" : [h("b", {}, String(outcome.total)), ` ${unit}`],
    outcome.win ? "" : h("small", { class: "no" }, outcome.short === undefined ? t("cannotWin") : t("short", outcome.short, unit)));
  return [
    h("strong", { class: "verdict yes" }, t("ready", waits.length)),
    h("p", { class: "hint" }, t("tapWait")),
    h("ul", { class: "waits" }, waits.map((wait) => h("li", {},
      tileButton(wait.tile, { "aria-label": t("wonWith", tileName(wait.tile)), onclick: () => onWon(wait.tile) }),
      h("span", { class: "left" }, t("left_over", wait.left)), worth("self_draw", wait.self_draw), worth("discard", wait.discard)))),
  ];
}

const between = (low, high) => (low === high ? String(low) : `${low}–${high}`);

/** The answer in a few words, for the bar that stays in view. */
export function inShort({ score, failure, range, waits, waiting }, unit) {
  if (waiting) return "…";
  if (waits) return t(waits.length ? "ready" : "notReady", waits.length);
  if (failure) return t("notYet");
  if (range) return `${between(Math.min(...range), Math.max(...range))} ${unit}`;
  return `${score.total === null ? "" : `${score.total} ${unit} · `}${t(score.win ? "canWin" : "cannotWin")}`;
}

function meter(total, minimum, unit, shown = String(total)) {
  const scale = Math.max(total, minimum ?? 0, 1) * 1.12;
  const bar = (name, width) => s("rect", { class: name, width, height: 8, rx: 1 });
  return h("div", { class: "total" },
    h("span", { class: "number" }, shown), h("span", { class: "unit" }, unit),
    minimum ? h("span", { class: "needs" }, t("needs", minimum)) : null,
    minimum ? s("svg", { class: `meter ${total >= minimum ? "enough" : "short"}`, viewBox: "0 0 100 8", preserveAspectRatio: "none", "aria-hidden": "true" },
      bar("track", 100), bar("filled", (total / scale) * 100),
      s("rect", { class: "line", x: (minimum / scale) * 100 - 0.4, width: 0.8, height: 8 })) : null);
}
