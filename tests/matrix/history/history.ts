import type { Fault } from "email-marketing-emulator";
import fc from "fast-check";
import type { CrashPoint, Declaration } from "./engine";

/** One command of a history: the program by then, what goes wrong in the service, and the crash. */
export interface Command {
  readonly command: "up" | "refresh";
  readonly program: Variants;
  readonly faults: readonly Fault[];
  readonly crash?: CrashPoint;
}

/** Which variant of each resource a program declares; nothing for one that it leaves out. */
export type Variants = Readonly<Partial<Record<Slot, number>>>;

const slots = {
  property: (variant: number) => ({
    kind: "CustomProperty",
    inputs: { name: "tier", type: "text", ...ignoring(variant) },
  }),
  sender: (variant: number) => ({
    kind: "Sender",
    inputs: { email: "news@acme.example", name: `News ${variant}` },
  }),
  otherSender: (variant: number) => ({
    kind: "Sender",
    inputs: { email: variant === 0 ? "Shop@acme.example" : "shop@acme.example", name: "Shop" },
  }),
  webhook: (variant: number) => ({
    kind: "WebhookActivation",
    inputs: { webhookId: "webhook-1", active: variant !== 1, triggers: [variant] },
  }),
  otherWebhook: (variant: number) => ({
    kind: "WebhookActivation",
    inputs: { webhookId: "webhook-2", onDestroy: variant === 0 ? "leave" : "deactivate" },
  }),
  campaign: (variant: number) => ({
    kind: "Campaign",
    inputs: {
      name: "Spring",
      subject: `Spring ${variant}`,
      sender: { email: "hello@acme.example", name: "Acme" },
      plainText: "Hello",
      listIds: ["list-1"],
      contactsOrder: variant === 2 ? "last" : "first",
    },
  }),
  otherCampaign: (variant: number) => ({
    kind: "Campaign",
    inputs: {
      name: "Autumn",
      subject: `Autumn ${variant}`,
      sender: { email: "hello@acme.example", name: "Acme" },
      html: "<p>Hello</p>",
      segmentId: "segment-1",
    },
  }),
  schedule: (variant: number) => ({
    kind: "CampaignSchedule",
    inputs: { scheduledAt: `2098-03-0${variant + 1} 09:00:00` },
    ids: { campaignId: "campaign" },
  }),
  share: (variant: number) => ({
    kind: "DomainDnsShare",
    inputs: { domainId: "domain-2", recipients: recipients.slice(0, variant + 1) },
  }),
} as const satisfies Record<string, (variant: number) => Omit<Declaration, "name">>;

/** A resource of the random programs. */
export type Slot = keyof typeof slots;

/** All of them. */
export const everySlot = Object.keys(slots) as readonly Slot[];

const recipients = ["dns@acme.example", "ops@acme.example", "it@acme.example"];

function ignoring(variant: number) {
  return variant === 0 ? {} : { ignoreChecks: [`nothing ${variant}`] };
}

/** The program of these variants; a schedule without its campaign is left out. */
export function programOf(
  variants: Variants,
  existingIds: Readonly<Record<string, string>>,
): Declaration[] {
  const names = everySlot.filter(
    (slot) =>
      variants[slot] !== undefined && (slot !== "schedule" || variants.campaign !== undefined),
  );
  return names.map((name) => {
    const declaration: Declaration = { name, ...slots[name](variants[name] ?? 0) };
    const existingId = existingIds[name];
    if (existingId === undefined) return declaration;
    return { ...declaration, inputs: { ...declaration.inputs, existingId } };
  });
}

const paths = [
  "/senders",
  "/senders/search",
  "/contact/property",
  "/campaign",
  "/campaign/{id}",
  "/webhooks/toggle/{id}",
  "/domains/{id}/share",
  "/list/{id}",
  "*",
];

const kinds: readonly Omit<Fault, "path" | "times">[] = [
  { kind: "status", status: 500 },
  { kind: "status", status: 503, applied: true },
  { kind: "status", status: 429, headers: { "retry-after": "2" } },
  { kind: "status", status: 429 },
  { kind: "reset-before" },
  { kind: "reset-after" },
  { kind: "truncate" },
  { kind: "html" },
  { kind: "bad-json" },
  { kind: "error-in-200" },
  { kind: "delay-after", ms: 3 },
  { kind: "hold" },
];

/** A search may be so far behind. */
export const longestLagMs = 5000;

/** What a search says although it isn't so: totals, pages without rows, rows that move, an account as it was before. */
const lies: fc.Arbitrary<Omit<Fault, "path" | "times">> = fc.oneof(
  fc
    .constantFrom("empty-page" as const, "moved-rows" as const, "duplicate-rows" as const)
    .map((kind) => ({ kind })),
  fc
    .constantFrom(0, 1, 3, 100, 260, 1_000_000)
    .map((total) => ({ kind: "wrong-total" as const, total })),
  fc.integer({ min: 1, max: longestLagMs }).map((ms) => ({ kind: "stale" as const, ms })),
);

const span = { times: fc.integer({ min: 1, max: 3 }), skip: fc.integer({ min: 0, max: 2 }) };

/** Random faults on these routes, beside searches that lie. */
const faultOn = (routes: readonly string[]): fc.Arbitrary<Fault> =>
  fc
    .oneof(
      fc.record({ path: fc.constantFrom(...routes), fault: fc.constantFrom(...kinds), ...span }),
      fc.record({ path: fc.constant("/senders/search"), fault: lies, ...span }),
    )
    .map(({ path, fault: kind, times, skip }) => ({ path, ...kind, times, skip }));

const variants: fc.Arbitrary<Variants> = fc
  .record(Object.fromEntries(everySlot.map((slot) => [slot, fc.integer({ min: 0, max: 2 })])), {
    requiredKeys: [],
  })
  .map((given) => given as Variants);

const crash: fc.Arbitrary<CrashPoint> = fc.record({
  step: fc.integer({ min: 0, max: 9 }),
  when: fc.constantFrom("before", "after"),
});

/** A service whose search is behind in every reply, other than those of which something else is wrong. */
function behind(ms: number): Fault {
  return { path: "/senders/search", times: 20, kind: "stale", ms };
}

/** Commands, and the account that they begin with. */
export interface History {
  readonly commands: readonly Command[];
  /** How many senders of others are in the account; of more than a hundred, the service has several pages. */
  readonly crowd: number;
}

/** Random commands, so many at most, each with so many faults at most. */
export function histories(most: {
  readonly commands: number;
  readonly faults: number;
}): fc.Arbitrary<History> {
  return fc.record({
    commands: fc.array(commandOf(most.faults), { minLength: 1, maxLength: most.commands }),
    crowd: fc.constantFrom(0, 0, 230),
  });
}

/** One command with so many faults at most, on routes beside the usual ones, too. */
export function commandOf(mostFaults: number, more: readonly string[] = []): fc.Arbitrary<Command> {
  return fc
    .record(
      {
        command: fc.constantFrom("up", "up", "up", "refresh"),
        program: variants,
        faults: fc.array(faultOn([...paths, ...more]), { maxLength: mostFaults }),
        crash,
        lagMs: fc.integer({ min: 1, max: longestLagMs }),
      },
      { requiredKeys: ["command", "program", "faults"] },
    )
    .map(({ lagMs, faults, ...rest }) => ({
      ...rest,
      faults: lagMs === undefined ? faults : [...faults, behind(lagMs)],
    }));
}

const others: readonly unknown[] = ["Shop", "Autumn", "webhook-2"];

/** The name of the resource that has this kind and these inputs in the programs. */
export function slotOf(
  kind: Declaration["kind"],
  { name, webhookId }: Record<string, unknown>,
): Slot {
  const isOther = others.includes(name) || others.includes(webhookId);
  const fitting = everySlot.filter((slot) => slots[slot](0).kind === kind);
  const slot = fitting[isOther ? 1 : 0];
  if (slot === undefined) throw new Error(`no program declares such a ${kind}`);
  return slot;
}
