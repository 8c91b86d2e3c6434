import { webhook } from "../support/webhook";
import type { BadProgram } from "./program";

const property = (rest: string, name = "a") =>
  `new em.CustomProperty("${name}", { name: "level", type: "text", ${rest} });`;
const inComponent = (type: string, rest: string) =>
  `new em.CustomProperty("a", { ${rest} }, { parent: new pulumi.ComponentResource("acme:index:${type}", "brand") });`;
const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;
const sender = (rest: string, opts = "") =>
  `new em.Sender("a", { email: "a@acme.example", name: "A", ${rest} }, { ${opts} });`;
const list = (rest: string, name = "a") => `new em.List("${name}", { ${rest} });`;
const dated = (campaignId: string, at = "2098-03-01 09:00:00") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: "${at}" });`;

const specified = { EMAIL_MARKETING_OPERATIONS: "specified" };
const withKey = { properties: [{ id: "property-1", name: "Tariff plan", type: "text" }] } as const;

const extended = (programs: readonly BadProgram[]): BadProgram[] =>
  programs.map((program) => ({ ...program, env: { EMAIL_MARKETING_OPERATIONS: "extended" } }));

const ofExtended: readonly BadProgram[] = extended([
  {
    title: "property by an id that the account lacks",
    body: property(`existingId: "property-9"`),
    says: 'no custom property with the id "property-9"',
  },
  {
    title: "property by its id, with another type",
    body: property(`name: "plan", type: "date", existingId: "property-1"`),
    says: "[property-conflict]",
  },
  {
    title: "property by its id, with another name and another type",
    body: property(`type: "number", existingId: "property-1"`),
    says: "[property-conflict]",
  },
  {
    title: "property by its id, under the name of another one",
    body: property(`name: "LEVEL", existingId: "property-1"`),
    seed: {
      properties: [
        { id: "property-1", name: "plan", type: "text" },
        { id: "property-2", name: "level", type: "text" },
      ],
    },
    says: "[property-conflict]",
  },
  {
    title: "property by its id, under a name that another one gives up after it",
    before: property(""),
    body: `
const b = new em.CustomProperty("b", { name: "level", type: "text", existingId: "property-1" });
new em.CustomProperty("a", { name: "grade", type: "text" }, { dependsOn: b });`,
    says: "[property-name-taken]",
  },
  {
    title: "property adopted by two, both by its id",
    body:
      property(`existingId: "property-1"`) +
      property(`name: "other", existingId: "property-1"`, "b"),
    says: "[property-duplicate]",
  },
  {
    title: "property adopted by two, by its id and by its name",
    body: property(`name: "plan"`) + property(`existingId: "property-1"`, "b"),
    says: "[property-duplicate]",
  },
  {
    title: "property adopted by two, by its label and by its machine key",
    body: property(`name: "Tariff plan"`) + property(`name: "tariff_plan"`, "b"),
    seed: withKey,
    says: "[property-duplicate]",
  },
  {
    title: "property named by the machine key of one with another type",
    body: property(`name: "tariff_plan", type: "date"`),
    seed: withKey,
    says: "[property-conflict]",
  },
  {
    title: "property that must not exist, and does by its machine key",
    body: property(`name: "tariff_plan", adopt: false`),
    seed: withKey,
    says: "[property-conflict]",
  },
  {
    title: "property that must not exist, and does in other capitals",
    body: property(`name: "PLAN", adopt: false`),
    says: "[property-conflict]",
  },
  {
    title: "property renamed to a name that is taken",
    before: property(""),
    body: property(`name: "plan"`),
    says: "[property-conflict]",
  },
  {
    title: "property renamed to a name that is taken in other capitals",
    before: property(""),
    body: property(`name: "PLAN"`),
    says: "[property-conflict]",
  },
  {
    title: "property renamed to the name of another one of the program",
    before: property("") + property(`name: "score"`, "b"),
    body: property("") + property(`name: "level"`, "b"),
    says: "[property-duplicate]",
  },
  {
    title: "property whose type changes, and which no delete removes",
    before: property(""),
    body: property(`type: "number"`),
    says: "can't be changed after creation",
  },
  {
    title: "property that changes its type and takes a name that another one has",
    before: property(`onDestroy: "delete"`),
    body: property(`name: "plan", type: "date", onDestroy: "delete"`),
    says: "[property-conflict]",
  },
  {
    title: "new property that a delete would remove, of a name with another type",
    body: property(`name: "plan", type: "date", onDestroy: "delete"`),
    says: "[property-conflict]",
  },
  {
    title: "property that loses its description",
    before: property(`description: "What it is for"`),
    body: property(""),
    says: "can't be removed once set",
  },
  {
    title: "two lists of one name",
    body: list(`name: "Fresh"`) + list(`name: "FRESH"`, "b"),
    says: "[list-duplicate]",
  },
  { title: "list that exists", body: list(`name: "Customers"`), says: "[list-conflict]" },
  {
    title: "property under the name that another one leaves, in no order",
    before: property(""),
    body: property(`name: "grade"`) + property("", "b"),
    says: "[property-name-taken]",
  },
  {
    title: "property of another type under the name that another one leaves, in no order",
    before: property(""),
    body: property(`name: "grade"`) + property(`type: "number"`, "b"),
    says: "[property-name-taken]",
  },
  {
    title: "property under the name that another one leaves after it",
    before: property(""),
    body: `const b = ${property("", "b")} new em.CustomProperty("a", { name: "grade", type: "text" }, { dependsOn: b });`,
    says: "[property-name-taken]",
    harm: ({ properties }) => properties.length === 2,
  },
  {
    title: "two properties of one component, one under the name that the other leaves",
    before: `const parent = new pulumi.ComponentResource("acme:index:Brand", "brand"); new em.CustomProperty("a", { name: "level", type: "text" }, { parent });`,
    body: `const parent = new pulumi.ComponentResource("acme:index:Brand", "brand"); for (const [n, name] of [["a", "grade"], ["b", "level"]]) new em.CustomProperty(n, { name, type: "text" }, { parent });`,
    says: "[property-name-taken]",
  },
  {
    title:
      "property of another type in the account, with the logical name of one below another component",
    before: inComponent("Brand", `name: "grade", type: "text"`),
    body:
      inComponent("Brand", `name: "grade", type: "text"`) +
      inComponent("Shop", `name: "plan", type: "number", onDestroy: "delete"`),
    seed: { properties: [{ id: "property-1", name: "plan", type: "text" }] },
    says: "[property-conflict]",
  },
  {
    title: "two properties that exchange their names, one after the other",
    before: property(`name: "alpha"`) + property(`name: "beta"`, "b"),
    body: `const a = ${property(`name: "beta"`)} new em.CustomProperty("b", { name: "alpha", type: "text" }, { dependsOn: a });`,
    says: "[property-name-taken]",
  },
  {
    title: "list under the name that another one leaves",
    before: list(`name: "Fresh"`),
    body: `const a = ${list(`name: "Other"`)} new em.List("b", { name: "Fresh" }, { dependsOn: a });`,
    says: "[list-conflict]",
  },
  {
    title: "list that exists in other capitals",
    body: list(`name: "customers"`),
    says: "[list-conflict]",
  },
  {
    title: "list by an id that the account lacks",
    body: list(`name: "Customers", existingId: "list-9"`),
    says: "[list-conflict]",
  },
  {
    title: "list by its id under another name",
    body: list(`name: "Clients", existingId: "list-1"`),
    says: "[list-conflict]",
  },
  {
    title: "list by its id and by its name",
    body: list(`name: "Customers", existingId: "list-1"`) + list(`name: "customers"`, "b"),
    says: "[list-duplicate]",
  },
  {
    title: "list adopted by two",
    body: ["a", "b"].map((n) => list(`name: "Customers", existingId: "list-1"`, n)).join(""),
    says: "[list-duplicate]",
    // One object that two resources believe to be theirs.
    harm: ({ lists }) => lists.length === 3,
  },
]);

/** What only a stack's past, its options or an option of the command shows. */
export const badChanges: readonly BadProgram[] = [
  ...ofExtended,
  {
    title: "list without the extended operations",
    env: specified,
    body: list(`name: "Fresh"`),
    says: 'requires emailmarketing:operations "extended"',
  },
  {
    title: "properties that exchange their names",
    before: property(`name: "alpha"`) + property(`name: "beta"`, "b"),
    body: property(`name: "beta"`) + property(`name: "alpha"`, "b"),
    says: "[property-name-taken]",
  },
  {
    title: "property under the name that another one leaves, which the service keeps, by dependsOn",
    env: specified,
    before: property(`name: "alpha"`),
    body: `const a = ${property(`name: "beta"`)} new em.CustomProperty("b", { name: "alpha", type: "text" }, { dependsOn: a });`,
    says: "[property-name-taken]",
  },
  {
    title: "property under the name that another one leaves",
    before: property(`name: "alpha"`),
    body: property(`name: "beta"`) + property(`name: "alpha"`, "b"),
    says: "[property-name-taken]",
  },
  {
    title: "schedule that goes to another campaign, while the old one keeps its date",
    before: campaign("").replace("new", "const c = new") + dated(`"campaign-2"`),
    body: campaign("").replace("new", "const c = new") + dated("c.id"),
    says: "WILL still be sent at 2098-03-01 09:00:00",
    harm: ({ campaigns }) =>
      campaigns.some(({ id, status }) => id === "campaign-2" && status === "Scheduled"),
  },
  {
    title: "two schedules of a campaign that the program creates",
    body: `${campaign("").replace("new", "const c = new")}${dated("c.id")} new em.CampaignSchedule("too", { campaignId: c.id, scheduledAt: "2098-04-01 09:00:00" }, { dependsOn: [] });`,
    says: "[schedule-duplicate]",
  },
  {
    title: "webhook switched by two, by one value that only the update knows",
    body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); const webhookId = p.id.apply(() => "webhook-1"); ${webhook("webhookId")} ${webhook("webhookId, active: false", { name: "other" })}`,
    says: "[webhook-duplicate]",
    harm: ({ webhooks }) => webhooks.length > 0,
  },
  {
    title: "campaign that a third update sends to a list of nobody",
    before: [campaign(""), campaign(`subject: "Other"`)],
    body: campaign(`subject: "Other", listIds: ["list-2"]`),
    says: "[list-empty]",
  },
  {
    title: "campaign that a third update gives a reply-to address that the account lacks",
    before: [campaign(""), campaign(`replyTo: "support@acme.example"`)],
    body: campaign(`replyTo: "nobody@acme.example"`),
    says: "[reply-to-unknown]",
    harm: ({ campaigns }) =>
      campaigns.some(({ reply_email }) => reply_email === "nobody@acme.example"),
  },
  {
    title: "campaign that --target separates from its sender",
    body: `new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" }); ${campaign(`sender: { email: "fresh@acme.example", name: "Fresh" }`)}`,
    args: ["--target", "**::a"],
    says: "[campaign-sender-unknown]",
    harm: ({ senders, campaigns }) => senders.length === 2 && campaigns.length === 2,
  },
  {
    title: "sender under --target with a name over 100 characters",
    body: `${sender(`name: "n".repeat(101)`)}new em.Sender("b", acme);`,
    args: ["--target", "**::a"],
    says: "name: must be 1 to 100 characters long (got 101)",
  },
  {
    title: "sender that --exclude leaves in",
    body: `${sender(`email: "a@wrong.example"`)}new em.Sender("b", acme);`,
    args: ["--exclude", "**::b"],
    says: "[sender-domain-failed]",
  },
  {
    title: "property that a refresh finds with another type",
    before: property(""),
    meanwhile: (emulator) => emulator.patch("properties", "property-2", { type: "date" }),
    body: property(""),
    args: ["--refresh"],
    env: { EMAIL_MARKETING_OPERATIONS: "extended" },
    says: "can't be changed after creation",
  },
  {
    title: "sender that a refresh finds gone, with its domain",
    before: sender(""),
    meanwhile(emulator) {
      emulator.remove("senders", "sender-3");
      emulator.remove("domains", "domain-1");
    },
    body: sender(""),
    args: ["--refresh"],
    says: "[account-unproven]",
  },
  {
    title: "planned campaign to a list that is not there",
    body: campaign(`listIds: ["list-9"]`),
    isPlanned: true,
    says: "[list-unknown]",
  },
  {
    title: "planned change to a list of nobody",
    before: campaign(""),
    body: campaign(`listIds: ["list-2"]`),
    isPlanned: true,
    says: "[list-empty]",
  },
  {
    title: "sender that a transform spoils",
    body: sender(
      "",
      `transforms: [({ props, opts }) => ({ props: { ...props, name: "Café" }, opts })]`,
    ),
    says: "name: must contain only printable ASCII",
  },
  {
    title: "sender whose address a transform takes away",
    body: sender("", "transforms: [({ props: { email, ...props }, opts }) => ({ props, opts })]"),
    says: 'missing required input "email"',
  },
  {
    title: "sender that a transform of its component moves to a domain that has failed",
    body: `const c = new pulumi.ComponentResource("acme:index:Brand", "brand", {}, { transforms: [({ type, props, opts }) => type.endsWith("Sender") ? { props: { ...props, email: "a@wrong.example" }, opts } : undefined] }); ${sender("", "parent: c")}`,
    says: "[sender-domain-failed]",
  },
  {
    title: "sender with the option import",
    body: sender("", `import: "sender-1"`),
    says: 'the resource option "import" is not supported',
  },
  {
    title: "property with replaceOnChanges, which the service can't replace",
    env: specified,
    before: property(`description: "What it was"`),
    body: `new em.CustomProperty("a", { name: "level", type: "text", description: "What it is" }, { replaceOnChanges: ["description"] });`,
    says: "can't be changed after creation",
  },
];
