import { expect } from "chai";
import { validateExchange } from "../support/exchange";
import type { FieldRule } from "../support/field-rule";

/** The faults of a request alone, whatever it is answered. */
export function requestFaults(route: string, requestBody: unknown): string[] {
  const [method = "", path = ""] = route.split(" ");
  return validateExchange({ method, path, requestBody, status: 400 })
    .filter(({ on }) => on === "request")
    .map(({ message }) => message);
}

/** A test of each rule from both sides. */
export function itHolds(rules: readonly FieldRule[]): void {
  for (const { route, body, field, inside, outside } of rules) {
    it(`${route} takes ${field} as ${inside.map(shown).join(", ")}`, () => {
      const faults = inside.flatMap((value) => requestFaults(route, { ...body, [field]: value }));
      expect(faults).to.deep.equal([]);
    });

    it(`${route} refuses ${field} as ${outside.map(shown).join(", ")}`, () => {
      const taken = outside.filter((value) => {
        const sent = { ...body, [field]: value };
        return requestFaults(route, JSON.parse(JSON.stringify(sent))).length === 0;
      });
      expect(taken).to.deep.equal([]);
    });
  }
}

function shown(value: unknown): string {
  const text = value === undefined ? "nothing" : JSON.stringify(value);
  return text.length > 50 ? `${text.slice(0, 30)}... (${text.length})` : text;
}
