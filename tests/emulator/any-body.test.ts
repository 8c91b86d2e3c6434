import { expect } from "chai";
import fc from "fast-check";
import { type OperationId, operations } from "../../contract";
import { listOperations, readMerged } from "../../contract/document";
import { exampleId } from "../support/example-id";
import { useEmulator } from "./caller";

/** Values that the wire's fields take, and everything else that JSON can say. */
const value = fc.oneof(
  fc.constantFrom<unknown>(
    ...[1, 10, 100, "1", "0", "desc", "2026-01-31", "2026-02-20 10:00:00", "news@acme.example"],
    ...["text", "gmail", "<p>Hello</p>", ["list-1"], "segment-1", true, null, {}, ""],
    { sender_email: "hello@acme.example", sender_name: "Acme" },
  ),
  fc.jsonValue(),
  fc.string({ unit: "binary", maxLength: 300 }),
);

describe("every operation", function () {
  const { emulator, call } = useEmulator(this);

  const document = readMerged();

  for (const operation of listOperations(document)) {
    const { id, method, path } = operation;
    const { requestSchema } = operations[id as OperationId];
    if (requestSchema === undefined) continue;
    const fields = Object.keys((requestSchema as { properties: object }).properties);
    const body = fc.oneof(
      { weight: 9, arbitrary: fc.dictionary(fc.constantFrom(...fields), value) },
      { weight: 1, arbitrary: fc.jsonValue() },
    );

    it(`answers any body as documented: ${id}`, async () => {
      const route = path.replace(/\{[^{}]*\}/, exampleId(document, operation));
      await fc.assert(
        fc.asyncProperty(body, async (given) => {
          const { status } = await call(method, route, given);
          expect(status).to.be.oneOf([200, 201, 400, 404]);
          JSON.stringify(emulator().snapshot());
        }),
        { numRuns: 25 },
      );
    });
  }
});
