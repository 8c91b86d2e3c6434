/**
 * The script of the account's page. It is served as a file, since the page's policy allows no script in the page itself,
 * and uses documented control routes only.
 */
export const pageScript = `"use strict";
const byId = (id) => document.getElementById(id);
const post = (route, body) =>
  fetch("/_emulator/" + route, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });

async function act(said, route, body) {
  const response = await post(route, body);
  byId(route === "faults" ? "fault-said" : "said").textContent = response.ok ? said : (await response.json()).error;
  if (response.ok && route !== "faults") location.reload();
}

byId("advance").addEventListener("click", () =>
  act("The clock was moved.", "advance", { ms: Number(byId("amount").value) * Number(byId("unit").value) }));
byId("reset").addEventListener("click", () => act("Everything was reset.", "reset", {}));
byId("clear").addEventListener("click", () => act("All faults are cleared.", "faults", []));
byId("inject").addEventListener("click", () =>
  act("The fault is on.", "faults", [{ path: byId("path").value, times: Number(byId("times").value), kind: byId("fault").value }]));

let shown = 0;
async function showRequests() {
  const response = await fetch("/_emulator/requests");
  if (!response.ok) return;
  const requests = await response.json();
  if (requests.length < shown) { byId("log").replaceChildren(); shown = 0; }
  for (const { at, method, path, status, fault } of requests.slice(shown)) {
    const row = document.createElement("tr");
    for (const text of [status, method + " " + path, fault ?? "", at]) {
      row.append(Object.assign(document.createElement("td"), { textContent: text }));
    }
    byId("log").prepend(row);
  }
  shown = requests.length;
}

async function follow() {
  await showRequests().catch(() => {});
  setTimeout(follow, 1000);
}
follow();
`;
