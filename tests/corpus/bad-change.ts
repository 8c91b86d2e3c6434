import { webhook } from "../support/program";
import { type BadProgram, badByTitle, extended, underExtended } from "./program";
import { campaign, campaignAsC, datedCampaign, list, senderWith } from "./statement";

const property = (rest: string, name = "a") =>
  `new em.CustomProperty("${name}", { name: "level", type: "text", ${rest} });`;
const dated = (campaignId: string, at = "2098-03-01 09:00:00") =>
  `new em.CampaignSchedule("at", { campaignId: ${campaignId}, scheduledAt: "${at}" });`;

const specified = { EMAIL_MARKETING_OPERATIONS: "specified" };
const withKey = { properties: [{ id: "property-1", name: "Tariff plan", type: "text" }] } as const;

const ofExtended = underExtended(
  badByTitle({
    "property by an id that the account lacks": [
      property(`existingId: "property-9"`),
      'no custom property with the id "property-9"',
    ],
    "property by its id, with another type": [
      property(`name: "plan", type: "date", existingId: "property-1"`),
      "[property-conflict type]",
    ],
    "property by its id, under the name of another one": {
      body: property(`name: "LEVEL", existingId: "property-1"`),
      seed: {
        properties: [
          { id: "property-1", name: "plan", type: "text" },
          { id: "property-2", name: "level", type: "text" },
        ],
      },
      says: "[property-conflict name]",
    },
    "property adopted by two, by its id and by its name": [
      property(`name: "plan"`) + property(`existingId: "property-1", name: "plan"`, "b"),
      "[property-duplicate]",
    ],
    "property adopted by two, by its label and by its machine key": {
      body: property(`name: "Tariff plan"`) + property(`name: "tariff_plan"`, "b"),
      seed: withKey,
      says: "[property-duplicate]",
    },
    "property named by the machine key of one with another type": {
      body: property(`name: "tariff_plan", type: "date"`),
      seed: withKey,
      says: "[property-conflict type]",
    },
    "property that must not exist, and does in other capitals": [
      property(`name: "PLAN", adopt: false`),
      "[property-conflict adopt]",
    ],
    "property renamed to a name that is taken in other capitals": {
      before: property(""),
      body: property(`name: "PLAN"`),
      says: "[property-conflict name]",
    },
    "property renamed to the name of another one of the program": {
      before: property("") + property(`name: "score"`, "b"),
      body: property("") + property(`name: "level"`, "b"),
      says: "[property-duplicate name]",
    },
    "property whose type changes, and which no delete removes": {
      before: property(""),
      body: property(`type: "number"`),
      says: "can't be changed after creation",
    },
    "property that changes its type and takes a name that another one has": {
      before: property(`onDestroy: "delete"`),
      body: property(`name: "plan", type: "date", onDestroy: "delete"`),
      says: "[property-conflict type]",
    },
    "new property that a delete would remove, of a name with another type": [
      property(`name: "plan", type: "date", onDestroy: "delete"`),
      "[property-conflict type]",
    ],
    "property that loses its description": {
      before: property(`description: "What it is for"`),
      body: property(""),
      says: "can't be removed once set",
    },
    "two lists of one name": [
      list(`name: "Fresh"`) + list(`name: "FRESH"`, "b"),
      "[list-duplicate]",
    ],
    "list that exists in other capitals": [list(`name: "customers"`), "[list-conflict name]"],
    "list by an id that the account lacks": [
      list(`name: "Customers", existingId: "list-9"`),
      "[list-conflict existingId]",
    ],
    "list by its id under another name": [
      list(`name: "Clients", existingId: "list-1"`),
      "[list-conflict existingId]",
    ],
    "list by its id and by its name": [
      list(`name: "Customers", existingId: "list-1"`) + list(`name: "customers"`, "b"),
      "[list-duplicate]",
    ],
  }),
);

/** Problems that only the state, the resource options or a command's option shows. */
export const badChanges: readonly BadProgram[] = [
  ...ofExtended,
  ...badByTitle({
    "list without the extended operations": {
      env: specified,
      body: list(`name: "Fresh"`),
      says: 'requires emailmarketing:operations "extended"',
    },
    "schedule that goes to another campaign, while the old one keeps its date": {
      before: campaignAsC("") + dated(`"campaign-2"`),
      body: campaignAsC("") + dated("c.id"),
      says: "[campaign-replaced campaignId]",
    },
    "two schedules of a campaign that the program creates": [
      `${campaignAsC("")}${dated("c.id")} new em.CampaignSchedule("too", { campaignId: c.id, scheduledAt: "2098-04-01 09:00:00" }, { dependsOn: [] });`,
      "[schedule-duplicate campaignId]",
    ],
    "webhook switched by two, by one value that only the update knows": {
      body: `const p = new em.CustomProperty("p", { name: "abc", type: "text" }); const webhookId = p.id.apply(() => "webhook-1"); ${webhook("webhookId")} ${webhook("webhookId, active: false", { name: "other" })}`,
      says: "[webhook-duplicate webhookId]",
      harm: ({ webhooks }) => webhooks.length > 0,
    },
    "campaign adopted by its id, which another resource keeps without that input": {
      before: campaign(`existingId: "campaign-2"`),
      body: `${campaign("")} ${campaign(`subject: "Other", existingId: "campaign-2"`).replace('"a"', '"b"')}`,
      says: "[campaign-duplicate existingId]",
      harm: ({ campaigns }) => campaigns.length === 1 && campaigns[0]?.subject === "Other",
    },
    "campaign that a third update gives a reply-to address that the account lacks": {
      before: [campaign(""), campaign(`replyTo: "support@acme.example"`)],
      body: campaign(`replyTo: "nobody@acme.example"`),
      says: "[reply-to-unknown replyTo]",
      harm: ({ campaigns }) =>
        campaigns.some(({ reply_email }) => reply_email === "nobody@acme.example"),
    },
    "campaign that --target separates from its sender": {
      body: `new em.Sender("s", { email: "fresh@acme.example", name: "Fresh" }); ${campaign(`sender: { email: "fresh@acme.example", name: "Fresh" }`)}`,
      args: ["--target", "**::a"],
      says: "[campaign-sender-unknown sender.email]",
      harm: ({ senders, campaigns }) => senders.length === 2 && campaigns.length === 2,
    },
    "sender that --exclude leaves in": {
      body: `${senderWith(`email: "a@wrong.example"`)}new em.Sender("b", acme);`,
      args: ["--exclude", "**::b"],
      says: "[sender-domain-failed email]",
    },
    "property that a refresh finds with another type": {
      before: property(""),
      meanwhile: (emulator) => emulator.patch("properties", "property-2", { type: "date" }),
      body: property(""),
      args: ["--refresh"],
      env: extended,
      says: "can't be changed after creation",
    },
    "sender that a refresh finds gone, with its domain": {
      before: senderWith(""),
      meanwhile(emulator) {
        emulator.remove("senders", "sender-3");
        emulator.remove("domains", "domain-1");
      },
      body: senderWith(""),
      args: ["--refresh"],
      says: "[account-unproven]",
    },
    "planned change to a list of nobody": {
      before: datedCampaign(""),
      body: datedCampaign(`listIds: ["list-2"]`),
      isPlanned: true,
      says: "[list-empty ",
      harm: ({ campaigns }) => campaigns.some(({ list_ids }) => String(list_ids) === "list-2"),
    },
    "sender that a transform spoils": [
      senderWith(
        "",
        `transforms: [({ props, opts }) => ({ props: { ...props, name: "Café" }, opts })]`,
      ),
      "name: must contain only printable ASCII",
    ],
    "sender that a transform of its component moves to a domain that has failed": [
      `const c = new pulumi.ComponentResource("acme:index:Brand", "brand", {}, { transforms: [({ type, props, opts }) => type.endsWith("Sender") ? { props: { ...props, email: "a@wrong.example" }, opts } : undefined] }); ${senderWith("", "parent: c")}`,
      "[sender-domain-failed email]",
    ],
    "sender with the option import": [
      senderWith("", `import: "sender-1"`),
      'the resource option "import" is not supported',
    ],
    "property with replaceOnChanges, which the service can't replace": {
      env: specified,
      before: property(`description: "What it was"`),
      body: `new em.CustomProperty("a", { name: "level", type: "text", description: "What it is" }, { replaceOnChanges: ["description"] });`,
      says: "can't be changed after creation",
    },
  }),
];
