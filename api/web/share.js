// The answer as a picture: shared where the phone can, else saved.

import { h } from "./dom.js";
import { paintCard } from "./card.js";
import { toNotation } from "./request.js";
import { t } from "./words.js";

/** @param {typeof import("./session.js").state} state @returns {Promise<"shared"|"saved"|"cancelled">} */
export async function shareHand(state) {
  const canvas = await paintCard(state);
  const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
  const file = new File([blob], `qicheng-${new Date().toISOString().slice(0, 10)}.png`, { type: "image/png" });
  const shared = { files: [file], title: t("shareTitle"), text: `${toNotation(state.hand)} = ${state.answer.score.total}` };
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share(shared);
      return "shared";
    } catch (error) {
      if (error.name === "AbortError") return "cancelled";
    }
  }
  download(file);
  return "saved";
}

function download(file) {
  const url = URL.createObjectURL(file);
  const link = h("a", { href: url, download: file.name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
