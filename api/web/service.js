// Calls to the service. Every failure is a `Failure` with a sentence to show and the problem's code.

import { say, t } from "./words.js";

export class Failure extends Error {
  /** @param {string} text @param {string} code the problem's, or one of the page's own @param {object[]} reasons */
  constructor(text, code = "offline", reasons = []) {
    super(text);
    this.code = code;
    this.reasons = reasons;
  }
}

const failureOf = (problem) => new Failure(say(problem.text) || problem.detail || problem.title, problem.code, problem.reasons);

async function call(path, options) {
  let answer;
  let body;
  try {
    answer = await fetch(path, options);
    body = answer.status === 204 ? null : await answer.json();
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Failure(t("offline"));
  }
  if (!answer.ok) throw failureOf(body);
  return body;
}

export const rulesets = () => call("v1/rulesets");
export const ruleset = (id) => call(`v1/rulesets/${encodeURIComponent(id)}`);
const ask = (path) => (request, signal) => call(path, {
  method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(request), signal,
});
export const score = ask("v1/score");
export const waits = ask("v1/waits");
export const settle = ask("v1/settle");

/** Stores a photo and its corrected reading, for which the person has agreed; gives `{id}`. */
export function storeCorrection(photo, reading, before) {
  const form = new FormData();
  form.append("photo", photo, photo.name || "photo.jpg");
  form.append("reading", JSON.stringify(reading));
  form.append("before", JSON.stringify(before));
  form.append("consent", "true");
  return call("v1/corrections", { method: "POST", body: form });
}
export const takeCorrectionBack = (id) => call(`v1/corrections/${id}`, { method: "DELETE" });

/**
 * Sends a photo.
 * @param {Blob} photo
 * @param {{name: string, preview: boolean, onProgress: (sent: number, total: number) => void}} options
 * @returns {{promise: Promise<object>, cancel: () => void}} the reading; `cancel` makes it fail with code "aborted"
 */
export function read(photo, { name, preview, onProgress }) {
  const xhr = new XMLHttpRequest();
  const promise = new Promise((resolve, reject) => {
    xhr.open("POST", "v1/read");
    xhr.responseType = "json";
    xhr.upload.onprogress = (event) => event.lengthComputable && onProgress(event.loaded, event.total);
    xhr.upload.onload = () => onProgress(1, 1);
    xhr.onerror = () => reject(new Failure(t("offline")));
    xhr.onabort = () => reject(new Failure("", "aborted"));
    xhr.onload = () => {
      if (xhr.status >= 200 && xhr.status < 300 && xhr.response) resolve(xhr.response);
      else reject(xhr.response ? failureOf(xhr.response) : new Failure(t("offline")));
    };
    const form = new FormData();
    form.append("photo", photo, name);
    form.append("preview", String(preview));
    xhr.send(form);
  });
  return { promise, cancel: () => xhr.abort() };
}
