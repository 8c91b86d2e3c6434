import { expect } from "chai";
import {
  type ContractOperation,
  isPart,
  listOperations,
  type Part,
  part,
  readMerged,
} from "../../contract/document";
import { type Emulator, startEmulator } from "../../emulator/index";
import { exampleId } from "../support/example-id";
import { validateExchange } from "../support/exchange";

interface Request {
  readonly requestBody: unknown;
  /** The Authorization header; the right one when absent. */
  readonly key?: string;
}

interface Reply {
  readonly status: number;
  readonly responseBody: string;
}

describe("emulator", () => {
  const document = readMerged();
  let emulator: Emulator;

  beforeEach(async () => {
    emulator = await startEmulator({ apiKey: "k", verifyKey: "v" });
  });

  afterEach(() => emulator.close());

  async function send(operation: ContractOperation, path: string, sent: Request): Promise<Reply> {
    const { requestBody, key } = sent;
    const onMain = operation.interface === "main";
    const response = await fetch(`${onMain ? emulator.baseUrl : emulator.verifyUrl}${path}`, {
      method: operation.method,
      headers: {
        authorization: key ?? (onMain ? "k" : "Bearer v"),
        "content-type": "application/json",
      },
      ...(requestBody === undefined ? {} : { body: JSON.stringify(requestBody) }),
    });
    return { status: response.status, responseBody: await response.text() };
  }

  for (const operation of listOperations(document)) {
    const { id, method } = operation;
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
        const sent = await send(operation, path, { requestBody });
        expect(sent.status, sent.responseBody).to.be.within(200, 299);
        const violations = validateExchange({ method, path, requestBody, ...sent });
        expect(violations, sent.responseBody).to.deep.equal([]);
      }
    });

    it(`${id} refuses a wrong key as the contract says`, async () => {
      const requestBody = requests[0];
      const sent = await send(operation, path, { requestBody, key: "wrong" });
      expect(sent.status).to.equal(401);
      expect(validateExchange({ method, path, requestBody, ...sent })).to.deep.equal([]);
    });

    if (bodies.length > 0) {
      it(`${id} refuses what is no object as the contract says`, async () => {
        const sent = await send(operation, path, { requestBody: [] });
        expect(sent.status).to.equal(400);
        const violations = validateExchange({ method, path, requestBody: [], ...sent });
        expect(violations.filter(({ on }) => on === "reply")).to.deep.equal([]);
      });
    }

    if (operation.path.includes("{")) {
      it(`${id} finds no record as the contract says`, async () => {
        const requestBody = requests[0];
        const unknown = pathTo("nowhere");
        const sent = await send(operation, unknown, { requestBody });
        expect(sent.status).to.equal(404);
        const violations = validateExchange({ method, path: unknown, requestBody, ...sent });
        expect(violations).to.deep.equal([]);
      });
    }
  }
});
