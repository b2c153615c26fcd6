// How a game begins and how it ends: the welcome over the empty map, the choice of seats, and the result.

/**
 * @import { Scene } from "./contract.js"
 * @import { Told } from "./document.js"
 */

import { post } from "./api.js";
import { h } from "./dom.js";
import { forgetDrafts, nameField } from "./names.js";
import { scorePlot } from "./plot.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** @type {(document_: Told) => Element} */
export function drawWelcome(document_) {
  const canBegin = document_.bench && store.me.may_control;
  return h(
    "section",
    { class: "card welcome" },
    h("h2", {}, t("No game yet")),
    h(
      "p",
      {},
      canBegin ? store.here.page.named("no.game.virtual") : t("Begin one at the table: it shows here at once."),
    ),
    canBegin && drawBegin("primary"),
  );
}

// At the first start of a virtual table: whoever has no board to compare begins at once.
/** @type {() => Element} */
export const drawAtOnce = () => h("section", { class: "card at-once" }, drawBegin("primary"));

/** @type {(look?: string | null) => Element} */
export function drawBegin(look = null) {
  const [first] = store.shelf.games[store.here.id].colours; // who sits at this page
  return h(
    "div",
    { class: "begin" },
    h("label", {}, h("span", {}, t("Your name")), nameField(first, t("as you like, or none"))),
    drawHouseRules(),
    h("span", {}, t("New game for")),
    store.shelf.games[store.here.id].seats.map((players) =>
      h(
        "button",
        { class: look, "data-key": `begin-${players}`, onclick: (event) => begin(players, first, event.target) },
        t("{count} players", { count: players }),
      ),
    ),
  );
}

// What somebody ticks or unfolds here stays while the page is drawn again, until a game begins.
/** @type {{ticks: Set<string> | null, isUnfolded: boolean}} */
const draft = { ticks: null, isUnfolded: false };

/** @type {() => Set<string>} */
const ticked = () =>
  draft.ticks ?? new Set((store.document?.house_rules ?? []).filter((rule) => rule.chosen).map(({ id }) => id));

// The house rules to tick, folded away; nothing where the game has none.
/** @type {() => Element | false} */
function drawHouseRules() {
  const rules = store.document?.house_rules ?? [];
  const chosen = ticked();
  /** @type {(id: string, isOn: boolean) => void} */
  const tick = (id, isOn) => {
    draft.ticks = new Set([...ticked()].filter((each) => each !== id));
    if (isOn) draft.ticks.add(id);
  };
  /** @type {(event: {target: HTMLDetailsElement}) => void} */
  const unfold = ({ target }) => {
    draft.isUnfolded = target.open;
  };
  return (
    rules.length > 0 &&
    h(
      "details",
      {
        class: "house-rules",
        "data-key": "house-rules",
        open: draft.isUnfolded,
        ontoggle: unfold,
      },
      h("summary", {}, t("House rules: {which}", { which: chosen.size || t("off") })),
      rules.map(({ id, text }) =>
        h(
          "label",
          {},
          h("input", {
            type: "checkbox",
            "data-key": `house-rule-${id}`,
            checked: chosen.has(id),
            onchange: (event) => tick(id, event.target.checked),
          }),
          h("span", {}, text),
        ),
      ),
    )
  );
}

/** @type {(players: number, first: string, pressed: Element) => Promise<any>} */
async function begin(players, first, pressed) {
  const { game, bench } = store.document ?? {};
  const isOn = game && !game.winners;
  const skill = bench?.robots.usual;
  const field = /** @type {HTMLInputElement} */ (pressed.closest(".begin")?.querySelector("input"));
  const names = { [first]: field.value.trim() };
  if (isOn && !confirm(t("This game is not over. Give it up and begin another one?"))) return;
  const house_rules = [...ticked()];
  if (!(await post("/api/virtual/begin", { players, skill, names, house_rules }))) return;
  forgetDrafts();
  Object.assign(draft, { ticks: null, isUnfolded: false });
}

// The choice of another game, over whatever is shown.
export function openNewGame() {
  const dialog = h(
    "dialog",
    { class: "card", "aria-label": t("New game") },
    h("h2", {}, t("New game")),
    h("p", {}, store.here.page.named("no.game.virtual")),
    drawBegin("primary"),
    h("button", { "data-key": "begin-not", onclick: () => dialog.close() }, t("Cancel")),
  );
  dialog.addEventListener("click", (event) => {
    if (/** @type {Element} */ (event.target).closest("[data-key^=begin-]")) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}

// The result, and what to do next.
/** @type {(document_: Told, scene: Scene) => Element} */
export function drawEnding({ board, game, plot, bench, revision }, scene) {
  const [result, ...more] = store.here.page.drawFinal(scene);
  return h(
    "div",
    { class: "ending", "data-game": store.here.id, "data-key": "ending" },
    result,
    h(
      "div",
      { class: "bar next" },
      bench &&
        store.me.may_control &&
        h("button", { class: "primary", "data-key": "again", onclick: openNewGame }, t("New game")),
      h("a", { class: "chip", href: `#games/${revision.game}`, "data-key": "go-through" }, t("Go through")),
      h("a", { class: "chip", href: "#statistics", "data-key": "sums" }, t("Statistics")),
    ),
    more,
    h(
      "section",
      { class: "card" },
      h("h2", {}, t("Scores over the game")),
      scorePlot(plot, board.players, game?.names ?? {}),
    ),
  );
}
