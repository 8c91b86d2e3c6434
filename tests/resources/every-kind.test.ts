import { expect } from "chai";
import { unknownValue } from "../../provider/plain/value";
import { everyKind, fixtures, type Kind } from "../support/fixtures";
import { extended, useResource } from "../support/resource";
import { canaryKeys } from "../support/service";

describe("the provider", function () {
  const { resource, requests, sent } = useResource(this, "Sender", extended);

  async function check(kind: Kind, news: object) {
    const { inputs, failures = [] } = await resource(kind).check({}, { ...news });
    const { __provider, ...judged } = inputs as Record<string, unknown>;
    return { inputs: judged, reasons: failures.map(({ reason }) => reason).join("\n") };
  }

  for (const [kind, { args }] of everyKind) {
    const names = Object.keys(args);

    it(`accepts a valid ${kind} in the check without a request, and leaves the inputs unchanged`, async () => {
      expect(await check(kind, args)).to.deep.equal({ inputs: args, reasons: "" });
      expect(requests()).to.deep.equal([]);
    });

    it(`accepts a ${kind} in the check if all inputs are unknown`, async () => {
      const unknown = Object.fromEntries(names.map((name) => [name, unknownValue]));
      expect(await check(kind, unknown)).to.deep.equal({ inputs: unknown, reasons: "" });
    });

    it(`reports an input with an unknown name and an input with the API key in the check of a ${kind}`, async () => {
      const [name = ""] = names;
      const { reasons } = await check(kind, { ...args, [name]: canaryKeys.apiKey, colour: "red" });
      expect(reasons).to.include(name).and.to.include('unknown input "colour"');
      expect(reasons).to.not.include(canaryKeys.apiKey);
    });
  }

  const described = (description: string) => ({ create: {}, update: { description } });
  for (const [kind, args, [before, after], writes] of [
    [
      "Sender",
      fixtures.Sender.args,
      [{ create: { city: "Bern" } }],
      [["POST /senders", { sender_email: "news@acme.example", sender_name: "Acme", city: "Bern" }]],
    ],
    [
      "List",
      { name: "Friends" },
      [{ create: { list_type: 2 } }],
      [["POST /list", { name: "Friends", list_type: 2 }]],
    ],
    [
      "CustomProperty",
      fixtures.CustomProperty.args,
      [described("A size"), described("Of a shoe")],
      [
        ["POST /contact/property", { name: "shoe_size", type: "number" }],
        ["PATCH /contact/property/property-2", { description: "A size" }],
        ["PATCH /contact/property/property-2", { description: "Of a shoe" }],
      ],
    ],
  ] as const) {
    it(`sends the extraFields of a ${kind} under the names that the program sets`, async () => {
      const own = resource(kind);
      const { id, outs } = await own.create({ ...args, extraFields: before });
      if (after) await own.update(id, outs, { ...args, extraFields: after });
      const written = sent().filter(({ at }) => !at.endsWith("/search"));
      expect(written).to.deep.equal(writes.map(([at, body]) => ({ at, body })));
    });
  }
});
