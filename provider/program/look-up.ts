import {
  all,
  type CustomResource,
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
import { EmailMarketingError, reworded } from "../errors/error";
import { ofInstallation } from "../errors/installation";
import { concealed } from "../errors/redact";
import { containsUnknown } from "../input/plain";
import { type AnyDataSource, type DataSource, NotYet } from "../lifecycle/data-source";
import { withCodeInMessage } from "../lifecycle/failure";
import type { Settings } from "../settings/settings";
import type { InputsOf } from "./dynamic-resource";
import { expectLateHandling, isPreview, toItsEnd } from "./program";
import { programSettings, selectedSettings, warnOfSettings } from "./program-settings";
import { causeOf, currentRun, openInProgram } from "./run";
import { childrenOf, clearSecrets, isMocked, knownSoFar, resourcesOf } from "./sdk";

/** The Promise form of a function. */
export function lookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
): (args: Args, opts?: InvokeOptions) => Promise<Result>;
/** The same for a function that a program may call without arguments, which then are these. */
export function lookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
  none: Args,
): (args?: Args, opts?: InvokeOptions) => Promise<Result>;
export function lookUp(source: AnyDataSource, none: object = {}) {
  return async (args = none, opts: InvokeOptions = {}): Promise<unknown> => {
    // In a unit test the mocks answer, as they do for any function of Pulumi.
    if (isMocked()) return runtime.invoke(token(source), args, opts);
    warnOfSettings(opts);
    const explicit = await knownSoFar(selectedSettings(opts));
    if (containsUnknown(explicit)) {
      throw withCodeInMessage(
        new EmailMarketingError(
          "config",
          `${source.name}: settings of its provider are known only after apply. Use ${source.name}Output.`,
        ),
      );
    }
    const settings = programSettings(explicit as Record<string, string> | undefined);
    const answer = await ask("ask", source, settings, args);
    if (!(answer instanceof NotYet)) return answer;
    throw withCodeInMessage(
      new EmailMarketingError(
        "conflict",
        `${source.name}: ${answer.sentence} Use ${source.name}Output, whose result is unknown until then.`,
      ),
    );
  };
}

/** The Output form of a function. */
export function lookUpOutput<Args extends object, Result>(
  source: DataSource<Args, Result>,
): (args: InputsOf<Args>, opts?: InvokeOutputOptions) => Output<Result>;
/** The same for a function that a program may call without arguments, which then are these. */
export function lookUpOutput<Args extends object, Result>(
  source: DataSource<Args, Result>,
  none: Args,
): (args?: InputsOf<Args>, opts?: InvokeOutputOptions) => Output<Result>;
export function lookUpOutput(source: AnyDataSource, none: object = {}) {
  return (args = none, opts: InvokeOutputOptions = {}) => outputOf(source, args, opts);
}

/** Waits for arguments, provider and `dependsOn`; unknown in a preview while one of them is. */
function outputOf(source: AnyDataSource, args: object, opts: InvokeOutputOptions): Output<unknown> {
  const kept = (result: Output<unknown>) => (source.isSecret ? secret(result) : result);
  if (isMocked()) return kept(runtime.invokeOutput(token(source), args, opts));
  warnOfSettings(opts);
  const given = output(args);
  // The settings hold a secret key, which does not make what is looked up with it a secret.
  const own = unsecret(output(selectedSettings(opts)));
  const sources = resourcesOf(given);
  // What a resource is given is known before the resource is there.
  const made = output(sources.then((resources) => all([...resources].map(done))));
  const resolved = all([given, own, made, resourcesDone(opts)]);
  const result = resolved.apply(async ([known, explicit]) => {
    const settings = programSettings(explicit);
    // A resource of this run may have changed what was read before it.
    const waited = opts.dependsOn !== undefined || (await sources).size > 0;
    try {
      const answer = await ask(waited ? "askAnew" : "ask", source, settings, known);
      // Pulumi's own unknown keeps whatever uses this result unknown in the preview, too.
      return answer instanceof NotYet ? notKnown : answer;
    } catch (error) {
      // Nothing can catch the failure of an output: it fails the program. What was secret in the arguments stays so.
      if (!(error instanceof EmailMarketingError)) throw error;
      currentRun().failedLookUps.add(causeOf(error));
      const secrets = await clearSecrets([args, ...Object.values(args)]);
      throw secrets.length === 0 ? error : reworded(error, concealed(error.message, secrets));
    }
  });
  return kept(result);
}

function token({ name }: { readonly name: string }): string {
  return `emailmarketing:index:${name}`;
}

/** Settled once every resource that the options depend on is; unknown while one is yet to be made. */
function resourcesDone({ dependsOn }: InvokeOutputOptions): Output<unknown> {
  if (dependsOn === undefined) return output(undefined);
  return output(dependsOn as Input<Resource | Resource[]>).apply((resources) =>
    all((Array.isArray(resources) ? resources : [resources]).map(done)),
  );
}

function done(resource: Resource): Output<unknown> {
  const { id, urn } = resource as CustomResource;
  // A component is done when its children are.
  return all([urn, id, ...childrenOf(resource).map(done)]);
}

function ask(
  how: "ask" | "askAnew",
  source: AnyDataSource,
  settings: Settings,
  args: object,
): Promise<unknown> {
  expectLateHandling();
  const call = { account: openInProgram(settings), args, isPreview: isPreview() };
  const unfinished = `${source.name}: the program ended before the look-up did. It fails, so that nothing is deleted for lack of a result. Please report this.`;
  const looked = toItsEnd(unfinished, () => currentRun().lookUps[how](source, call));
  return looked.catch((error: unknown) => {
    throw withCodeInMessage(ofInstallation(error));
  });
}
