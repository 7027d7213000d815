// Choosing a rule set, and the switches that a house plays differently.

import { number, segments, toggle } from "./chips.js";
import { h } from "./dom.js";
import { action, closeSheet, openSheet, sheetHead } from "./sheet.js";
import { say, t } from "./words.js";

/** @param {{id: string, name: object, minimum: number}[]} rulesets */
export function rulesSheet(rulesets, current, onPick) {
  openSheet(t("ruleset"), sheetHead(t("ruleset")),
    h("div", { class: "rules-list" }, rulesets.map((rules) => h("button", {
      type: "button", "aria-pressed": String(rules.id === current), onclick: () => { closeSheet(); onPick(rules.id); },
    }, h("strong", {}, say(rules.name)), h("small", {}, rules.minimum ? t("needs", rules.minimum) : t("noMinimum"))))));
}

/** Every switch of a rule set; `options` are those that were changed, `onPick` hears them anew. */
export function houseSheet(rules, options, onPick) {
  const type = (name, value) => {
    const { [name]: _, ...rest } = options;
    const standard = rules.switches.find((each) => each.name === name).default;
    options = value === standard ? rest : { ...rest, [name]: value };
    onPick(options);
  };
  const set = (name, value) => { type(name, value); houseSheet(rules, options, onPick); };
  const reset = () => { onPick({}); houseSheet(rules, {}, onPick); };
  openSheet(t("house"), sheetHead(t("house"), h("small", {}, say(rules.name))),
    h("div", { class: "switches" }, rules.switches.map((each) => h("div", { class: each.name in options ? "changed" : "" },
      h("p", {}, say(each.meaning)), control(each, options[each.name] ?? each.default, { set: (value) => set(each.name, value), type: (value) => type(each.name, value) })))),
    h("div", { class: "sheet-actions" }, action(t("houseReset"), reset, Object.keys(options).length ? "" : "off"), action(t("done"), closeSheet, "primary")));
}

function control({ name, default: standard, values }, value, { set, type }) {
  const label = t("switch");
  if (typeof standard === "boolean") return toggle({ name: `switch-${name}`, label: t(value ? "yes" : "no"), checked: value, onPick: set });
  if (values) return segments({ name: `switch-${name}`, label, choices: values.map((each) => ({ value: each, text: String(each) })), current: value, onPick: set });
  return number({ name: `switch-${name}`, label, value, least: 0, empty: standard === null ? t("noLimit") : null, onPick: type });
}
