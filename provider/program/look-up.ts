import {
  all,
  type CustomResource,
  getAllResources,
  type Input,
  type InvokeOptions,
  type InvokeOutputOptions,
  unknown as notKnown,
  type Output,
  output,
  type Resource,
  runtime,
  secret,
  unsecret,
} from "@pulumi/pulumi";
import { openAccount } from "../account/account";
import { addSecrets, inStep } from "../account/step";
import { typeToken } from "../engine/resource";
import { EmailMarketingError, withMessage } from "../errors/error";
import { redactSecretTexts } from "../errors/redact";
import { type AnyDataSource, type DataSource, PendingResult } from "../lifecycle/data-source";
import { programError } from "../lifecycle/failure";
import { withoutUndefined } from "../plain/value";
import type { Settings } from "../settings/settings";
import type { InputsOf } from "./dynamic-resource";
import {
  beforeProgramEnds,
  commonCause,
  currentRun,
  expectLateHandling,
  isPreview,
  programSettings,
  requireProvider,
  selectedSettings,
  settingsSoFar,
  warnOfSettings,
} from "./program";
import { childrenOf, clearSecrets, isMocked, withoutResources } from "./sdk";

export function lookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
): (args: Args, opts?: InvokeOptions) => Promise<Result>;
export function lookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
  none: Args,
): (args?: Args, opts?: InvokeOptions) => Promise<Result>;
export function lookUp(source: AnyDataSource, none: object = {}) {
  return async (given: object | null = none, opts: InvokeOptions = {}): Promise<unknown> => {
    const args = given ?? none;
    // In a unit test, the mocks return the result, as for any function of Pulumi.
    if (isMocked()) return runtime.invoke(typeToken("plugin", source.name), args, opts);
    requireProvider(opts.provider, source.name);
    warnOfSettings(opts);
    const settings = await settingsSoFar(opts);
    if (settings === undefined) {
      throw programError(
        "config",
        `${source.name}: settings of its provider are known only after apply. Use ${source.name}Output.`,
      );
    }
    const answer = await ask("ask", source, settings, args);
    if (!(answer instanceof PendingResult)) return answer;
    throw programError(
      "conflict",
      `${source.name}: ${answer.sentence} Use ${source.name}Output, whose result is unknown until then.`,
    );
  };
}

export function lookUpOutput<Args extends object, Result>(
  source: DataSource<Args, Result>,
): (args: InputsOf<Args>, opts?: InvokeOutputOptions) => Output<Result>;
export function lookUpOutput<Args extends object, Result>(
  source: DataSource<Args, Result>,
  none: Args,
): (args?: InputsOf<Args>, opts?: InvokeOutputOptions) => Output<Result>;
export function lookUpOutput(source: AnyDataSource, none: object = {}) {
  return (args: object | null = none, opts: InvokeOutputOptions = {}) =>
    outputOf(source, args ?? none, opts);
}

/** The result of a function as an Output; unknown in a preview if arguments, provider or `dependsOn` are unknown. */
function outputOf(source: AnyDataSource, args: object, opts: InvokeOutputOptions): Output<unknown> {
  const kept = (result: Output<unknown>) => (source.isSecret ? secret(result) : result);
  if (isMocked()) return kept(runtime.invokeOutput(typeToken("plugin", source.name), args, opts));
  requireProvider(opts.provider, source.name);
  warnOfSettings(opts);
  const given = output(args);
  // Without unsecret, the API key in the settings would make every result a secret.
  const own = unsecret(output(selectedSettings(opts)));
  const sources = getAllResources(given);
  // Also wait for the arguments' resources, because an output that repeats an input is known before they exist.
  const made = output(sources.then((resources) => all([...resources].map(whenExists))));
  const dependsOn = output(opts.dependsOn as Input<Resource | Resource[]> | undefined);
  const ordered = dependsOn.apply((resources) => all([resources ?? []].flat().map(whenExists)));
  const resolved = all([given, own, made, ordered]);
  const result = resolved.apply(async ([known, explicit]) => {
    const settings = programSettings(explicit);
    // Bypass the cache if the call waited for a resource, because the resource may have changed the cached objects.
    const waited = opts.dependsOn !== undefined || (await sources).size > 0;
    // Pulumi prints errors and progress, so remove secret arguments from them.
    const secrets = await clearSecrets([args, ...Object.values(args)]);
    try {
      const answer = await ask(waited ? "askAnew" : "ask", source, settings, known, secrets);
      // Pulumi's own unknown value makes every value that depends on this result unknown, too.
      return answer instanceof PendingResult ? notKnown : answer;
    } catch (error) {
      if (!(error instanceof EmailMarketingError)) throw error;
      // No code can catch the error of an output, so the error fails the program.
      currentRun().failedLookUps.add(commonCause(error));
      throw secrets.length === 0
        ? error
        : withMessage(error, redactSecretTexts(error.message, secrets));
    }
  });
  return kept(result);
}

/** Resolves once the resource exists. In a preview, the output is unknown if the resource doesn't exist yet. */
function whenExists(resource: Resource): Output<unknown> {
  const { id, urn } = resource as CustomResource;
  // A component is complete once all its children are complete.
  return all([urn, id, ...childrenOf(resource).map(whenExists)]);
}

async function ask(
  how: "ask" | "askAnew",
  source: AnyDataSource,
  settings: Settings,
  args: object,
  secrets: readonly string[] = [],
): Promise<unknown> {
  expectLateHandling();
  // A resource can't be part of a look-up's cache key.
  const given = withoutResources(args) as object;
  const call = { account: openAccount(settings), args: given, isPreview: isPreview() };
  const unfinished = `${source.name}: the program ended before the look-up did. It fails, so that nothing is deleted for lack of a result. Please report this.`;
  const answer = await inStep({ urn: "", isReadOnly: isPreview() }, () => {
    addSecrets(secrets);
    return beforeProgramEnds(unfinished, currentRun().lookUps[how](source, call));
  });
  // Return a copy, because several calls may share one answer, and the program may sort or change it.
  return answer instanceof PendingResult ? answer : withoutUndefined(answer);
}
