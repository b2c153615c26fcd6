// Who plays by itself: a level, or a level with a character, as in `easy:bold`.

/**
 * @import { Named } from "./contract.js"
 * @import { Characters } from "./document.js"
 */

import { h } from "./dom.js";
import { store } from "./store.js";
import { t } from "./words.js";

/** @type {(skill: string) => {level: string, character: string}} */
export function parted(skill) {
  const [level, character = ""] = skill.split(":");
  return { level, character };
}

/** @type {(level: string, character: string) => string} */
const joined = (level, character) => (character ? `${level}:${character}` : level);

// What it is called.
/** @type {(skill: string, named: Named) => string} */
export function robotName(skill, named) {
  const { level, character } = parted(skill);
  const name = named(`skill.${level}`);
  return character ? `${name}, ${store.document?.characters[character]?.name ?? character}` : name;
}

// The players to choose from, the weakest first: the levels are a ladder of their own, next to those who decide at once.
/** @type {(known: string[], levels: string[], drawn: (skill: string) => Element) => Element[]} */
export function drawSkills(known, levels, drawn) {
  const quick = known.filter((skill) => !levels.includes(skill));
  if (!levels.length) return quick.map(drawn);
  return [
    h("optgroup", { label: t("The companion, decides at once") }, quick.map(drawn)),
    h("optgroup", { label: t("The companion, thinks – from weak to strong") }, levels.map(drawn)),
  ];
}

// Which character it has: a choice, and what the chosen one says of itself.
/** @type {(skill: string, characters: Characters, key: string, choose: (skill: string) => void) => Element} */
export function drawCharacter(skill, characters, key, choose) {
  const { level, character } = parted(skill);
  const given = {
    "aria-label": t("Character"),
    "data-key": `character-${key}`,
    onchange: (/** @type {any} */ event) => choose(joined(level, event.target.value)),
  };
  return h(
    "div",
    { class: "character" },
    h(
      "select",
      given,
      h("option", { value: "", selected: !character }, t("no character")),
      Object.entries(characters).map(([id, { name }]) => h("option", { value: id, selected: id === character }, name)),
    ),
    character in characters && h("small", {}, characters[character].sentence),
  );
}
