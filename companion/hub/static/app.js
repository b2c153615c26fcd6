// The hub: puts its views together, and lets the open one draw what has changed.

/** @import { View } from "./tables.js" */

import { h, renew } from "/static/dom.js";
import { Live } from "/static/live.js";
import { dress } from "/static/shelf.js";
import { languageTool, themeTool } from "/static/tools.js";
import { language, preferred, say, speak, t } from "/static/words.js";
import { openCloseUp } from "./closeup.js";
import { hall, takeIn } from "./hall.js";
import { openOverview } from "./overview.js";
import { openProjector } from "./projector.js";
import { openStandings } from "./standings.js";

/** @type {(id: string) => any} */
const element = (id) => document.getElementById(id);
const main = element("main");
const isProjector = new URLSearchParams(location.search).get("view") === "projector";
/** @type {View | null} */
let view = null; // what is open: {update(changes), tick()}

let address = "tables"; // of the view that is open
const isSkip = () => location.hash === "#main"; // where the skip link leads, and no view
/** @type {Record<string, (main: Element, detail: string) => View>} */
const VIEWS = { tables: openOverview, table: openCloseUp, standings: openStandings };

function route() {
  if (!isSkip()) address = location.hash.slice(1) || "tables";
  const [name, detail] = address.split("/");
  drawTabs(name);
  view = isProjector ? openProjector(main) : (VIEWS[name] ?? openOverview)(main, decodeURIComponent(detail ?? ""));
}

/** @type {(here: string) => void} */
function drawTabs(here) {
  element("brand").textContent = t("Hansa hub");
  document.title = t("Hansa hub");
  element("skip").textContent = t("Skip to the tables");
  const tabs = element("tabs");
  tabs.setAttribute("aria-label", t("Pages"));
  /** @type {(name: string, text: string) => Element} */
  const link = (name, text) =>
    h("a", { href: `/#${name}`, "aria-current": here === name ? "page" : null, "data-key": `tab-${name}` }, text);
  renew(
    tabs,
    link("tables", t("Tables")),
    link("standings", t("Standings")),
    h("a", { href: "/?view=projector", "data-key": "tab-projector" }, t("Projector")),
  );
}

function drawTools() {
  renew(element("tools"), themeTool(drawTools), languageTool(changeLanguage));
}

/** @type {(code: string) => Promise<void>} */
async function changeLanguage(code) {
  await speak(code);
  drawTools();
  drawBanner();
  route();
}

function drawBanner() {
  const banner = element("banner");
  const trouble = hall.link?.trouble;
  banner.hidden = !trouble;
  document.body.dataset.link = trouble ? "away" : "there";
  renew(
    banner,
    trouble
      ? h(
          "p",
          { class: "refusal" },
          t("The server where the tables meet does not answer: what you see may be old."),
          " ",
          h("span", { class: "small" }, trouble),
        )
      : [],
  );
}

/** @type {(status: string) => void} */
function drawStatus(status) {
  element("live").dataset.status = status;
  document.body.dataset.status = status;
  const text =
    status === "live"
      ? t(say("Live · {count} table", "Live · {count} tables"), { count: hall.tables.size })
      : status === "stale"
        ? t("Cut off – what you see may be old. Connecting again…")
        : status === "quiet"
          ? t("No sign of the tables for {count} s…", { count: live.silentSeconds })
          : t("Connecting…");
  if (element("live-text").textContent !== text) element("live-text").textContent = text;
}

// A game that is played at some table brings the colours of its seats along.
/** @type {(drawings: string[]) => void} */
function dressTables(drawings) {
  const played = new Set([...hall.tables.values()].map((table) => table.game));
  for (const game of drawings) if (played.has(game)) dress(game);
}

const live = new Live(() => {
  const changes = takeIn(live.document, live.changes);
  dressTables(live.document.about.drawings);
  drawBanner();
  if (view) view.update(changes);
  else route();
}, drawStatus);

document.body.dataset.view = isProjector ? "projector" : "hall";
await speak(preferred());
drawTools();
live.open(language);
setInterval(() => view?.tick?.(), 1000);
window.addEventListener("hashchange", () => hall.isKnown && !isSkip() && route());
