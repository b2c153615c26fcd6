// What was pressed shows at once that it was taken, and soon that it waits for the table, until the table has answered.

const WAITS_MS = 300; // until it says that it waits
const SHOWN_MS = 150; // at the least, for an answer may come within one frame
const PRESSES = "button, a, [role=button], .acts, select, summary, input";

/** @type {{element: Element, at: number} | null} */
let pressed = null;
/** @type {Set<symbol>} */
const waiting = new Set();
let onWaiting = () => {};

export const isWaiting = () => waiting.size > 0;

// Remembers what is pressed, with finger, mouse or key, and says when the table is waited for, and when no longer.
/** @type {(root: Document, told: () => void) => void} */
export function watchPresses(root, told) {
  onWaiting = told;
  /** @type {(event: Event) => void} */
  const take = ({ target, timeStamp }) => {
    const element = /** @type {Element} */ (target).closest?.(PRESSES);
    pressed = element ? { element, at: timeStamp } : null;
  };
  for (const kind of ["click", "keydown", "change"]) root.addEventListener(kind, take, true);
}

// Marks what has just been pressed while something is asked of the table.
/** @type {<T>(answer: Promise<T>) => Promise<T>} */
export async function sent(answer) {
  const began = performance.now();
  const element = pressed && began - pressed.at < WAITS_MS ? pressed.element : null;
  const call = Symbol("call");
  element?.setAttribute("data-sent", "taken");
  const timer = setTimeout(() => {
    waiting.add(call);
    element?.setAttribute("data-sent", "waits");
    onWaiting();
  }, WAITS_MS);
  try {
    return await answer;
  } finally {
    clearTimeout(timer);
    if (waiting.delete(call)) onWaiting();
    setTimeout(() => element?.removeAttribute("data-sent"), Math.max(0, SHOWN_MS - (performance.now() - began)));
  }
}
