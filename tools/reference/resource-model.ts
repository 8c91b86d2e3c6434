import { readerOf } from "../../provider/lifecycle/extended";
import { changesOf } from "../../provider/lifecycle/judge";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { canList, isListed } from "../../provider/lifecycle/listing";
import { outputNames, secretOutputs } from "../../provider/lifecycle/state";
import { argumentSettings } from "../../provider/settings/compose";
import type { Settings } from "../../provider/settings/settings";
import { docOf } from "./doc-comment";
import type { ChangeEffect, Input, Property, Reach, ResourceModel } from "./model";
import { requireSame } from "./require-same";
import { sentInputs } from "./sent-as";
import type { Shapes } from "./shape";
import { entry, type Source } from "./source";

/** Reads one kind; throws where its lifecycle, its props and its class don't agree. */
export function readResource(
  source: Source,
  shapes: Shapes,
  lifecycle: AnyLifecycle,
): ResourceModel {
  const { kind, fields, find } = lifecycle;
  const isReached = (settings: Settings) => isListed(lifecycle) && canList(lifecycle, settings);
  const inputs = shapes.properties(source.find(entry, `${kind}Props`));
  requireSame(`inputs of ${kind}`, Object.keys(fields), namesOf(inputs));
  const readable = shapes.declared(source.find(entry, kind));
  const isInput = ({ name }: Property) => Object.hasOwn(fields, name);
  const outputs = readable.filter((one) => !isInput(one));
  requireSame(`outputs of ${kind}`, [...outputNames(lifecycle), "account"], namesOf(outputs));
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
    outputs: outputs.map((one) => ({ ...one, isSecret: secrets.includes(one.name) })),
    echoed: namesOf(readable.filter(isInput)),
    isRead: reachOf((settings) => readerOf(lifecycle, settings) !== undefined),
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

/** A kind in paths: `CustomProperty` is `custom-property`. */
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
  // Of all settings, only this one decides what a change means.
  const rules = changesOf(lifecycle, argumentSettings({ operations }), {});
  const has = (column: object) => Object.hasOwn(column, name);
  const effect = rules.replaceOn.includes(name) ? "replace" : has(rules.fixed) ? "error" : "update";
  return { effect, isRemovable: !has(rules.lasting) };
}

function namesOf(properties: readonly Property[]): string[] {
  return properties.map(({ name }) => name);
}
