// A photo on its way: whole as a rule, smaller where the link is slow, never too small to be read well.

import { Failure, read } from "./service.js";

const LEAST_SIDE = 2560; // px on the long side; below, small tiles begin to be misread
const QUALITY = 0.9;
const TRIAL_MS = 1500; // how long a link is watched before it is called slow
const PATIENCE_S = 8; // an upload that would take longer is worth shrinking
const SLOW = ["slow-2g", "2g", "3g"];

/** What the browser itself says of the link; Safari and Firefox say nothing, there the upload's own pace tells. */
const saysSlow = (link = navigator.connection) =>
  Boolean(link && (link.saveData || SLOW.includes(link.effectiveType)));

/**
 * The photo upright with a long side of `LEAST_SIDE`; null where that would not make it smaller, or the browser
 * cannot decode it.
 * @param {Blob} file
 * @returns {Promise<Blob|null>}
 */
async function shrunk(file) {
  let bitmap;
  try {
    bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
  } catch {
    return null;
  }
  const scale = LEAST_SIDE / Math.max(bitmap.width, bitmap.height);
  if (scale >= 1) return null;
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [Math.round(bitmap.width * scale), Math.round(bitmap.height * scale)];
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height);
  bitmap.close();
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
  return blob && blob.size < file.size ? blob : null;
}

/**
 * Sends a photo and gives its reading.
 * @param {File} file
 * @param {{preview: boolean, onProgress: (sent: number, total: number) => void}} options
 * @returns {{promise: Promise<{reading: object, sent: Blob}>, cancel: () => void}}
 */
export function send(file, { preview, onProgress }) {
  let upload = null;
  let cancelled = false;
  let small = null; // once known to be worth sending instead
  const start = (body) => {
    const begun = performance.now();
    let watching = body === file;
    const name = body === file ? file.name || "photo.jpg" : "photo.jpg";
    upload = read(body, { name, preview, onProgress: (sent, total) => {
      onProgress(sent, total);
      const passed = performance.now() - begun;
      if (!watching || passed < TRIAL_MS) return;
      watching = false;
      if ((total - sent) / (sent / passed) > PATIENCE_S * 1000) switchTo(total - sent);
    } });
    return upload.promise.then((reading) => ({ reading, sent: body }));
  };
  const switchTo = async (left) => {
    const body = await shrunk(file);
    if (cancelled || !body || body.size > left * 0.8) return;
    small = body;
    upload.cancel();
  };
  const promise = (async () => {
    const body = (saysSlow() && await shrunk(file)) || file;
    if (cancelled) throw new Failure("", "aborted");
    try {
      return await start(body);
    } catch (error) {
      if (cancelled || !small) throw error;
      return start(small);
    }
  })();
  return { promise, cancel: () => { cancelled = true; upload?.cancel(); } };
}
