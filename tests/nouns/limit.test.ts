import { expect } from "chai";
import type { AnyFields } from "../../provider/input/field";
import { kinds } from "../../provider/nouns";
import { limits } from "../support/field-rule";

/** The kinds whose inputs are sent one by one, by the operation that creates one. */
const byRoute: Readonly<Record<string, keyof typeof kinds>> = {
  "POST /senders": "Sender",
  "POST /contact/property": "CustomProperty",
  "POST /campaign": "Campaign",
  "POST /list": "List",
};

describe("the inputs of a resource", () => {
  for (const { route, field, inside, outside } of limits) {
    const kind = byRoute[route];
    if (kind === undefined) continue;
    const fields: AnyFields = kinds[kind]().fields;
    const [name = "", row] = Object.entries(fields).find(([, { wire }]) => wire === field) ?? [];

    it(`have the contract's limits: ${kind}, ${field}`, () => {
      const isTaken = (value: unknown) => row?.check(value, name).length === 0;
      expect(inside.filter((value) => !isTaken(value))).to.deep.equal([]);
      expect(outside.filter((value) => value !== undefined && isTaken(value))).to.deep.equal([]);
    });
  }
});
