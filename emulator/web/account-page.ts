import { type Markup, markup, page } from "#rendered-mail";
import type { Account, Campaign } from "../account";
import { faultKinds } from "../fault";

/** The faults of the page's form: those that need no more than a path and a number. */
const simpleFaults = faultKinds.filter((kind) => !["stale", "wrong-total"].includes(kind));

/** The page of the whole account, at the root of the emulator's address. */
export function accountPage(account: Account, now: Date): string {
  return page(
    "Email marketing emulator",
    markup`<main>
<h1>Email marketing emulator</h1>
${clockSection(now)}
<section aria-labelledby="campaigns"><h2 id="campaigns">Campaigns</h2>
${campaignTable(account)}</section>
<section aria-labelledby="account"><h2 id="account">Account</h2>
${accountTables(account)}</section>
${faultSection()}
<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
<div class="wide" tabindex="0" role="region" aria-label="Requests table">
<table><thead><tr><th scope="col">at</th><th scope="col">request</th><th scope="col">status</th><th scope="col">fault</th></tr></thead>
<tbody id="log"></tbody></table></div></section>
</main>`,
    { src: "/_emulator/page.js" },
  );
}

function clockSection(now: Date): Markup {
  return markup`<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p><time id="now">${now.toISOString()}</time></p>
<p><label>Move forward by <input id="amount" type="number" min="1" value="1"></label>
<label>unit <select id="unit"><option value="60000">minutes</option><option value="3600000" selected>hours</option><option value="86400000">days</option></select></label>
<button id="advance" type="button">Advance</button> <button id="reset" type="button">Reset everything</button></p>
<p id="said" role="status"></p></section>`;
}

function campaignTable({ campaigns, mails }: Account): Markup {
  const sentOf = (id: string) =>
    mails.filter(({ kind, of }) => kind === "campaign" && of === id).length;
  const rows = campaigns.map(
    ({ id, name, subject, status, scheduled_at }) => markup`<tr>
<td><a href="/_emulator/campaigns/${encodeURIComponent(id)}">${name}</a></td><td>${subject}</td><td>${status}</td>
<td>${scheduled_at}</td><td>${sentOf(id)}</td></tr>\n`,
  );
  return tableOf(["campaign", "subject", "status", "scheduled", "times sent"], rows, "Campaigns");
}

/** No contact is shown: only how many there are. */
function accountTables(account: Account): Markup {
  const { contacts, domains, senders, reply_emails, lists, properties, webhooks } = account;
  const sizeOf = (id: string) =>
    contacts.filter(({ list_id }) => list_id.split(",").some((one) => one.trim() === id)).length;
  const rows = [
    ...domains.map(({ domain, status }) => ["domain", domain, status]),
    ...senders.map((one) => ["sender", `${one.sender_name} <${one.sender_email}>`, one.status]),
    ...reply_emails.map(({ reply_email, status }) => ["reply-to address", reply_email, status]),
    ...lists.map(({ id, name, contact_count }) => [
      "list",
      name,
      counted(contact_count ?? sizeOf(id)),
    ]),
    ...properties.map(({ name, type }) => ["custom property", name, type]),
    ...webhooks.map(({ name, status }) => ["webhook", name, status]),
    ["contacts", String(contacts.length), ""],
  ];
  const cells = rows.map(
    (row) => markup`<tr>${row.map((cell) => markup`<td>${cell}</td>`)}</tr>\n`,
  );
  return tableOf(["kind", "name", "state"], cells, "Account");
}

function counted(contacts: number): string {
  return contacts === 1 ? "1 contact" : `${contacts} contacts`;
}

function faultSection(): Markup {
  return markup`<section aria-labelledby="faults"><h2 id="faults">Faults</h2>
<p><label>The next <input id="times" type="number" min="1" value="1"></label>
<label>requests to <input id="path" value="/v1/*"></label>
<label>have the fault <select id="fault">${simpleFaults.map((kind) => markup`<option>${kind}</option>`)}</select></label>
<button id="inject" type="button">Switch on</button> <button id="clear" type="button">Clear all faults</button></p></section>`;
}

function tableOf(names: readonly string[], rows: readonly Markup[], label: string): Markup {
  return markup`<div class="wide" tabindex="0" role="region" aria-label="${label} table"><table>
<tr>${names.map((name) => markup`<th scope="col">${name}</th>`)}</tr>
${rows}</table></div>`;
}

/** Whether a campaign has a body that can be shown. */
export function htmlOf({ html }: Campaign): string | undefined {
  return typeof html === "string" && html !== "" ? html : undefined;
}
