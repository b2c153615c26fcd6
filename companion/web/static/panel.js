// The small screen's very pixels, drawn on a canvas: pages of eight rows, one byte a column, low bit on top.

/** @import { Dialog, Panel } from "./document.js" */

import { h } from "./dom.js";
import { t } from "./words.js";

const LIT = [0xbf, 0xe8, 0xff, 0xff];
const DARK = [0x05, 0x08, 0x0c, 0xff];

// One pixel of the canvas for each of the panel; the style sheet makes them large, with sharp edges.
/** @type {(canvas: HTMLCanvasElement, panel: Panel) => void} */
export function drawPanel(canvas, panel) {
  const { width, height, pages } = panel;
  if (canvas.dataset.pages === pages) return;
  canvas.dataset.pages = pages;
  const bytes = Uint8Array.from(atob(pages), (letter) => letter.charCodeAt(0));
  canvas.width = width;
  canvas.height = height;
  const context = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const image = context.createImageData(width, height);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const isLit = (bytes[(y >> 3) * width + x] >> (y & 7)) & 1;
      image.data.set(isLit ? LIT : DARK, 4 * (y * width + x));
    }
  }
  context.putImageData(image, 0, 0);
}

// What the screen says, for those who cannot see it.
/** @type {(dialog: Dialog) => string} */
export function panelText(dialog) {
  const rows = dialog.rows.map((row) => [row.text, row.right].filter(Boolean).join(" "));
  const line = dialog.lines[dialog.cursor];
  return [
    dialog.title.filter(Boolean).join(", "),
    ...rows.filter(Boolean),
    line ? t("Chosen: {line}", { line: (dialog.at_heading && line.section) || line.text }) : "",
  ]
    .filter(Boolean)
    .join(". ");
}

export function makePanel() {
  const canvas = h("canvas", { class: "oled", role: "img", id: "oled" });
  return {
    element: h("div", { class: "oled-frame" }, canvas),
    /** @type {(panel: Panel, dialog: Dialog) => void} */
    update(panel, dialog) {
      drawPanel(canvas, panel);
      canvas.setAttribute("aria-label", `${t("Small screen")}: ${panelText(dialog)}`);
    },
  };
}
