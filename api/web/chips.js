// Controls: one row each, a label and what can be chosen; what is out is disabled and says why.

import { h } from "./dom.js";
import { SEATS } from "./seats.js";
import { t } from "./words.js";

let count = 0;

/** The sentences why some of a row's choices are out, each once; null where all are open. */
function whyNot(reasons) {
  const told = [...new Set(reasons.filter(Boolean))];
  if (!told.length) return null;
  count += 1;
  return h("p", { class: "why", id: `why-${count}` }, told.map((key) => t(key)).join(" "));
}

/**
 * One choice of several, as radio buttons; those of `people` have the width that names need.
 * @param {{name: string, label: string, choices: {value: unknown, text: string, small?: string, reason?: string|null}[],
 *   current: unknown, onPick: (value: unknown) => void, people?: boolean}} row
 */
export function segments({ name, label, choices, current, onPick, people = false }) {
  const why = whyNot(choices.map((choice) => choice.reason));
  return h("fieldset", { class: `choice ${people ? "people" : ""}`, "aria-describedby": why?.id }, h("legend", {}, label),
    h("span", { class: `segments ${choices.length > 4 ? "many" : ""}` }, choices.map(({ value, text, small, reason }) => h("label", { class: reason ? "out" : "", title: reason ? t(reason) : null },
      h("input", { type: "radio", name, value: String(value), checked: value === current && !reason, disabled: Boolean(reason), onchange: () => onPick(value) }),
      h("span", {}, text, small ? h("small", {}, small) : null)))), why);
}

/** Yes or no. */
export function toggle({ name, label, checked, reason = null, onPick }) {
  const why = whyNot([reason]);
  return h("div", { class: `choice toggle ${reason ? "out" : ""}` }, h("label", { for: name }, label),
    h("input", { id: name, type: "checkbox", role: "switch", checked: checked && !reason, disabled: Boolean(reason), "aria-describedby": why?.id,
      onchange: (event) => onPick(event.target.checked) }), why);
}

/**
 * The field of a number, from `least` up; an empty one means null where `empty` is told. `onPick` hears every good
 * number while it is typed, and must leave the field where it is.
 */
export function numberField({ name, value, least = 0.01, empty = null, onPick }) {
  let good = value;
  const read = ({ target }) => {
    const fits = target.value === "" ? empty !== null : Number(target.value) >= least;
    if (fits) onPick((good = target.value === "" ? null : Number(target.value)));
  };
  return h("input", { id: name, type: "number", inputmode: "decimal", min: least, step: "any", value: value ?? "", placeholder: empty ?? "",
    oninput: read, onchange: ({ target }) => { target.value = good ?? ""; } });
}

export const number = ({ label, ...field }) =>
  h("div", { class: "choice" }, h("label", { class: "legend", for: field.name }, label), numberField(field));

/** The names of the four, by place; `onName` hears each while it is typed. */
export const namesFields = (prefix, names, onName) => h("div", { class: "names" }, SEATS.map((place) => h("label", {}, h("span", {}, t(place)),
  h("input", { type: "text", id: `${prefix}-${place}`, value: names[place], maxlength: 12, autocomplete: "off", placeholder: t("player"),
    oninput: ({ target }) => onName(place, target.value.trim()) }))));

/** How many, by − and +; `reason` says why there cannot be more. */
export function stepper({ name, label, value, reason = null, onPick }) {
  const why = whyNot([reason]);
  const button = (text, by, off) => h("button", { type: "button", class: "step", disabled: off, "aria-label": `${label} ${text}`,
    "aria-describedby": off && by > 0 ? why?.id : null, onclick: () => onPick(value + by) }, text);
  return h("div", { class: "choice", id: name, role: "group", "aria-label": label }, h("span", { class: "legend" }, label),
    h("span", { class: "stepper" }, button("−", -1, value === 0), h("output", {}, String(value)), button("+", 1, Boolean(reason))), why);
}
