import {
  CheckFailure,
  type CheckRequest,
  CheckResponse,
  type CreateRequest,
  CreateResponse,
  type DeleteRequest,
  type DiffRequest,
  DiffResponse,
  type UpdateRequest,
  UpdateResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { redactSecrets } from "../account/step";
import { warnOnce } from "../account/user-log";
import { urnParts } from "../engine/urn";
import { isSameInput } from "../input/asset";
import { labelled, withCode } from "../input/finding";
import { unknownValue } from "../input/plain";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { labelOf, outputNames } from "../lifecycle/object-state";
import type { ObjectStep } from "../lifecycle/preflight-check";
import { preview, previewAccount, previewForReviewers, stepReporter } from "../lifecycle/preview";
import * as steps from "../lifecycle/steps";
import { keepingObject } from "./grpc-error";
import { lifecycleFor, type PluginState } from "./plugin-state";
import { decodeOwn, encode } from "./value";

const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = DiffResponse.DiffChanges;

export function check(plugin: PluginState, request: CheckRequest): CheckResponse {
  const lifecycle = lifecycleFor(request);
  const old = decodeOwn(request.getOlds()).value;
  const { value: props, secrets } = decodeOwn(request.getNews());
  const replaced = plugin.program.replacedBy(request.getUrn(), old);
  const checked = steps.check(lifecycle, plugin.settings(), { old, props, replaced });
  const { inputs, settingsProblems, problems, warnings } = checked;
  plugin.program.declare(request.getUrn(), old, inputs, secrets.textsIn(props));
  if (isSet(process.env.PULUMI_DISABLE_PROVIDER_PREVIEW)) warnOnce(previewsDisabled);
  warnings.forEach(warnOnce);
  const failures = problems.map((problem) => {
    // The engine would print the value that stands under this name: of a part of an input it finds none.
    const isNamed = problem.path !== "" && props[problem.path] === undefined;
    return new CheckFailure()
      .setProperty(isNamed ? problem.path : "")
      .setReason(redactSecrets(labelled(isNamed ? { ...problem, path: "" } : problem)));
  });
  const ofSettings = settingsProblems.map((reason) =>
    new CheckFailure().setReason(redactSecrets(withCode(reason, "config"))),
  );
  return new CheckResponse()
    .setInputs(encode(inputs, secrets))
    .setFailuresList([...ofSettings, ...failures]);
}

const previewsDisabled =
  "PULUMI_DISABLE_PROVIDER_PREVIEW is set, so in previews Pulumi doesn't ask the plugin about new resources: what an update would run into in the account is not checked. Unset the variable.";

/** Whether Pulumi takes the text of one of its variables for true. */
function isSet(text = ""): boolean {
  return text === "1" || text.toLowerCase() === "true";
}

export async function diff(plugin: PluginState, request: DiffRequest): Promise<DiffResponse> {
  const lifecycle = lifecycleFor(request);
  const old = decodeOwn(request.getOlds()).value;
  const oldInputs = decodeOwn(request.getOldInputs()).value;
  const props = decodeOwn(request.getNews()).value;
  const change = {
    id: request.getId(),
    old,
    props,
    name: urnParts(request.getUrn()).name,
    ...plugin.program.compare(request.getUrn(), props),
  };
  // A check comes without an id, so a diff is the first to know it.
  plugin.program.identify(request.getUrn(), request.getId());
  const previewed = { lifecycle, urn: request.getUrn() };
  await judgeDomain(plugin, previewed);
  const {
    changes,
    replaces = [],
    deleteBeforeReplace = false,
  } = await steps.diff(lifecycle, plugin.account(), change);
  if (replaces.includes("account")) plugin.program.move(request.getUrn());
  const isSame = isSameInput(oldInputs, props);
  const isChanged = changes === true || replaces.length > 0 || !isSame;
  if (!isChanged) plugin.program.keep(request.getUrn());
  if (!isChanged && plugin.program.isPreview()) {
    await previewResource(plugin, previewed);
    await previewForReviewers(lifecycle, plugin.account(), change);
  }
  // Where inputs differ, the engine compares them itself, and shows what it finds. Where none does it must not compare: the
  // inputs of a resource that was a dynamic one have one more.
  const word = isSame && changes === true ? DIFF_SOME : isChanged ? DIFF_UNKNOWN : DIFF_NONE;
  return new DiffResponse()
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setChanges(word);
}

/** Creates an object; in a preview, looks ahead for what an update would run into. */
export async function create(plugin: PluginState, request: CreateRequest): Promise<CreateResponse> {
  const lifecycle = lifecycleFor(request);
  const { value: props, secrets: given } = decodeOwn(request.getProperties());
  const secrets = given.withOutputs(lifecycle);
  const { fields } = lifecycle;
  const outputs = outputNames(lifecycle);
  if (request.getPreview()) {
    await previewChange(plugin, { lifecycle, urn: request.getUrn() }, { props });
    // A known value would be used in the plan of whatever depends on it.
    const unknown = Object.fromEntries(outputs.map((name) => [name, unknownValue]));
    const { account = unknownValue } = plugin.settings();
    const state = { ...props, ...unknown, account };
    return new CreateResponse().setProperties(encode(state, secrets.spreadIn(state)));
  }
  const step = steps.create(lifecycle, plugin.account(), props);
  const { id, state } = await keepingObject(step, { fields, secrets });
  return new CreateResponse().setId(id).setProperties(encode(state, secrets.spreadIn(state)));
}

/** Changes an object. What a change sends was looked into by the diff, which knew the state. */
export async function update(plugin: PluginState, request: UpdateRequest): Promise<UpdateResponse> {
  const lifecycle = lifecycleFor(request);
  const { value: old, secrets: oldSecrets } = decodeOwn(request.getOlds());
  const { value: props, secrets: newSecrets } = decodeOwn(request.getNews());
  const { fields } = lifecycle;
  const outputs = outputNames(lifecycle);
  // What was secret stays so: an output may still show it.
  const secrets = newSecrets.with(oldSecrets.among(outputs)).withOutputs(lifecycle);
  if (request.getPreview()) {
    const change = { id: request.getId(), old, props };
    await previewChange(plugin, { lifecycle, urn: request.getUrn() }, change);
    // An update that sends nothing leaves what the service has decided as it is.
    const kept = lifecycle.update === undefined;
    const entries = outputs.map((name) => [name, kept ? old[name] : unknownValue] as const);
    const state = { ...props, ...Object.fromEntries(entries), account: old.account };
    return new UpdateResponse().setProperties(encode(state, secrets.spreadIn(state)));
  }
  const step = steps.update(lifecycle, plugin.account(), { id: request.getId(), old, props });
  const state = await keepingObject(step, { fields, secrets });
  return new UpdateResponse().setProperties(encode(state, secrets.spreadIn(state)));
}

export async function remove(plugin: PluginState, request: DeleteRequest): Promise<Empty> {
  const lifecycle = lifecycleFor(request);
  const state = decodeOwn(request.getProperties()).value;
  await steps.remove(lifecycle, plugin.account(), { id: request.getId(), state });
  return new Empty();
}

interface Previewed {
  readonly lifecycle: AnyLifecycle;
  readonly urn: string;
}

/** Reports what a create or an update would run into, which the engine asks for in previews, too. */
async function previewChange(
  plugin: PluginState,
  previewed: Previewed,
  step: ObjectStep,
): Promise<void> {
  plugin.program.startPreview();
  await judgeDomain(plugin, previewed);
  await previewResource(plugin, previewed);
  await previewForReviewers(previewed.lifecycle, plugin.account(), step);
}

/**
 * Reports in a preview what an update would run into. It never waits for the end of the program, which waits for this: of
 * two resources that are the same object, the one that comes second reports it.
 */
async function previewResource(
  { account: open, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  const seen = program.ask(urn);
  if (!seen) return;
  const account = open();
  const reporter = stepReporter(account, labelOf(lifecycle, seen.own.props), true);
  await preview(lifecycle, { account, old: {}, ...seen }, reporter);
}

/**
 * Fails where the account is not the one that `accountDomain` asks for: the first step asks for all. An update asks, too,
 * since a diff does not know which of both it is for.
 */
async function judgeDomain(
  { account, settings, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  if (!program.judgesDomain()) return;
  const label = labelOf(lifecycle, program.resource(urn)?.props ?? {});
  await previewAccount(settings(), account, stepReporter(account(), label));
}
