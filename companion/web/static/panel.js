// The small screen's very pixels, drawn on a canvas: pages of eight rows, one byte a column, low bit on top.

import { h } from "./dom.js";
import { t } from "./words.js";

const SCALE = 6;

export function drawPanel(canvas, panel) {
  const { width, height } = panel;
  const bytes = Uint8Array.from(atob(panel.pages), (letter) => letter.charCodeAt(0));
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext("2d");
  context.fillStyle = "#05080c";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = "#bfe8ff";
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if ((bytes[(y >> 3) * width + x] >> (y & 7)) & 1) {
        context.fillRect(x * SCALE, y * SCALE, SCALE, SCALE);
      }
    }
  }
}

// What the screen says, for those who cannot see it.
export function panelText(dialog) {
  const rows = dialog.rows.map((row) => [row.text, row.right].filter(Boolean).join(" "));
  const line = dialog.lines[dialog.cursor];
  return [dialog.title.filter(Boolean).join(", "), ...rows.filter(Boolean), line ? t("chosen", { line: line.text }) : ""]
    .filter(Boolean)
    .join(". ");
}

export function makePanel() {
  const canvas = h("canvas", { class: "oled", role: "img", id: "oled" });
  return {
    element: h("div", { class: "oled-frame" }, canvas),
    update(panel, dialog) {
      drawPanel(canvas, panel);
      canvas.setAttribute("aria-label", `${t("screen")}: ${panelText(dialog)}`);
    },
  };
}
