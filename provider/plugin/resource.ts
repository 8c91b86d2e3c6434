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
import { othersThan } from "../account/program-record";
import { redactSecrets } from "../account/step";
import { warnOnce } from "../account/user-log";
import { urnParts } from "../engine/urn";
import { isSameInput } from "../input/asset";
import { labelled, withCode } from "../input/finding";
import { keptInputs } from "../lifecycle/duplicate";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { labelOf, outputNames } from "../lifecycle/object-state";
import { isNew, type ObjectStep, type Program } from "../lifecycle/preflight-check";
import { preview, previewAccount, previewForReviewers, stepReporter } from "../lifecycle/preview";
import * as steps from "../lifecycle/steps";
import { unknownValue } from "../plain/value";
import { keepingObject } from "./grpc-error";
import { lifecycleFor, type PluginState } from "./plugin-state";
import { decodeOwn, encode } from "./value";

const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = DiffResponse.DiffChanges;

export function check(plugin: PluginState, request: CheckRequest): CheckResponse {
  const lifecycle = lifecycleFor(request);
  const old = decodeOwn(request.getOlds()).value;
  const { value: props, secrets } = decodeOwn(request.getNews());
  const checked = steps.check(lifecycle, plugin.settings(), { old, props });
  const { inputs, settingsProblems, problems, warnings } = checked;
  plugin.program().check({ ...shownBy(request), props: inputs }, old);
  if (isSet(process.env.PULUMI_DISABLE_PROVIDER_PREVIEW)) warnOnce(previewsDisabled);
  warnings.forEach(warnOnce);
  const failures = problems.map((problem) => {
    // The engine prints the value of a named property. A path within an input is safe, because the engine finds no
    // property with this name.
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

function shownBy(request: { getUrn(): string }) {
  const urn = request.getUrn();
  const { kind, name } = urnParts(urn);
  return { urn, kind, name };
}

/** True if Pulumi reads this text of an environment variable as true. */
function isSet(text = ""): boolean {
  return text === "1" || text.toLowerCase() === "true";
}

export async function diff(plugin: PluginState, request: DiffRequest): Promise<DiffResponse> {
  const lifecycle = lifecycleFor(request);
  const old = decodeOwn(request.getOlds()).value;
  const oldInputs = decodeOwn(request.getOldInputs()).value;
  const props = decodeOwn(request.getNews()).value;
  const id = request.getId();
  const urn = request.getUrn();
  const program = plugin.program();
  const change = { id, old, props, ...program.compare({ ...shownBy(request), props }, id) };
  const previewed = { lifecycle, urn };
  await judgeDomain(plugin, previewed);
  const {
    changes,
    replaces = [],
    deleteBeforeReplace = false,
  } = await steps.diff(lifecycle, plugin.account(), change);
  if (replaces.includes("account")) program.move(urn);
  const isSame = isSameInput(oldInputs, props);
  const isChanged = changes === true || replaces.length > 0 || !isSame;
  if (!isChanged) program.keep(urn);
  if (!isChanged && program.isPreview()) {
    await previewResource(plugin, previewed);
    await previewForReviewers(lifecycle, plugin.account(), change);
  }
  // If inputs differ, the engine compares them itself and shows the differences best. If no input differs, the engine
  // must not compare, because a former dynamic resource has one more input in the state.
  const word = isSame && changes === true ? DIFF_SOME : isChanged ? DIFF_UNKNOWN : DIFF_NONE;
  return new DiffResponse()
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setChanges(word);
}

/** Creates an object. In a preview, reports problems that an update would meet. */
export async function create(plugin: PluginState, request: CreateRequest): Promise<CreateResponse> {
  const lifecycle = lifecycleFor(request);
  const { value: props, secrets: given } = decodeOwn(request.getProperties());
  const secrets = given.withOutputs(lifecycle);
  const { fields } = lifecycle;
  const outputs = outputNames(lifecycle);
  if (request.getPreview()) {
    await previewChange(plugin, { lifecycle, urn: request.getUrn() }, { props });
    // The outputs are unknown, because dependent resources would use a known value in their plans.
    const unknown = Object.fromEntries(outputs.map((name) => [name, unknownValue]));
    const { account = unknownValue } = plugin.settings();
    const state = { ...props, ...unknown, account };
    return new CreateResponse().setProperties(encode(state, secrets.spreadIn(state)));
  }
  const step = steps.create(lifecycle, plugin.account(), props);
  const { id, state } = await keepingObject(step, { fields, secrets });
  return new CreateResponse().setId(id).setProperties(encode(state, secrets.spreadIn(state)));
}

/**
 * Updates an object. In a preview, runs the checks of the whole program and the notes for reviewers. The diff, which had
 * the state, has already checked the change.
 */
export async function update(plugin: PluginState, request: UpdateRequest): Promise<UpdateResponse> {
  const lifecycle = lifecycleFor(request);
  const { value: old, secrets: oldSecrets } = decodeOwn(request.getOlds());
  const { value: props, secrets: newSecrets } = decodeOwn(request.getNews());
  const { fields } = lifecycle;
  const outputs = outputNames(lifecycle);
  // Former secrets stay secret, because an output may still contain them.
  const secrets = newSecrets.with(oldSecrets.among(outputs)).withOutputs(lifecycle);
  if (request.getPreview()) {
    const change = { id: request.getId(), old, props };
    await previewChange(plugin, { lifecycle, urn: request.getUrn() }, change);
    // An update that sends no request doesn't change the outputs.
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

/** Reports problems of a create or an update in a preview. The engine calls create and update in previews, too. */
async function previewChange(
  plugin: PluginState,
  previewed: Previewed,
  step: ObjectStep,
): Promise<void> {
  plugin.program().startPreview();
  await judgeDomain(plugin, previewed);
  await previewResource(plugin, previewed);
  await previewForReviewers(previewed.lifecycle, plugin.account(), step);
}

/**
 * Reports problems in a preview. This call can't wait for the end of the program, because the program waits for this
 * call. If two resources declare the same object, the second one reports the problem.
 */
async function previewResource(plugin: PluginState, { lifecycle, urn }: Previewed): Promise<void> {
  const seen = plugin.program().ask(urn);
  if (!seen) return;
  const { own, all } = seen;
  const { props, past } = own;
  const account = plugin.account();
  const ofKind = (kind: string) => all.filter((one) => kind === "" || one.kind === kind);
  // Excludes later resources, because only some of them may have been seen so far.
  const soFar = (kind = "") => ofKind(kind).filter(({ order }) => order <= own.order);
  const program: Program = {
    ...{ account, own, props, old: {} },
    keeps: isNew(own) && past ? keptInputs(past, props) : undefined,
    resources: async (kind) => soFar(kind),
    others: async (kind) => othersThan(own, ofKind(kind)),
    declares: async (kind, fits) => soFar(kind).some(fits) || undefined,
  };
  await preview(lifecycle, program, stepReporter(account, labelOf(lifecycle, props), true));
}

/**
 * Fails if the account lacks the domain in `accountDomain`. The first step checks this for all resources. An update
 * checks it, too, because a diff doesn't know whether it belongs to a preview or an update.
 */
async function judgeDomain(
  { account, settings, program }: PluginState,
  { lifecycle, urn }: Previewed,
): Promise<void> {
  if (!program().judgesDomain()) return;
  const label = labelOf(lifecycle, program().resource(urn)?.props ?? {});
  await previewAccount(settings(), account, stepReporter(account(), label));
}
