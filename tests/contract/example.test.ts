import { Ajv2020 } from "ajv/dist/2020";
import addFormats from "ajv-formats";
import { expect } from "chai";
import { type OperationId, operations } from "../../contract";
import {
  type ContractOperation,
  isPart,
  listOperations,
  type Part,
  part,
  readMerged,
  resolve,
} from "../../contract/document";
import { defaultKeys } from "../../emulator/index";
import { useEmulator } from "../emulator/caller";
import { validateExchange } from "../support/exchange";

const document = readMerged();
const listed = listOperations(document);

/** The examples of a request or response body. */
function examplesOf(holder: Part): unknown[] {
  const given = part(part(part(holder, "content"), "application/json"), "examples");
  return Object.values(given).map((example) => (isPart(example) ? example.value : undefined));
}

/** The path of an operation, with the id from the contract's example. */
function examplePath({ path, part: operation }: ContractOperation): string {
  const item = part(part(document, "paths"), path);
  const parameters = [item.parameters, operation.parameters].flat();
  const [id] = parameters.filter(isPart).map(({ example }) => example);
  return pathTo(path, String(id));
}

const pathTo = (path: string, id: string) => path.replace(/\{[^{}]+\}/, encodeURIComponent(id));

function responsesOf({ part: operation }: ContractOperation): [number, unknown[]][] {
  return Object.entries(part(operation, "responses")).map(([status, response]) => {
    const reference = isPart(response) ? response.$ref : undefined;
    const holder = typeof reference === "string" ? resolve(document, reference) : response;
    return [Number(status), isPart(holder) ? examplesOf(holder) : []];
  });
}

describe("the contract", () => {
  for (const operation of listed) {
    const { id, method } = operation;
    const path = examplePath(operation);
    const requests = examplesOf(part(operation.part, "requestBody"));

    it(`has ${"requestBody" in operation.part ? `at least one example request for the operation ${id}, and each example matches the schema` : `no example request for the operation ${id}, which takes no request body`}`, () => {
      const takesBody = "requestBody" in operation.part;
      expect(requests.length > 0).to.equal(takesBody);
      const violations = requests.flatMap((requestBody) =>
        validateExchange({ method, path, requestBody, status: 500, responseBody: { message: "" } }),
      );
      expect(violations).to.deep.equal([]);
    });

    it(`has an example response for each status of the operation ${id}, and each example matches the schema`, () => {
      const [requestBody] = requests;
      for (const [status, responses] of responsesOf(operation)) {
        expect(responses, `${status}`).not.to.be.empty;
        const violations = responses.flatMap((responseBody) =>
          validateExchange({ method, path, requestBody, status, responseBody }),
        );
        expect(violations).to.deep.equal([]);
      }
    });
  }
});

describe("the contract module", () => {
  const ajv = new Ajv2020({ strictTypes: false });
  addFormats(ajv);

  it("has exactly the operations of the contract's specifications", () => {
    const inModule = Object.entries(operations).map(([id, { method, path, document: source }]) => ({
      id,
      method,
      path,
      source,
      api: operations[id as OperationId].api,
    }));
    const inDocuments = listed.map(({ part: _, ...operation }) => operation);
    expect(inModule).to.have.deep.members(inDocuments);
  });

  for (const operation of listed) {
    it(`has schemas of ${operation.id} that accept the contract's examples, but refuse the response {"unheardOf":1}`, () => {
      const { requestSchema, responses } = operations[operation.id as OperationId];
      const requests = examplesOf(part(operation.part, "requestBody"));
      for (const value of requests) expect(ajv.validate(requestSchema ?? false, value)).to.be.true;
      for (const [status, examples] of responsesOf(operation)) {
        const schema = responses[status] ?? false;
        for (const value of examples) expect(ajv.validate(schema, value)).to.be.true;
        expect(ajv.validate(schema, { unheardOf: 1 }), `${status}`).to.be.false;
      }
    });
  }
});

describe("the emulator with the example account", function () {
  const { emulator } = useEmulator(this);

  /** Sends a request. Returns the response, and the deviations of both from the contract. */
  async function send(
    operation: ContractOperation,
    path: string,
    requestBody: unknown,
    key?: string,
  ) {
    const { method } = operation;
    const { baseUrl, verifyUrl } = emulator();
    const [url, right] =
      operation.api === "main"
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

  for (const operation of listed) {
    const { id } = operation;
    const path = examplePath(operation);
    const bodies = examplesOf(part(operation.part, "requestBody"));
    const requests = bodies.length === 0 ? [undefined] : bodies;

    it(`accepts the contract's example requests for the operation ${id}, and responds as the contract specifies`, async () => {
      for (const requestBody of requests) {
        const { status, violations, responseBody } = await send(operation, path, requestBody);
        expect(status, responseBody).to.be.within(200, 299);
        expect(violations, responseBody).to.deep.equal([]);
      }
    });

    it(`refuses a request for ${id} with status 401 and an error body of the contract if the key is wrong`, async () => {
      const sent = await send(operation, path, requests[0], "wrong");
      expect(sent).to.deep.include({ status: 401, violations: [] });
    });

    if (bodies.length > 0) {
      it(`refuses a request for ${id} with status 400 and an error body of the contract if the request body isn't an object`, async () => {
        const { status, violations } = await send(operation, path, []);
        expect(status).to.equal(400);
        expect(violations.filter(({ on }) => on === "reply")).to.deep.equal([]);
      });
    }

    if (operation.path.includes("{")) {
      it(`refuses a request for ${id} with status 404 and an error body of the contract if the id is unknown`, async () => {
        const sent = await send(operation, pathTo(operation.path, "nowhere"), requests[0]);
        expect(sent).to.deep.include({ status: 404, violations: [] });
      });
    }
  }
});
