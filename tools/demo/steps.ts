import type { Step } from "./step";

const up = "pulumi up --yes --skip-preview";
const preview = "pulumi preview --json --show-sames > preview.json";
const list = 'listIds: ["list-1"]';
const listByName = 'listIds: ["Customers"]';

/** The steps of the demo with the quickstart program, in order. The stack itself counts as a resource. */
export const steps: readonly Step[] = [
  {
    name: "A pull request adds a campaign with its date: this is its comment",
    commands: [preview, "pulumi-email-marketing comment --preview preview.json"],
    changes: { create: 6 },
    writes: [],
  },
  {
    name: "A mistake, a list by its name, is an error in the preview, not in the update",
    edit: [list, listByName],
    commands: ["pulumi preview"],
    exitCode: 1,
    changes: { create: 6 },
    writes: [],
  },
  {
    name: "With its id, the program is deployed",
    edit: [listByName, list],
    commands: [up],
    changes: { create: 6 },
    writes: [
      "POST /campaign",
      "POST /contact/property",
      "POST /senders",
      "POST /webhooks/toggle/webhook-1",
      "PUT /campaign/campaign-3",
    ],
  },
  {
    name: "Once more, unchanged: nothing changes in the account, so no one will be mailed twice",
    commands: [up],
    changes: { same: 6 },
    writes: [],
  },
  {
    name: "The HTML is edited: a page shows it before and after",
    edit: ["<p>Hello!", "<p>Good morning!"],
    commands: [preview, "pulumi-email-marketing show --preview preview.json --out ../demo-mail"],
    changes: { same: 5, update: 1 },
    writes: [],
  },
  {
    name: "Somebody edits the subject in the service's web app: drift finds it",
    webEdit: { campaign: "campaign-3", fields: { subject: "Spring sale!!!" } },
    commands: ["pulumi-email-marketing drift"],
    exitCode: 2,
    changes: {},
    writes: [],
  },
  {
    name: "The end: a protected campaign takes one command more, and what can't be taken back is said",
    commands: ["pulumi state unprotect --all --yes", "pulumi destroy --yes --skip-preview"],
    changes: { delete: 6 },
    writes: ["POST /webhooks/toggle/webhook-1"],
  },
];
