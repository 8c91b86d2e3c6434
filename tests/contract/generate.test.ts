import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { readMerged } from "../../contract/document";
import { generate, stale } from "../../contract/generate";
import { contractJson } from "../../contract/json";
import { lint } from "../../contract/lint";
import { schemasNamedIn, wireTypes } from "../../contract/wire-types";
import { useScratch } from "../support/scratch";

describe("generate", () => {
  it("gives what is committed", async () => {
    expect(await stale()).to.deep.equal([]);
  });

  it("gives the same twice", async () => {
    expect(await generate()).to.deep.equal(await generate());
  });
});

describe("contractJson", () => {
  const minimal = (type: string) => ({
    paths: {
      "/ping": {
        get: {
          operationId: "ping",
          responses: {
            "200": {
              content: { "application/json": { schema: { $ref: "#/components/schemas/Pong" } } },
            },
          },
        },
      },
    },
    components: {
      schemas: {
        Unused: { type: "null" },
        Pong: {
          description: "prose",
          "x-grade": "A",
          type: "object",
          properties: { description: { $ref: "#/components/schemas/Text" } },
        },
        Text: { type },
      },
    },
  });

  it("writes each schema in use before its users, without prose", () => {
    expect(contractJson(minimal("string"))).to.include(
      '"Text": {"type":"string"},\n' +
        '"Pong": {"type":"object","properties":{"description":{"$ref":"Text"}}}\n',
    );
  });

  it("leaves out what no operation uses", () => {
    expect(contractJson(minimal("string"))).not.to.include("Unused");
  });

  it("changes with the document", () => {
    expect(contractJson(minimal("number"))).to.include('"Text": {"type":"number"}');
  });

  it("refuses a reference to a schema that does not exist", () => {
    const document = readMerged();
    const broken = JSON.parse(
      JSON.stringify(document).replace(
        "#/components/schemas/DomainPage",
        "#/components/schemas/No",
      ),
    );
    expect(() => contractJson(broken)).to.throw("there is no schema named No");
  });
});

describe("wireTypes", () => {
  it("holds the named schemas and those they refer to, and nothing else", async () => {
    const types = await wireTypes(readMerged(), ["DomainPage"]);
    const names = [...types.matchAll(/^ {8}(\w+): /gm)].map(([, name]) => name);
    expect(names).to.deep.equal(["Domain", "DomainPage", "DomainStatus"]);
    expect(types).not.to.match(/\b(paths|operations|never)\b/);
  });

  it("refuses a schema that does not exist", async () => {
    const error = await wireTypes(readMerged(), ["No"]).catch((reason: Error) => reason.message);
    expect(error).to.equal("there is no schema named No");
  });
});

describe("schemasNamedIn", function () {
  const folder = useScratch(this);

  it("finds each schema that a source names, in either spelling, once", () => {
    writeFileSync(
      join(folder(), "domain.ts"),
      'type A = Schemas["Domain"]; type B = Schemas["Domain"]; type C = components["schemas"]["List"];',
    );
    writeFileSync(join(folder(), "wire.ts"), 'type D = components["schemas"]["Unused"];');
    expect(schemasNamedIn(folder())).to.deep.equal(["Domain", "List"]);
  });
});

describe("lint", () => {
  it("finds nothing in either document", () => {
    const { clean, output } = lint();
    expect(clean, output).to.equal(true);
  }).timeout(60_000);
});
