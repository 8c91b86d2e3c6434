import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { ErrorResourceInitFailed } from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { redactSecretInputs } from "../account/step";
import { EmailMarketingError } from "../errors/error";
import { parseTag } from "../input/finding";
import { engineSentence } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { type InitFailure, isInitFailure } from "../lifecycle/object-state";
import { withKeptState } from "../lifecycle/serve";
import type { Properties } from "../plain/value";
import { encode, type Secrets } from "./value";

/**
 * An error with the object that the engine stores. `inputs` has only the applied inputs, so the next update treats the
 * other inputs as changes.
 */
interface KeptError extends InitFailure {
  readonly inputs: Properties;
  readonly secrets: Secrets;
}

/** Runs a step. If the step's error carries an object for the engine, adds inputs and secrets to the error. */
export function withInputsInError<Value>(
  step: Promise<Value>,
  { fields }: AnyLifecycle,
  secrets: Secrets,
): Promise<Value> {
  return withKeptState(step, (state) => {
    const inputs = Object.entries(state).filter(([name]) => name in fields);
    return { inputs: Object.fromEntries(inputs), secrets };
  });
}

/** Converts an error for the engine: one sentence, without stack frames. */
export function grpcErrorOf(error: unknown): Partial<ServiceError> {
  const details = engineSentence(error);
  if (!isInitFailure(error)) return { code: codeOf(error), details };
  const metadata = metadataOf(error as KeptError, details);
  return { code: status.FAILED_PRECONDITION, details, metadata };
}

/**
 * The gRPC status of an error. Avoids codes after which the engine considers the resource's state unknown, or an SDK
 * reports a lost engine.
 */
function codeOf(error: unknown): status {
  if (!(error instanceof EmailMarketingError)) return status.FAILED_PRECONDITION;
  if (error.code === "config") return status.INVALID_ARGUMENT;
  const isTaken = parseTag(error.message).name?.endsWith("-conflict") || error.status === 409;
  return isTaken ? status.ALREADY_EXISTS : status.FAILED_PRECONDITION;
}

/** The gRPC detail with the object that the engine stores. The engine shows only the reasons. */
function metadataOf({ id, inputs, properties, secrets }: KeptError, reason: string): Metadata {
  const kept = new ErrorResourceInitFailed()
    .setId(id)
    .setInputs(encode(inputs, secrets))
    .setProperties(encode(properties, secrets))
    .setReasonsList([reason]);
  const detail = new Any();
  // The engine recognizes this detail by its type name.
  detail.pack(kept.serializeBinary(), "pulumirpc.ErrorResourceInitFailed");
  const message = new Status()
    .setCode(status.FAILED_PRECONDITION)
    .setMessage(redactSecretInputs(reason))
    .setDetailsList([detail]);
  const metadata = new Metadata();
  // gRPC sends status details in this binary trailer.
  metadata.set("grpc-status-details-bin", Buffer.from(message.serializeBinary()));
  return metadata;
}
