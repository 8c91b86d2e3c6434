import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { markup, page } from "#mail/page";
import type { Account } from "../account/account";
import { inZone } from "../account/zone";
import { faultKinds } from "../http/fault";
import { sizeOf } from "../routes/list";

// Resolve by the package's name, which works from the sources and from dist.
const folder = join(dirname(require.resolve("email-marketing-emulator/package.json")), "page");

/** One of the static files of the account's page. */
export function pageFile(name: "page.html" | "page.js"): string {
  return readFileSync(join(folder, name), "utf8");
}

/**
 * The page of the whole account, shown at the root of the emulator's address. It is a static page with embedded data,
 * which a script shows.
 */
export function accountPage(account: Account, now: Date): string {
  // Escape `<`, so that a text in the account can't close the script element.
  const data = JSON.stringify(shownOf(account, now)).replaceAll("<", "\\u003c");
  return page(
    "Email marketing emulator",
    markup`${{ markup: pageFile("page.html") }}<script type="application/json" id="data">${{ markup: data }}</script>`,
    { script: "/_emulator/page.js" },
  );
}

/** The data of the page. It has the number of contacts, but no contact. */
function shownOf(account: Account, now: Date) {
  const { contacts, domains, senders, reply_emails, lists, properties, webhooks, mails } = account;
  const zone = account.account.timezone;
  return {
    clock: { now, local: inZone(now, zone), zone, utc: inZone(now, "UTC") },
    campaigns: account.campaigns.map(({ id, name, subject, status, scheduled_at = "" }) => ({
      ...{ id, name, subject, status, scheduled: scheduled_at },
      sent: mails.filter(({ kind, of }) => kind === "campaign" && of === id).length,
    })),
    objects: [
      ...domains.map(({ domain, status }) => ["domain", domain, status]),
      ...senders.map((one) => ["sender", `${one.sender_name} <${one.sender_email}>`, one.status]),
      ...reply_emails.map(({ reply_email, status }) => ["reply-to address", reply_email, status]),
      ...lists.map((list) => ["list", list.name, counted(sizeOf(list, account))]),
      ...properties.map(({ name, type }) => ["custom property", name, type]),
      ...webhooks.map(({ name, status }) => ["webhook", name, status]),
      ["contacts", "in the account", counted(contacts.length)],
    ],
    // The page offers only faults that need just a path and a number.
    faults: faultKinds.filter((kind) => !["stale", "wrong-total"].includes(kind)),
  };
}

function counted(contacts: number): string {
  return contacts === 1 ? "1 contact" : `${contacts} contacts`;
}
