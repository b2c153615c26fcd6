// The worker of the tab: an interpreter, the companion in it, and the files in which the browser keeps games.
//
// One worker at a time has the table: a second one waits until the first has gone, and says so. What arrives meanwhile
// is answered later. Messages are texts; `tab.js` and `companion/tab/tab.py` know what they mean.

// @ts-ignore -- made next to this file when the tab is built
import { loadPyodide } from "./pyodide/pyodide.mjs";

const PLACE = new URL("./", self.location.href);
const NAME = `hansa-companion ${PLACE.pathname}`;
const SOON_MS = 1500; // the worker of a page that is loaded again needs a moment to go
const TRIES = 40; // to open a file that the last worker may still have
const PAUSE_MS = 100;

/** @type {string[]} */
const waiting = [];
/** @type {((text: string) => void) | undefined} */
let take;
self.onmessage = ({ data }) => (take ? take(data) : waiting.push(data));

/** @type {(message: Record<string, unknown>) => void} */
const tell = (message) => self.postMessage(JSON.stringify(message));
/** @type {(ms: number) => Promise<void>} */
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

// Says what went wrong with a name, as Python wants it.
/** @type {(act: () => void) => string} */
function tried(act) {
  try {
    act();
    return "";
  } catch (error) {
    return error instanceof Error ? error.name || String(error) : String(error);
  }
}

/** @type {(folder: any, name: string) => Promise<any>} */
async function opened(folder, name) {
  const file = await folder.getFileHandle(name, { create: true });
  for (let left = TRIES; ; left -= 1) {
    try {
      return await file.createSyncAccessHandle();
    } catch (error) {
      if (!left) throw error;
      await pause(PAUSE_MS);
    }
  }
}

/** @type {(handle: any) => Record<string, Function>} */
const kept = (handle) => ({
  read() {
    const bytes = new Uint8Array(handle.getSize());
    handle.read(bytes, { at: 0 });
    return bytes;
  },
  /** @type {(at: number, text: string) => string} */
  write: (at, text) =>
    tried(() => {
      const bytes = new TextEncoder().encode(text);
      if (handle.write(bytes, { at }) !== bytes.length) throw new DOMException("", "QuotaExceededError");
    }),
  /** @type {(size: number) => string} */
  truncate: (size) => tried(() => handle.truncate(size)),
  flush: () => tried(() => handle.flush()),
});

// The two files of this place; none where the browser keeps nothing.
async function keptFiles() {
  try {
    const folder = await (
      await navigator.storage.getDirectory()
    ).getDirectoryHandle(encodeURIComponent(NAME), {
      create: true,
    });
    return [kept(await opened(folder, "games-1")), kept(await opened(folder, "games-2"))];
  } catch (error) {
    console.info(`nothing is kept here: ${error}`);
    return [];
  }
}

async function begin() {
  const [pyodide, archive, files] = await Promise.all([
    loadPyodide({ indexURL: new URL("pyodide/", PLACE).href, env: { HOME: "/table", HANSA_PHONES: "no" } }),
    fetch(new URL("companion.zip", PLACE)).then((answer) => answer.arrayBuffer()),
    keptFiles(),
  ]);
  pyodide.unpackArchive(archive, "zip", { extractDir: "/companion" });
  pyodide.runPython("import sys; sys.path.insert(0, '/companion')");
  const companion = pyodide.pyimport("companion.tab.in_worker");
  take = companion.begin(files, (/** @type {string} */ text) => self.postMessage(text));
  for (const each of waiting) take?.(each);
}

async function serve() {
  try {
    await begin();
  } catch (error) {
    tell({ kind: "failed", reason: String(error) });
    throw error;
  }
  await new Promise(() => {}); // for as long as this worker lives the table is its own
}

if (navigator.locks) {
  const elsewhere = setTimeout(() => tell({ kind: "elsewhere" }), SOON_MS);
  navigator.locks.request(NAME, () => {
    clearTimeout(elsewhere);
    tell({ kind: "here" });
    return serve();
  });
} else serve();
