// The photo with a box on every tile.

import { h, put, s } from "./dom.js";
import { groupOf, isMeld, meldsOf } from "./hand.js";
import { t, tileName } from "./words.js";

const REACH = 0.09; // a tap this far from a tile's middle, of the picture shown, still means the tile

/** The class that colours a tile by what it belongs to. */
export function colourOf(hand, id) {
  const group = groupOf(hand, id);
  if (!group) return "of-other";
  if (isMeld(group)) return `of-meld-${meldsOf(hand).indexOf(group) % 4}`;
  return { concealed: "of-hand", winning_tile: "of-winning" }[group.kind] ?? "of-other";
}

const middle = (quad) => [0, 1].map((axis) => quad.reduce((sum, point) => sum + point[axis], 0) / 4);

/** The part of the picture that the hand takes; null where none of it is in the picture. */
export function handBox(image, hand) {
  const quads = Object.values(hand.tiles).filter((tile) => tile.quad && colourOf(hand, tile.id) !== "of-other").map((tile) => tile.quad);
  return quads.length ? closeUp(image, quads) : null;
}

/** The part of the picture that these quads take, with a margin, at least as wide as a phone is tall. */
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

/**
 * Draws the photo into `root`.
 * @param {HTMLElement} root
 * @param {import("./session.js").Photo} view
 * @param {import("./hand.js").Hand} hand
 * @param {Set<number>} doubtful
 * @param {{onTile: (id: number) => void, onView: (whole: boolean) => void}} heard taps, and the close-up switch
 */
export function drawPhoto(root, view, hand, doubtful, { onTile, onView }) {
  const { image, shown, whole } = view;
  const placed = Object.values(hand.tiles).filter((tile) => tile.quad);
  const wholeBox = { x: 0, y: 0, width: image.width, height: image.height };
  const near = handBox(image, hand) ?? wholeBox;
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
