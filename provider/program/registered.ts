import type { CustomResource } from "@pulumi/pulumi";
import { findingsInput } from "../engine/dynamic-kind";
import { containsUnknown, isObject, type Properties, withoutNull } from "../input/plain";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { outputNames } from "../lifecycle/object-state";
import type { Declared } from "../lifecycle/question";
import { hasUnconfirmedId } from "../lifecycle/unconfirmed-state";
import { clearSecrets, knownSoFar, repliedFor } from "./sdk";

/** A resource as its constructor declares it. */
export interface Constructed {
  readonly lifecycle: AnyLifecycle;
  readonly name: string;
  /** The inputs as the program gives them. */
  readonly inputs: Properties;
}

/** What the engine's check found. */
export interface Problems {
  readonly settings: readonly string[];
  readonly inputs: readonly string[];
  /** Of a replacement, which is checked with the past of what it replaces first. */
  readonly keeps?: readonly string[];
}

export const noProblems: Problems = { settings: [], inputs: [] };

/** A declared resource as the engine sees it. */
export interface Registered extends Declared {
  readonly isNew: boolean;
  /** The outputs of one that does not change, as the state has them. */
  readonly recorded: Properties;
  readonly keeps: readonly string[];
  /** True for one that `--target` leaves out: the reply has nothing of it. */
  readonly isLeftOut: boolean;
  readonly problems: Problems;
  readonly secrets: readonly string[];
}

/** What the engine made of a declaration; undefined when it was refused. */
export async function readRegistered(
  resource: CustomResource,
  { lifecycle, inputs, name }: Constructed,
  order: number,
): Promise<Registered | undefined> {
  try {
    // What ignoreChanges, transforms and --target have made of the inputs.
    const outputs = resource as unknown as Record<string, unknown>;
    const kept = Object.keys(lifecycle.fields).map((input) => [input, outputs[input]] as const);
    const props = withoutNull(await repliedFor(kept));
    // The engine's reply has this output from the state for an unchanged resource, and unknown for any other.
    const isChanged = containsUnknown(await knownSoFar(outputs.account));
    const id = await knownSoFar(resource.id);
    const isNew = containsUnknown(id);
    const ofProgram = { name, order, given: inputs, idOutput: resource.id };
    const known = { ...ofProgram, props, isChanged, ...(!isNew && { id: String(id) }) };
    const secrets = await clearSecrets(kept.map(([, value]) => value));
    const isAskedAbout = lifecycle.questions?.some(({ when }) => when === "kept") === true;
    const ofState = isAskedAbout && !isChanged ? outputNames(lifecycle) : [];
    const recorded = await repliedFor(ofState.map((output) => [output, outputs[output]]));
    const asItIs = { ...known, isNew: false, isLeftOut: false, secrets, recorded };
    const rest = { problems: noProblems, keeps: [] };
    if (!isChanged) return { ...asItIs, ...rest };
    // A transform may take an input away; only --target takes them all.
    const isLeftOut = Object.values(props).every((one) => one === undefined);
    const problems = await problemsIn(outputs[findingsInput]);
    // Nothing is sent for what may or may not exist: that must be confirmed first.
    if (hasUnconfirmedId(String(id))) return { ...asItIs, ...rest, isChanged: false, problems };
    const { keeps = [] } = problems;
    return { ...asItIs, isLeftOut, isNew, problems, keeps };
  } catch {
    // Whatever keeps a resource from being registered is reported by Pulumi.
    return undefined;
  }
}

async function problemsIn(output: unknown): Promise<Problems> {
  const found = await knownSoFar(output);
  return isObject(found) ? (found as object as Problems) : noProblems;
}
