// The page of a table that is in this very tab: what the page asks for goes to a worker instead of to a machine.
//
// It is the first script of the page. From then on `fetch` and `EventSource` answer for /api/ from the worker, and so do
// pictures and files to save; everything else is a file as usual. A service worker keeps the files for the next time.

import { h, show } from "/static/dom.js";
import { language, preferred, say, speak, t } from "/static/words.js";

/**
 * @typedef {Record<string, any>} Message
 */

const API = "/api/";
const FETCHED_MS = 180000; // whoever has not got all files by then plays without keeping them for the next time
const realFetch = window.fetch.bind(window);

// --- the worker ---

/** @type {Worker | undefined} */
let worker;
/** @type {string[]} */
const waiting = []; // what is asked before there is a worker
/** @type {Map<number, (message: Message) => void>} */
const asked = new Map();
let last = 0;

/** @type {(message: Message, hear: (message: Message) => void) => number} */
function ask(message, hear) {
  last += 1;
  asked.set(last, hear);
  const text = JSON.stringify({ number: last, ...message });
  if (worker) worker.postMessage(text);
  else waiting.push(text);
  return last;
}

/** @type {(number: number) => void} */
function leave(number) {
  if (asked.delete(number)) worker?.postMessage(JSON.stringify({ number, ask: "gone" }));
}

/** @type {(message: Message) => Promise<Message>} */
const told = (message) =>
  new Promise((resolve) => {
    const number = ask({ ...message, lang: language }, (answer) => {
      asked.delete(number);
      resolve(answer);
    });
  });

// --- in place of a machine ---

/** @type {(path: string, options?: RequestInit) => Promise<Response>} */
function answered(path, { method = "GET", body = null, signal = null } = {}) {
  return new Promise((resolve, reject) => {
    let status = 0;
    /** @type {Record<string, string>} */
    let headers = {};
    let text = "";
    const number = ask({ ask: "http", method, target: path, body }, (message) => {
      if (message.kind === "start") ({ status, headers } = /** @type {any} */ (message));
      else text += message.text;
      if (message.kind !== "end") return;
      asked.delete(number);
      if (message.broken) reject(new TypeError("no answer"));
      else resolve(new Response(status === 204 ? null : text, { status, headers }));
    });
    signal?.addEventListener("abort", () => {
      leave(number);
      reject(signal.reason);
    });
  });
}

window.fetch = (path, options) =>
  typeof path === "string" && path.startsWith(API) ? answered(path, options) : realFetch(path, options);

class Events extends EventTarget {
  /** @param {string} path */
  constructor(path) {
    super();
    this.readyState = 0;
    /** @type {((event: Event) => void) | null} */
    this.onerror = null;
    let rest = "";
    this.number = ask({ ask: "http", method: "GET", target: path, body: null }, (message) => {
      if (message.kind === "start") this.readyState = message.status === 200 ? 1 : 0;
      rest += message.text ?? "";
      const parts = rest.split("\n\n");
      rest = parts.pop() ?? "";
      for (const part of parts) this.tell(part);
      if (message.kind === "end") this.end();
    });
  }

  /** @param {string} part */
  tell(part) {
    const found = /^event: (.*)\ndata: (.*)$/.exec(part);
    if (found && this.readyState === 1) this.dispatchEvent(new MessageEvent(found[1], { data: found[2] }));
  }

  end() {
    asked.delete(this.number);
    if (this.readyState === 2) return;
    this.readyState = 0;
    this.onerror?.(new Event("error"));
  }

  close() {
    this.readyState = 2;
    leave(this.number);
  }
}
window.EventSource = /** @type {any} */ (Object.assign(Events, { CONNECTING: 0, OPEN: 1, CLOSED: 2 }));

/** @type {(path: string) => Promise<string>} */
const addressOf = async (path) => URL.createObjectURL(await (await answered(path)).blob());

const setAttribute = Element.prototype.setAttribute;
HTMLImageElement.prototype.setAttribute = function (/** @type {string} */ name, /** @type {string} */ value) {
  if (name !== "src" || !value.startsWith(API)) setAttribute.call(this, name, value);
  else addressOf(value).then((address) => setAttribute.call(this, name, address));
};

/** @type {(address: string, name: string) => void} */
const save = (address, name) => h("a", { href: address, download: name }).click();

document.addEventListener("click", async (event) => {
  const link = event.target instanceof Element ? event.target.closest(`a[href^="${API}"]`) : null;
  if (!link) return;
  event.preventDefault();
  const answer = await answered(link.getAttribute("href") ?? "");
  const named = /filename\*?=(?:utf-8'')?"?([^";]+)/i.exec(answer.headers.get("content-disposition") ?? "");
  save(URL.createObjectURL(await answer.blob()), decodeURIComponent(named?.[1] ?? "game"));
});

// --- what this tab has to say ---

const note = h("p", { class: "tab-note", id: "tab-note", role: "status" });
/** @type {(text?: string) => void} */
function tell(text = "") {
  note.hidden = !text;
  note.textContent = text;
}

/** @type {(text: string) => void} */
const saveGames = (text) =>
  save(
    URL.createObjectURL(new Blob([text], { type: "application/json" })),
    `games-${new Date().toISOString().slice(0, 10)}.json`,
  );

const said = h("p", { role: "status" });
/** @type {(message: Message, words: (told: Message) => string) => Promise<void>} */
async function kept(message, words) {
  const answer = await told(message);
  const unfit = answer.unfit && t("These are no games of this companion.");
  said.textContent = answer.trouble?.join("; ") ?? unfit ?? words(answer);
}

const file = /** @type {HTMLInputElement} */ (h("input", { type: "file", accept: ".json", hidden: true }));
file.addEventListener("change", async () => {
  const text = await file.files?.[0]?.text();
  file.value = "";
  if (text === undefined) return;
  await kept({ ask: "back", text }, ({ added, wrong }) =>
    [
      t(say("{count} game brought back.", "{count} games brought back."), { count: added }),
      wrong && t(say("{count} game does not fit.", "{count} games do not fit."), { count: wrong }),
    ]
      .filter(Boolean)
      .join(" "),
  );
});

/** @type {(isDurable: boolean) => void} */
function drawKept(isDurable) {
  const along = () => told({ ask: "along" }).then(({ text }) => saveGames(text));
  const remove = () => {
    if (confirm(t("Remove all games that are kept in this browser?")))
      kept({ ask: "remove" }, () => t("All games are removed."));
  };
  const foot = h(
    "footer",
    { class: "tab-kept" },
    h(
      "p",
      {},
      isDurable
        ? t("This table is in your browser: games are kept here, and nothing leaves it.")
        : t("This table is in your browser, which keeps nothing here: games are lost when this tab is closed."),
    ),
    h("button", { class: "chip", "data-key": "along", onclick: along }, t("Take all games along")),
    h("button", { class: "chip", "data-key": "back", onclick: () => file.click() }, t("Bring games back")),
    h("button", { class: "chip", "data-key": "remove", onclick: remove }, t("Remove all games")),
    file,
    said,
  );
  document.querySelector(".tab-kept")?.remove();
  document.body.append(foot);
}

/** @type {Record<string, (message: Message) => void>} */
const NEWS = {
  here: () => tell(t("The table is being set up in this tab…")),
  elsewhere: () => tell(t("The table is open in another tab. Close that one to go on here.")),
  failed: ({ reason }) => tell(`${t("The table cannot be set up in this browser.")} ${reason}`),
  ready: ({ durable, unread }) => {
    tell(
      durable
        ? unread
          ? t("Some of what was kept here cannot be read any more.")
          : ""
        : t("Not kept here: this browser keeps nothing of this page, as in a private window."),
    );
    drawKept(durable);
    document.body.dataset.tab = durable ? "kept" : "not-kept";
  },
};

function beginWorker() {
  worker = new Worker(new URL("worker.js", document.baseURI), { type: "module" });
  worker.onmessage = ({ data }) => {
    /** @type {Message} */
    const message = JSON.parse(data);
    if (message.number === undefined) NEWS[message.kind]?.(message);
    else asked.get(message.number)?.(message);
  };
  worker.onerror = (error) => tell(`${t("The table cannot be set up in this browser.")} ${error.message ?? ""}`);
  for (const each of waiting.splice(0)) worker.postMessage(each);
}

// --- files for the next time ---

// Waits until all files are kept, so that they are fetched only once; returns where they cannot be.
async function keepFiles() {
  const { serviceWorker } = navigator;
  if (!serviceWorker || serviceWorker.controller) return;
  serviceWorker.addEventListener("message", ({ data }) => {
    if (data.kind === "fetched" && !worker)
      tell(
        t("The table is fetched, for this time and the next: {percent} %", {
          percent: Math.round((100 * data.count) / data.of),
        }),
      );
  });
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("late")), FETCHED_MS));
  const given = serviceWorker.register("service-worker.js").then(async (registration) => {
    const coming = registration.installing;
    await new Promise((resolve, reject) => {
      if (!coming || coming.state === "activated") resolve(null);
      coming?.addEventListener("statechange", () => {
        if (coming.state === "activated") resolve(null);
        if (coming.state === "redundant") reject(new Error("not all files came"));
      });
    });
  });
  await Promise.race([given, late]).catch((error) => console.info(`not kept for the next time: ${error}`));
}

document.body.prepend(note);
show(note, "");
await speak(preferred()).catch(() => {});
tell(t("The table is being set up in this tab…"));
await keepFiles();
navigator.serviceWorker?.controller && navigator.serviceWorker.register("service-worker.js").catch(() => {}); // a newer one
beginWorker();
navigator.storage?.persist?.();
