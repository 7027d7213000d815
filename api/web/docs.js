// The reference page: openapi.json as a page, with a form to try each route. Loads nothing from elsewhere.

import { $, h, put } from "./dom.js";

let document_ = null;

const nameOf = (ref) => ref.split("/").pop();

/** A type in one short line, with links to the named schemas. */
function typeOf(schema) {
  if (!schema) return ["any"];
  if (schema.$ref) return [h("a", { href: `#schema-${nameOf(schema.$ref)}` }, nameOf(schema.$ref))];
  if (schema.enum) return [schema.enum.map((value) => JSON.stringify(value)).join(" | ")];
  if (schema.const !== undefined) return [JSON.stringify(schema.const)];
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.flatMap((option, index) => [index ? " | " : "", ...typeOf(option)]);
  if (schema.type === "array") return ["[", ...typeOf(schema.items), "]"];
  return [schema.format === "binary" ? "file" : schema.type ?? "any"];
}

function fields(schema) {
  const required = new Set(schema.required ?? []);
  return h("table", {}, Object.entries(schema.properties ?? {}).map(([name, field]) => h("tr", {},
    h("th", { scope: "row" }, h("code", {}, name), required.has(name) ? h("b", { title: "required" }, "*") : null),
    h("td", { class: "type" }, typeOf(field)),
    h("td", {}, field.description ?? "", field.default === undefined || field.default === null ? null : h("small", {}, ` default ${JSON.stringify(field.default)}`)))));
}

function operation(path, method, about) {
  const bodies = Object.entries(about.requestBody?.content ?? {});
  const output = h("pre", { class: "output", hidden: true, "aria-live": "polite" });
  return h("details", { class: "operation", id: about.operationId },
    h("summary", {}, h("b", { class: method }, method.toUpperCase()), h("code", {}, path), h("span", {}, about.description ?? about.summary)),
    bodies.map(([type, body]) => h("div", {}, h("h3", {}, `Body `, h("small", {}, type)),
      body.schema.$ref ? h("p", {}, typeOf(body.schema)) : fields(body.schema))),
    h("h3", {}, "Answers"),
    h("table", {}, Object.entries(about.responses).map(([status, answer]) => h("tr", {}, h("th", { scope: "row" }, status),
      h("td", { class: "type" }, typeOf(Object.values(answer.content ?? {})[0]?.schema)), h("td", {}, answer.description)))),
    h("h3", {}, "Try it"), tryForm(path, method, bodies[0], output), output);
}

function tryForm(path, method, body, output) {
  const [type, content] = body ?? [];
  const inputs = {};
  const field = (name, input) => { inputs[name] = input; return h("label", {}, h("code", {}, name), input); };
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => field(name, h("input", { value: "yangzhou-new" })));
  const controls = type === "application/json"
    ? [field("body", h("textarea", { rows: 8, spellcheck: "false" }, JSON.stringify(content.example ?? {}, null, 1)))]
    : Object.entries(content?.schema.properties ?? {}).map(([name, schema]) => field(name,
      schema.format === "binary" ? h("input", { type: "file", accept: "image/*" }) : h("input", { placeholder: schema.$ref ? "{}" : String(schema.default ?? "") })));
  const request = () => {
    if (method === "get") return {};
    if (type === "application/json") return { method: "POST", headers: { "Content-Type": type }, body: inputs.body.value };
    const form = new FormData();
    for (const [name, input] of Object.entries(inputs)) {
      const value = input.files ? input.files[0] : input.value;
      if (value) form.append(name, value);
    }
    return { method: "POST", body: form };
  };
  return h("form", {
    onsubmit: async (event) => {
      event.preventDefault();
      const url = path.slice(1).replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(inputs[name].value));
      output.hidden = false;
      output.textContent = "…";
      try {
        const answer = await fetch(url, request());
        const text = await answer.text();
        output.textContent = `${answer.status} ${answer.headers.get("content-type")}\n${pretty(text)}`;
      } catch (error) {
        output.textContent = String(error);
      }
    },
  }, parameters, controls, h("button", { type: "submit" }, "Send"));
}

function pretty(text) {
  try { return JSON.stringify(JSON.parse(text), null, 1); } catch { return text; }
}

async function start() {
  document_ = await (await fetch("openapi.json")).json();
  const operations = Object.entries(document_.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, about]) => operation(path, method, about)));
  put($("docs"),
    h("h1", {}, document_.info.title, h("small", {}, ` ${document_.info.version}`)),
    document_.info.description.split("\n\n").map((text) => h("p", {}, text)),
    h("p", {}, h("a", { href: "openapi.json" }, "openapi.json")),
    h("h2", {}, "Routes"), operations,
    h("h2", {}, "Objects"), Object.entries(document_.components.schemas).map(([name, schema]) =>
      h("section", { id: `schema-${name}`, class: "schema" }, h("h3", {}, name), schema.description ? h("p", {}, schema.description) : null, fields(schema))));
  const wanted = location.hash.startsWith("#problem-") ? "schema-ProblemModel" : location.hash.slice(1);
  if (wanted) document.getElementById(wanted)?.scrollIntoView();
}

start();
