// The live view: one stream of server-sent events, and the document it keeps up to date.
//
// Every message is numbered. One that does not follow on the last is not guessed at: the connection is made again and
// brings everything. A beat comes every second: without a sign of life for a moment the view says that it waits, and
// after a while that it is cut off.

const QUIET_MS = 3000;
const STALE_MS = 12000;
const AGAIN_MS = [500, 1000, 2000, 4000];
const PARTED_MS = 250; // between tries while the table is set up for another game,
const BACK_MS = 30000; // which takes no longer than this

// What becomes of a section: a list that grows at its end, a collection of which some have changed, or another one.
/** @type {(before: any, value: any) => any} */
export function changed(before, value) {
  if (value && typeof value === "object" && "keep" in value && Array.isArray(before))
    return [...before.slice(0, value.keep), ...value.add];
  if (!value || typeof value !== "object" || !("merge" in value)) return value;
  const after = { ...before, ...value.merge };
  for (const key of value.drop) delete after[key];
  return after;
}

// A companion that has something to ask before there is a table does so on a page of its own.
async function seeStart() {
  const answer = await fetch("/api/start").catch(() => null);
  if (answer?.status === 200) location.reload();
}

export class Live {
  /**
   * @param {(changed: Set<string>) => void} onDocument
   * @param {(status: string) => void} onStatus
   */
  constructor(onDocument, onStatus) {
    /** @type {any} */
    this.document = null;
    /** @type {any} */
    this.changes = null; // the last ones; nothing where everything is new
    this.status = "connecting";
    this.heardAt = performance.now();
    this.changedAt = performance.now();
    this.onDocument = onDocument;
    this.onStatus = onStatus;
    this.failures = 0;
    this.parting = ""; // for which game the table is being set up, as it said before it went
    this.partedAt = 0;
    this.number = NaN; // of the last message; none yet
    this.language = "";
    /** @type {EventSource | undefined} */
    this.source = undefined;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.looking = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
  }

  /** @param {string} language */
  open(language) {
    this.close();
    this.looking ??= setInterval(() => this.look(), 500); // not before: the words for what it says are learnt first
    this.language = language;
    const source = new EventSource(`/api/events?lang=${language}`);
    this.source = source;
    source.addEventListener("state", (event) =>
      this.take(event, (data) => {
        this.document = data.document;
        this.changes = null;
        this.parting = ""; // the table is there again
        return Object.keys(data.document);
      }),
    );
    source.addEventListener("change", (event) =>
      this.take(event, (data) => {
        if (data.number !== this.number + 1) return null;
        for (const [key, value] of Object.entries(data.changes)) {
          this.document[key] = changed(this.document[key], value);
        }
        this.changes = data.changes;
        return Object.keys(data.changes);
      }),
    );
    source.addEventListener("beat", (event) => this.take(event, (data) => (data.number === this.number ? [] : null)));
    source.addEventListener("parting", (event) => {
      this.parting = JSON.parse(event.data).title;
      this.partedAt = performance.now();
      this.setStatus("parting");
    });
    source.onerror = () => {
      this.setStatus(this.isParted ? "parting" : "stale");
      this.again();
      seeStart();
    };
  }

  /** @type {(event: MessageEvent, apply: (data: any) => string[] | null) => void} */
  take(event, apply) {
    const data = JSON.parse(event.data);
    const changed = apply(data);
    if (changed === null) {
      this.again();
      return;
    }
    this.number = data.number;
    this.heardAt = performance.now();
    this.changedAt = performance.now() - data.age_s * 1000;
    this.failures = 0;
    if (changed.length) this.onDocument(new Set(changed));
    this.setStatus("live");
  }

  again() {
    this.close();
    const wait = this.isParted ? PARTED_MS : AGAIN_MS[Math.min(this.failures, AGAIN_MS.length - 1)];
    this.failures += 1;
    this.timer = setTimeout(() => this.open(this.language), wait);
  }

  close() {
    clearTimeout(this.timer);
    this.source?.close();
  }

  look() {
    const silence = performance.now() - this.heardAt;
    if (silence > STALE_MS && !this.isParted) {
      this.setStatus("stale");
      if (this.source?.readyState === EventSource.OPEN) this.again();
    } else if (silence > QUIET_MS && this.status === "live") this.status = "quiet";
    this.onStatus(this.status);
  }

  // A phone that was asleep, or is back in the network, does not wait for its turn to try again.
  wake() {
    if (!this.language || performance.now() - this.heardAt < QUIET_MS) return;
    if (this.status === "live") this.setStatus("quiet");
    this.failures = 0;
    this.open(this.language);
  }

  /** @param {string} status */
  setStatus(status) {
    this.status = status;
    this.onStatus(status);
  }

  get isParted() {
    return Boolean(this.parting) && performance.now() - this.partedAt < BACK_MS;
  }

  get ageSeconds() {
    return Math.max(0, Math.round((performance.now() - this.changedAt) / 1000));
  }

  get silentSeconds() {
    return Math.floor((performance.now() - this.heardAt) / 1000);
  }
}
