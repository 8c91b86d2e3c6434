import type { Fault } from "email-marketing-emulator";
import fc from "fast-check";
import { type Kind, specifiedKinds } from "../../support/fixtures";
import type { PausedStep } from "../../support/paused-step";
import { extendedKinds } from "./program";

/** The point in a step at which a crash happens. All resources of the program reach the point together. */
export interface Moment extends PausedStep {
  /** A description for the table. */
  readonly words: string;
  /** The kinds that the program declares. */
  readonly kinds: readonly Kind[];
  /** The requests whose responses are held, or which are refused. Empty if the step itself is paused. */
  readonly routes: readonly Pick<Fault, "method" | "path">[];
  /** True if the service refuses the requests, so that these and all other requests wait. */
  readonly isRefused?: boolean;
  /** True if the program needs the extended operations. */
  readonly isExtended?: boolean;
}

/** The processes that end, and how. */
export const endings = [
  "provider SIGKILL",
  "CLI SIGKILL, provider left alive",
  "CLI and provider SIGKILL",
  "CLI SIGINT",
] as const;

export type Ending = (typeof endings)[number];

/** A crash, which hits one resource of each kind at the same point. */
export interface Crash {
  readonly moment: Moment;
  readonly ending: Ending;
}

const post = (path: string) => ({ method: "POST", path });
const toggle = post("/webhooks/toggle/webhook-1");
const share = post("/domains/domain-2/share");
const newProperty = post("/contact/property");
const schedule = { method: "PUT", path: "/campaign/campaign-2" };
const campaign = { method: "PUT", path: "/campaign/campaign-3" };

// Use two kinds for each point, because before the first response the client sends at most two requests at a time.
const objects: Pick<Moment, "kinds"> = { kinds: ["CustomProperty", "Sender"] };
const switches: Pick<Moment, "kinds"> = { kinds: ["WebhookActivation", "Campaign"] };
const mailings: Pick<Moment, "kinds" | "routes"> = {
  kinds: ["CampaignSchedule", "DomainDnsShare"],
  routes: [schedule, share],
};

const every = { kinds: specifiedKinds, routes: [] };
const before = { ...every, when: "before", words: "before the request" } as const;
const after = { ...every, when: "after", words: "before the state is written" } as const;
const reply = { when: "never", words: "applied, before the reply" } as const;
const refused = { when: "never", words: "waiting after a 429", isRefused: true } as const;

/** Every point in every step. */
const moments: readonly Moment[] = [
  { step: "create", ...before },
  { step: "create", ...reply, ...objects, routes: [newProperty, post("/senders")] },
  { step: "create", ...reply, ...switches, routes: [toggle, post("/campaign")] },
  { step: "create", ...reply, ...mailings },
  {
    step: "create",
    when: "never",
    words: "second request applied, before the reply",
    kinds: ["Campaign"],
    routes: [campaign],
  },
  { step: "create", ...after },
  { step: "create", ...refused, ...objects, routes: [newProperty] },
  { step: "create", ...refused, ...switches, routes: [toggle, post("/campaign")] },
  { step: "create", ...refused, ...mailings },
  { step: "update", ...before },
  { step: "update", ...reply, ...switches, routes: [toggle, campaign] },
  { step: "update", ...reply, ...mailings },
  { step: "update", ...after },
  { step: "update", ...refused, ...mailings },
  { step: "delete", ...before },
  { step: "delete", ...reply, kinds: ["WebhookActivation"], routes: [toggle] },
  { step: "delete", ...after },
];

const extended = { kinds: extendedKinds, isExtended: true };

/** Every point in the steps that the extended operations add. */
const extendedMoments: readonly Moment[] = [
  { step: "create", ...before, ...extended },
  { step: "create", ...reply, ...extended, routes: [newProperty, post("/list")] },
  { step: "create", ...after, ...extended },
  { step: "update", ...before, ...extended },
  {
    step: "update",
    ...reply,
    ...extended,
    kinds: ["CustomProperty"],
    routes: [{ method: "PATCH", path: "/contact/property/*" }],
  },
  { step: "update", ...after, ...extended },
  { step: "delete", ...before, ...extended },
  { step: "delete", ...after, ...extended },
];

const withEveryEnding = (all: readonly Moment[]): readonly Crash[] =>
  all.flatMap((moment) => endings.map((ending) => ({ moment, ending })));

/** Every crash with the specified operations. */
export const crashes = withEveryEnding(moments);

/** Every crash that the extended operations add. */
export const extendedCrashes = withEveryEnding(extendedMoments);

export function crashName({ moment, ending }: Crash): string {
  const { step, words, kinds: all } = moment;
  const hit = all.length > 2 ? "every kind" : all.join(" and ");
  return `${step} of ${hit}, ${words}: ${ending}`;
}

/** The daily crashes. They hit each kind in each step, and each ending occurs at least once. */
export function dailyCrashes(all: readonly Crash[], seed: number): readonly Crash[] {
  const hit = new Set<string>();
  const orders = fc.shuffledSubarray([...all], { minLength: all.length });
  const shuffled = fc.sample(orders, { seed, numRuns: 1 }).flat();
  return shuffled.filter(({ moment, ending }) => {
    const before = hit.size;
    hit.add(ending);
    for (const kind of moment.kinds) hit.add(`${moment.step} of ${kind}`);
    return hit.size > before;
  });
}
