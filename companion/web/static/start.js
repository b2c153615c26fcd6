// The page before there is a table: shows what the start says, sends the ok, and makes way for the table's own page.

const EVERY_MS = 1000;

/** @type {(id: string) => HTMLElement} */
const part = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

/** @type {(told: {title: string, rows: string[], ok: string, may_press: boolean}) => void} */
function show({ title, rows, ok, may_press }) {
  part("title").textContent = title;
  const shown = [...part("rows").children].map((row) => row.textContent);
  if (shown.join("\n") !== rows.join("\n")) {
    part("rows").replaceChildren(
      ...rows.map((text) => {
        const row = document.createElement("p");
        row.textContent = text;
        return row;
      }),
    );
  }
  part("ok").textContent = ok;
  part("ok").hidden = !ok || !may_press;
}

async function look() {
  try {
    const answer = await fetch("/api/start");
    if (answer.status === 200) show(await answer.json());
    else if (answer.status === 204) location.reload(); // the table is there
  } catch {
    // one page has ended, and the next is not there yet
  }
}

part("ok").addEventListener("click", async () => {
  part("ok").hidden = true;
  try {
    const headers = { "Content-Type": "application/json" };
    await fetch("/api/press", { method: "POST", headers, body: JSON.stringify({ button: "ok" }) });
  } catch {
    // what is asked next, if anything, is shown by the next look
  }
});
setInterval(look, EVERY_MS);
look();
