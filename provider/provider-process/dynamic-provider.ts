import type { dynamic } from "@pulumi/pulumi";
import { type Account, openAccount } from "../account/account";
import { notice } from "../account/notice";
import { EmailMarketingError } from "../errors/error";
import { told } from "../input/finding";
import { withoutNull, withoutUndefined } from "../input/plain";
import { unknownValue } from "../input/unknown";
import { explain, withoutStack, worded } from "../lifecycle/explain";
import {
  isAmbiguous,
  isUncertain,
  keptUncertain,
  keptWith,
  whatNext,
} from "../lifecycle/init-failure";
import {
  advise,
  changed,
  isUnfinished,
  judgeBesideOld,
  judgeChange,
  judgeInputs,
  judgeKeys,
} from "../lifecycle/judge";
import { type AnyLifecycle, settled } from "../lifecycle/lifecycle";
import { explicitMarker } from "../settings/explicit-provider";
import { environment, resolveSettings, type Settings, stackConfig } from "../settings/settings";
import { outliveEngine } from "./orphan";
import { asFarAsSettled, isUnsettled, keptUnsettled, namesOfChange } from "./unsettled";

type Properties = Record<string, unknown>;
type ReadConfig = (key: string) => string | undefined;

/** What the text in the state gives to the engine's provider process: one lifecycle, as Pulumi calls it. */
export function dynamicProvider(lifecycle: AnyLifecycle): dynamic.ResourceProvider {
  outliveEngine();
  // The process calls other methods while configure is still awaited, and goes on when it fails: so
  // configure only keeps what it is given, and whoever needs the settings first resolves them.
  let config: ReadConfig = () => undefined;
  let resolved: Settings | undefined;
  const settings = () => {
    resolved ??= providerSettings(config);
    return resolved;
  };
  const account = () => openAccount(settings());
  return {
    configure: withoutStacks((request: dynamic.ConfigureRequest) => {
      config = (key) => request.config.get(key);
    }),
    check: withoutStacks((old: Properties, props: Properties) =>
      check(lifecycle, settings(), { old, props }),
    ),
    diff: withoutStacks((id: string, old: Properties, props: Properties) =>
      diff(lifecycle, settings(), { id, old, props }),
    ),
    create: withoutStacks((props: Properties) => create(lifecycle, account(), props)),
    read: withoutStacks((id: string, state: Properties = {}) =>
      read(lifecycle, account(), { id, state }),
    ),
    update: withoutStacks((id: string, old: Properties, props: Properties) =>
      update(lifecycle, account(), { id, old, props }),
    ),
    delete: withoutStacks((id: string, state: Properties) =>
      remove(lifecycle, account(), { id, state }),
    ),
  };
}

/** The settings of a provider process: those of an explicit provider, or stack config and environment. */
export function providerSettings(config: ReadConfig): Settings {
  const name = config(explicitMarker);
  if (name === undefined) return resolveSettings([stackConfig(config), environment]);
  const own = {
    ...stackConfig(config),
    place: (setting: string) => `${setting} of Provider "${name}"`,
  };
  return resolveSettings([own]);
}

function check(
  given: AnyLifecycle,
  settings: Settings,
  { old, props: sent }: { old: Properties; props: Properties },
): dynamic.CheckResult {
  const { __provider, ...props } = withoutNull(sent);
  const faults = settings.faults();
  const lifecycle = faults.length > 0 ? given : settled(given, settings, old);
  const own = judgeInputs(lifecycle, props);
  const findings = [
    ...faults.map((problem) => ({ path: "", problem })),
    ...own,
    ...(faults.length > 0 ? [] : (lifecycle.settingRules?.(props, settings) ?? [])),
    ...judgeChange(lifecycle, old, props),
    ...(own.length > 0 ? [] : judgeBesideOld(lifecycle, old, props)),
    ...judgeKeys(props, settings.keys),
  ];
  if (findings.length === 0) {
    for (const { name, problem } of advise(lifecycle, old, props)) {
      notice(`${subject(lifecycle, props)}: ${problem} [${name}]`);
    }
  }
  // A property named here would be printed with its value.
  const failures = findings.map((finding) => ({ property: "", reason: told(finding) }));
  return { inputs: { ...props, __provider }, failures };
}

function diff(
  lifecycle: AnyLifecycle,
  settings: Settings,
  { id, old, props }: { id: string; old: Properties; props: Properties },
): dynamic.DiffResult {
  if (livesElsewhere(old, settings.account)) return { changes: true, replaces: ["account"] };
  // An update can't give an object another id; and without a change, the engine would call it well.
  if (isUncertain(id)) {
    if (props.existingId !== undefined) return { changes: true, replaces: ["existingId"] };
    notice(`${subject(lifecycle, props)}: ${whatNext}`);
    return { changes: true };
  }
  // Without a word on changes the engine compares the inputs itself, and shows them best.
  const { replaceOn, deleteBeforeReplace } = settled(lifecycle, settings, old);
  const replaces = changed(replaceOn, old, props);
  // A refresh has the engine forget that a step stopped halfway; the state still shows it.
  const isOpen = isUnsettled(old) || isUnfinished(old, props);
  if (replaces.length === 0 && isOpen) return { changes: true };
  return { replaces, ...(replaces.length > 0 && deleteBeforeReplace && { deleteBeforeReplace }) };
}

async function create(lifecycle: AnyLifecycle, account: Account, props: Properties) {
  const inputs = propsOf(props);
  const name = subject(lifecycle, inputs);
  const { __provider } = props;
  const state = (held: object, outputs: object = {}) =>
    stateOf(held, { ...outputs, __provider }, account.settings.account);
  const created = await explain(name, () => lifecycle.create(account, inputs)).catch(
    (error: unknown) => {
      // What was taken over exists, whatever came of the request after it.
      const mayExist = lifecycle.keepsUnknown && inputs.existingId === undefined;
      if (mayExist && isAmbiguous(error)) throw keptUncertain(error, state(inputs));
      const id = lifecycle.idFrom && inputs[lifecycle.idFrom];
      if (typeof id !== "string" || !isAmbiguous(error)) throw error;
      // Those with a default, too, which the service may not have either.
      throw keptUnsettled(error, { id, state: state(inputs), names: inputNames(lifecycle) });
    },
  );
  const { id, outputs, unfinished } = created;
  if (!unfinished) return { id, outs: state(inputs, outputs) };
  const properties = state(unfinished.props, outputs);
  throw keptWith(worded(name, unfinished.error), { id, properties });
}

async function read(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state }: { id: string; state: Properties },
): Promise<dynamic.ReadResult> {
  const name = subject(lifecycle, state);
  if (livesElsewhere(state, account.settings.account)) {
    account.notice(`${name} lives in the account ${String(state.account)}: it was not read.`);
    return { id, props: state };
  }
  const readObject = lifecycle.read;
  if (isUncertain(id)) account.notice(`${name}: ${whatNext}`);
  if (!readObject || isUncertain(id)) return { id, props: state };
  const known = propsOf(state);
  const found = await explain(name, () => readObject(account, id, known));
  if (!found) return {};
  const now: Properties = { ...found.props, ...found.outputs };
  const names = Object.keys({ ...known, ...now });
  // Of what is as it was the engine keeps the inputs, too.
  if (changed(names, known, now).length === 0) return { id, props: state };
  const inputs = withoutUndefined(found.props);
  const outputs = { ...found.outputs, unsettled: state.unsettled };
  return { id, inputs, props: stateOf(inputs, outputs, String(state.account)) };
}

async function update(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, old, props }: { id: string; old: Properties; props: Properties },
): Promise<dynamic.UpdateResult> {
  const inputs = propsOf(props);
  const known = propsOf(asFarAsSettled(old));
  const updated = explain(subject(lifecycle, inputs), async () => {
    if (isUncertain(id)) throw new EmailMarketingError("conflict", whatNext);
    const kept = Object.fromEntries(lifecycle.outputs.map((name) => [name, old[name]]));
    const outputs = (await lifecycle.update?.(account, id, { old: known, props: inputs })) ?? kept;
    return { outs: stateOf(inputs, outputs, account.settings.account) };
  });
  return updated.catch((error: unknown) => {
    if (!lifecycle.repeatable || !isAmbiguous(error)) throw error;
    const state = stateOf(old, { __provider: props.__provider }, account.settings.account);
    const names = namesOfChange(inputNames(lifecycle), known, inputs);
    throw keptUnsettled(error, { id, state, names });
  });
}

async function remove(
  lifecycle: AnyLifecycle,
  account: Account,
  { id, state }: { id: string; state: Properties },
): Promise<void> {
  const name = subject(lifecycle, state);
  if (livesElsewhere(state, account.settings.account)) {
    account.notice(
      `${name} stays as it is in the account ${String(state.account)}: nothing was sent.`,
    );
    return;
  }
  if (isUncertain(id)) {
    account.notice(
      `${name} left the state, and nothing was sent: if the service has it, it stays.`,
    );
    return;
  }
  await explain(name, async () => {
    try {
      await lifecycle.delete(account, id, propsOf(state));
    } catch (error) {
      // Already gone is what a delete is after.
      if (!(error instanceof EmailMarketingError && error.code === "not-found")) throw error;
    }
  });
}

function inputNames({ inputs }: AnyLifecycle): string[] {
  return Object.keys({ ...inputs.required, ...inputs.optional });
}

function livesElsewhere(state: Properties, account: string | undefined): boolean {
  const recorded = state.account;
  return typeof recorded === "string" && account !== undefined && recorded !== account;
}

function stateOf(inputs: object, outputs: object, account: string | undefined) {
  return withoutUndefined({ ...inputs, ...outputs, account });
}

/** What a lifecycle sees of inputs or state: not what the kernel keeps beside them. */
function propsOf(properties: Properties): Properties {
  const { __provider, account, unsettled, ...props } = properties;
  return props;
}

/** An object in a sentence: by kind and its own name, since the engine does not tell us its logical one. */
function subject({ kind, namedBy }: AnyLifecycle, properties: Properties): string {
  const name = properties[namedBy];
  return typeof name === "string" && name !== unknownValue ? `${kind} "${name}"` : kind;
}

/** The engine prints the stack of every error that has one. */
function withoutStacks<Given extends unknown[], Value>(
  method: (...given: Given) => Value | Promise<Value>,
): (...given: Given) => Promise<Value> {
  return async (...given) => {
    try {
      return await method(...given);
    } catch (error) {
      throw withoutStack(error);
    }
  };
}
