import { type Column, type Markup, markup, page, tableOf } from "#mail/page";
import type { Account, Campaign } from "../account/account";
import { inZone } from "../account/zone";
import { faultKinds } from "../http/fault";
import { sizeOf } from "../routes/list";

/** The faults of the page's form: those that need no more than a path and a number. */
const simpleFaults = faultKinds.filter((kind) => !["stale", "wrong-total"].includes(kind));

/** The page of the whole account, at the root of the emulator's address. */
export function accountPage(account: Account, now: Date): string {
  return page(
    "Email marketing emulator",
    markup`<main>
<h1>Email marketing emulator</h1>
${clockSection(now, account.account.timezone)}
<section aria-labelledby="campaigns"><h2 id="campaigns">Campaigns</h2>
${campaignTable(account)}</section>
<section aria-labelledby="account"><h2 id="account">Account</h2>
${accountTables(account)}</section>
${faultSection()}
<section aria-labelledby="requests"><h2 id="requests">Requests</h2>
<p class="quiet">The latest come first, within a second.</p>
<div class="wide" tabindex="0" role="region" aria-label="Requests table">
<table><thead><tr><th scope="col">status</th><th scope="col">request</th><th scope="col">fault</th><th scope="col">at</th></tr></thead>
<tbody id="log"></tbody></table></div></section>
</main>`,
    { script: "/_emulator/page.js" },
  );
}

function clockSection(now: Date, zone: string): Markup {
  return markup`<section aria-labelledby="clock"><h2 id="clock">Clock</h2>
<p><time id="now" datetime="${now.toISOString()}">${inZone(now, zone)}</time> ${zone} <span class="quiet">(${inZone(now, "UTC")} UTC)</span></p>
<div class="controls"><label>Move forward by <input id="amount" type="number" min="1" value="1"></label>
<label>Unit <select id="unit"><option value="60000">minutes</option><option value="3600000" selected>hours</option><option value="86400000">days</option></select></label>
<button id="advance" type="button">Advance</button> <button id="reset" type="button">Reset everything</button></div>
<p id="said" role="status"></p></section>`;
}

const campaignColumns: readonly Column[] = [
  { name: "campaign", look: "text" },
  { name: "subject", look: "text" },
  { name: "status" },
  { name: "scheduled", look: "text" },
  { name: "sent here", look: "number" },
];

function campaignTable({ campaigns, mails }: Account): Markup {
  const sentOf = (id: string) =>
    mails.filter(({ kind, of }) => kind === "campaign" && of === id).length;
  const rows = campaigns.map(({ id, name, subject, status, scheduled_at }) => [
    markup`<a href="/_emulator/campaigns/${encodeURIComponent(id)}">${name}</a>`,
    subject,
    markup`<span class="pill ${status.toLowerCase()}">${status}</span>`,
    scheduled_at,
    sentOf(id),
  ]);
  return tableOf("Campaigns table", campaignColumns, rows) ?? markup`<p>No campaigns yet.</p>`;
}

/** No contact is shown: only how many there are. */
function accountTables(account: Account): Markup | undefined {
  const { contacts, domains, senders, reply_emails, lists, properties, webhooks } = account;
  const rows = [
    ...domains.map(({ domain, status }) => ["domain", domain, status]),
    ...senders.map((one) => ["sender", `${one.sender_name} <${one.sender_email}>`, one.status]),
    ...reply_emails.map(({ reply_email, status }) => ["reply-to address", reply_email, status]),
    ...lists.map((list) => ["list", list.name, counted(sizeOf(list, account))]),
    ...properties.map(({ name, type }) => ["custom property", name, type]),
    ...webhooks.map(({ name, status }) => ["webhook", name, status]),
    ["contacts", "in the account", counted(contacts.length)],
  ];
  const columns = [{ name: "kind" }, { name: "name" }, { name: "state" }];
  return tableOf("Account table", columns, rows);
}

function counted(contacts: number): string {
  return contacts === 1 ? "1 contact" : `${contacts} contacts`;
}

function faultSection(): Markup {
  return markup`<section aria-labelledby="faults"><h2 id="faults">Faults</h2>
<div class="controls"><label>The next <input id="times" type="number" min="1" value="1"></label>
<label>Requests to <input id="path" value="/v1/*"></label>
<label>Have the fault <select id="fault">${simpleFaults.map((kind) => markup`<option>${kind}</option>`)}</select></label>
<button id="inject" type="button">Switch on</button> <button id="clear" type="button">Clear all faults</button></div>
<p id="fault-said" role="status"></p></section>`;
}

/** Whether a campaign has a body that can be shown. */
export function htmlOf({ html }: Campaign): string | undefined {
  return typeof html === "string" && html !== "" ? html : undefined;
}
