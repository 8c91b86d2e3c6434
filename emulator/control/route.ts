import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { Hono, type HonoRequest } from "hono";
import { type Images, type Mail, mailPage, markup, page, sanitizeHtml } from "#mail/page";
import type { Account, Campaign, Kind } from "../account/account";
import { inZone } from "../account/zone";
import { faultKinds } from "../http/fault";
import { senderOf, textPart } from "../routes/campaign-list";
import { sizeOf } from "../routes/list";
import type { Controls } from "./controls";

type ObjectRequest = HonoRequest<"/:kind/:id">;

/** Creates the page at `/` and the routes below `/_emulator`, to which faults, rate limit and log don't apply. */
export function createControlRoutes(controls: Controls): Hono {
  const root = new Hono();
  const app = root.basePath("/_emulator");
  app.get("/health", (context) => context.json({ status: "ok" }));
  app.get("/clock", (context) => context.json({ now: controls.now().toISOString() }));
  app.get("/requests", (context) => context.json(controls.requests()));
  app.get("/snapshot", (context) => context.json(controls.snapshot()));
  const on = (method: string, path: string, act: (request: ObjectRequest) => unknown) =>
    app.on(method, path, async (context) => {
      await act(context.req);
      return context.json({ status: "ok" });
    });
  on("POST", "/reset", controls.reset);
  on("POST", "/seed", async (request) => controls.seed(await request.json()));
  on("POST", "/faults", async (request) => controls.faults(await request.json()));
  on("POST", "/advance", async (request) => {
    const body = await request.json<{ readonly ms?: unknown } | null>();
    controls.advance(body?.ms as number);
  });
  on("PATCH", "/:kind/:id", async (request) => {
    const { kind, id } = request.param();
    controls.patch(kind as Kind, id, await request.json());
  });
  on("DELETE", "/:kind/:id", (request) => {
    const { kind, id } = request.param();
    controls.remove(kind as Kind, id);
  });
  root.on("GET", ["/", "/_emulator/page"], (context) =>
    context.html(accountPage(controls.snapshot(), controls.now())),
  );
  addWebRoutes(app, controls);
  app.notFound((context) => context.json({ error: "unknown control route" }, 501));
  app.onError((error, context) => context.json({ error: error.message }, 400));
  return app;
}

const imagesByName = new Map<string, Images>([
  ["blocked", "embedded"],
  ["none", "none"],
  ["remote", "remote"],
]);

function addWebRoutes(app: Hono, controls: Controls): void {
  app.get("/page.js", (context) =>
    context.body(pageFile("page.js"), 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  app.get("/campaigns/:id", (context) => {
    const account = controls.snapshot();
    const campaign = campaignIn(account, context.req.param("id"));
    if (campaign === undefined) return context.notFound();
    return context.html(campaignPage(campaign, account, context.req.query("images") === "remote"));
  });
  app.get("/campaigns/:id/html/:images", (context) => {
    const { id, images } = context.req.param();
    const { html } = textPart("html", campaignIn(controls.snapshot(), id)?.html);
    const shown = imagesByName.get(images);
    if (html === undefined || shown === undefined) return context.notFound();
    // Sandbox the document, because a browser may open this address outside of the sandboxed frame.
    context.header("Content-Security-Policy", "sandbox");
    return context.html(sanitizeHtml(html, {}).document(shown));
  });
}

function campaignIn({ campaigns }: Account, id: string): Campaign | undefined {
  return campaigns.find((one) => one.id === id);
}

function campaignPage(campaign: Campaign, account: Account, isRemote: boolean): string {
  const own = `/_emulator/campaigns/${encodeURIComponent(campaign.id)}`;
  const { html } = textPart("html", campaign.html);
  const frames = {
    main: `${own}/html/${isRemote ? "remote" : "blocked"}`,
    withoutImages: `${own}/html/none`,
  };
  const other = isRemote
    ? { href: own, text: "Block remote images" }
    : { href: `${own}?images=remote`, text: "Load remote images" };
  const pageFor = mailPage(mailOf(campaign, account), {});
  return pageFor({
    index: "/",
    ...(html === undefined ? {} : { frames }),
    ...(html !== undefined && sanitizeHtml(html, {}).hasRemoteImages ? { otherImages: other } : {}),
  });
}

function mailOf(campaign: Campaign, account: Account): Mail {
  const { sender_email, sender_name } = senderOf(campaign);
  const { list_ids, scheduled_at, sent_at, status } = campaign;
  const ids: readonly unknown[] = Array.isArray(list_ids) ? list_ids : [];
  return {
    title: campaign.name,
    change: status.toLowerCase(),
    subject: campaign.subject,
    from: sender_email === "" ? "no sender" : `${sender_name} <${sender_email}>`,
    warnings: [],
    findings: [],
    missing: [],
    lists: account.lists
      .filter(({ id }) => ids.includes(id))
      .map((list) => ({ name: list.name, contacts: sizeOf(list, account) })),
    schedule: [
      ...(scheduled_at === undefined ? [] : [`${scheduled_at} (${account.account.timezone})`]),
      ...(sent_at === undefined ? [] : [`sending began at ${sent_at}`]),
    ],
    ...textPart("html", campaign.html),
    ...textPart("plainText", campaign.plain_text),
    ...textPart("preheader", campaign.email_preheader),
    ...textPart("replyTo", campaign.reply_email),
  };
}

// Resolve by the package's name, which works from the sources and from dist.
const folder = join(dirname(require.resolve("email-marketing-emulator/package.json")), "page");

function pageFile(name: "page.html" | "page.js"): string {
  return readFileSync(join(folder, name), "utf8");
}

/** The page of the whole account: a static page with embedded data, which a script shows. */
function accountPage(account: Account, now: Date): string {
  // Escape `<`, so that a text in the account can't close the script element.
  const data = JSON.stringify(shownOf(account, now)).replaceAll("<", "\\u003c");
  return page(
    "Email marketing emulator",
    markup`${{ markup: pageFile("page.html") }}<script type="application/json" id="data">${{ markup: data }}</script>`,
    { script: "/_emulator/page.js" },
  );
}

/** The data of the page. Contains the number of contacts, but no contact data. */
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
