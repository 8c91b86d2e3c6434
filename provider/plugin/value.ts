import { ListValue, NullValue, Struct, Value } from "google-protobuf/google/protobuf/struct_pb";
import { textsIn } from "../input/conceal";
import { mark, secretMark } from "../input/mark";
import type { Properties } from "../input/plain";
import { unknownValue } from "../input/unknown";
import type { AnyLifecycle } from "../lifecycle/lifecycle";
import { secretOutputs } from "../lifecycle/state";
import { hide } from "./step";

/** Properties as plain values, and which of them are secret. */
export interface Decoded {
  /** What is unknown until apply is the unknown value; an asset is as the engine sends it. */
  readonly value: Properties;
  readonly secrets: Secrets;
}

/** Which values are secret, by their paths in the properties. */
export class Secrets {
  readonly #paths = new Map<string, readonly string[]>();

  add(path: readonly string[]): void {
    this.#paths.set(JSON.stringify(path), path);
  }

  has(path: readonly string[]): boolean {
    return this.#paths.size > 0 && this.#paths.has(JSON.stringify(path));
  }

  /** These and others. */
  with(others: Secrets): Secrets {
    const all = new Secrets();
    for (const path of [...this.#paths.values(), ...others.#paths.values()]) all.add(path);
    return all;
  }

  /** These and those of these names. */
  withNames(names: readonly string[]): Secrets {
    const named = new Secrets();
    for (const name of names) named.add([name]);
    return this.with(named);
  }

  /** These and the outputs of a kind that are always secret, or repeat an input of which something is. */
  withOutputs(lifecycle: AnyLifecycle): Secrets {
    const names = [...this.#paths.values()].flatMap(([name = ""]) => name);
    return this.withNames(secretOutputs(lifecycle, names));
  }

  /** Those of these names. */
  among(names: readonly string[]): Secrets {
    const some = new Secrets();
    for (const path of this.#paths.values()) if (names.includes(path[0] ?? "")) some.add(path);
    return some;
  }

  /**
   * These, and wherever else in the properties one of their texts stands, those from before included: an output may repeat
   * an input, also one that has another value by now.
   */
  spreadIn(properties: Properties, before: Properties = {}): Secrets {
    const texts = [...this.textsIn(properties), ...this.textsIn(before)];
    const all = this.with(new Secrets());
    const visit = (value: unknown, path: readonly string[]) => {
      if (typeof value === "string" && texts.includes(value)) all.add(path);
      if (typeof value !== "object" || value === null || this.has(path)) return;
      for (const [name, member] of Object.entries(value)) visit(member, [...path, name]);
    };
    if (texts.length > 0) visit(properties, []);
    return all;
  }

  /** The texts of the secrets among these properties. */
  textsIn(properties: Properties): string[] {
    return [...this.#paths.values()].flatMap((path) => textsIn(memberAt(properties, path)));
  }
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce((holder, name) => (holder as Properties | undefined)?.[name], value);
}

/** Marks of other values than secrets, as in sdk/go/common/resource of pulumi/pulumi. */
const outputMark = "d0e6a833031e9bbcd3f4e8bde6ca49a4";
const resourceMark = "5cf8f73096256a8f31e491e813e4eb8e";

/** The engine has an unknown value for each type; no check tells them apart. */
const unknownValues: ReadonlySet<string> = new Set([
  unknownValue,
  "1c4a061d-8072-4f0a-a4cb-0ff528b18fe7",
  "3eeb2bf0-c639-47a8-9e75-3b44932eb421",
  "6a19a0b0-7e62-4c92-b797-7f8e31da9cc2",
  "030794c1-ac77-496b-92df-f27374a8bd58",
  "e48ece36-62e2-4504-bad9-02848725956a",
  "dd056dcd-154b-4c76-9bd3-c8f88648b5ff",
]);

/** Properties off the wire; what is secret among them is kept out of all that the step says. */
export function decode(struct: Struct | undefined): Decoded {
  const secrets = new Secrets();
  const plain = (value: Value, path: readonly string[]): unknown => {
    if (value.hasStringValue()) return known(value.getStringValue());
    if (value.hasNumberValue()) return value.getNumberValue();
    if (value.hasBoolValue()) return value.getBoolValue();
    if (value.hasStructValue()) return marked(value.getStructValue(), path);
    const list = value.getListValue()?.getValuesList();
    return list?.map((member, index) => plain(member, [...path, String(index)])) ?? null;
  };
  const members = (holder: Struct | undefined, path: readonly string[]): Properties => {
    const entries: [string, unknown][] = [];
    holder?.getFieldsMap().forEach((member, name) => {
      entries.push([name, plain(member, [...path, name])]);
    });
    return Object.fromEntries(entries);
  };
  const marked = (holder: Struct | undefined, path: readonly string[]): unknown => {
    const fields = holder?.getFieldsMap();
    const inner = fields?.get("value");
    const kind = fields?.get(mark)?.getStringValue();
    if (kind === secretMark || kind === outputMark) {
      const isSecret = kind === secretMark || fields?.get("secret")?.getBoolValue() === true;
      if (isSecret) secrets.add(path);
      // An output without a value is one that only an apply knows.
      return inner ? plain(inner, path) : unknownValue;
    }
    if (kind !== resourceMark) return members(holder, path);
    // An input that names an object takes its resource, too.
    const id = fields?.get("id");
    // The id of a resource that is yet to be created is empty or unknown.
    return (id && plain(id, path)) || unknownValue;
  };
  const value = members(struct, []);
  hide(secrets.textsIn(value));
  return { value, secrets };
}

/** Properties of a resource; where it was a dynamic one, its text is among them, which is no input here. */
export function decodeOwn(struct: Struct | undefined): Decoded {
  const { value, secrets } = decode(struct);
  const { __provider, ...own } = value;
  return { value: own, secrets };
}

function known(text: string): string {
  return unknownValues.has(text) ? unknownValue : text;
}

/** Properties for the wire, with the secrets among them marked; what is undefined is left out. */
export function encode(properties: object, secrets = new Secrets()): Struct {
  const struct = (holder: object, path: readonly string[]): Struct => {
    const result = new Struct();
    for (const [name, member] of Object.entries(holder)) {
      if (member !== undefined) result.getFieldsMap().set(name, value(member, [...path, name]));
    }
    return result;
  };
  const value = (given: unknown, path: readonly string[]): Value =>
    secrets.has(path) ? secret(bare(given, path)) : bare(given, path);
  const bare = (given: unknown, path: readonly string[]): Value => {
    if (typeof given === "string") return new Value().setStringValue(given);
    if (typeof given === "number") return new Value().setNumberValue(given);
    if (typeof given === "boolean") return new Value().setBoolValue(given);
    if (typeof given !== "object" || given === null) {
      return new Value().setNullValue(NullValue.NULL_VALUE);
    }
    if (!Array.isArray(given)) return new Value().setStructValue(struct(given, path));
    const list = given.map((member, index) => value(member, [...path, String(index)]));
    return new Value().setListValue(new ListValue().setValuesList(list));
  };
  return struct(properties, []);
}

function secret(value: Value): Value {
  const holder = new Struct();
  holder.getFieldsMap().set(mark, new Value().setStringValue(secretMark));
  holder.getFieldsMap().set("value", value);
  return new Value().setStructValue(holder);
}
