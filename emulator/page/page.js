"use strict";

/*
 * The script of the account's page, which calls only documented control routes. It is a separate file, because the
 * page's security policy allows no inline script.
 */

const byId = (id) => document.getElementById(id);
const element = (name, properties) => Object.assign(document.createElement(name), properties);
const { clock, campaigns, objects, faults } = JSON.parse(byId("data").textContent);

function cell(className, ...content) {
  const made = element("td", { className });
  made.append(...content);
  return made;
}

function row(...contents) {
  const line = element("tr");
  line.append(...contents.map((one) => (one instanceof Element ? one : cell("", one))));
  return line;
}

byId("now").dateTime = clock.now;
byId("now").textContent = clock.local;
byId("zone").textContent = clock.zone;
byId("utc").textContent = `(${clock.utc} UTC)`;

for (const { id, name, subject, status, scheduled, sent } of campaigns) {
  const link = element("a", {
    href: `/_emulator/campaigns/${encodeURIComponent(id)}`,
    textContent: name,
  });
  const pill = element("span", { className: `pill ${status.toLowerCase()}`, textContent: status });
  byId("campaign-rows").append(
    row(
      cell("text", link),
      cell("text", subject),
      cell("", pill),
      cell("text", scheduled),
      cell("number", sent),
    ),
  );
}
if (campaigns.length === 0) {
  document
    .querySelector("[aria-label='Campaigns table']")
    .replaceWith(element("p", { textContent: "No campaigns yet." }));
}
for (const object of objects) byId("object-rows").append(row(...object));
for (const fault of faults) byId("fault").append(element("option", { textContent: fault }));

const post = (route, body) =>
  fetch(`/_emulator/${route}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });

async function act(said, route, body) {
  const response = await post(route, body);
  byId(route === "faults" ? "fault-said" : "said").textContent = response.ok
    ? said
    : (await response.json()).error;
  if (response.ok && route !== "faults") location.reload();
}

byId("advance").addEventListener("click", () =>
  act("The clock was moved.", "advance", {
    ms: Number(byId("amount").value) * Number(byId("unit").value),
  }),
);
byId("reset").addEventListener("click", () => act("Everything was reset.", "reset", {}));
byId("inject").addEventListener("click", () =>
  act("The fault is on.", "faults", [
    { path: byId("path").value, times: Number(byId("times").value), kind: byId("fault").value },
  ]),
);
byId("clear").addEventListener("click", () => act("All faults are cleared.", "faults", []));

let shown = 0;
async function showRequests() {
  const response = await fetch("/_emulator/requests");
  if (!response.ok) return;
  const requests = await response.json();
  if (requests.length < shown) {
    byId("log").replaceChildren();
    shown = 0;
  }
  for (const { at, method, path, status, fault } of requests.slice(shown)) {
    byId("log").prepend(row(status, `${method} ${path}`, fault ?? "", at));
  }
  shown = requests.length;
}

async function follow() {
  await showRequests().catch(() => {});
  setTimeout(follow, 1000);
}
follow();
