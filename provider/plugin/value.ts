import { Metadata, type ServiceError, status } from "@grpc/grpc-js";
import * as rpc from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Any } from "google-protobuf/google/protobuf/any_pb";
import { type JavaScriptValue, Struct } from "google-protobuf/google/protobuf/struct_pb";
import { addSecrets, redactSecretInputs } from "../account/step";
import { EmailMarketingError } from "../errors/error";
import { parseTag } from "../input/finding";
import { engineSentence } from "../lifecycle/failure";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { isInitFailure, secretOutputs } from "../lifecycle/object-state";
import {
  isObject,
  mapMembers,
  mark,
  type Properties,
  secretMark,
  stringsIn,
  unknownValue,
  withoutUndefined,
} from "../plain/value";

type Path = readonly string[];

/** The paths of secret values in properties. */
export class Secrets {
  readonly #paths: readonly Path[];
  readonly #known: ReadonlySet<string>;

  constructor(paths: readonly Path[] = []) {
    this.#paths = paths;
    this.#known = new Set(paths.map((path) => JSON.stringify(path)));
  }

  has(path: Path): boolean {
    return this.#known.has(JSON.stringify(path));
  }

  withNames(names: readonly string[]): Secrets {
    return new Secrets([...this.#paths, ...names.map((name) => [name])]);
  }

  /** Adds the outputs that are always secret, repeat a secret input, or were secret before. */
  withOutputs(lifecycle: AnyLifecycle, before = new Secrets()): Secrets {
    const names = this.#paths.flatMap(([name = ""]) => name);
    const kept = before.#paths.filter(([name = ""]) => Object.hasOwn(lifecycle.outputs, name));
    return new Secrets([...this.#paths, ...kept]).withNames(secretOutputs(lifecycle, names));
  }

  /** Adds each part of `properties` whose text equals a secret, because an output may repeat a secret input. */
  spreadIn(properties: Properties, before: Properties = {}): Secrets {
    // An output may still have a secret from before this change.
    const texts = [properties, before].flatMap((one) => this.textsIn(one));
    const repeats = (value: unknown, path: Path): Path[] => {
      if (typeof value === "string" && texts.includes(value)) return [path];
      if (!isObject(value) || this.has(path)) return [];
      return Object.entries(value).flatMap(([name, one]) => repeats(one, [...path, name]));
    };
    return texts.length === 0 ? this : new Secrets([...this.#paths, ...repeats(properties, [])]);
  }

  /** The secret texts. Includes an array as JSON, because the state keeps a campaign's declared lists in this form. */
  textsIn(properties: Properties): string[] {
    return this.#paths.flatMap((path) => {
      const value = path.reduce<unknown>(
        (holder, name) => (holder as Properties | undefined)?.[name],
        properties,
      );
      return [...stringsIn(value), ...(Array.isArray(value) ? [JSON.stringify(value)] : [])];
    });
  }
}

/** Signatures of special values in the engine's protocol, from sdk/go/common/resource of pulumi/pulumi. */
const outputMark = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const resourceMark = "5cf8f73096256a8f31e491e813e4eb8e";

/** The engine's unknown values, one for each type. All are decoded to one value, because no check needs the type. */
const unknownValues: ReadonlySet<string> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Decodes properties from the engine, but not assets. Records the secret texts, so that messages don't show them. */
export function decode(struct: Struct | undefined) {
  const paths: Path[] = [];
  const plain = (sent: unknown, path: Path): unknown => {
    if (typeof sent === "string") return unknownValues.has(sent) ? unknownValue : sent;
    if (!isObject(sent)) return sent;
    const kind = sent[mark];
    if (kind === secretMark || kind === outputMark) {
      if (kind === secretMark || sent.secret === true) paths.push(path);
      // An output without a value is unknown until apply.
      return sent.value === undefined ? unknownValue : plain(sent.value, path);
    }
    // A resource is decoded to its id, which is empty or unknown before the resource is created.
    if (kind === resourceMark) return plain(sent.id, path) || unknownValue;
    return mapMembers(sent, (member, name) => plain(member, [...path, name]));
  };
  const value = plain(struct?.toJavaScript() ?? {}, []) as Properties;
  const secrets = new Secrets(paths);
  addSecrets(secrets.textsIn(value));
  return { value, secrets };
}

/** Decodes properties of a resource, without `__provider`, which a former dynamic resource still has. */
export function decodeOwn(struct: Struct | undefined) {
  const { value, secrets } = decode(struct);
  const { __provider, ...own } = value;
  return { value: own, secrets };
}

/** Encodes properties for the engine and marks secrets. Leaves out undefined members. In arrays, they become null. */
export function encode(properties: object, secrets = new Secrets()): Struct {
  const marked = (value: unknown, path: Path): unknown => {
    const inside = isObject(value)
      ? mapMembers(value, (one, name) => marked(one, [...path, name]))
      : value;
    return secrets.has(path) ? { [mark]: secretMark, value: inside } : inside;
  };
  const sent = marked(withoutUndefined(properties), []) as Record<string, JavaScriptValue>;
  return Struct.fromJavaScript(sent);
}

/** Waits for a step. If its error carries the object's state, adds the object in the engine's form, as `kept`. */
export function withKeptObject<Value>(
  step: Promise<Value>,
  { fields }: AnyLifecycle,
  secrets: Secrets,
): Promise<Value> {
  return step.catch((error: unknown) => {
    if (!isInitFailure(error)) throw error;
    const { id, properties } = error;
    // The next update compares the declared inputs with these.
    const inputs = Object.fromEntries(
      Object.entries(properties).filter(([name]) => name in fields),
    );
    const kept = new rpc.ErrorResourceInitFailed()
      .setId(id)
      .setInputs(encode(inputs, secrets))
      .setProperties(encode(properties, secrets));
    throw Object.assign(error, { kept });
  });
}

/** Converts an error for the engine: one sentence, without stack frames. */
export function grpcErrorOf(error: unknown): Partial<ServiceError> {
  const details = engineSentence(error);
  const { kept } = (error ?? {}) as { readonly kept?: rpc.ErrorResourceInitFailed };
  if (kept === undefined) return { code: codeOf(error), details };
  return { code: status.FAILED_PRECONDITION, details, metadata: metadataOf(kept, details) };
}

/** An error's gRPC status. Avoids codes by which the engine assumes an unknown state, or an SDK a lost engine. */
function codeOf(error: unknown): status {
  if (!(error instanceof EmailMarketingError)) return status.FAILED_PRECONDITION;
  if (error.code === "config") return status.INVALID_ARGUMENT;
  const isTaken = parseTag(error.message).name?.endsWith("-conflict") || error.status === 409;
  return isTaken ? status.ALREADY_EXISTS : status.FAILED_PRECONDITION;
}

/** The gRPC detail with the object that the engine stores. The engine shows only the reasons. */
function metadataOf(kept: rpc.ErrorResourceInitFailed, reason: string): Metadata {
  const detail = new Any();
  // The engine recognizes this detail by its type name.
  const packed = kept.setReasonsList([reason]).serializeBinary();
  detail.pack(packed, "pulumirpc.ErrorResourceInitFailed");
  const message = new Status()
    .setCode(status.FAILED_PRECONDITION)
    .setMessage(redactSecretInputs(reason))
    .setDetailsList([detail]);
  const metadata = new Metadata();
  // gRPC sends status details in this binary trailer.
  metadata.set("grpc-status-details-bin", Buffer.from(message.serializeBinary()));
  return metadata;
}
