import type { ServerWritableStream } from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { redactSecretInputs, warnOnce } from "../account/step";
import { lastTokenPart, urnParts } from "../engine/resource";
import { EmailMarketingError } from "../errors/error";
import { quotedId } from "../errors/redact";
import { isSameInput } from "../input/asset";
import { withTag } from "../input/finding";
import { unknownName } from "../input/nearest";
import { rowsOf } from "../lifecycle/data-source";
import { withLabelInError } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { canList, listObjects, requireListed, wordsOf } from "../lifecycle/listing";
import { outputNames } from "../lifecycle/object-state";
import * as serve from "../lifecycle/serve";
import * as steps from "../lifecycle/steps";
import type { Properties } from "../plain/value";
import { kinds } from "../resources";
import { decodeOwn, encode, Secrets, withInputsInError } from "./value";

const { DIFF_NONE, DIFF_SOME, DIFF_UNKNOWN } = rpc.DiffResponse.DiffChanges;

/** The settings and the account of the plugin's Provider. */
export type Configured = Pick<serve.Served, "settings" | "account">;

/** The lifecycle for a type token, such as `emailmarketing:index:Sender`. */
function lifecycleOfToken(token: string): AnyLifecycle {
  return loadEntry<AnyLifecycle>(kinds, "resource", token);
}

function servedBy({ settings, account }: Configured, request: { getUrn(): string }) {
  const urn = request.getUrn();
  const { type, name } = urnParts(urn);
  return { lifecycle: lifecycleOfToken(type), settings, account, resource: { urn, name } };
}

/** Loads the resource type or the function of a token. */
export function loadEntry<Entry>(
  table: Readonly<Record<string, () => Entry>>,
  what: "resource" | "function",
  token: string,
): Entry {
  const given = lastTokenPart(token);
  const load = Object.hasOwn(table, given) ? table[given] : undefined;
  if (load) return load();
  // The program's SDK may be newer than the installed plugin.
  throw new EmailMarketingError("validation", unknownName(what, given, Object.keys(table)));
}

export async function check(plugin: Configured, request: rpc.CheckRequest) {
  const { resource, ...served } = servedBy(plugin, request);
  const old = decodeOwn(request.getOlds()).value;
  const { value: props, secrets } = decodeOwn(request.getNews());
  // Pulumi reads both texts as true.
  const isDisabled = /^(1|true)$/i.test(process.env.PULUMI_DISABLE_PROVIDER_PREVIEW ?? "");
  if (isDisabled) warnOnce(previewsDisabled);
  const checked = await serve.check(served, resource, { old, props });
  const failures = checked.problems.map((problem) => {
    // The engine would print a named property's value. It finds none for an unset input or a path such as `listIds[0]`.
    const isNamed = problem.path !== "" && props[problem.path] === undefined;
    return new rpc.CheckFailure()
      .setProperty(isNamed ? problem.path : "")
      .setReason(redactSecretInputs(withTag(isNamed ? { ...problem, path: "" } : problem)));
  });
  const ofSettings = checked.settingsProblems.map((reason) =>
    new rpc.CheckFailure().setReason(redactSecretInputs(reason)),
  );
  return new rpc.CheckResponse()
    .setInputs(encode(checked.inputs, secrets))
    .setFailuresList([...ofSettings, ...failures]);
}

const previewsDisabled =
  "PULUMI_DISABLE_PROVIDER_PREVIEW is set, so in previews Pulumi doesn't ask the plugin about new resources: what an update would run into in the account is not checked. Unset the variable.";

export async function diff(plugin: Configured, request: rpc.DiffRequest) {
  const { resource, ...served } = servedBy(plugin, request);
  const old = decodeOwn(request.getOlds()).value;
  const oldInputs = decodeOwn(request.getOldInputs()).value;
  const props = decodeOwn(request.getNews()).value;
  const areInputsSame = isSameInput(oldInputs, props);
  const change = { id: request.getId(), old, props, areInputsSame };
  const {
    isChanged,
    changes = false,
    replaces = [],
    deleteBeforeReplace = false,
  } = await serve.diff(served, resource, change);
  // DIFF_UNKNOWN makes the engine compare the inputs, and so shows the differences best. DIFF_SOME prevents this if the
  // inputs are equal, because a former dynamic resource still has the input `__provider` in the state.
  const word = areInputsSame && changes ? DIFF_SOME : isChanged ? DIFF_UNKNOWN : DIFF_NONE;
  return new rpc.DiffResponse()
    .setReplacesList([...replaces])
    .setDeletebeforereplace(deleteBeforeReplace)
    .setChanges(word);
}

export async function create(plugin: Configured, request: rpc.CreateRequest) {
  const served = servedBy(plugin, request);
  const { lifecycle, resource } = served;
  const { value: props, secrets: given } = decodeOwn(request.getProperties());
  const secrets = given.withOutputs(lifecycle);
  const { id, state } = request.getPreview()
    ? { id: "", state: await serve.previewWrite(served, resource.urn, { props }) }
    : await withInputsInError(steps.create(lifecycle, plugin.account(), props), lifecycle, secrets);
  return new rpc.CreateResponse().setId(id).setProperties(encode(state, secrets.spreadIn(state)));
}

/** Reads an object: by its state for a refresh, or by its id alone for an import or a `.get()` without state. */
export async function read(plugin: Configured, request: rpc.ReadRequest) {
  const { lifecycle } = servedBy(plugin, request);
  const { value: state, secrets } = decodeOwn(request.getProperties());
  const id = request.getId();
  if (Object.keys(state).length === 0) return find(plugin, lifecycle, id);
  const found = await steps.read(lifecycle, plugin.account(), { id, state });
  // Without an id, the engine considers the object deleted.
  if (!found) return new rpc.ReadResponse();
  const own = secrets.withOutputs(lifecycle);
  const response = new rpc.ReadResponse().setId(found.id);
  // Always includes inputs, because the engine takes a response without inputs for the response of an old plugin.
  return found.inputs
    ? response
        .setInputs(encode(found.inputs, secrets))
        .setProperties(encode(found.state, own.spreadIn(found.state, state)))
    : response.setInputs(request.getInputs()).setProperties(request.getProperties());
}

async function find(plugin: Configured, lifecycle: AnyLifecycle, key: string) {
  const { kind, find: findObject = "Declare it in the program" } = lifecycle;
  if (typeof findObject === "string") {
    throw new EmailMarketingError(
      "validation",
      `${kind}: can't be imported, because the service has no operation that reads all its inputs. ${findObject}.`,
    );
  }
  const account = plugin.account();
  const found = await withLabelInError(`${kind} ${quotedId(key)}`, findObject(account, key));
  if (!found) return new rpc.ReadResponse();
  const { id, props, outputs } = found;
  const state = { ...props, ...outputs, account: account.settings.account };
  return new rpc.ReadResponse()
    .setId(id)
    .setInputs(encode(props as Properties))
    .setProperties(encode(state, new Secrets().withOutputs(lifecycle)));
}

export async function update(plugin: Configured, request: rpc.UpdateRequest) {
  const served = servedBy(plugin, request);
  const { lifecycle, resource } = served;
  const { value: old, secrets: oldSecrets } = decodeOwn(request.getOlds());
  const { value: props, secrets: newSecrets } = decodeOwn(request.getNews());
  const change = { id: request.getId(), old, props };
  // A secret output stays secret, because it may contain a former secret. Inputs are secret only if still marked.
  const secrets = newSecrets.withMembers(oldSecrets, outputNames(lifecycle)).withOutputs(lifecycle);
  const state = request.getPreview()
    ? await serve.previewWrite(served, resource.urn, change)
    : await withInputsInError(
        steps.update(lifecycle, plugin.account(), change),
        lifecycle,
        secrets,
      );
  return new rpc.UpdateResponse().setProperties(encode(state, secrets.spreadIn(state)));
}

export async function remove(plugin: Configured, request: rpc.DeleteRequest) {
  const { lifecycle } = servedBy(plugin, request);
  const state = decodeOwn(request.getProperties()).value;
  await steps.remove(lifecycle, plugin.account(), { id: request.getId(), state });
  return new Empty();
}

export async function list(
  plugin: Configured,
  call: ServerWritableStream<rpc.ListRequest, rpc.ListResponse>,
): Promise<void> {
  const lifecycle = requireListed(lifecycleOfToken(call.request.getToken()));
  const { kind } = lifecycle;
  const account = plugin.account();
  if (!canList(lifecycle, account.settings)) {
    throw new EmailMarketingError(
      "validation",
      `${kind}: can only be listed with emailmarketing:operations "extended".`,
    );
  }
  const found = await withLabelInError(`list ${kind}`, listObjects(lifecycle, account));
  const rows = rowsOf(account, { words: wordsOf(lifecycle) }, found);
  // An unset limit arrives as 0.
  const limit = call.request.getLimit() || rows.length;
  for (const { id, nameParts } of rows.slice(0, limit)) {
    const result = new rpc.ListResponse.Result().setId(id).setName(nameParts[0] ?? id);
    call.write(new rpc.ListResponse().setResult(result));
  }
}
