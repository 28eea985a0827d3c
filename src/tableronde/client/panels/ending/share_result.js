// Share a picture of the result: by the system's share sheet if there is one, else as a file.

import { h } from "../../base/elements.js";
import { toast } from "../../base/toast.js";
import { translate } from "../../base/language.js";

const WIDTH = 1200;

/**
 * Share a picture that the room draws as SVG, as PNG with a sentence.
 * @param {string} address
 * @param {string} text
 */
export async function shareResult(address, text) {
  try {
    const drawing = await (await fetch(address)).text();
    const file = new File([await png(drawing)], "table-ronde.png", { type: "image/png" });
    if (navigator.canShare?.({ files: [file] })) await navigator.share({ files: [file], text });
    else save(file);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "AbortError") toast(translate("not found"));
  }
}

/**
 * Convert an SVG drawing to a large PNG blob.
 * @param {string} drawing
 */
async function png(drawing) {
  const root = new DOMParser().parseFromString(drawing, "image/svg+xml").documentElement;
  const [, , width, height] = (root.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
  const size = { width: WIDTH, height: Math.round((WIDTH * height) / width) };
  root.setAttribute("width", String(size.width));
  root.setAttribute("height", String(size.height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(root))}`;
  await image.decode();
  const canvas = Object.assign(document.createElement("canvas"), size);
  canvas.getContext("2d")?.drawImage(image, 0, 0, size.width, size.height);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** @param {File} file */
function save(file) {
  const link = h("a", { href: URL.createObjectURL(file), download: file.name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
}
