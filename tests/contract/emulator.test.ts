import { expect } from "chai";
import {
  type ContractOperation,
  isPart,
  listOperations,
  type Part,
  part,
  readMerged,
} from "../../contract/document";
import { defaultKeys } from "../../emulator/index";
import { useEmulator } from "../emulator/caller";
import { validateExchange } from "../support/exchange";

/** The id in an operation's path that the contract gives as an example; empty without one. */
function exampleId(document: Part, operation: ContractOperation): string {
  const item = part(part(document, "paths"), operation.path);
  const parameters = [item.parameters, operation.part.parameters].flat();
  const example = parameters.filter(isPart).map((parameter) => parameter.example)[0];
  return typeof example === "string" ? example : "";
}

describe("emulator", function () {
  const document = readMerged();
  const { emulator } = useEmulator(this);

  /** Sends a request, and gives the reply and what the contract does not allow of either. */
  async function send(
    operation: ContractOperation,
    path: string,
    requestBody: unknown,
    key?: string,
  ) {
    const { method } = operation;
    const { baseUrl, verifyUrl } = emulator();
    const [url, right] =
      operation.interface === "main"
        ? [baseUrl, defaultKeys.apiKey]
        : [verifyUrl, `Bearer ${defaultKeys.verifyKey}`];
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: key ?? right, "content-type": "application/json" },
      ...(requestBody === undefined ? {} : { body: JSON.stringify(requestBody) }),
    });
    const { status } = response;
    const responseBody = await response.text();
    const violations = validateExchange({ method, path, requestBody, status, responseBody });
    return { status, violations, responseBody };
  }

  for (const operation of listOperations(document)) {
    const { id } = operation;
    const pathTo = (record: string): string =>
      operation.path.replace(/\{[^{}]+\}/, encodeURIComponent(record));
    const path = pathTo(exampleId(document, operation));
    const examples = part(
      part(part(part(operation.part, "requestBody"), "content"), "application/json"),
      "examples",
    );
    const bodies = Object.values(examples).map((example) =>
      isPart(example) ? (example.value as Part) : undefined,
    );
    const requests = bodies.length === 0 ? [undefined] : bodies;

    it(`${id} carries out the contract's examples on the example account`, async () => {
      for (const requestBody of requests) {
        const { status, violations, responseBody } = await send(operation, path, requestBody);
        expect(status, responseBody).to.be.within(200, 299);
        expect(violations, responseBody).to.deep.equal([]);
      }
    });

    it(`${id} refuses a wrong key as the contract says`, async () => {
      const sent = await send(operation, path, requests[0], "wrong");
      expect(sent).to.deep.include({ status: 401, violations: [] });
    });

    if (bodies.length > 0) {
      it(`${id} refuses what is no object as the contract says`, async () => {
        const { status, violations } = await send(operation, path, []);
        expect(status).to.equal(400);
        expect(violations.filter(({ on }) => on === "reply")).to.deep.equal([]);
      });
    }

    if (operation.path.includes("{")) {
      it(`${id} finds no record as the contract says`, async () => {
        const sent = await send(operation, pathTo("nowhere"), requests[0]);
        expect(sent).to.deep.include({ status: 404, violations: [] });
      });
    }
  }
});
