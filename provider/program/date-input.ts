import { types } from "node:util";
import { Output } from "@pulumi/pulumi";
import { instantOf } from "../input/time";
import { isPlainObject } from "./sdk";

/**
 * Arguments in which a `Date` is an instant as text. Pulumi carries a `Date` as an object without members, also one that
 * comes of a promise or an output.
 */
export function withInstants(args: unknown, name: string): unknown {
  if (!isPlainObject(args) || args[name] === undefined) return args;
  return { ...args, [name]: asInstant(args[name]) };
}

function asInstant(value: unknown): unknown {
  // Not by its class: a test runner may run the program in a realm of its own.
  if (types.isDate(value)) return instantOf(value);
  if (Output.isInstance(value)) return value.apply(asInstant);
  return types.isPromise(value) ? value.then(asInstant) : value;
}
