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
import { validateExchange } from "../support/exchange";

interface Example {
  readonly name: string;
  readonly value: unknown;
}

const document = readMerged();
const listed = listOperations(document);

function examplesOf(holder: Part): Example[] {
  const given = part(part(part(holder, "content"), "application/json"), "examples");
  return Object.entries(given).map(([name, example]) => ({
    name,
    value: isPart(example) ? example.value : undefined,
  }));
}

function repliesOf({ part: operation }: ContractOperation): [number, Example[]][] {
  return Object.entries(part(operation, "responses")).map(([status, reply]) => {
    const reference = isPart(reply) ? reply.$ref : undefined;
    const holder = typeof reference === "string" ? resolve(document, reference) : reply;
    return [Number(status), isPart(holder) ? examplesOf(holder) : []];
  });
}

describe("contract examples", () => {
  for (const operation of listed) {
    const { id, method } = operation;
    const path = operation.path.replace(/\{[^{}]+\}/, "id_1");
    const requests = examplesOf(part(operation.part, "requestBody"));

    it(`${id} has requests that hold to its schema`, () => {
      const takesBody = "requestBody" in operation.part;
      expect(requests.length > 0).to.equal(takesBody);
      const violations = requests.flatMap(({ value: requestBody }) =>
        validateExchange({ method, path, requestBody, status: 500, responseBody: { message: "" } }),
      );
      expect(violations).to.deep.equal([]);
    });

    it(`${id} has replies, one for each status at least, that hold to their schemas`, () => {
      const requestBody = requests[0]?.value;
      for (const [status, replies] of repliesOf(operation)) {
        expect(replies, `${status}`).not.to.be.empty;
        const violations = replies.flatMap(({ value: responseBody }) =>
          validateExchange({ method, path, requestBody, status, responseBody }),
        );
        expect(violations).to.deep.equal([]);
      }
    });
  }
});

describe("operations", () => {
  const ajv = new Ajv2020({ strictTypes: false });
  addFormats(ajv);

  it("are those of the documents", () => {
    const inModule = Object.entries(operations).map(([id, { method, path, document: source }]) => ({
      id,
      method,
      path,
      source,
      interface: operations[id as OperationId].interface,
    }));
    const inDocuments = listed.map(({ part: _, ...operation }) => operation);
    expect(inModule).to.have.deep.members(inDocuments);
  });

  for (const operation of listed) {
    it(`take the documents' examples of ${operation.id} with the emulator's schemas`, () => {
      const { requestSchema, responses } = operations[operation.id as OperationId];
      const requests = examplesOf(part(operation.part, "requestBody"));
      for (const { value } of requests)
        expect(ajv.validate(requestSchema ?? false, value)).to.be.true;
      for (const [status, replies] of repliesOf(operation)) {
        const schema = responses[status] ?? false;
        for (const { value } of replies) expect(ajv.validate(schema, value)).to.be.true;
        expect(ajv.validate(schema, { unheardOf: 1 }), `${status}`).to.be.false;
      }
    });
  }
});
