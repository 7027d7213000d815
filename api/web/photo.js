// The photo with a box on every tile.

import { h, put, s } from "./dom.js";
import { groupOf, isMeld, meldsOf } from "./hand.js";
import { t, tileName } from "./words.js";

const SHOWN_SIDE = 2048;
const REACH = 0.09; // a tap this far from a tile's middle, of the picture shown, still means the tile

/** The photo upright as something an <img> shows, or null where this browser cannot decode it (HEIC). */
export async function displayable(file) {
  try {
    const bitmap = await createImageBitmap(file, { imageOrientation: "from-image" });
    const scale = Math.min(1, SHOWN_SIDE / Math.max(bitmap.width, bitmap.height));
    const canvas = h("canvas", { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) });
    canvas.getContext("2d").drawImage(bitmap, 0, 0, canvas.width, canvas.height);
    bitmap.close();
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.88));
    return { url: URL.createObjectURL(blob) };
  } catch {
    return null;
  }
}

/** The service's preview as something an <img> shows. */
export function fromPreview(preview) {
  const bytes = Uint8Array.from(atob(preview.base64), (letter) => letter.charCodeAt(0));
  return { url: URL.createObjectURL(new Blob([bytes], { type: preview.type })) };
}

/** The class that colours a tile by what it belongs to. */
export function colourOf(hand, id) {
  const group = groupOf(hand, id);
  if (!group) return "of-other";
  if (isMeld(group)) return `of-meld-${meldsOf(hand).indexOf(group) % 4}`;
  return { concealed: "of-hand", winning_tile: "of-winning" }[group.kind] ?? "of-other";
}

const middle = (quad) => [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / 4);

/** The part of the picture that the hand takes, with a margin, at least as wide as a phone is tall. */
function closeUp(image, quads) {
  const xs = quads.flat().map((point) => point[0]);
  const ys = quads.flat().map((point) => point[1]);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const margin = 0.06 * Math.max(right - left, bottom - top) + 4;
  let [x, y, width, height] = [left - margin, top - margin, right - left + 2 * margin, bottom - top + 2 * margin];
  const wanted = Math.max(height, width * 0.5);
  y -= (wanted - height) / 2;
  height = wanted;
  x = Math.max(0, x);
  y = Math.max(0, Math.min(y, image.height - height));
  return { x, y, width: Math.min(width, image.width - x), height: Math.min(height, image.height - y) };
}

/** Draws the photo into `root`. `view` is `{image, shown, whole}`; `onTile` hears taps, `onView` the close-up switch. */
export function drawPhoto(root, view, hand, doubtful, { onTile, onView }) {
  const { image, shown, whole } = view;
  const placed = Object.values(hand.tiles).filter((tile) => tile.quad);
  const wholeBox = { x: 0, y: 0, width: image.width, height: image.height };
  const ofHand = placed.filter((tile) => colourOf(hand, tile.id) !== "of-other").map((tile) => tile.quad);
  const near = ofHand.length ? closeUp(image, ofHand) : wholeBox;
  const box = whole ? wholeBox : near;
  const boxes = placed.map((tile) => {
    const doubt = doubtful.has(tile.id);
    return s("polygon", {
      points: tile.quad.map((point) => point.join(",")).join(" "),
      class: `box ${colourOf(hand, tile.id)} ${doubt ? "doubtful" : ""}`, data: { tile: tile.id },
      role: "button", tabindex: 0, "aria-label": tileName(tile.tile) + (doubt ? " ?" : ""),
      onkeydown: (event) => (event.key === "Enter" || event.key === " ") && (event.preventDefault(), onTile(tile.id)),
    });
  });
  const marks = placed.filter((tile) => doubtful.has(tile.id)).map((tile) => mark(tile, box));
  const overlay = s("svg", {
    class: "overlay", viewBox: `${box.x} ${box.y} ${box.width} ${box.height}`,
    onclick: (event) => {
      const id = nearest(overlay, event, placed, box);
      if (id !== null) onTile(id);
    },
  }, s("image", { href: shown.url, x: 0, y: 0, width: image.width, height: image.height, preserveAspectRatio: "none" }), boxes, marks);
  const canCrop = near.width * near.height < image.width * image.height * 0.85;
  put(root, overlay, canCrop ? viewButton(whole, onView) : null);
}

function viewButton(whole, onView) {
  const corners = whole ? "M10 4v6H4M14 20v-6h6M20 10h-6V4M4 14h6v6" : "M4 10V4h6M20 14v6h-6M14 4h6v6M10 20H4v-6";
  const name = t(whole ? "closeUp" : "wholePhoto");
  return h("button", { type: "button", class: "on-photo", "aria-label": name, title: name, onclick: () => onView(!whole) },
    s("svg", { viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: corners })));
}

function mark(tile, box) {
  const [x] = middle(tile.quad);
  const top = Math.min(...tile.quad.map((point) => point[1]));
  const size = box.width * 0.022;
  const y = Math.max(top - size * 0.6, box.y + size);
  return s("g", { class: "mark", "aria-hidden": "true" }, s("circle", { cx: x, cy: y, r: size }),
    s("text", { x, y: y + size * 0.42, "font-size": size * 1.25, "text-anchor": "middle" }, "?"));
}

function nearest(overlay, event, placed, box) {
  if (event.target.dataset.tile !== undefined) return Number(event.target.dataset.tile);
  const matrix = overlay.getScreenCTM();
  if (!matrix) return null;
  const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
  const away = (tile) => Math.hypot(middle(tile.quad)[0] - at.x, middle(tile.quad)[1] - at.y);
  const best = placed.reduce((a, b) => (a && away(a) <= away(b) ? a : b), null);
  return best && away(best) < REACH * box.width ? best.id : null;
}

/** Progress over the photo while it goes up and is read. */
export function drawWaiting(root, shown, onCancel) {
  const bar = h("progress", { max: 1, value: 0, "aria-label": t("uploading") });
  const words = h("p", {}, t("uploading"));
  put(root, shown ? h("img", { src: shown.url, alt: "" }) : h("div", { class: "blank" }),
    h("div", { class: "waiting" }, words, bar, h("button", { type: "button", class: "pill", onclick: onCancel }, t("cancel"))));
  return (share) => {
    if (share < 1) bar.value = share;
    else bar.removeAttribute("value");
    words.textContent = t(share < 1 ? "uploading" : "reading");
  };
}
