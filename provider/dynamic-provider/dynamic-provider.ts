import { connect } from "node:net";
import type { dynamic } from "@pulumi/pulumi";
import { openAccount } from "../account/account";
import { engineAddress } from "../account/claims";
import { recordOf } from "../account/program-record";
import { addSecrets, inStep, redactSecretInputs, warnOnce } from "../account/step";
import { type FindingsOfCheck, findingsInput, type PlaceInProgram } from "../engine/resource";
import { asInstallationError, EmailMarketingError } from "../errors/error";
import { holdsKey } from "../errors/redact";
import { withTag } from "../input/finding";
import { engineSentence, reworded } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { isInitFailure, secretOutputs } from "../lifecycle/object-state";
import { check, create, diff, read, remove, update } from "../lifecycle/steps";
import { memoize } from "../plain/async";
import {
  isRecord,
  mark,
  omitUndefined,
  type Properties,
  secretMark,
  stringsIn,
} from "../plain/value";
import { providerSettings } from "../settings/settings";
import type { ReadConfig } from "../settings/table";

/** Creates the dynamic provider of one kind. Called by the line of code that the state stores as `__provider`. */
export function dynamicProvider(
  lifecycle: AnyLifecycle,
  secretInputs: readonly string[] = [],
): dynamic.ResourceProvider {
  const watch = watchEngine();
  // Settings are resolved on first use, because other methods may run before configure finishes, or after it fails.
  let config: ReadConfig = () => undefined;
  const settings = memoize(() => providerSettings(config));
  const account = () => openAccount(settings(), watch && { aroundWrite: watch.write });
  const { outputs } = lifecycle;
  const secrets = secretOutputs(lifecycle, secretInputs);
  const asSecret = (value: unknown) => ({ [mark]: secretMark, value });
  /** Marks secrets in the outputs of a state, because the engine itself only hides the inputs. */
  const markSecrets = (state: Properties) => {
    const marked: Record<string, unknown> = { ...state };
    for (const [name, value] of Object.entries(state)) {
      if (value !== undefined && secrets.includes(name)) marked[name] = asSecret(value);
      else if (name in outputs && isRecord(value) && value.declared !== undefined) {
        marked[name] = { ...value, declared: asSecret(value.declared) };
      }
    }
    return marked;
  };
  // Messages may show outputs that are always secret, such as a webhook's URL, but not those that repeat secret inputs.
  const repeating = secrets.filter((name) => outputs[name] !== "secret");
  /** Wraps a step, so that no warning or error contains the text of a secret input. */
  const step =
    <Given extends unknown[], Value>(method: (...given: Given) => Value | Promise<Value>) =>
    (...given: Given): Promise<Value> =>
      inStep({ urn: "", isReadOnly: false }, async () => {
        for (const name of [...secretInputs, ...repeating]) {
          for (const one of given) addSecrets(stringsIn((one as Properties | undefined)?.[name]));
        }
        try {
          return await method(...given);
        } catch (thrown) {
          const error = errorForEngine(asInstallationError(thrown));
          if (!isInitFailure(error)) throw error;
          // To refresh or destroy the object, the engine needs the new `__provider`, which holds the code. The SDK
          // adds it to the state only if the step succeeds, so it is added here after a failure.
          const { __provider } = given.at(-1) as Properties;
          const properties = omitUndefined({ ...error.properties, __provider });
          throw Object.assign(error, { properties: markSecrets(properties) });
        }
      });
  const program = () => recordOf(settings());
  /** Warns about conflicting API keys in most refreshes and destroys. These run no program, which would warn itself. */
  const warnOfApiKeys = () => {
    const conflict = program().hasProgram() ? undefined : settings().apiKeyConflict();
    if (conflict !== undefined) warnOnce(conflict);
  };
  const served = { lifecycle, settings, account };
  return {
    configure: step((request: dynamic.ConfigureRequest) => {
      config = (key) => request.config.get(key);
    }),
    check: step(async (old: Properties, given: Properties) => {
      // Pulumi stores `__provider` among the inputs to find the provider. No check needs this input.
      const { __provider, [findingsInput]: declared, ...props } = given;
      // This input is present only if a program added it in a preview.
      const asked = declared as PlaceInProgram | undefined;
      const resource = { name: asked?.name, place: asked?.order };
      const checked = await check(served, resource, { old, props });
      const { inputs, settingsProblems, keeps } = checked;
      const problems = checked.problems.map((one) => redactSecretInputs(withTag(one)));
      const all = [...settingsProblems, ...problems];
      // Returns problems as a value, because the engine reports only the first resource that fails. A replacement has a
      // second check, whose inputs no state or plan stores, so the value may also pass `keeps` to the program.
      if (asked && (keeps || all.length > 0)) {
        // API keys are removed, because the engine shows the inputs beside the problems.
        const shown = withoutKeys(inputs, settings().keys);
        const found: FindingsOfCheck = omitUndefined({
          settings: settingsProblems,
          inputs: problems,
          keeps: all.length === 0 ? keeps : undefined,
        });
        return { inputs: { ...shown, __provider, [findingsInput]: found }, failures: [] };
      }
      // A failure has an empty property name, because the engine would print the value of a named property.
      const failures = all.map((reason) => ({ property: "", reason }));
      return { inputs: { ...inputs, __provider }, failures };
    }),
    diff: step(async (id: string, old: Properties, props: Properties) => {
      // With findings, always reports a change, because only then does the engine pass the findings to the program.
      if (props[findingsInput] !== undefined) {
        program().compare({ kind: lifecycle.kind, props }, id);
        return { changes: true };
      }
      const { isChanged, ...found } = await diff(served, {}, { id, old, props });
      return found;
    }),
    create: step(async (props: Properties) => {
      const { id, state } = await create(lifecycle, account(), props);
      return { id, outs: markSecrets(state) };
    }),
    read: step(async (id: string, state: Properties = {}) => {
      warnOfApiKeys();
      program().read();
      const found = await read(lifecycle, account(), { id, state });
      // Without an id, Pulumi considers the object deleted and removes it from the state.
      if (!found) return {};
      // The next preview compares these inputs with the program's inputs, which shows drift.
      return { id, ...(found.inputs && { inputs: found.inputs }), props: markSecrets(found.state) };
    }),
    update: step(async (id: string, old: Properties, props: Properties) => ({
      outs: markSecrets(await update(lifecycle, account(), { id, old, props })),
    })),
    delete: step((id: string, state: Properties) => {
      warnOfApiKeys();
      return remove(lifecycle, account(), { id, state });
    }),
  };
}

export function newerKind(kind: string): never {
  const sentence = `the state has a ${kind}, a kind of resource that only a newer version of pulumi-email-marketing has. Install that version, and run the command again.`;
  throw errorForEngine(new EmailMarketingError("config", sentence));
}

function withoutKeys(inputs: Properties, keys: readonly string[]): Properties {
  const isKey = (value: unknown) => typeof value === "string" && holdsKey(value, keys);
  return JSON.parse(
    JSON.stringify(inputs, (_name, value: unknown) => (isKey(value) ? "[key]" : value)),
  ) as Properties;
}

/** Prepares an error for the engine. Removes the stack trace, which the engine would print. */
export function errorForEngine(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const sentence = engineSentence(error);
  // Doesn't copy an error that carries the state to the engine.
  if (isInitFailure(error)) return Object.assign(error, { reasons: [sentence], stack: "" });
  const isSame = sentence === error.message;
  return Object.assign(isSame ? error : reworded(error, sentence), { stack: "" });
}

/** How long the port of an ended engine may take to refuse a connection. Older versions of Windows take 2 s. */
const engineCheckLimitMs = process.platform === "win32" ? 3000 : 1000;

/** True if the engine's address refuses a connection. The parent isn't checked, as it may be a shell that lives on. */
export function isEngineGone(address: string): Promise<boolean> {
  const [host, port] = address.split(":");
  return new Promise((resolve) => {
    const socket = connect({ host, port: Number(port) });
    const end = (isGone: boolean) => {
      socket.destroy();
      resolve(isGone);
    };
    socket.once("connect", () => end(false));
    // Only a refusal counts, because a busy or stopped engine accepts late.
    socket.once("error", ({ code }: NodeJS.ErrnoException) => end(code === "ECONNREFUSED"));
    socket.setTimeout(engineCheckLimitMs, () => end(false));
  });
}

export type EngineWatch = ReturnType<typeof createEngineWatch>;

/** Refuses writes once the engine is gone, because nothing would record them. Exits after the last write in flight. */
export function createEngineWatch(isEngineGone: () => Promise<boolean>, end: () => void) {
  let isGone = false;
  let underWay = 0;

  function endWhenDone(): void {
    if (!isGone) return;
    // Deferred, so that a write that has ended is logged, and a write that has passed its check is counted.
    setImmediate(() => {
      if (underWay === 0) end();
    });
  }

  /** Exits the process if the engine is gone and no write is in flight. With `isKnown`, the engine isn't checked. */
  async function exitIfEngineEnded(isKnown = false): Promise<void> {
    if (isKnown || (await isEngineGone())) isGone = true;
    endWhenDone();
  }

  return {
    exitIfEngineEnded,
    async write<Value>(send: () => Promise<Value>): Promise<Value> {
      // Checked before each write, because since the last check, the engine may have ended and a later run begun.
      await exitIfEngineEnded();
      if (isGone) {
        throw new EmailMarketingError(
          "network",
          "the request was not sent, because the pulumi command that asked for it is no longer running.",
        );
      }
      underWay += 1;
      return send().finally(() => {
        underWay -= 1;
        endWhenDone();
      });
    },
  };
}

export const engineCheckIntervalMs = 2000;

/** Ends this process with its engine, because a killed engine leaves its provider processes running. */
export const watchEngine = memoize((): EngineWatch | undefined => {
  // If the engine was killed, a warning on stderr fails. The SDK would print that error to stderr in an endless loop.
  process.stderr.on("error", () => undefined);
  const address = engineAddress(process.argv.slice(2));
  if (!address) return undefined;
  const watch = createEngineWatch(
    () => isEngineGone(address),
    () => process.exit(),
  );
  // Without this timer, a waiting or idle process would run forever, because the SDK's server keeps the process alive.
  setInterval(() => void watch.exitIfEngineEnded(), engineCheckIntervalMs).unref();
  return watch;
});
