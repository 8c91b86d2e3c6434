import type { ServerWritableStream } from "@grpc/grpc-js";
import {
  type ListRequest,
  ListResponse,
  type ReadRequest,
  ReadResponse,
} from "@pulumi/pulumi/proto/provider_pb";
import { EmailMarketingError } from "../errors/error";
import { rowsOf } from "../lifecycle/data-source";
import { explain } from "../lifecycle/explain";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import type { Properties } from "../lifecycle/properties";
import * as steps from "../lifecycle/steps";
import { urnParts } from "../urn";
import type { Door } from "./door";
import { lifecycleOf, lifecycleOfToken } from "./token";
import { decodeOwn, encode } from "./value";

/** Reads an object: one of the state for a refresh, or one by its id alone for an import. */
export async function read(door: Door, request: ReadRequest): Promise<ReadResponse> {
  const lifecycle = lifecycleOf(urnParts(request.getUrn()).kind);
  const { value: state, secrets } = decodeOwn(request.getProperties());
  const id = request.getId();
  if (Object.keys(state).length === 0) return find(door, lifecycle, id);
  const found = await steps.read(lifecycle, door.account(), { id, state });
  // Without an id, the engine takes the object for deleted.
  if (!found) return new ReadResponse();
  const response = new ReadResponse().setId(found.id);
  // What is as it was goes back as it came, the inputs too: the engine takes an answer without them for an old plugin's.
  return found.inputs
    ? response
        .setInputs(encode(found.inputs, secrets))
        .setProperties(encode(found.state, secrets.spreadIn(found.state, state)))
    : response.setInputs(request.getInputs()).setProperties(request.getProperties());
}

async function find(door: Door, lifecycle: AnyLifecycle, key: string): Promise<ReadResponse> {
  const { kind, find: findObject } = lifecycle;
  if (!findObject) throw new EmailMarketingError("validation", `${kind}: ${whyNot(kind)}`);
  const account = door.account();
  const found = await explain(`${kind} "${key}"`, () => findObject(account, key));
  if (!found) return new ReadResponse();
  const { id, props, outputs } = found;
  const state = { ...props, ...outputs, account: account.settings.account };
  return new ReadResponse()
    .setId(id)
    .setInputs(encode(props as Properties))
    .setProperties(encode(state));
}

const unread = "can't be imported, because the service has no operation that reads all its inputs";

/** What to do in place of an import. */
const waysOut: Readonly<Record<string, string>> = {
  Campaign: "Declare the campaign with existingId set to its id",
  CampaignSchedule: "Declare it: pulumi up sends the date to the campaign",
  DomainDnsShare: "Declare it: pulumi up sends the records to its recipients",
  WebhookActivation: "Declare it: pulumi up sets the webhook as declared",
};

function whyNot(kind: string): string {
  return `${unread}. ${waysOut[kind] ?? "Declare it in the program"}.`;
}

/** Lists the objects of a kind. */
export async function list(
  door: Door,
  call: ServerWritableStream<ListRequest, ListResponse>,
): Promise<void> {
  const { kind } = lifecycleOfToken(call.request.getToken());
  // Loaded late, since the engine waits for the start of the plugin.
  const { listings } = require("../nouns/listing") as typeof import("../nouns/listing");
  const listing = listings.find(({ lifecycle }) => lifecycle.kind === kind);
  const account = door.account();
  if (!listing?.isReadable(account.settings)) {
    const mode = listing ? ' under emailmarketing:operations "specified"' : "";
    throw new EmailMarketingError(
      "validation",
      `${kind}: can't be listed, because the service has no operation that lists them${mode}.`,
    );
  }
  const found = await explain(`list ${kind}`, () => listing.read(account));
  const rows = rowsOf(account, listing.words[1], found);
  // A number that the engine doesn't set arrives as 0.
  const limit = call.request.getLimit() || rows.length;
  for (const { id, nameParts } of rows.slice(0, limit)) {
    const result = new ListResponse.Result().setId(id).setName(nameParts[0] ?? id);
    call.write(new ListResponse().setResult(result));
  }
}
