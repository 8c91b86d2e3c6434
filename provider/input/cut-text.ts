import { wellFormed } from "../plain/text";
import { isObject } from "../plain/value";
import type { Finding } from "./finding";

/**
 * Findings about texts with half of a character, at any depth. The program's SDK can't send such a text to the engine,
 * and would show a page of stack frames that names no input.
 */
export function judgeCutTexts(value: unknown, path = ""): Finding[] {
  if (typeof value === "string") {
    return wellFormed(value) === value ? [] : [{ path, problem: cutProblem }];
  }
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, member]) =>
    judgeCutTexts(member, path === "" ? name : `${path}.${name}`),
  );
}

const cutProblem =
  'has half of an emoji or of another character, as after a text was cut with slice. Cut it by whole characters, as in [...text].slice(0, 50).join("")';
