import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { shown } from "../account/step";
import { withKeyAdviceOnce } from "../errors/call-error";
import { EmailMarketingError } from "../errors/error";
import { taggedIn } from "../input/finding";
import type { Properties } from "../input/plain";
import { isInitFailure } from "../lifecycle/unconfirmed-state";
import { encode, type Secrets } from "./value";

export interface KeptObject {
  readonly id: string;
  readonly inputs: Properties;
  readonly state: Properties;
  readonly secrets: Secrets;
}

export class KeptObjectError extends Error {
  constructor(
    override readonly cause: Error,
    readonly kept: KeptObject,
  ) {
    super(cause.message, { cause });
  }
}

/** Runs a step whose error may carry an object for the engine to keep. */
export function keepingObject<Value>(
  step: Promise<Value>,
  { fields, secrets }: { readonly fields: object; readonly secrets: Secrets },
): Promise<Value> {
  return step.catch((error: unknown) => {
    if (!isInitFailure(error)) throw error;
    const state = error.properties as Properties;
    // Only inputs that hold are kept, so that the next update sees the rest as a change.
    const inputs = Object.fromEntries(Object.entries(state).filter(([name]) => name in fields));
    throw new KeptObjectError(error, { id: error.id, inputs, state, secrets });
  });
}

/** An error for the engine: one sentence, without stack frames. */
export function grpcErrorOf(error: unknown): Partial<ServiceError> {
  const sentence = withKeyAdviceOnce(error instanceof Error ? error.message : String(error));
  const details = shown(sentence);
  const code = codeOf(error);
  if (!(error instanceof KeptObjectError)) return { code, details };
  return { code, details, metadata: metadataOf(error.kept, sentence) };
}

/** By these codes the engine takes the state for sound, and the SDKs don't take the engine for gone. */
function codeOf(error: unknown): status {
  if (!(error instanceof EmailMarketingError)) return status.FAILED_PRECONDITION;
  if (error.code === "config") return status.INVALID_ARGUMENT;
  const isTaken = taggedIn(error.message).name?.endsWith("-conflict") || error.status === 409;
  return isTaken ? status.ALREADY_EXISTS : status.FAILED_PRECONDITION;
}

/** The detail by which the engine knows what to keep; it shows the reasons only. */
function metadataOf({ id, inputs, state, secrets }: KeptObject, reason: string): Metadata {
  const kept = new ErrorResourceInitFailed()
    .setId(id)
    .setInputs(encode(inputs, secrets))
    .setProperties(encode(state, secrets))
    .setReasonsList([shown(reason)]);
  const detail = new Any();
  // The engine tells this detail from others by the name of its type.
  detail.pack(kept.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = new Status()
    .setCode(status.FAILED_PRECONDITION)
    .setMessage(shown(reason))
    .setDetailsList([detail]);
  const metadata = new Metadata();
  // gRPC carries the details of a status in this binary trailer.
  metadata.set("grpc-status-details-bin", Buffer.from(message.serializeBinary()));
  return metadata;
}
