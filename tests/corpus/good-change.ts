import { webhook } from "../support/webhook";
import { account, type CorpusProgram } from "./program";

const property = (rest: string, name = "a", opts = "") =>
  `new em.CustomProperty("${name}", { name: "level", type: "text", ${rest} }, { ${opts} });`;
const campaign = (rest: string, opts = "") =>
  `new em.Campaign("a", { ...mail, ${rest} }, { ${opts} });`;
const sender = (rest: string, opts = "") =>
  `new em.Sender("a", { email: "a@acme.example", name: "A", ${rest} }, { ${opts} });`;
const list = (rest: string, name = "a") => `new em.List("${name}", { ${rest} });`;
const share = (recipients: string, rest = "") =>
  `new em.DomainDnsShare("a", { domainId: "domain-2", recipients: ${recipients}, ${rest} });`;
const dated = (campaignId: string, rest = "", opts = "") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: "2098-03-01 09:00:00", ${rest} }, { ${opts} });`;
const mend = `({ props, opts }) => ({ props: { ...props, name: "News" }, opts })`;
const tooLong = `name: "n".repeat(101)`;
const withKey = { properties: [{ id: "property-1", name: "Tariff plan", type: "text" }] } as const;
const nothing = "exports.x = 1;";

const extended = (programs: readonly CorpusProgram[]): CorpusProgram[] =>
  programs.map(({ env, ...program }) => ({
    ...program,
    env: { EMAIL_MARKETING_OPERATIONS: "extended", ...env },
  }));

const ofExtended: readonly CorpusProgram[] = extended([
  {
    title: "a property that changes its type, and whose delete comes first",
    before: property(`onDestroy: "delete"`),
    body: property(`type: "date", onDestroy: "delete"`),
  },
  {
    title: "a list by its id that the service finds by its name only",
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
  {
    title: "a property that adopts none and changes its type, and whose delete comes first",
    before: property(`adopt: false, onDestroy: "delete"`),
    body: property(`type: "number", adopt: false, onDestroy: "delete"`),
  },
  {
    title: "a property with its type and its name changed, and whose delete comes first",
    before: property(`onDestroy: "delete"`),
    body: property(`name: "grade", type: "number", onDestroy: "delete"`),
  },
  {
    title: "a property that a delete removes, of a type that exists",
    body: property(`name: "plan", onDestroy: "delete"`),
  },
  {
    title: "a property by its id, in other capitals",
    body: property(`name: "PLAN", existingId: "property-1"`),
  },
  {
    title: "a property by its id, with a new name",
    body: property(`name: "tariff", existingId: "property-1"`),
  },
  {
    title: "a property by its id, under a name that another one gives up before",
    before: property(""),
    body: `
const a = new em.CustomProperty("a", { name: "grade", type: "text" });
new em.CustomProperty("b", { name: "level", type: "text", existingId: "property-1" }, { dependsOn: a });`,
  },
  {
    title: "a property by its machine key",
    body: property(`name: "tariff_plan"`),
    seed: withKey,
  },
  { title: "a property renamed", before: property(""), body: property(`name: "grade"`) },
  {
    title: "a property renamed to other capitals",
    before: property(""),
    body: property(`name: "LEVEL"`),
  },
  {
    title: "a property that must not exist, and doesn't",
    body: property(`adopt: false, description: "What it is for"`),
  },
  {
    title: "two properties, one by its id and one new",
    body: property(`name: "plan", existingId: "property-1"`) + property("", "b"),
  },
  {
    title: "properties described one update after another",
    before: [property(""), property(`description: "One"`), property(`description: "Two"`)],
    body: property(`description: "Three"`),
  },
  {
    title: "a property that is deleted while another one stays",
    before: property(`onDestroy: "delete"`) + property(`name: "score"`, "b"),
    body: property(`name: "score"`, "b"),
  },
  {
    title: "a property that goes from one resource to another, with onDestroy delete",
    before: property(`onDestroy: "delete"`),
    body: property(`onDestroy: "delete"`, "b"),
  },
  {
    title: "a property renamed elsewhere, with a refresh",
    before: property(""),
    meanwhile: (emulator) => emulator.patch("properties", "property-2", { name: "grade" }),
    body: property(""),
    args: ["--refresh"],
  },
  {
    title: "a property deleted elsewhere, with a refresh",
    before: property(""),
    meanwhile: (emulator) => emulator.remove("properties", "property-2"),
    body: property(""),
    args: ["--refresh"],
    // Without it, a refresh warns that nothing shows whose account this is.
    env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "acme.example" },
  },
  { title: "a list", body: list(`name: "Fresh"`) },
  { title: "a list by its id", body: list(`name: "Customers", existingId: "list-1"`) },
  {
    title: "two lists, one new and one by its id",
    body: list(`name: "Fresh 2098"`) + list(`name: "Customers", existingId: "list-1"`, "b"),
  },
  {
    title: "a list with a name in another script",
    body: list(`name: "Новости_1-a.b"`),
  },
  {
    title: "a list deleted elsewhere, with a refresh",
    before: list(`name: "Fresh"`),
    meanwhile: (emulator) => emulator.remove("lists", "list-4"),
    body: list(`name: "Fresh"`),
    args: ["--refresh"],
    env: { EMAIL_MARKETING_ACCOUNT_DOMAIN: "acme.example" },
  },
  {
    title: "a list that nobody touched, beside a new one",
    before: list(`name: "Fresh"`),
    body: list(`name: "Fresh"`) + list(`name: "Other"`, "b"),
  },
]);

/** What one resource gives up, and another one takes once that is done. */
const handedOn = (opts: string, first = "", rest = "") => ({
  before: property(""),
  body: `const a = ${property(`name: "grade"`)} ${first} ${property(rest, "b", opts)}`,
});
const component = `const c = (opts) => new pulumi.ComponentResource("acme:index:Brand", "brand", {}, opts);`;

const ofHandedOn: readonly CorpusProgram[] = [
  ...extended([
    {
      title: "a property under the name that another one leaves, by dependsOn",
      ...handedOn("dependsOn: [a]"),
    },
    {
      title: "a property under the name that its parent leaves",
      ...handedOn("parent: a"),
    },
    {
      title: "a property under the name that another one leaves, by an input",
      ...handedOn("", "", "description: a.name.apply((name) => 'Once ' + name)"),
    },
    {
      title: "a property under the name that another one leaves, by an input with its id",
      ...handedOn("", "", "description: pulumi.concat('Once ', a.id)"),
    },
    {
      title: "a property under the name that another one leaves, by a resource between them",
      ...handedOn("dependsOn: [s]", sender("", "dependsOn: a").replace("new", "const s = new")),
    },
    {
      title: "a property under the name that another one leaves, by its component's dependsOn",
      ...handedOn("parent: brand", `${component} const brand = c({ dependsOn: [a] });`),
    },
    {
      title: "a property under the name that one within a component leaves",
      before: `${component} const brand = c(); ${property("", "a", "parent: brand")}`,
      body: `${component} const brand = c(); ${property(`name: "grade"`, "a", "parent: brand")} ${property("", "b", "dependsOn: brand")}`,
    },
    {
      title: "a property under the name that another one leaves, inside an apply of that one",
      before: property(""),
      body: `const a = ${property(`name: "grade"`)} a.urn.apply(() => ${property("", "b").replace(";", "")});`,
    },
    {
      title: "a property of another type under the name that another one leaves",
      ...handedOn("dependsOn: [a]", "", `type: "number"`),
    },
    {
      title:
        "a property of another type, with onDestroy delete, under the name that another one leaves",
      ...handedOn("dependsOn: [a]", "", `type: "number", onDestroy: "delete"`),
    },
    {
      title: "a property that must not exist, under the name that another one leaves",
      ...handedOn("dependsOn: [a]", "", "adopt: false"),
    },
    {
      title: "three properties that hand their names on",
      before: property("") + property(`name: "score"`, "b") + property(`name: "rank"`, "d"),
      body: `const a = ${property(`name: "grade"`)} const b = ${property("", "b", "dependsOn: a")} ${property(`name: "score"`, "d", "dependsOn: b")}`,
    },
    {
      title: "a property that changes its type under the name that another one leaves",
      before: property("") + property(`name: "score", onDestroy: "delete"`, "b"),
      body: `const a = ${property(`name: "grade"`)} ${property(`type: "number", onDestroy: "delete"`, "b", "dependsOn: a")}`,
    },
    {
      title: "a property under the name that another one had before",
      before: [property(""), property(`name: "grade"`)],
      body: property(`name: "grade"`) + property("", "b"),
    },
  ]),
  {
    title: "a campaign taken over by its id from another resource, which gets one of its own",
    before: campaign(`existingId: "campaign-2"`),
    body: `const a = ${campaign("")} ${campaign(`subject: "Other", existingId: "campaign-2"`, "dependsOn: a").replace('"a"', '"b"')}`,
  },
  {
    title: "a webhook that goes from one resource to another, which gets a new one",
    before: webhook(),
    body: `const a = ${webhook(`webhookId: "webhook-2"`)} ${webhook("", { name: "other", opts: "dependsOn: a" })}`,
  },
  {
    title: "a share whose domain another one leaves",
    before: share(`["dns@acme.example"]`),
    body: `const a = ${share(`["dns@acme.example"]`, `domainId: "domain-3"`)} ${share(`["dns@acme.example"]`).replace('"a"', '"b"')}`,
  },
];

/** Values that only the update knows, all of one output: what they come to is different, or may be. */
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

const ofOneOutput: readonly CorpusProgram[] = [
  {
    title: "two webhooks whose ids come from one output",
    body: `${p} ${webhook(`webhookId: ${later("webhook-1")}`)} ${webhook(`webhookId: ${later("webhook-2")}`, { name: "other" })}`,
  },
  {
    title: "two dates of campaigns whose ids come from one output",
    body: `${p} const c = ${campaign("")} ${dated(later("campaign-2"))} new em.CampaignSchedule("too", { campaignId: pulumi.all([p.id, c.id]).apply(([, id]) => id), scheduledAt: "2098-03-01 09:00:00" });`,
  },
  {
    title: "two dates of which one is for a campaign that an output of the other's names",
    body: `const c = ${campaign("")} ${dated("c.id")} new em.CampaignSchedule("too", { campaignId: c.id.apply(() => "campaign-2"), scheduledAt: "2098-03-01 09:00:00" });`,
  },
  {
    title: "two shares of domains whose ids come from one output",
    body: `${p} ${shares(later("domain-2"), later("domain-3"))}`,
  },
  {
    title: "two shares of domains whose ids come from one look-up that waits",
    body: `${lookedUp} ${shares(idOf("new.example"), idOf("wrong.example"))}`,
  },
  {
    title: "two campaigns taken over by ids that come from one output",
    seed: {
      ...account,
      campaigns: ["campaign-2", "campaign-3"].map((id) => ({ ...account.campaigns[0], id })),
    },
    body: `${p} ${campaign(`existingId: ${later("campaign-2")}`)} ${campaign(`subject: "Other", existingId: ${later("campaign-3")}`).replace('"a"', '"b"')}`,
  },
  {
    title: "two lists taken over by ids that come from one output",
    env: { EMAIL_MARKETING_OPERATIONS: "extended" },
    body: `${p} ${list(`name: "Customers", existingId: ${later("list-1")}`)} ${list(`name: "Nobody yet", existingId: ${later("list-2")}`, "b")}`,
  },
  {
    title: "a date for one of two campaigns that an output chooses, beside a limit of contacts",
    env: { EMAIL_MARKETING_MAX_RECIPIENTS: "12" },
    body: `const c = ${campaign("")} const d = new em.Campaign("d", { ...mail, subject: "Other", listIds: ["list-3"] }); ${dated("pulumi.all([c.id, d.id]).apply(([, id]) => id)")}`,
  },
];

/** Right programs that turn on a stack's past, their options, or an option of the command. */
export const goodChanges: readonly CorpusProgram[] = [
  ...ofExtended,
  ...ofHandedOn,
  ...ofOneOutput,
  { title: "a sender that a transform mends", body: sender(tooLong, `transforms: [${mend}]`) },
  {
    title: "a sender that a transformation mends",
    body: sender(tooLong, `transformations: [${mend}]`),
  },
  {
    title: "a sender that an async transform completes",
    body: `new em.Sender("a", { name: "A" }, { transforms: [async ({ props, opts }) => ({ props: { ...props, email: "a@acme.example" }, opts })] });`,
  },
  {
    title: "senders that a transform of their component mends",
    body: `const c = new pulumi.ComponentResource("acme:index:Brand", "brand", {}, { transforms: [({ type, props, opts }) => type.endsWith("Sender") ? { props: { ...props, name: "News" }, opts } : undefined] }); ${sender(tooLong, "parent: c")}`,
  },
  {
    title: "a transform that has a property keep its description",
    before: property(`description: "One"`),
    body: property(
      `description: "Two"`,
      "a",
      `transforms: [({ props, opts }) => ({ props, opts: { ...opts, ignoreChanges: ["description"] } })]`,
    ),
  },
  {
    title: "a name over 100 characters under ignoreChanges",
    before: sender(""),
    body: sender(tooLong, `ignoreChanges: ["name"]`),
  },
  {
    title: "a date that is past under ignoreChanges",
    before: dated(`"campaign-2"`),
    body: dated(
      `"campaign-2"`,
      `scheduledAt: "2020-01-01 09:00:00"`,
      `ignoreChanges: ["scheduledAt"]`,
    ),
  },
  {
    title: "a list of nobody under ignoreChanges",
    before: campaign(""),
    body: campaign(`listIds: ["list-2"], subject: "Other"`, `ignoreChanges: ["listIds"]`),
  },
  {
    title: "a deep input under ignoreChanges",
    before: campaign(`rules: { limit: 10 }`),
    body: campaign(`rules: { limit: 0 }`, `ignoreChanges: ["rules.limit"]`),
  },
  {
    title: "a protected campaign that changes",
    before: campaign("", "protect: true"),
    body: campaign(`subject: "Other"`, "protect: true"),
  },
  {
    title: "a sender that is removed, with retainOnDelete",
    before: sender("", "retainOnDelete: true"),
    body: nothing,
  },
  {
    title: "resources in an order that dependsOn gives",
    body: `const s = ${sender("")} ${property("", "p", "dependsOn: [s]")}`,
  },
  {
    title: "a webhook that is deleted with another resource",
    before: `const s = ${sender("")} ${webhook("", { opts: "deletedWith: s" })}`,
    body: sender(""),
  },
  {
    title: "a sender renamed by an alias",
    before: sender(""),
    body: `new em.Sender("b", { email: "a@acme.example", name: "A" }, { aliases: [{ name: "a" }] });`,
  },
  {
    title: "a property that moves into a component by an alias",
    before: property(""),
    body: `const c = new pulumi.ComponentResource("acme:index:Brand", "brand"); ${property("", "a", "parent: c, aliases: [{ parent: pulumi.rootStackResource }]")}`,
  },
  {
    title: "a campaign with further secret outputs and time limits of its own",
    body: campaign("", `additionalSecretOutputs: ["subject"], customTimeouts: { create: "2m" }`),
  },
  {
    title: "a webhook that is replaced by another one",
    before: webhook(),
    body: webhook(`webhookId: "webhook-2"`),
  },
  {
    title: "a webhook with replaceOnChanges",
    before: webhook(`triggers: [1]`),
    body: webhook(`triggers: [2]`, { opts: `replaceOnChanges: ["triggers"]` }),
  },
  {
    title: "a webhook that --replace names",
    before: webhook(),
    body: webhook(),
    args: ["--replace", "**::events"],
  },
  {
    title: "a webhook switched on, off and on again",
    before: [webhook(), webhook("active: false")],
    body: webhook("active: true"),
  },
  {
    title: "a webhook whose triggers change",
    before: webhook("triggers: [1]"),
    body: webhook("triggers: [1, 2]"),
  },
  {
    title: "a bad sender that --target leaves out",
    body: `new em.Sender("b", { email: "b@none.example", name: "Café" }); ${sender("")}`,
    args: ["--target", "**::a"],
  },
  {
    title: "a bad sender that --exclude leaves out",
    body: `new em.Sender("b", { email: "b@none.example", name: "Café" }); ${sender("")}`,
    args: ["--exclude", "**::b"],
  },
  {
    title: "a campaign and its sender under --target",
    body: `new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" }); ${campaign(`sender: { email: "fresh@acme.example", name: "Fresh" }`)} new em.CustomProperty("p", { name: "x", type: "text" });`,
    args: ["--target", "**::a", "--target", "**::s"],
  },
  {
    title: "a campaign that changes under --target, beside a new one that is left out",
    before: campaign(""),
    body: `${campaign(`subject: "Other"`)} new em.Campaign("b", { ...mail, listIds: ["list-2"] });`,
    args: ["--target", "**::a"],
  },
  {
    title: "a campaign under --target-dependents, with its date",
    before: campaign("").replace("new", "const c = new") + dated("c.id"),
    body: campaign(`subject: "Other"`).replace("new", "const c = new") + dated("c.id"),
    args: ["--target", "**::a", "--target-dependents"],
  },
  {
    title: "a refresh with nothing to find",
    before:
      sender("") + campaign(`sender: { email: "a@acme.example", name: "A" }`).replace('"a"', '"c"'),
    body:
      sender("") + campaign(`sender: { email: "a@acme.example", name: "A" }`).replace('"a"', '"c"'),
    args: ["--refresh"],
  },
  {
    title: "a sender that a refresh finds gone",
    before: sender(""),
    meanwhile: (emulator) => emulator.remove("senders", "sender-3"),
    body: sender(""),
    args: ["--refresh"],
  },
  {
    title: "a refresh that runs the program",
    before: sender(""),
    body: sender("") + property("", "p"),
    args: ["--refresh", "--run-program"],
  },
  {
    title: "a plan of new resources",
    body: `const s = ${sender("")} ${campaign("sender: { email: s.email, name: s.name }").replace('"a"', '"c"')}`,
    isPlanned: true,
  },
  {
    title: "a plan of a change",
    before: campaign(""),
    body: campaign(`subject: "Other", preheader: "Read on"`),
    isPlanned: true,
  },
  {
    title: "a plan with what only the update knows",
    body: `const c = ${campaign("")} ${dated("c.id")}`,
    isPlanned: true,
  },
  {
    title: "a plan of nothing",
    before: sender(""),
    body: sender(""),
    isPlanned: true,
  },
  {
    title: "a plan of a delete",
    before: sender("") + webhook(),
    body: sender(""),
    isPlanned: true,
  },
  {
    title: "a campaign changed three times",
    before: [
      campaign(""),
      campaign(`subject: "Two"`),
      campaign(`subject: "Three", preheader: "Hi"`),
    ],
    body: campaign(`subject: "Four", preheader: "Ho", listIds: ["list-1", "list-3"]`),
  },
  {
    title: "a sender that comes, goes and comes again",
    before: [sender(""), nothing],
    body: sender(""),
  },
  {
    title: "a program that goes back to what it was",
    before: [campaign(""), campaign(`subject: "Other"`)],
    body: campaign(""),
  },
  {
    title: "properties that come one update after another",
    before: [property(""), property("") + property(`name: "score"`, "b")],
    body: property("") + property(`name: "score"`, "b") + property(`name: "grade"`, "c"),
  },
  {
    title: "a campaign that gets its date in a later update",
    before: campaign("").replace("new", "const c = new"),
    body: campaign("").replace("new", "const c = new") + dated("c.id"),
  },
  {
    title: "two campaigns with a date each",
    body: `const c = ${campaign("")} const d = new em.Campaign("d", { ...mail, subject: "Other" }); ${dated("c.id")} new em.CampaignSchedule("too", { campaignId: d.id, scheduledAt: "2098-03-08 09:00:00" });`,
  },
  {
    title: "a campaign whose list was emptied since, with another subject",
    before: campaign(""),
    meanwhile: (emulator) => emulator.patch("lists", "list-1", { contact_count: 0 }),
    body: campaign(`subject: "Other"`),
  },
  {
    title: "a campaign whose list and reply-to address are gone since, with other content",
    before: campaign(`replyTo: "support@acme.example"`),
    meanwhile: (emulator) => emulator.remove("reply_emails", "reply-email-1"),
    body: campaign(`replyTo: "support@acme.example", plainText: "Bye. %%unsubscribe%%"`),
  },
  {
    title: "a share with one address more",
    before: share(`["dns@acme.example"]`),
    body: share(`["dns@acme.example", "ops@acme.example"]`),
  },
  {
    title: "a share with one address less, in another order",
    before: share(`["a@acme.example", "b@acme.example", "c@acme.example"]`),
    body: share(`["c@acme.example", "a@acme.example"]`),
  },
  {
    title: "a share that is sent again",
    before: share(`["dns@acme.example"]`, "triggers: [1]"),
    body: share(`["dns@acme.example"]`, "triggers: [2]"),
  },
];
