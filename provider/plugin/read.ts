import type { ServerWritableStream } from "@grpc/grpc-js";
import {
  type ListRequest,
  ListResponse,
  type ReadRequest,
  ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { EmailMarketingError } from "../errors/error";
import { quotedId } from "../errors/redact";
import { rowsOf } from "../lifecycle/data-source";
import { withLabelInError } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { canList, listObjects, requireListed, wordsOf } from "../lifecycle/listing";
import * as steps from "../lifecycle/steps";
import type { Properties } from "../plain/value";
import { lifecycleOfToken, type PluginState, servedBy } from "./plugin-state";
import { decodeOwn, encode, Secrets } from "./value";

/** Reads an object: by its state for a refresh, or by its id alone for an import. */
export async function read(plugin: PluginState, request: ReadRequest): Promise<ReadResponse> {
  const { lifecycle } = servedBy(plugin, request);
  const { value: state, secrets } = decodeOwn(request.getProperties());
  const id = request.getId();
  if (Object.keys(state).length === 0) return find(plugin, lifecycle, id);
  const found = await steps.read(lifecycle, plugin.account(), { id, state });
  // Without an id, the engine considers the object deleted.
  if (!found) return new ReadResponse();
  const own = secrets.withOutputs(lifecycle);
  const response = new ReadResponse().setId(found.id);
  // Unchanged properties are returned as received. The inputs are included, because the engine treats a response
  // without inputs as that of an old plugin.
  return found.inputs
    ? response
        .setInputs(encode(found.inputs, secrets))
        .setProperties(encode(found.state, own.spreadIn(found.state, state)))
    : response.setInputs(request.getInputs()).setProperties(request.getProperties());
}

async function find(
  plugin: PluginState,
  lifecycle: AnyLifecycle,
  key: string,
): Promise<ReadResponse> {
  const { kind, find: findObject = "Declare it in the program" } = lifecycle;
  if (typeof findObject === "string") {
    throw new EmailMarketingError("validation", `${kind}: ${cantBeImported}. ${findObject}.`);
  }
  const account = plugin.account();
  const found = await withLabelInError(`${kind} ${quotedId(key)}`, () => findObject(account, key));
  if (!found) return new ReadResponse();
  const { id, props, outputs } = found;
  const state = { ...props, ...outputs, account: account.settings.account };
  return new ReadResponse()
    .setId(id)
    .setInputs(encode(props as Properties))
    .setProperties(encode(state, new Secrets().withOutputs(lifecycle)));
}

const cantBeImported =
  "can't be imported, because the service has no operation that reads all its inputs";

export async function list(
  plugin: PluginState,
  call: ServerWritableStream<ListRequest, ListResponse>,
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
  const found = await withLabelInError(`list ${kind}`, () => listObjects(lifecycle, account));
  const rows = rowsOf(account, { words: wordsOf(lifecycle) }, found);
  // An unset limit arrives as 0.
  const limit = call.request.getLimit() || rows.length;
  for (const { id, nameParts } of rows.slice(0, limit)) {
    const result = new ListResponse.Result().setId(id).setName(nameParts[0] ?? id);
    call.write(new ListResponse().setResult(result));
  }
}
