import { type Account, openAccount, outageLimitMs } from "../account/account";
import type { FindingsOfCheck } from "../engine/dynamic-kind";
import type { EmailMarketingError, ErrorCode } from "../errors/error";
import type { Properties } from "../input/plain";
import { createLookUps } from "../lifecycle/data-source";
import type { Declared } from "../lifecycle/preflight-check";
import type { Settings } from "../settings/settings";
import { isPreview, onInterrupt, progress } from "./program";
import { currentMonitor, keepAlive } from "./sdk";

/** One run of the program. An inline program has several in one process, which share nothing that was read. */
export type Run = ReturnType<typeof beginRun>;

/** The account that a resource selects, and how its own provider speaks to it. */
export interface Selected {
  readonly account: ReturnType<typeof accountIn>;
  readonly settings: Settings;
}

/** A declared resource as the engine sees it. */
export interface Registered extends Declared {
  /** The outputs of one that does not change, as the state has them. */
  readonly recorded: Properties;
  readonly keeps?: readonly string[];
  /** True for one that `--target` leaves out: the reply has nothing of it. */
  readonly isLeftOut: boolean;
  readonly problems: FindingsOfCheck;
  readonly secrets: readonly string[];
}

export interface RunResource {
  readonly kind: string;
  /** Undefined where its settings can't be known. */
  readonly account: Promise<Selected | undefined>;
  /** What the engine made of it; undefined when it was refused. */
  readonly seen: Promise<Registered | undefined>;
}

// By the engine's connection: with the Automation API one process runs several programs, also at the same time.
const runs = new WeakMap<object, Run>();
const outsideOfRuns = {};

export function currentRun(): Run {
  const key = currentMonitor() ?? outsideOfRuns;
  const known = runs.get(key);
  if (known) return known;
  const run = beginRun();
  runs.set(key, run);
  return run;
}

function beginRun() {
  return {
    /** By the identity of their settings. */
    accounts: new Map<string, ReturnType<typeof beginAccount>>(),
    lookUps: createLookUps(progress, onInterrupt),
    failedLookUps: new Set<ErrorCode>(),
    declarations: [] as RunResource[],
    /** How many there were when the program was seen to have run to its end. */
    declaredAtEnd: undefined as number | undefined,
    /** The settings of the explicit Providers that were judged, and undefined for those of the stack. */
    judgedSettings: new Set<object | undefined>(),
    warnings: new Set<string>(),
    failures: new Set<string>(),
    /** Keeps the engine until what this gives is called. */
    keepEngine: engineKeeper(),
  };
}

/** The connection is kept once for everybody who waits, since each time costs Pulumi a stack. */
function engineKeeper(): () => () => void {
  let waiting = 0;
  let release: () => void = () => undefined;
  return () => {
    if (waiting === 0) release = keepAlive();
    waiting += 1;
    return () => {
      waiting -= 1;
      if (waiting === 0) release();
    };
  };
}

/** One account in one run, whatever providers speak to it. */
export function accountIn({ accounts }: Run, { identity }: Settings) {
  const known = accounts.get(identity) ?? beginAccount();
  accounts.set(identity, known);
  return known;
}

function beginAccount() {
  return {
    /** What the program declares in it, by how much is declared and the kind. */
    declared: new Map<string, Promise<readonly Declared[]>>(),
    /** The resource of it that is declared first, in a sentence. */
    first: undefined as string | undefined,
    /** The domains of `accountDomain` that were looked for. */
    judgedDomains: new Set<string>(),
    /** Set once it is reported that the account can't be asked. */
    isReported: false,
  };
}

/** Why a call failed, as far as another call fails for the same reason: a silent service refuses or times out. */
export function causeOf({ code }: EmailMarketingError): ErrorCode {
  return code === "timeout" ? "network" : code;
}

export function openInProgram(settings: Settings): Account {
  return openAccount(settings, { outageLimitMs: outageLimitMs(isPreview) });
}
