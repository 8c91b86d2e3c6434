import type { Client, ClientOptions } from "../client/call";
import {
  createKnownService,
  createSilence,
  type KnownService,
  type Silence,
} from "../client/known-service";
import { createPace, type Pace } from "../client/pace";
import { createClient } from "../client/request";
import { type Interface, settingsOfInterface } from "../errors/call-failure";
import { isLoopback } from "../input/domain";
import { createTurns, type Turns } from "../input/once";
import type { Settings } from "../settings/settings";
import type { SettingName } from "../settings/table";
import { type Caches, createCaches } from "./caches";
import { type Claims, createClaims } from "./claims";
import { createCallLog, inform, notice } from "./notice";
import { seenObject } from "./seen-object";
import { requireDomain } from "./sending-domain";
import { createTime, type Time, type Timed } from "./service-time";

/** A preview works without the service, so it does not wait longer for one that gives no reply. */
const previewSilenceMs = 20_000;

/** How long a process that is in a preview now and then tries on without any reply. */
export function patience(isPreview: () => boolean): () => number {
  return () => (isPreview() ? previewSilenceMs : Number.POSITIVE_INFINITY);
}

/** One account of the service, shared by everything in this process that speaks to it. */
export interface Account extends Caches, Required<Timed> {
  readonly main: Client;
  readonly verification: Client;
  readonly claims: Claims;
  /** Asks the service for a reply, whatever it says, where none has told yet what time it is there. */
  readonly askTime: () => Promise<void>;
  /** For creates that must not overlap, by what they create. */
  readonly oneByOne: Turns;
  /** Tells the user something, once in this process. */
  readonly notice: (sentence: string) => void;
  /** The same of what is no warning. */
  readonly inform: (sentence: string) => void;
}

/** What everybody shares who speaks to the same account, however the rest of their settings differs. */
interface Shared {
  /** The two interfaces are servers of their own: each has its own pace. */
  readonly paces: Readonly<Record<Interface, Pace>>;
  readonly silences: Readonly<Record<Interface, Silence>>;
  readonly services: Readonly<Record<Interface, KnownService>>;
  readonly time: Time;
  readonly claims: Claims;
  readonly oneByOne: Turns;
  /** Made with the client of the first who asks. */
  readonly caches: (main: Client, tell: (sentence: string) => void) => Caches;
}

const shared = new Map<string, Shared>();
const open = new Map<string, Account>();

/**
 * The account of these settings. All that mean the same account share its pace, the lowest that one asks for, and its reads.
 * `more` goes to the clients, and is the same for a whole process.
 */
export function openAccount(settings: Settings, more?: Partial<ClientOptions>): Account {
  const known = open.get(settings.signature);
  if (known) return known;
  const parts = shared.get(settings.identity) ?? createShared(settings);
  shared.set(settings.identity, parts);
  // The service counts the requests of an account, whichever Provider sends them.
  for (const pace of Object.values(parts.paces)) pace.lower(settings.value("requestsPerSecond"));
  const account = accountWith(settings, parts, more);
  open.set(settings.signature, account);
  return account;
}

/** An account with nothing shared; `more` goes to the clients of both interfaces. */
export function createAccount(settings: Settings, more: Partial<ClientOptions> = {}): Account {
  return accountWith(settings, createShared(settings), more);
}

function createShared(settings: Settings): Shared {
  const perSecond = settings.value("requestsPerSecond");
  let shared: Caches | undefined;
  const services = { main: createKnownService(), verification: createKnownService() };
  const nameOf = (id: string) =>
    seenObject(settings, "Campaign", id)?.old?.name as string | undefined;
  return {
    paces: { main: createPace(perSecond), verification: createPace(perSecond) },
    silences: { main: createSilence(), verification: createSilence() },
    services,
    time: createTime(services.main),
    claims: createClaims(settings),
    oneByOne: createTurns(1),
    caches(main, tell) {
      shared ??= createCaches(main, { notice: tell, nameOf });
      return shared;
    },
  };
}

function accountWith(
  settings: Settings,
  { paces, silences, services, time, claims, oneByOne, caches }: Shared,
  more: Partial<ClientOptions> = {},
): Account {
  const tell = (sentence: string) => notice(ofAccount(settings, sentence));
  const logTarget = settings.value("log");
  const log = logTarget === "off" ? undefined : createCallLog(logTarget);
  const client = (of: Interface, header: (key: string) => string): Client => {
    return createClient({
      interface: of,
      address: () => settings.address(of),
      authorization: () => header(settings.key(of)),
      keyAdvice: () => replaceKey(settings, settingsOfInterface[of].key),
      keys: settings.keys,
      pace: paces[of],
      silence: silences[of],
      service: services[of],
      isLocal: () => isLoopback(new URL(settings.address(of))),
      timeoutMs: settings.value("timeoutSeconds") * 1000,
      deadlineMs: settings.value("deadlineSeconds") * 1000,
      announce: tell,
      ...(log === undefined ? {} : { log }),
      ...more,
    });
  };
  // The main API takes its key as it is, the verification API behind the word Bearer.
  const main = client("main", (key) => key);
  const opened = caches(main, tell);
  const requireOwnDomain = () => requireDomain(settings, opened);
  return {
    settings,
    main: {
      ...main,
      async send(call) {
        // Every write passes here, also those of a destroy, which never runs the checks of a resource.
        if (call.policy !== "read") await requireOwnDomain();
        return main.send(call);
      },
    },
    verification: client("verification", (key) => `Bearer ${key}`),
    ...opened,
    now: () => time.now(tell),
    askTime: () => time.ask(main, requireOwnDomain),
    claims,
    oneByOne,
    notice: tell,
    inform: (sentence) => inform(ofAccount(settings, sentence)),
  };
}

/** Several accounts of a program may each have a campaign "1": their sentences say which account they are about. */
export function ofAccount({ label }: Settings, sentence: string): string {
  return label === undefined ? sentence : `${label}: ${sentence}`;
}

function replaceKey({ origin, label }: Settings, name: SettingName): string | undefined {
  const found = origin(name);
  if (found === undefined) return undefined;
  const { place, isStored } = found;
  const came = `The key was read from ${place}; correct it there.`;
  const stored =
    "refresh and destroy use the key that the last pulumi up stored: run pulumi up first, or add --run-program.";
  // The key of a Provider that is gone is renewed by nothing else.
  const wayBack =
    label === undefined
      ? ""
      : " If the Provider is gone from the program, put it back, run pulumi up, and then remove it.";
  return isStored ? `${came} ${stored}${wayBack}` : came;
}
