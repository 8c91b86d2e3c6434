import type { CustomResource } from "@pulumi/pulumi";
import { type Holdings, openAccount } from "../account/account";
import type { Client } from "../client/request";
import { EmailMarketingError } from "../errors/error";
import { holdsUnknown } from "../input/unknown";
import { isUncertain } from "../lifecycle/init-failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import type { Declared, Foreseen, Surroundings } from "../lifecycle/preflight";
import type { Settings } from "../settings/settings";
import * as program from "./program";
import { programSettings, selectedSettings } from "./program-settings";
import { holdingsForPreview } from "./run-account";

/** A preview does not wait long for what it can do without. */
const longestLookMs = 20_000;

/** A resource at its declaration. */
export interface Declaration {
  readonly lifecycle: AnyLifecycle;
  readonly name: string;
  /** Its inputs as far as they are known; rejects when they are at fault. */
  readonly inputs: Promise<object>;
}

/** One run of the program. */
interface Run {
  /** By the identity of their settings. */
  readonly accounts: Map<string, Preflight>;
  readonly declared: Entry[];
  /** Keeps the engine for one more look, until what this gives is called. */
  readonly hold: () => () => void;
  /** Fails the run, once for all that is at fault. */
  readonly failOnce: () => void;
}

interface Entry {
  readonly kind: string;
  readonly preflight: Promise<Preflight | undefined>;
  readonly seen: Promise<Seen | undefined>;
}

/** What one run of the program shares for one account. */
interface Preflight {
  readonly settings: Settings;
  readonly main: Client;
  /** Chosen when the first looks, which is after the functions that the program begins with. */
  readonly holdings: () => Holdings;
  readonly run: Run;
  readonly looked: Map<string, Promise<unknown>>;
  /** Set once it is told that the account can't be asked. */
  isTold: boolean;
}

interface Seen extends Declared {
  readonly isNew: boolean;
  readonly secrets: readonly string[];
}

const asErrors =
  'an apply would meet what is told of the resources; emailmarketing:preflight "warn" lets it try.';

const runs = new WeakMap<object, Run>();

/**
 * Looks ahead in a preview. Only the program knows all of its resources by their names, and only the engine knows which
 * of them change; it tells by its reply to a registration: what only an apply can know is unknown in it.
 */
export function lookAhead(resource: CustomResource, declaration: Declaration): void {
  if (program.isMocked() || !program.isPreview()) return;
  const run = currentRun();
  const done = run.hold();
  const preflight = settingsOf(resource).then((settings) => settings && shared(run, settings));
  const seen = look(resource, declaration, run.declared.length);
  run.declared.push({ kind: declaration.lifecycle.kind, preflight, seen });
  // What fails the program is told by Pulumi a moment later, and the engine must still be there.
  void tell(resource, declaration, { preflight, seen }).finally(() => setImmediate(done));
}

function currentRun(): Run {
  const current = program.currentRun();
  const known = runs.get(current);
  if (known) return known;
  let isFailed = false;
  const failOnce = () => {
    if (!isFailed) program.fail(asErrors);
    isFailed = true;
  };
  const run: Run = { accounts: new Map(), declared: [], hold: holder(), failOnce };
  runs.set(current, run);
  return run;
}

/** The connection is kept once for all looks that are under way, since each time costs Pulumi a stack. */
function holder(): Run["hold"] {
  let looks = 0;
  let release: () => void = () => undefined;
  return () => {
    if (looks === 0) release = program.keepAlive();
    looks += 1;
    return () => {
      looks -= 1;
      if (looks === 0) release();
    };
  };
}

async function tell(
  resource: CustomResource,
  { lifecycle }: Declaration,
  pending: Pick<Entry, "preflight" | "seen">,
): Promise<void> {
  const [preflight, own] = await Promise.all([pending.preflight, pending.seen]);
  if (!preflight || !own?.isChanged) return;
  const foreseen = await foresee(preflight, lifecycle, own);
  const mode = preflight.settings.preflight;
  for (const { level, text } of foreseen) {
    if (level === "note") program.show("info", text, resource);
    else if (level === "advice" || mode === "warn") program.show("warn", text, resource);
    else {
      program.show("error", text, resource);
      preflight.run.failOnce();
    }
  }
}

/** The settings of the resource's account; undefined where preflight is off, or faults keep them from being known. */
async function settingsOf(resource: CustomResource): Promise<Settings | undefined> {
  // Not in the SDK's types: what the options, the parents and the transforms came to.
  const { __prov: provider } = resource as { __prov?: unknown };
  try {
    const explicit = await program.knownSoFar(selectedSettings({ provider }));
    if (holdsUnknown(explicit)) return undefined;
    const settings = programSettings(explicit as Record<string, string> | undefined);
    return settings.preflight === "off" ? undefined : settings;
  } catch (error) {
    // The faults of settings are told by whoever needs them: by the checks of the inputs, at the latest.
    if (error instanceof EmailMarketingError) return undefined;
    throw error;
  }
}

function shared(run: Run, settings: Settings): Preflight {
  const known = run.accounts.get(settings.identity);
  if (known) return known;
  const main: Client = {
    send: (call) => openAccount(settings).main.send({ ...call, deadlineMs: longestLookMs }),
  };
  let holdings: Holdings | undefined;
  const preflight: Preflight = {
    settings,
    main,
    holdings: () => {
      holdings ??= holdingsForPreview(settings, main);
      return holdings;
    },
    run,
    looked: new Map(),
    isTold: false,
  };
  run.accounts.set(settings.identity, preflight);
  return preflight;
}

/** What the engine made of a declaration; undefined when it was refused. */
async function look(
  resource: CustomResource,
  { inputs, name }: Declaration,
  order: number,
): Promise<Seen | undefined> {
  try {
    const given = (await inputs) as Record<string, unknown>;
    const { account } = resource as CustomResource & { readonly account?: unknown };
    const isChanged = holdsUnknown(await program.knownSoFar(account));
    const unchanged = { name, order, isChanged, isNew: false, props: given, secrets: [] };
    if (!isChanged) return unchanged;
    const id = await program.knownSoFar(resource.id);
    // Nothing is sent for what may or may not exist: that must be settled first.
    if (isUncertain(String(id))) return { ...unchanged, isChanged: false };
    const isNew = holdsUnknown(id);
    // What ignoreChanges and transforms have left of the inputs.
    const outputs = resource as unknown as Record<string, unknown>;
    const kept = Object.keys(given).map((input) => [input, outputs[input]] as const);
    const props = (await program.knownSoFar(Object.fromEntries(kept))) as Record<string, unknown>;
    const secrets = await program.clearSecrets(kept.map(([, value]) => value));
    return { ...unchanged, isNew, props, secrets };
  } catch {
    // Whatever keeps a resource from being registered is told by Pulumi.
    return undefined;
  }
}

interface Told {
  readonly level: Foreseen["level"];
  readonly text: string;
}

async function foresee(
  preflight: Preflight,
  { foresight = [] }: AnyLifecycle,
  own: Seen,
): Promise<Told[]> {
  const surroundings = surroundingsOf(preflight, own);
  const outcomes = await Promise.all(
    foresight.map(async (matter): Promise<readonly Foreseen[]> => {
      try {
        return await matter(own.props, surroundings);
      } catch (error) {
        tellOnce(preflight, error);
        return [];
      }
    }),
  );
  const { ignoreChecks } = own.props;
  const silenced: unknown[] = Array.isArray(ignoreChecks) ? ignoreChecks : [];
  return outcomes
    .flat()
    .filter(({ name }) => !silenced.includes(name))
    .map(({ name, level, problem }) => ({
      level,
      text: `${concealed(problem, own.secrets)} [${name}]`,
    }));
}

function surroundingsOf(preflight: Preflight, own: Seen): Surroundings {
  const { settings, main, holdings, looked, run } = preflight;
  const once = <Value>(what: string, start: () => Promise<Value>) => {
    const known = looked.get(what) ?? start();
    looked.set(what, known);
    return known as Promise<Value>;
  };
  return {
    ...own,
    settings,
    main,
    holdings,
    once,
    async declared(kind) {
      await program.programHasRun();
      // Gathered once for all that ask, not once for each.
      return once(`declared ${run.declared.length} ${kind}`, () => declaredIn(preflight, kind));
    },
  };
}

async function declaredIn(preflight: Preflight, kind: string): Promise<Seen[]> {
  const all = await Promise.all(
    preflight.run.declared
      .filter((one) => one.kind === kind)
      .map(async (one) => ((await one.preflight) === preflight ? one.seen : undefined)),
  );
  return all.filter((one) => one !== undefined);
}

/** A preview does without what it can't ask: no key, a refused one, no connection, too many requests. */
function tellOnce(preflight: Preflight, error: unknown): void {
  if (!(error instanceof EmailMarketingError)) throw error;
  if (preflight.isTold) return;
  preflight.isTold = true;
  program.show(
    "warn",
    `this preview did not look into the account: ${error.message} (emailmarketing:preflight "off" does without.)`,
  );
}

/** Secrets, and the hosts of secret addresses, never stand in a finding. */
function concealed(problem: string, secrets: readonly string[]): string {
  const parts = secrets.flatMap((secret) => [secret, ...secret.split("@").slice(1)]);
  return parts
    .filter(({ length }) => length > 2)
    .sort((one, other) => other.length - one.length)
    .reduce((text, part) => text.split(part).join("[secret]"), problem);
}
