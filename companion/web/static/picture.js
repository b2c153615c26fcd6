// A picture of a game to keep: its map as it is on the page, who has won, and everybody's points, painted as an image.
//
// A canvas knows neither style sheets nor what a drawing points at, so the map is walked through: each shape is painted with
// the colours that the browser has worked out for it.

/** @import { Told } from "./document.js" */

import { h } from "./dom.js";
import { store } from "./store.js";
import { language } from "./words.js";

const [WIDTH, HEIGHT, EDGE, BAND] = [1600, 1240, 40, 190]; // of the picture; of its margin, and of what stands above the map
const UNSEEN = ".hit, .reach, .nowhere, title, defs";

/** @type {(table: Element, document_: Told) => Promise<void>} */
export async function savePicture(table, { board, game, plot, revision }) {
  if (!game) return;
  const canvas = h("canvas", { width: WIDTH, height: HEIGHT });
  const paint = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"));
  const probe = table.appendChild(h("span", {}));
  /** @type {(name: string) => string} */
  const colour = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  paint.fillStyle = colour("--cover-paper");
  paint.fillRect(0, 0, WIDTH, HEIGHT);
  paint.fillStyle = paint.strokeStyle = colour("--cover-ink");
  paint.lineWidth = 2;
  paint.strokeRect(14, 14, WIDTH - 28, HEIGHT - 28);
  const verdict = table.querySelector(".verdict")?.textContent ?? "";
  const day = /^\d{4}-\d\d-\d\d/.exec(revision.game)?.[0];
  const title = store.shelf.games[store.here.id].title;
  const when = day ? ` · ${new Date(`${day}T12:00`).toLocaleDateString(language, { dateStyle: "long" })}` : "";
  write(paint, `${title}${when}`, EDGE, 74, 40);
  write(paint, verdict, EDGE, 128, 46, WIDTH - 2 * EDGE);
  const map = table.querySelector("svg.map");
  const low = HEIGHT - 130 - 8;
  if (map) paintMap(paint, /** @type {SVGSVGElement} */ (map), [EDGE, BAND - 30, WIDTH - 2 * EDGE, low - BAND]);
  // Everybody's points below the map, the most first.
  const row = plot.at(-1) ?? [];
  const ranked = board.players.map((player, seat) => ({ player, points: row[seat] ?? 0 }));
  ranked.sort((one, other) => other.points - one.points);
  const wide = (WIDTH - 2 * EDGE) / ranked.length;
  ranked.forEach(({ player, points }, place) => {
    const sign = table.querySelector(`.sign.seat-${CSS.escape(player)}`);
    const left = EDGE + place * wide;
    paint.fillStyle = sign ? getComputedStyle(sign).backgroundColor : colour("--accent");
    paint.beginPath();
    paint.roundRect(left, low, 64, 64, 12);
    paint.fill();
    paint.stroke();
    paint.fillStyle = sign ? getComputedStyle(sign).color : colour("--ink");
    paint.textAlign = "center";
    write(paint, sign?.textContent ?? "", left + 32, low + 44, 34);
    paint.textAlign = "left";
    paint.fillStyle = colour("--ink");
    write(paint, String(points), left + 78, low + 36, 46);
    write(
      paint,
      `${game.names[player]}${game.winners?.includes(player) ? " ★" : ""}`,
      left + 78,
      low + 70,
      28,
      wide - 90,
    );
  });
  probe.remove();
  const image = await new Promise((/** @type {(image: Blob | null) => void} */ done) =>
    canvas.toBlob(done, "image/png"),
  );
  if (!image) return;
  const address = URL.createObjectURL(image);
  h("a", { href: address, download: `${store.here.id}-${revision.game}.png` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** @type {(paint: CanvasRenderingContext2D, text: string, x: number, y: number, size: number, most?: number) => void} */
function write(paint, text, x, y, size, most) {
  paint.font = `700 ${size}px Alegreya, Georgia, serif`;
  paint.fillText(text, x, y, most);
}

/** @type {(paint: CanvasRenderingContext2D, map: SVGSVGElement, room: [number, number, number, number]) => void} */
function paintMap(paint, map, [x, y, width, height]) {
  const { width: wide, height: high } = map.viewBox.baseVal;
  const scale = Math.min(width / wide, height / high);
  paint.save();
  paint.beginPath();
  paint.rect(x, y, width, height);
  paint.stroke();
  paint.clip();
  paint.fillStyle = getComputedStyle(map).backgroundColor;
  paint.fill();
  paint.translate(x + (width - wide * scale) / 2, y + (height - high * scale) / 2);
  paint.scale(scale, scale);
  for (const each of map.children) paintShape(paint, each, null);
  paint.restore();
}

// Paints a shape and all within it; what a `use` gives to the shape it points at is in `from`.
/** @type {(paint: CanvasRenderingContext2D, shape: Element, from: CSSStyleDeclaration | null) => void} */
function paintShape(paint, shape, from) {
  if (shape.matches(UNSEEN)) return;
  const style = getComputedStyle(shape);
  paint.save();
  if (style.transform !== "none") {
    const { a, b, c, d, e, f } = new DOMMatrix(style.transform);
    paint.transform(a, b, c, d, e, f);
  }
  paint.globalAlpha *= Number(style.opacity);
  const target = shape.tagName === "use" && document.querySelector(shape.getAttribute("href") ?? "");
  if (target) paintShape(paint, target, target.tagName === "path" ? style : null);
  else if (shape.tagName === "text") paintText(paint, /** @type {SVGTextElement} */ (shape), style);
  else if (shape.tagName === "g") for (const each of shape.children) paintShape(paint, each, null);
  else paintPath(paint, outlineOf(shape), from ?? style);
  paint.restore();
}

/** @type {(shape: Element) => Path2D} */
function outlineOf(shape) {
  /** @type {(name: string) => number} */
  const of = (name) => Number(shape.getAttribute(name) ?? 0);
  if (shape.tagName === "path") return new Path2D(shape.getAttribute("d") ?? "");
  const path = new Path2D();
  if (shape.tagName === "rect") path.roundRect(of("x"), of("y"), of("width"), of("height"), of("rx"));
  else path.ellipse(of("cx"), of("cy"), of("r") || of("rx"), of("r") || of("ry"), 0, 0, 2 * Math.PI);
  return path;
}

/** @type {(paint: CanvasRenderingContext2D, path: Path2D, style: CSSStyleDeclaration) => void} */
function paintPath(paint, path, style) {
  const alpha = paint.globalAlpha;
  if (style.fill !== "none") {
    paint.globalAlpha = alpha * Number(style.fillOpacity);
    paint.fillStyle = style.fill;
    paint.fill(path);
  }
  if (style.stroke !== "none") {
    paint.globalAlpha = alpha * Number(style.strokeOpacity);
    paint.strokeStyle = style.stroke;
    paint.lineWidth = parseFloat(style.strokeWidth);
    paint.lineJoin = /** @type {CanvasLineJoin} */ (style.strokeLinejoin);
    paint.lineCap = /** @type {CanvasLineCap} */ (style.strokeLinecap);
    paint.setLineDash(style.strokeDasharray === "none" ? [] : style.strokeDasharray.split(",").map(parseFloat));
    paint.stroke(path);
  }
}

/** @type {(paint: CanvasRenderingContext2D, text: SVGTextElement, style: CSSStyleDeclaration) => void} */
function paintText(paint, text, style) {
  const said = text.firstChild?.textContent ?? "";
  const at = (/** @type {string} */ name) => Number(text.getAttribute(name) ?? 0);
  const anchors = { start: "left", middle: "center", end: "right" };
  paint.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`;
  paint.letterSpacing = style.letterSpacing === "normal" ? "0px" : style.letterSpacing;
  paint.textAlign = /** @type {CanvasTextAlign} */ (anchors[/** @type {"start"} */ (style.textAnchor)]);
  const most = at("textLength") || undefined;
  if (style.paintOrder.startsWith("stroke") && style.stroke !== "none") {
    paint.strokeStyle = style.stroke;
    paint.lineWidth = parseFloat(style.strokeWidth);
    paint.lineJoin = "round";
    paint.strokeText(said, at("x"), at("y"), most);
  }
  paint.globalAlpha *= Number(style.fillOpacity);
  paint.fillStyle = style.fill;
  paint.fillText(said, at("x"), at("y"), most);
}
