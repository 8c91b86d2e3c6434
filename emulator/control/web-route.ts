import type { Hono } from "hono";
import { frameSource, type Images, type Mail, mailPage } from "#mail/page";
import type { Account, Campaign } from "../account/account";
import { senderOf } from "../routes/campaign-list";
import { sizeOf } from "../routes/list";
import { accountPage, pageFile } from "./account-page";
import type { Controls } from "./controls";

const imagesByName = {
  blocked: "embedded",
  none: "none",
  remote: "remote",
} as const satisfies Record<string, Images>;

/** The account's page, which the root of the address shows. */
export const accountPath = "/_emulator/page";

/** Adds the web pages to the control routes: a page of the account, and each campaign as readers see it. */
export function addWebRoutes(app: Hono, controls: Controls): void {
  app.get("/page", (context) => context.html(accountPage(controls.snapshot(), controls.now())));
  app.get("/page.js", (context) =>
    context.body(pageFile("page.js"), 200, { "Content-Type": "text/javascript; charset=utf-8" }),
  );
  app.get("/campaigns/:id", (context) => {
    const found = campaignIn(controls.snapshot(), context.req.param("id"));
    if (found === undefined) return context.notFound();
    return context.html(campaignPage(found, context.req.query("images") === "remote"));
  });
  app.get("/campaigns/:id/html/:images", (context) => {
    const { id, images } = context.req.param();
    const found = campaignIn(controls.snapshot(), id);
    const html = found && textOf(found.campaign, "html");
    const shown = Object.entries(imagesByName).find(([name]) => name === images)?.[1];
    if (html === undefined || shown === undefined) return context.notFound();
    // Sandbox the document as in the frame, because a browser may open this address directly.
    context.header("Content-Security-Policy", "sandbox");
    return context.html(frameSource(html, {}).document(shown));
  });
}

interface CampaignInAccount {
  readonly campaign: Campaign;
  readonly account: Account;
}

function campaignIn(account: Account, id: string): CampaignInAccount | undefined {
  const campaign = account.campaigns.find((one) => one.id === id);
  return campaign && { campaign, account };
}

function campaignPage({ campaign, account }: CampaignInAccount, isRemote: boolean): string {
  const own = `/_emulator/campaigns/${encodeURIComponent(campaign.id)}`;
  const html = textOf(campaign, "html");
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
    ...(html !== undefined && frameSource(html, {}).hasRemoteImages ? { otherImages: other } : {}),
  });
}

function mailOf(campaign: Campaign, account: Account): Mail {
  const { sender_email, sender_name } = senderOf(campaign);
  const { list_ids, scheduled_at, sent_at, status } = campaign;
  const ids: readonly unknown[] = Array.isArray(list_ids) ? list_ids : [];
  const texts = {
    html: textOf(campaign, "html"),
    plainText: textOf(campaign, "plain_text"),
    preheader: textOf(campaign, "email_preheader"),
    replyTo: textOf(campaign, "reply_email"),
  };
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
    ...(Object.fromEntries(
      Object.entries(texts).filter(([, value]) => value !== undefined),
    ) as Partial<Record<keyof typeof texts, string>>),
  };
}

/** The text in a field of a campaign. Undefined if the field is empty. */
function textOf(campaign: Campaign, field: string): string | undefined {
  const value = campaign[field];
  return typeof value === "string" && value !== "" ? value : undefined;
}
