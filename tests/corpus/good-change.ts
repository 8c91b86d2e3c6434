import { webhook } from "../support/program";
import { account, byTitle, type CorpusProgram, springNews, underExtended } from "./program";
import { list, senderWith } from "./statement";

const property = (rest: string, name = "a", opts = "") =>
  `new em.CustomProperty("${name}", { name: "level", type: "text", ${rest} }, { ${opts} });`;
const campaign = (rest: string, opts = "") =>
  `new em.Campaign("a", { ...mail, ${rest} }, { ${opts} });`;
const share = (recipients: string, rest = "") =>
  `new em.DomainDnsShare("a", { domainId: "domain-2", recipients: ${recipients}, ${rest} });`;
const dated = (campaignId: string, rest = "", opts = "") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: "2098-03-01 09:00:00", ${rest} }, { ${opts} });`;
const mend = `({ props, opts }) => ({ props: { ...props, name: "News" }, opts })`;
const tooLong = `name: "n".repeat(101)`;
const withKey = { properties: [{ id: "property-1", name: "Tariff plan", type: "text" }] } as const;
const nothing = "exports.x = 1;";

const ofExtended = underExtended(
  byTitle({
    "a property that changes its type, and whose delete comes first": {
      before: property(`onDestroy: "delete"`),
      body: property(`type: "date", onDestroy: "delete"`),
    },
    "a list by its id that the service finds by its name only": {
      body: list(`name: "Customers", existingId: "list-1"`),
      meanwhile: (emulator) =>
        emulator.faults([
          {
            path: "/list/list-1",
            method: "GET",
            times: 99,
            kind: "status",
            status: 404,
            body: { error: "Record not found with the given Id" },
          },
        ]),
    },
    "a property that a delete removes, of a type that exists": property(
      `name: "plan", onDestroy: "delete"`,
    ),
    "a property by its id, in other capitals": property(`name: "PLAN", existingId: "property-1"`),
    "a property by its id, with a new name": property(`name: "tariff", existingId: "property-1"`),
    "a property by its id, under a name that another one gives up before": {
      before: property(""),
      body: `
const a = new em.CustomProperty("a", { name: "grade", type: "text" });
new em.CustomProperty("b", { name: "level", type: "text", existingId: "property-1" }, { dependsOn: a });`,
    },
    "a property by its machine key": {
      body: property(`name: "tariff_plan"`),
      seed: withKey,
    },
    "a property renamed": { before: property(""), body: property(`name: "grade"`) },
    "a property renamed to other capitals": {
      before: property(""),
      body: property(`name: "LEVEL"`),
    },
    "a property deleted elsewhere, with a refresh": {
      before: property(""),
      meanwhile: (emulator) => emulator.remove("properties", "property-2"),
      body: property(""),
      args: ["--refresh"],
      // Without this variable, a refresh warns that nothing shows to which account the key belongs.
      env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "acme.example" },
    },
    "two lists, one new and one by its id":
      list(`name: "Fresh 2098"`) + list(`name: "Customers", existingId: "list-1"`, "b"),
    "a list with a name in another script": list(`name: "Новости_1-a.b"`),
    "a list deleted elsewhere, with a refresh": {
      before: list(`name: "Fresh"`),
      meanwhile: (emulator) => emulator.remove("lists", "list-4"),
      body: list(`name: "Fresh"`),
      args: ["--refresh"],
      env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "acme.example" },
    },
  }),
);

/** A rename frees a property's name, which another property then takes. */
const handedOn = (opts: string, rest = "") => ({
  before: property(""),
  body: `const a = ${property(`name: "grade"`)} ${property(rest, "b", opts)}`,
});

const ofHandedOn = [
  ...underExtended(
    byTitle({
      "a property under the name that another one leaves, by dependsOn": handedOn("dependsOn: [a]"),
      "a property under the name that another one leaves, by an input": handedOn(
        "",
        "description: a.name.apply((name) => 'Once ' + name)",
      ),
      "a property that must not exist, under the name that another one leaves": handedOn(
        "dependsOn: [a]",
        "adopt: false",
      ),
      "a property that changes its type under the name that another one leaves": {
        before: property("") + property(`name: "score", onDestroy: "delete"`, "b"),
        body: `const a = ${property(`name: "grade"`)} ${property(`type: "number", onDestroy: "delete"`, "b", "dependsOn: a")}`,
      },
      "a list under the name that another one leaves": {
        before: list(`name: "Fresh"`),
        body: `const a = ${list(`name: "Other"`)} new em.List("b", { name: "Fresh" }, { dependsOn: a });`,
      },
      "a property under the name that another one had before": {
        before: [property(""), property(`name: "grade"`)],
        body: property(`name: "grade"`) + property("", "b"),
      },
    }),
  ),
  ...byTitle({
    "a share whose domain another one leaves": {
      before: share(`["dns@acme.example"]`),
      body: `const a = ${share(`["dns@acme.example"]`, `domainId: "domain-3"`)} ${share(`["dns@acme.example"]`).replace('"a"', '"b"')}`,
    },
  }),
];

/** Values that only the update knows, all from one output. They may be different or equal. */
const p = `const p = new em.CustomProperty("p", { name: "abc", type: "text" });`;
const later = (value: string) => `p.id.apply(() => "${value}")`;
const lookedUp = `${p} const all = em.getDomainsOutput({}, { dependsOn: [p] });`;
const idOf = (domain: string) =>
  `all.apply(({ domains }) => domains.find((one) => one.domain === "${domain}").id)`;
const shares = (one: string, other: string) =>
  [one, other]
    .map(
      (domainId, at) =>
        `new em.DomainDnsShare("s${at}", { domainId: ${domainId}, recipients: ["dns@acme.example"] });`,
    )
    .join(" ");

const ofOneOutput = byTitle({
  "two webhooks whose ids come from one output": `${p} ${webhook(`webhookId: ${later("webhook-1")}`)} ${webhook(`webhookId: ${later("webhook-2")}`, { name: "other" })}`,
  "two dates of campaigns whose ids come from one output": `${p} const c = ${campaign("")} ${dated(later("campaign-2"))} new em.CampaignSchedule("too", { campaignId: pulumi.all([p.id, c.id]).apply(([, id]) => id), scheduledAt: "2098-03-01 09:00:00" });`,
  "two shares of domains whose ids come from one look-up that waits": `${lookedUp} ${shares(idOf("new.example"), idOf("wrong.example"))}`,
  "two campaigns taken over by ids that come from one output": {
    seed: {
      ...account,
      campaigns: ["campaign-2", "campaign-3"].map((id) => ({ ...springNews, id })),
    },
    body: `${p} ${campaign(`existingId: ${later("campaign-2")}`)} ${campaign(`subject: "Other", existingId: ${later("campaign-3")}`).replace('"a"', '"b"')}`,
  },
  "a date for one of two campaigns that an output chooses, beside a limit of contacts": {
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "12" },
    body: `const c = ${campaign("")} const d = new em.Campaign("d", { ...mail, subject: "Other", listIds: ["list-3"] }); ${dated("pulumi.all([c.id, d.id]).apply(([, id]) => id)")}`,
  },
});

/** Valid programs that depend on the state, the resource options or a command's option. */
export const goodChanges: readonly CorpusProgram[] = [
  ...ofExtended,
  ...ofHandedOn,
  ...ofOneOutput,
  ...byTitle({
    "a sender that a transform mends": senderWith(tooLong, `transforms: [${mend}]`),
    "a sender that a transformation mends": senderWith(tooLong, `transformations: [${mend}]`),
    "a sender that an async transform completes": `new em.Sender("a", { name: "A" }, { transforms: [async ({ props, opts }) => ({ props: { ...props, email: "a@acme.example" }, opts })] });`,
    "a name over 100 characters under ignoreChanges": {
      before: senderWith(""),
      body: senderWith(tooLong, `ignoreChanges: ["name"]`),
    },
    "a date that is past under ignoreChanges": {
      before: dated(`"campaign-2"`),
      body: dated(
        `"campaign-2"`,
        `scheduledAt: "2020-01-01 09:00:00"`,
        `ignoreChanges: ["scheduledAt"]`,
      ),
    },
    "a list of nobody under ignoreChanges": {
      before: campaign(""),
      body: campaign(`listIds: ["list-2"], subject: "Other"`, `ignoreChanges: ["listIds"]`),
    },
    "a deep input under ignoreChanges": {
      before: campaign(`rules: { limit: 10 }`),
      body: campaign(`rules: { limit: 0 }`, `ignoreChanges: ["rules.limit"]`),
    },
    "a sender that is removed, with retainOnDelete": {
      before: senderWith("", "retainOnDelete: true"),
      body: nothing,
    },
    "a webhook that is deleted with another resource": {
      before: `const s = ${senderWith("")} ${webhook("", { opts: "deletedWith: s" })}`,
      body: senderWith(""),
    },
    "a property that moves into a component by an alias": {
      before: property(""),
      body: `const c = new pulumi.ComponentResource("acme:index:Brand", "brand"); ${property("", "a", "parent: c, aliases: [{ parent: pulumi.rootStackResource }]")}`,
    },
    "a webhook that is replaced by another one": {
      before: webhook(),
      body: webhook(`webhookId: "webhook-2"`),
    },
    "a bad sender that --target leaves out": {
      body: `new em.Sender("b", { email: "b@none.example", name: "Café" }); ${senderWith("")}`,
      args: ["--target", "**::a"],
    },
    "a campaign and its sender under --target": {
      body: `new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" }); ${campaign(`sender: { email: "fresh@acme.example", name: "Fresh" }`)} new em.CustomProperty("p", { name: "x", type: "text" });`,
      args: ["--target", "**::a", "--target", "**::s"],
    },
    "a campaign under --target-dependents, with its date": {
      before: campaign("").replace("new", "const c = new") + dated("c.id"),
      body: campaign(`subject: "Other"`).replace("new", "const c = new") + dated("c.id"),
      args: ["--target", "**::a", "--target-dependents"],
    },
    "a refresh with nothing to find": {
      before: senderWith(""),
      body: senderWith(""),
      args: ["--refresh"],
    },
    "a sender that a refresh finds gone": {
      before: senderWith(""),
      meanwhile: (emulator) => emulator.remove("senders", "sender-3"),
      body: senderWith(""),
      args: ["--refresh"],
    },
    "a refresh that runs the program": {
      before: senderWith(""),
      body: senderWith("") + property("", "p"),
      args: ["--refresh", "--run-program"],
    },
    "a plan of a change": {
      before: campaign(""),
      body: campaign(`subject: "Other", preheader: "Read on"`),
      isPlanned: true,
    },
    "a plan with what only the update knows": {
      body: `const c = ${campaign("")} ${dated("c.id")}`,
      isPlanned: true,
    },
    "a sender that comes, goes and comes again": {
      before: [senderWith(""), nothing],
      body: senderWith(""),
    },
    "a campaign that gets its date in a later update": {
      before: campaign("").replace("new", "const c = new"),
      body: campaign("").replace("new", "const c = new") + dated("c.id"),
    },
    "two campaigns with a date each": `const c = ${campaign("")} const d = new em.Campaign("d", { ...mail, subject: "Other" }); ${dated("c.id")} new em.CampaignSchedule("too", { campaignId: d.id, scheduledAt: "2098-03-08 09:00:00" });`,
    "a campaign whose list and reply-to address are gone since, with other content": {
      before: campaign(`replyTo: "support@acme.example"`),
      meanwhile: (emulator) => emulator.remove("reply_emails", "reply-email-1"),
      body: campaign(`replyTo: "support@acme.example", plainText: "Bye. %%unsubscribe%%"`),
    },
    "a share with one address less, in another order": {
      before: share(`["a@acme.example", "b@acme.example", "c@acme.example"]`),
      body: share(`["c@acme.example", "a@acme.example"]`),
    },
    "a share that is sent again": {
      before: share(`["dns@acme.example"]`, "triggers: [1]"),
      body: share(`["dns@acme.example"]`, "triggers: [2]"),
    },
  }),
];
