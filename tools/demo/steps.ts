import type { Step } from "./step";

const quietly = ["--suppress-progress"];
const unattended = ["--yes", "--skip-preview", ...quietly];

/**
 * The steps of the demo over the quickstart program, in order. One of the resources in each count
 * is the stack itself.
 */
export const steps: readonly Step[] = [
  {
    name: "preview",
    args: ["preview", ...quietly],
    expected: "4 objects to create; nothing is sent but lookups",
    changes: { create: 5 },
    writes: [],
  },
  {
    name: "up",
    args: ["up", ...unattended],
    expected: "4 objects created by exactly 4 writes",
    changes: { create: 5 },
    writes: [
      "POST /contact/property",
      "POST /contact/property",
      "POST /senders",
      "POST /webhooks/toggle/webhook-1",
    ],
  },
  {
    name: "up, unchanged",
    args: ["up", ...unattended],
    expected: "nothing changes, and nothing is sent but lookups",
    changes: { same: 5 },
    writes: [],
  },
  {
    name: "up, webhook switched off",
    args: ["up", ...unattended, "--config", "webhookActive=false"],
    expected: "1 object updated by exactly 1 write",
    changes: { same: 4, update: 1 },
    writes: ["POST /webhooks/toggle/webhook-1"],
  },
  {
    name: "refresh",
    args: ["refresh", ...unattended],
    expected: "the state agrees with the service; nothing is sent but lookups",
    changes: { same: 5 },
    writes: [],
  },
  {
    name: "destroy",
    args: ["destroy", ...unattended],
    expected: "the webhook is switched off; the service keeps senders and properties",
    changes: { delete: 5 },
    writes: ["POST /webhooks/toggle/webhook-1"],
  },
];
