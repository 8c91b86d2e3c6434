import { expect } from "chai";
import { validateExchange } from "../support/exchange";

/** A field of a request body, and values of it that the contract takes and refuses. */
export interface FieldRule {
  readonly route: string;
  /** A body that is right but for the field. */
  readonly body: Readonly<Record<string, unknown>>;
  readonly field: string;
  readonly inside: readonly unknown[];
  /** `undefined` stands for a body without the field. */
  readonly outside: readonly unknown[];
}

/** The smallest bodies that the contract takes. */
export const bodies = {
  paging: { page: 1, limit: 10 },
  campaign: {
    name: "News",
    subject: "News",
    sender: { sender_email: "news@acme.example", sender_name: "Acme" },
    html: "<p>Hello</p>",
    list_ids: ["list-1"],
  },
  sender: { sender_email: "news@acme.example", sender_name: "Acme" },
  days: { date_from: "2026-01-01", date_to: "2026-01-31" },
};

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
