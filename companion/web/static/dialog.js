// The dialog that the small screen shows, as something to click: menus, checklists, notices.

/** @import { Dialog, Line, Row } from "./document.js" */

import { get, post, ruleLink } from "./api.js";
import { h, own } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

// What is another's to answer is only shown, with `whose` below its title.
/** @type {(dialog: Dialog, mayControl: boolean, isVirtual: boolean, whose?: string) => Element} */
export function drawDialog(dialog, mayControl, isVirtual, whose = "") {
  /** @type {(line: number) => Promise<any>} */
  const choose = (line) => post("/api/choose", { dialog: dialog.id, line });
  if (!dialog.rows.some((row) => row.secret)) lastPin = "";
  const rows = dialog.rows.map((row) => (row.secret && mayControl ? drawSecret(row) : drawRow(row)));
  const lines = dialog.lines.flatMap((line, index) => [
    beginsSection(dialog, index) && drawHeading(dialog, index, mayControl),
    drawLine(dialog, line, index, mayControl && (() => choose(index))),
  ]);
  return h(
    "section",
    {
      class: `card dialog tone-${dialog.tone} ${whose && "theirs"}`,
      "aria-labelledby": "dialog-title",
      id: "dialog",
      "data-dialog": dialog.id,
      "data-key": "dialog",
      "data-means": dialog.id,
    },
    h("h2", { id: "dialog-title" }, dialog.title[0], dialog.title[1] && h("small", {}, ` ${dialog.title[1]}`)),
    whose && h("p", { class: "whose", "data-key": "whose" }, whose),
    rows.length > 0 && h("div", { class: "rows" }, rows),
    whose &&
      dialog.asker === store.me.asks &&
      h("button", { "data-key": "withdraw", onclick: () => post("/api/seats/withdraw") }, t("Withdraw the question")),
    dialog.paragraph && ruleLink(dialog.paragraph),
    lines.length > 0 && h(mayControl ? "div" : "ul", { class: "lines" }, lines),
    dialog.kind === "notice" &&
      mayControl &&
      h("button", { class: "primary", "data-key": "dialog-ok", onclick: () => choose(0) }, t("OK")),
    dialog.about === "mismatch" &&
      mayControl &&
      isVirtual &&
      h("button", { "data-key": "dialog-tidy", onclick: () => post("/api/virtual/tidy") }, t("Put it right for me")),
  );
}

// A key that is held answers one dialog, not the next one too, which gets the focus.
/** @type {(event: KeyboardEvent) => void} */
export function once(event) {
  if (event.repeat && event.key === "Enter") event.preventDefault();
}

/** @type {(row: Row) => HTMLElement} */
function drawRow(row) {
  if (row.bars) {
    const told = row.bars.map((count, index) => `${index + 1}: ${count}`).join(", ");
    return h("p", { class: "row" }, `${store.here.page.named("bars")} ${told}`);
  }
  if (row.code) return h("p", { class: "row" }, row.code);
  const columns = row.right.split("\t");
  const right = columns.length > 1 ? columns.map((each) => h("span", { class: "column" }, each)) : row.right;
  return h("p", { class: `row look-${row.look}` }, h("span", {}, row.text), row.right && h("span", {}, right));
}

let lastPin = "";

// The table does not tell everybody what is secret: those who may know it ask, and see the last answer until the next.
/** @type {(row: Row) => Element} */
function drawSecret(row) {
  const drawn = own(drawRow(row));
  /** @type {(told: {pin: string}) => void} */
  const tell = ({ pin }) => {
    lastPin = pin;
    drawn.children[0].textContent = pin ? row.text.replace(/[*]+/, `${pin.slice(0, 3)} ${pin.slice(3)}`) : row.text;
  };
  tell({ pin: lastPin });
  get("/api/pin").then(tell, () => {});
  return drawn;
}

// Whether a line is the first of its section.
/** @type {(dialog: Dialog, index: number) => boolean} */
export function beginsSection(dialog, index) {
  const { section } = dialog.lines[index];
  return Boolean(section) && section !== dialog.lines[index - 1]?.section;
}

/** @type {(dialog: Dialog, index: number, mayControl: boolean) => Element} */
function drawHeading(dialog, index, mayControl) {
  const here = dialog.at_heading && index === dialog.cursor ? " here" : "";
  const { section } = dialog.lines[index];
  return h(mayControl ? "h3" : "li", { class: `section${here}`, "data-key": `section-${index}` }, section);
}

/** @type {(dialog: Dialog, line: Line, index: number, choose: (() => void) | false) => Element} */
function drawLine(dialog, line, index, choose) {
  const here = !dialog.at_heading && index === dialog.cursor ? " here" : "";
  const tick = "ticked" in line && h("span", { class: "tick", "aria-hidden": "true" }, line.ticked ? "☑" : "☐");
  const content = [tick, h("span", {}, line.text), line.right && h("span", { class: "right" }, line.right)];
  if (!choose) return h("li", { class: `line${here}` }, content);
  return h(
    "button",
    {
      class: `line${here}`,
      "data-key": `line-${index}`,
      "aria-pressed": "ticked" in line ? String(line.ticked) : null,
      onclick: choose,
      onkeydown: once,
    },
    content,
  );
}
