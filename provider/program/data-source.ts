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
import type { Account } from "../account/account";
import { EmailMarketingError } from "../errors/error";
import { checkInputs, type InputChecks } from "../input/check";
import { type Finding, sentenceOf } from "../input/finding";
import { withoutNull, withoutUndefined } from "../input/plain";
import { holdsUnknown } from "../input/unknown";
import { explain } from "../lifecycle/explain";
import type { Settings } from "../settings/settings";
import { expectLateHandling } from "./program";
import { programSettings, selectedSettings } from "./program-settings";
import { accountAnew, accountOfRun, currentRun } from "./run";
import { childrenOf, isMocked, knownSoFar, resourcesOf } from "./sdk";

/** One function of the package: what it takes, and how it looks things up. It never changes anything. */
export interface DataSource<Args extends object, Result> {
  /** The function's public name. */
  readonly name: string;
  readonly inputs: InputChecks<Args>;
  /** What the arguments show wrong together. */
  readonly rules?: (args: Args) => readonly Finding[];
  /** True when the result holds contact data: the Output form gives it as a secret. */
  readonly isSecret?: boolean;
  readonly look: (account: Account, args: Args) => Promise<Result | NotYet>;
}

/** The answer of a preview to a question that only an apply waits for. */
export class NotYet {
  /** For the Promise form, which can't be unknown. */
  constructor(readonly sentence: string) {}
}

/** The Promise form: every argument is plain, and the provider's settings are known. */
export async function lookUp<Args extends object, Result>(
  source: DataSource<Args, Result>,
  args: Args,
  opts: InvokeOptions = {},
): Promise<Result> {
  if (isMocked()) return (await runtime.invoke(token(source), args, opts)) as Result;
  const explicit = await knownSoFar(selectedSettings(opts));
  if (holdsUnknown(explicit)) {
    throw new EmailMarketingError(
      "config",
      `${source.name}: settings of its provider are known only after apply. Use ${source.name}Output.`,
    );
  }
  const settings = programSettings(explicit as Record<string, string> | undefined);
  const answer = await shared(source, settings, args);
  if (!(answer instanceof NotYet)) return answer;
  throw new EmailMarketingError("conflict", `${source.name}: ${answer.sentence}`);
}

/** The Output form: waits for arguments, provider and `dependsOn`; unknown in a preview while one of them is. */
export function lookUpOutput<Args extends object, Result>(
  source: DataSource<Args, Result>,
  args: object,
  opts: InvokeOutputOptions = {},
): Output<Result> {
  const concealed = (result: Output<Result>) =>
    source.isSecret ? (secret(result) as Output<Result>) : result;
  if (isMocked()) {
    return concealed(runtime.invokeOutput<Result>(token(source), args, opts));
  }
  const given = output(args);
  // The settings hold a secret key, which does not make what is looked up with it a secret.
  const own = unsecret(output(selectedSettings(opts)));
  const sources = resourcesOf(given);
  // What a resource is given is known before the resource is there.
  const made = output(sources.then((resources) => all([...resources].map(done))));
  const awaited = all([given, own, made, resourcesDone(opts)]);
  const result = awaited.apply(async ([known, explicit]) => {
    const settings = programSettings(explicit);
    const waited = opts.dependsOn !== undefined || (await sources).size > 0;
    const answer = await (waited
      ? ask(source, accountAnew(settings), known as Args)
      : shared(source, settings, known as Args));
    return answer instanceof NotYet ? notKnown : answer;
  }) as Output<Result>;
  return concealed(result);
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

/** One request for the same account, function and arguments within one run of the program. */
function shared<Args extends object, Result>(
  source: DataSource<Args, Result>,
  settings: Settings,
  args: Args,
): Promise<Result | NotYet> {
  const asked = currentRun().answers;
  const key = JSON.stringify([source.name, settings.identity, canonical(args)]);
  const answer = asked.get(key) ?? ask(source, accountOfRun(settings), args);
  asked.set(key, answer);
  return answer as Promise<Result | NotYet>;
}

async function ask<Args extends object, Result>(
  source: DataSource<Args, Result>,
  account: Account,
  args: Args,
): Promise<Result | NotYet> {
  expectLateHandling();
  const plain = withoutNull(withoutUndefined(args));
  const wrong = checkInputs(source.inputs, plain);
  const findings = wrong.length > 0 ? wrong : (source.rules?.(plain) ?? []);
  if (findings.length > 0) {
    const problems = findings.map(sentenceOf).join("; ");
    throw new EmailMarketingError("validation", `${source.name}: ${problems}`);
  }
  return explain(source.name, () => source.look(account, plain));
}

function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical);
  if (typeof value !== "object" || value === null) return value;
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return members
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([name, member]) => [name, canonical(member)]);
}

/** The rule of a singular function: exactly one of the names says what is wanted. */
export function exactlyOne<Args extends object>(...names: readonly (keyof Args & string)[]) {
  return (args: Args): readonly Finding[] => {
    const given = names.filter((name) => args[name] !== undefined);
    return given.length === 1
      ? []
      : [{ path: "", problem: `give exactly one of ${names.join(", ")}` }];
  };
}

/** The one row that a singular function gives; none or several are an error that says what was looked for. */
export function only<Row>(rows: readonly Row[], noun: string, wanted: object): Row {
  const [row] = rows;
  if (row !== undefined && rows.length === 1) return row;
  const sought = Object.entries(wanted).map(([name, value]) => `${name} "${String(value)}"`);
  const what = `${noun} with ${sought.join(" and ")}`;
  if (row === undefined) throw new EmailMarketingError("not-found", `the account has no ${what}.`);
  throw new EmailMarketingError(
    "conflict",
    `the account has more than one ${what}: ${rows.length}.`,
  );
}
