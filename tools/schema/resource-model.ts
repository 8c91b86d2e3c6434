import { changesOf } from "../../provider/lifecycle/check";
import { isListed } from "../../provider/lifecycle/found-object";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { secretOutputs } from "../../provider/lifecycle/object-state";
import { argumentSettings, type Settings, servedBy } from "../../provider/settings/settings";
import { docOf } from "./doc-comment";
import type { ChangeEffect, Input, Member, Reach, ResourceModel } from "./model";
import { sentInputs } from "./sent-as";
import { entry, type Source } from "./source";
import type { SchemaTypes } from "./types";

/**
 * Reads a resource. Throws if the inputs or public outputs in its lifecycle have other names than in its TypeScript
 * types.
 */
export function readResource(
  source: Source,
  types: SchemaTypes,
  lifecycle: AnyLifecycle,
): ResourceModel {
  const { kind, fields, find } = lifecycle;
  const isReached = (settings: Settings) =>
    isListed(lifecycle) && servedBy(settings, lifecycle.list) !== undefined;
  const inputs = types.members(kind, source.find(entry, `${kind}Props`));
  requireSame(`inputs of ${kind}`, Object.keys(fields), namesOf(inputs));
  const readable = types.declared(kind, source.find(entry, kind));
  const isInput = ({ name }: Member) => Object.hasOwn(fields, name);
  const outputs = readable.filter((one) => !isInput(one));
  // Names with `__` are internal to the state: programs and pages don't show them.
  const shown = Object.keys(lifecycle.outputs).filter((name) => !name.startsWith("__"));
  requireSame(`outputs of ${kind}`, [...shown, "account"], namesOf(outputs));
  const secrets = secretOutputs(lifecycle, []);
  const doc = docOf(source.checker, source.find(entry, kind));
  const sent = sentInputs(fields, doc);
  return {
    kind,
    noun: nounOf(kind),
    doc,
    inputs: inputs.map((input) => {
      const sentAs = sent.get(input.name);
      return { ...input, ...changeOf(lifecycle, input.name), ...(sentAs && { sentAs }) };
    }),
    outputs: outputs.map((one) => (secrets.includes(one.name) ? secret(one) : one)),
    echoed: namesOf(readable.filter(isInput)),
    isRead: reachOf((settings) => servedBy(settings, lifecycle.read) !== undefined),
    isFound: reachOf((settings) => typeof find === "function" && isReached(settings)),
    isListed: reachOf(isReached),
  };
}

function reachOf(isIn: (settings: Settings) => boolean): Reach {
  const [specified, extended] = (["specified", "extended"] as const).map((operations) =>
    isIn(argumentSettings({ operations })),
  );
  return specified ? "all" : extended ? "extended" : "none";
}

/** The name of a kind for file paths: `CustomProperty` becomes `custom-property`. */
export function nounOf(kind: string): string {
  return kind.replace(/(?<!^)[A-Z]/g, "-$&").toLowerCase();
}

function changeOf(
  lifecycle: AnyLifecycle,
  name: string,
): Pick<Input, "onChange" | "onChangeExtended"> {
  const onChange = effectUnder(lifecycle, "specified", name);
  const extended = effectUnder(lifecycle, "extended", name);
  const isSame =
    onChange.effect === extended.effect && onChange.isRemovable === extended.isRemovable;
  return { onChange, ...(isSame ? {} : { onChangeExtended: extended }) };
}

function effectUnder(
  lifecycle: AnyLifecycle,
  operations: "specified" | "extended",
  name: string,
): ChangeEffect {
  // Passes only `operations`, because no other setting decides the effect of a change.
  const rules = changesOf(lifecycle, argumentSettings({ operations }), { old: {}, props: {} });
  const has = (ways: readonly (readonly [string, string])[]) => ways.some(([one]) => one === name);
  const effect = rules.replaceOn.includes(name)
    ? "replace"
    : has(rules.immutable)
      ? "error"
      : "update";
  return { effect, isRemovable: !has(rules.notRemovable) };
}

function namesOf(members: readonly Member[]): string[] {
  return members.map(({ name }) => name);
}

export function secret(member: Member): Member {
  return { ...member, spec: { ...member.spec, secret: true } };
}

/** Throws if the code and its types have different names, because the page would be wrong. */
export function requireSame(
  what: string,
  inCode: readonly string[],
  inTypes: readonly string[],
): void {
  const missing = inCode.filter((name) => !inTypes.includes(name));
  const added = inTypes.filter((name) => !inCode.includes(name));
  if (missing.length + added.length === 0) return;
  throw new Error(
    `${what}: only the code has ${missing.join()}; only the types have ${added.join()}`,
  );
}
