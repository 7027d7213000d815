// From a chosen file to a hand on the page: progress over the photo, and what to do when it fails.

import { $, h, put } from "./dom.js";
import { displayable, fromPreview } from "./picture.js";
import { send } from "./sending.js";
import { t } from "./words.js";

const LIMIT_MB = 30;
const RETRY = ["offline", "busy", "not_ready", "internal_error", "bad_multipart", "too_many_requests"];

let current = null;

/** Stops what is on its way; its answer is dropped. */
export function stopUpload() {
  current?.cancel();
  current = null;
}

/** Why this file is not sent at all; null for a photo. */
export function refusal(file) {
  if (file.type && !file.type.startsWith("image/")) return t("noPicture");
  return file.size > LIMIT_MB * 1e6 ? t("tooLarge", LIMIT_MB) : null;
}

/**
 * @param {File} file
 * @param {{onRead: (reading: object, photo: {shown: {url: string}, sent: Blob}, seconds: number) => void,
 *   onLeave: () => void}} heard
 */
export async function uploadPhoto(file, heard) {
  stopUpload();
  const token = (current = { cancel() {} });
  const shown = await displayable(file);
  if (current !== token) return;
  const begun = performance.now();
  const progress = drawWaiting($("photo"), shown, () => { stopUpload(); heard.onLeave(); });
  const upload = send(file, { preview: !shown, onProgress: progress });
  token.cancel = upload.cancel;
  try {
    const { reading, sent } = await upload.promise;
    if (current === token) heard.onRead(reading, { shown: shown ?? fromPreview(reading.preview), sent }, (performance.now() - begun) / 1000);
  } catch (error) {
    if (current === token && error.code !== "aborted") drawFailure(error, () => uploadPhoto(file, heard), heard.onLeave);
  }
}

/** The photo with a bar over it; gives what hears how much was sent. */
function drawWaiting(root, shown, onCancel) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("uploading") });
  const words = h("p", { role: "status" }, t("uploading"));
  const amount = h("small", {});
  put(root, shown ? h("img", { src: shown.url, alt: "" }) : h("div", { class: "blank" }), h("div", { class: "scan", "aria-hidden": "true" }),
    h("div", { class: "waiting" }, words, bar, amount, h("button", { type: "button", class: "pill", onclick: onCancel }, t("cancel"))));
  return (sent, total) => {
    const done = sent >= total;
    if (done) bar.removeAttribute("value");
    else bar.value = sent / total;
    root.classList.toggle("reading", done);
    words.textContent = t(done ? "reading" : "uploading");
    amount.textContent = done ? t("readingSteps") : `${(sent / 1e6).toFixed(1)} / ${(total / 1e6).toFixed(1)} MB`;
  };
}

function drawFailure(error, onRetry, onLeave) {
  $("photo").classList.remove("reading");
  put($("photo"), h("div", { class: "failed", role: "alert" }, h("p", {}, error.message),
    h("div", { class: "row" }, RETRY.includes(error.code) ? h("button", { type: "button", class: "pill primary", onclick: onRetry }, t("retry")) : null,
      h("button", { type: "button", class: "pill", onclick: onLeave }, t("pickOther")))));
}
