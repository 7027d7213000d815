// A photo as something that an <img> shows.

import { h } from "./dom.js";

const SHOWN_SIDE = 2048;

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
