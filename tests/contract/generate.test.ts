import { expect } from "chai";
import { readMerged } from "../../contract/document";
import { emulatorModule } from "../../contract/emulator-module";
import { generate, stale } from "../../contract/generate";
import { lint } from "../../contract/lint";

describe("generate", () => {
  it("gives what is committed", async () => {
    expect(await stale()).to.deep.equal([]);
  });

  it("gives the same twice", async () => {
    expect(await generate()).to.deep.equal(await generate());
  });
});

describe("emulatorModule", () => {
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
    expect(emulatorModule(minimal("string"))).to.include(
      'const text: Schema = { "type": "string" };\n\n' +
        'const pong: Schema = { "type": "object", "properties": { "description": text } };\n',
    );
  });

  it("leaves out what no operation uses", () => {
    expect(emulatorModule(minimal("string"))).not.to.include("unused");
  });

  it("changes with the document", () => {
    expect(emulatorModule(minimal("number"))).to.include(
      'const text: Schema = { "type": "number" }',
    );
  });

  it("refuses a reference to a schema that does not exist", () => {
    const document = readMerged();
    const broken = JSON.parse(
      JSON.stringify(document).replace(
        "#/components/schemas/DomainPage",
        "#/components/schemas/No",
      ),
    );
    expect(() => emulatorModule(broken)).to.throw("There is no schema No");
  });
});

describe("lint", () => {
  it("finds nothing in either document", () => {
    const { clean, output } = lint();
    expect(clean, output).to.equal(true);
  }).timeout(60_000);
});
