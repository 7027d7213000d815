// Painting the picture that is shared: photo, tiles, total, fans, payments.

import { codesOf, concealedOf, meldsOf, sorted, winningOf } from "./hand.js";
import { colourOf, handBox } from "./photo.js";
import { SEATS, seatName, signed } from "./seats.js";
import { say, t } from "./words.js";

const WIDTH = 1080;
const MARGIN = 56;
const INNER = WIDTH - 2 * MARGIN;
const INK = "#1c2a23";
const SOFT = "#5d6b63";
const GREEN = "#1d6b48";
const RED = "#b3342b";
const PAPER = "#fffdf7";
const BOXES = { "of-hand": "#35d98a", "of-winning": "#ff5a4c", "of-meld-0": "#55a4ff", "of-meld-1": "#b38bff", "of-meld-2": "#2ad5de", "of-meld-3": "#ff86c3" };
const FONT = 'system-ui, -apple-system, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif';
const LARGEST = 62; // px wide; smaller where that keeps a hand on one row
const SMALLEST = 46;

/** @typedef {{height: number, paint: (context: CanvasRenderingContext2D, y: number) => void}} Block */

/** @param {typeof import("./session.js").state} state @returns {Promise<HTMLCanvasElement>} */
export async function paintCard(state) {
  const blocks = [header(state), await photo(state), await tiles(state), total(state), fans(state), payments(state), footer()].filter(Boolean);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = blocks.reduce((sum, block) => sum + block.height, 0);
  const context = canvas.getContext("2d");
  context.fillStyle = PAPER;
  context.fillRect(0, 0, WIDTH, canvas.height);
  let y = 0;
  for (const block of blocks) {
    block.paint(context, y);
    y += block.height;
  }
  return canvas;
}

function write(context, text, x, y, { size = 32, weight = 400, colour = INK, align = "left", most = INNER } = {}) {
  context.font = `${weight} ${size}px ${FONT}`;
  context.fillStyle = colour;
  context.textAlign = align;
  context.fillText(text, x, y, most);
}

function header({ rules }) {
  return { height: 108, paint(context, y) {
    context.fillStyle = GREEN;
    context.fillRect(0, y, WIDTH, 92);
    write(context, t("shareTitle"), MARGIN, y + 60, { size: 40, weight: 700, colour: "#fff" });
    write(context, say(rules?.name), WIDTH - MARGIN, y + 58, { size: 30, colour: "#dff0e6", align: "right", most: 520 });
  } };
}

const loaded = async (url) => {
  const image = new Image();
  image.src = url;
  await image.decode();
  return image;
};

/** The part of the photo that the hand takes, with its boxes. */
async function photo({ photo: view, hand }) {
  const box = view && handBox(view.image, hand);
  if (!box) return null;
  const picture = await loaded(view.shown.url);
  const scale = picture.naturalWidth / view.image.width;
  const height = Math.round((INNER * box.height) / box.width);
  return { height: height + 24, paint(context, y) {
    context.drawImage(picture, box.x * scale, box.y * scale, box.width * scale, box.height * scale, MARGIN, y, INNER, height);
    context.lineWidth = 4;
    context.lineJoin = "round";
    for (const tile of Object.values(hand.tiles).filter((each) => each.quad && BOXES[colourOf(hand, each.id)])) {
      context.strokeStyle = BOXES[colourOf(hand, tile.id)];
      context.beginPath();
      tile.quad.forEach(([px, py]) => context.lineTo(MARGIN + ((px - box.x) * INNER) / box.width, y + ((py - box.y) * height) / box.height));
      context.closePath();
      context.stroke();
    }
  } };
}

/** A face as a picture of its own, from the sprite on the page. */
function face(code) {
  const symbol = document.getElementById(`t-${code ?? "back"}`);
  const shapes = symbol.closest("svg").querySelector("defs")?.outerHTML ?? "";
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 300 400" width="300" height="400">${shapes}${symbol.innerHTML}</svg>`;
  return loaded(`data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`);
}

/** The strip: melds, tiles in hand, the winning tile apart. */
async function tiles({ hand }) {
  const winning = winningOf(hand);
  const runs = [...meldsOf(hand).map((meld) => ({ codes: codesOf(hand, meld.tiles), winning: false })),
    { codes: codesOf(hand, sorted(hand, concealedOf(hand))), winning: false },
    ...(winning === null ? [] : [{ codes: [hand.tiles[winning].tile], winning: true }])];
  const codes = [...new Set(runs.flatMap((run) => run.codes))];
  const faces = new Map(await Promise.all(codes.map(async (code) => [code, await face(code)])));
  const many = runs.reduce((sum, run) => sum + run.codes.length, 0);
  const width = Math.max(SMALLEST, Math.min(LARGEST, Math.floor((INNER - 20 * (runs.length - 1)) / many) - 2));
  const placed = layOut(runs, width);
  const line = (width * 4) / 3 + 14;
  return { height: (placed.at(-1).row + 1) * line + 20, paint(context, y) {
    for (const { code, x, row, won } of placed) paintTile(context, faces.get(code), code, x, y + row * line, width, won);
  } };
}

function layOut(runs, width) {
  const placed = [];
  let [x, row] = [MARGIN, 0];
  for (const { codes, winning } of runs) {
    for (const code of codes) {
      if (x + width > WIDTH - MARGIN + 1) [x, row] = [MARGIN, row + 1];
      placed.push({ code, x, row, won: winning });
      x += width + 2;
    }
    x += 20;
  }
  return placed;
}

function paintTile(context, image, code, x, y, width, won) {
  const height = (width * 4) / 3;
  context.fillStyle = code ? "#fdf9ec" : "#1d7a50";
  context.strokeStyle = won ? "#e0483c" : "#c9bd9d";
  context.lineWidth = won ? 5 : 2;
  context.beginPath();
  context.roundRect(x + 1, y + 1, width - 2, height - 2, 8);
  context.fill();
  context.drawImage(image, x + 3, y + 4, width - 6, height - 8);
  context.stroke();
}

function total({ answer: { score }, rules }) {
  const unit = say(rules?.unit) || t("fan");
  return { height: 150, paint(context, y) {
    write(context, String(score.total), MARGIN, y + 108, { size: 112, weight: 700 });
    const after = MARGIN + context.measureText(String(score.total)).width + 18;
    write(context, unit, after, y + 108, { size: 44, weight: 600 });
    const told = `${t(score.win ? "canWin" : "cannotWin")}${score.minimum ? ` · ${t("needs", score.minimum)}` : ""}`;
    write(context, told, WIDTH - MARGIN, y + 104, { size: 36, weight: 600, colour: score.win ? GREEN : RED, align: "right", most: 560 });
  } };
}

function fans({ answer: { score } }) {
  const line = 54;
  return { height: score.fans.length * line + 36, paint(context, y) {
    rule(context, y + 8);
    score.fans.forEach((fan, index) => {
      const base = y + 54 + index * line;
      write(context, say(fan.name) + (fan.count > 1 ? ` × ${fan.count}` : ""), MARGIN, base, { size: 34, most: INNER - 160 });
      write(context, String(fan.value), WIDTH - MARGIN, base, { size: 34, weight: 700, colour: GREEN, align: "right" });
    });
  } };
}

function payments({ answer: { score } }) {
  const amounts = SEATS.map((seat) => [seat, score.payments[seat] + score.kong_payments[seat]]);
  if (amounts.every(([, amount]) => amount === 0)) return null;
  return { height: 140, paint(context, y) {
    rule(context, y + 8);
    amounts.forEach(([seat, amount], index) => {
      const x = MARGIN + (INNER / 4) * (index + 0.5);
      write(context, seatName(seat), x, y + 60, { size: 30, colour: SOFT, align: "center", most: INNER / 4 - 12 });
      write(context, signed(amount), x, y + 108, { size: 42, weight: 700, colour: amount > 0 ? GREEN : amount < 0 ? RED : SOFT, align: "center", most: INNER / 4 - 12 });
    });
  } };
}

const footer = () => ({ height: 40, paint() {} });

function rule(context, y) {
  context.fillStyle = "#ded9c8";
  context.fillRect(MARGIN, y, INNER, 2);
}
