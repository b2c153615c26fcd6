// What the players are called: typed here, kept with the game, and proposed again for the next one.

import { post } from "./api.js";
import { h } from "./dom.js";
import { seatSign } from "./shelf.js";
import { store } from "./store.js";
import { t } from "./words.js";

const LONGEST = 20;

/** @type {Map<string, string>} */
const drafts = new Map(); // typed and not kept yet: the page may be drawn again meanwhile

/** @type {(player: string, hint: string) => HTMLInputElement} */
export const nameField = (player, hint) =>
  /** @type {HTMLInputElement} */ (
    h("input", {
      name: player,
      value: drafts.get(player) ?? store.document?.people.names[player] ?? "",
      maxlength: LONGEST,
      placeholder: hint,
      autocomplete: "off",
      spellcheck: "false",
      "data-key": `name-${player}`,
      oninput: (event) => drafts.set(player, event.target.value),
    })
  );

// What was typed is the table's affair from now on.
export const forgetDrafts = () => drafts.clear();

// Names for all who play; whoever plays by itself has none.
export function openNames() {
  const document_ = store.document;
  if (!document_?.game) return;
  forgetDrafts();
  const { board, bench } = document_;
  const people = board.players.filter((player) => !bench?.robots.skills[player]);
  const fields = people.map((player) => nameField(player, store.here.page.named(`seat.${player}`)));
  const dialog = h(
    "dialog",
    { class: "card", "aria-label": t("Names of the players"), "data-game": store.here.id },
    h(
      "form",
      { method: "dialog", class: "names" },
      h("h2", {}, t("Names of the players")),
      people.map((player, index) =>
        h(
          "label",
          { class: "opponent" },
          seatSign(store.here, player, store.here.page.named(`seat.${player}`)),
          fields[index],
        ),
      ),
      h("p", { class: "hint" }, t("Up to 20 characters. They are kept with the game, and for the next one.")),
      h("div", { role: "alert" }),
      h(
        "div",
        { class: "bar" },
        h("button", { type: "button", onclick: () => dialog.close() }, t("Cancel")),
        h("button", { class: "primary", type: "submit", "data-key": "names-ok" }, t("OK")),
      ),
    ),
  );
  dialog.querySelector("form")?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const names = Object.fromEntries(fields.map((field) => [field.name, field.value.trim()]));
    if (await post("/api/names", { names })) dialog.close();
  });
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
