// What Hansa's page says: sentences are said where they are drawn; here stands what has a key.

import { meant, naming, say, wordsOf } from "/static/words.js";

export const t = wordsOf("hansa");

// What is called by a key, here or by the page.
export const named = naming(t, {
  "last.round": say("Last round! The fifth pile is begun: everybody plays up to the start player."),
  bars: say("Piles"),
  "board.number": say("number"),
  "board.spaces": meant("of a warehouse", "spaces"),
  "board.routes": say("Arrows lead to"),
  "score.unsold": say("goods held"),
  "score.sold": say("goods sold"),
  "score.cities": say("cities"),
  "score.booths": say("booths (tie-break)"),
  "seat.gray": say("Gray"),
  "seat.yellow": say("Yellow"),
  "seat.purple": say("Purple"),
  "seat.white": say("White"),
  "seat.gray.short": say("G"),
  "seat.yellow.short": say("Y"),
  "seat.purple.short": say("P"),
  "seat.white.short": say("W"),
  "good.blue": say("blue"),
  "good.brown": say("brown"),
  "good.green": say("green"),
  "good.orange": say("orange"),
  "good.pink": say("pink"),
  "good.yellow": say("yellow"),
  "good.blue.short": say("Bl"),
  "good.brown.short": say("Br"),
  "good.green.short": say("Gr"),
  "good.orange.short": say("Or"),
  "good.pink.short": say("Pi"),
  "good.yellow.short": say("Ye"),
  "lamp.city": say("cities"),
  "lamp.warehouse": say("warehouses"),
  "lamp.pile": say("piles"),
  "lamp.seat": say("seats"),
  "skill.random": say("random player"),
  "skill.simple": say("simple player"),
  "skill.beginner": say("beginner"),
  "skill.easy": say("easy thinker"),
  "skill.medium": say("medium thinker"),
  "skill.hard": say("hard thinker"),
  "skill.expert": say("expert"),
  "skill.best": say("best thinker"),
  deals: say("Turn markers over for me"),
  "tour.astray": say(
    "The ship does not stand where the game has it. Drag it back to where its outline is, or on to a lit city.",
  ),
  "tour.deals": say("The warehouses are being stocked, marker by marker."),
  "tour.fill": say("Turn a marker over: choose what it is on the keys."),
  "tour.place": say("Place two booths: drag a booth from your seat to a lit city, or click the city."),
  "tour.place.tap": say("Place two booths: click a lit city."),
  "tour.replenish": say("Your turn begins: replenish the warehouses for one taler, or not. Choose in the menu."),
  "tour.actions": say(
    "Drag the ship along an arrow to a lit city (one taler), click a marker where the ship is to buy it, or build and sell in the menu: one action in each city.",
  ),
  "tour.actions.tap": say(
    "Click a lit city to sail there (one taler), click a marker where the ship is to buy it, or build and sell in the menu: one action in each city.",
  ),
  "tour.end": say("You have acted in this city. Sail on, or end the turn."),
  "tour.discard": say("The turn is over, and no more than three markers may be kept: choose one to give up."),
  "tour.lose": say("Somebody has sold this colour: choose which of your markers of it you lose."),
  "score.total": say("total"),
});

// A city that ships under a name which other languages write differently is translated; an owner's own name is not.
/** @type {(city: {name: string}) => string} */
export const cityName = ({ name }) => (name === "Copenhagen" ? t("Copenhagen") : name);
