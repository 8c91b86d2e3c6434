import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { findEngine } from "../../../tools/engine";
import type { ObjectType, PackageModel, Property } from "../../../tools/reference/model";
import { packageSchema } from "../../../tools/schema/package-schema";
import type {
  FunctionSpec,
  NamedTypeSpec,
  ObjectSpec,
  ResourceSpec,
} from "../../../tools/schema/spec";
import { everyKind } from "../../support/specimen";

interface Schema {
  readonly config: object;
  readonly provider: object;
  readonly types: Readonly<Record<string, NamedTypeSpec>>;
  readonly resources: Readonly<Record<string, ResourceSpec>>;
  readonly functions: Readonly<Record<string, FunctionSpec>>;
}

const file = join(__dirname, "..", "..", "..", "provider", "schema.json");
const committed = () => JSON.parse(readFileSync(file, "utf8")) as Schema;

const doc = (text: string) => ({ text, examples: ["example();\n"], sections: new Map() });
const property = (name: string, more: Partial<Property> = {}): Property => ({
  name,
  shape: { is: "string" },
  isRequired: false,
  doc: doc(""),
  ...more,
});
const onChange = { effect: "update", isRemovable: true } as const;

const model: PackageModel = {
  provider: {
    doc: doc("The settings."),
    inputs: [
      { ...property("apiKey"), isSecret: true },
      { ...property("mode", { shape: { is: "word", words: ["on", "not_on"] } }), isSecret: false },
    ],
  },
  resources: [
    {
      kind: "Thing",
      noun: "thing",
      doc: {
        ...doc("A thing of\nthe {@link getThing}."),
        sections: new Map([
          ["Import", "Declare it:\n\n```ts\nnew Thing();\n```"],
          ["Refresh and destroy", "Nothing."],
        ]),
      },
      inputs: [
        {
          ...property("name", {
            isRequired: true,
            doc: { ...doc("Its name."), defaultValue: "`a`" },
          }),
          onChange: { effect: "replace", isRemovable: true },
        },
        { ...property("body", { shape: { is: "content" } }), onChange },
        { ...property("parts", { shape: { is: "map", of: { is: "any" } } }), onChange },
      ],
      outputs: [property("account", { isRequired: true })],
      echoed: ["name"],
      isRead: "all",
      isFound: "all",
      isListed: "extended",
    },
  ],
  functions: [
    {
      name: "getThings",
      doc: doc("All things."),
      outputDoc: doc(""),
      args: [property("search")],
      needsArgs: false,
      result: [
        property("things", {
          isRequired: true,
          shape: { is: "list", of: { is: "object", type: "GetThingResult" } },
        }),
      ],
      isSecret: true,
    },
  ],
  error: { doc: doc(""), properties: [] },
  types: new Map<string, ObjectType>([
    [
      "GetThingResult",
      {
        name: "GetThingResult",
        doc: doc("A thing."),
        properties: [property("size", { shape: { is: "number" } })],
      },
    ],
  ]),
};

describe("packageSchema", () => {
  const schema = packageSchema(model, { version: "1.2.3", repository: "acme/pulumi-things" });

  it("names version, repository and the releases from which the CLI takes the plugin", () => {
    expect(schema).to.deep.include({
      name: "emailmarketing",
      version: "1.2.3",
      repository: "https://github.com/acme/pulumi-things",
      pluginDownloadURL: "github://api.github.com/acme/pulumi-things",
    });
  });

  it("offers the settings as stack config and as inputs of a provider, none of them with a default", () => {
    const settings = {
      apiKey: { type: "string", secret: true },
      mode: {
        oneOf: [
          { type: "string" },
          { type: "string", $ref: "#/types/emailmarketing:index:ProviderMode" },
        ],
      },
    };
    expect(schema).to.deep.include({
      config: { variables: settings },
      provider: { description: "The settings.", inputProperties: settings },
    });
  });

  it("describes a resource with its inputs, outputs, replacement and dynamic type", () => {
    const name = { type: "string", description: "Its name. Default: `a`." };
    const body = { oneOf: [{ type: "string" }, { $ref: "pulumi.json#/Asset" }] };
    const parts = { type: "object", additionalProperties: { $ref: "pulumi.json#/Any" } };
    expect((schema as Schema).resources).to.deep.equal({
      "emailmarketing:index:Thing": {
        description:
          "A thing of the `getThing`.\n\n## Import\n\n```sh\n$ pulumi import emailmarketing:index:Thing name id\n```\n\nDeclare it.\n\n## Refresh and destroy\n\nNothing.",
        inputProperties: { name: { ...name, willReplaceOnChanges: true }, body, parts },
        requiredInputs: ["name"],
        properties: { name, body, parts, account: { type: "string" } },
        required: ["name", "account"],
        listInputs: { properties: {} },
        aliases: [{ type: "pulumi-nodejs:dynamic/emailmarketing:Thing" }],
      },
    });
  });

  it("describes a function whose result is a secret, and the types that are used", () => {
    expect((schema as Schema).functions).to.deep.equal({
      "emailmarketing:index:getThings": {
        description: "All things.",
        inputs: { type: "object", properties: { search: { type: "string" } } },
        outputs: {
          type: "object",
          properties: {
            things: {
              type: "array",
              items: { $ref: "#/types/emailmarketing:index:GetThingsThing" },
              secret: true,
            },
          },
          required: ["things"],
        },
      },
    });
    expect((schema as Schema).types).to.deep.equal({
      "emailmarketing:index:GetThingsThing": {
        type: "object",
        description: "A thing.",
        properties: { size: { type: "number" } },
      },
      "emailmarketing:index:ProviderMode": {
        type: "string",
        enum: [
          { name: "On", value: "on" },
          { name: "NotOn", value: "not_on" },
        ],
      },
    });
  });
});

describe("provider/schema.json", function () {
  this.timeout(60_000);

  const replacing = ({ inputProperties }: ResourceSpec) =>
    Object.entries(inputProperties)
      .filter(([, { willReplaceOnChanges }]) => willReplaceOnChanges)
      .map(([name]) => name);

  it("marks the inputs whose change replaces the object", () => {
    const { resources } = committed();
    const marked = Object.entries(resources).map(([name, one]) => [name, replacing(one)] as const);
    const wanted = everyKind.map(([kind, { replaces }]) => [
      `emailmarketing:index:${kind}`,
      replaces,
    ]);
    expect(Object.fromEntries(marked)).to.deep.equal(Object.fromEntries(wanted));
  });

  it("describes every property, argument and result", () => {
    const { types, resources, functions } = committed();
    const objects: [string, ObjectSpec][] = [
      ...Object.entries(resources),
      ...Object.entries(functions).flatMap(
        ([name, { inputs, outputs }]): [string, ObjectSpec][] => [
          [`${name}, arguments`, inputs],
          [`${name}, result`, outputs],
        ],
      ),
      ...Object.entries(types).flatMap(([name, type]): [string, ObjectSpec][] =>
        "properties" in type ? [[name, type]] : [],
      ),
    ];
    const silent = objects.flatMap(([name, { properties }]) =>
      Object.keys(properties)
        .filter((key) => !properties[key]?.description)
        .map((key) => `${name}: ${key}`),
    );
    expect(silent).to.deep.equal([]);
  });

  it("takes no default from anywhere, since a key would enter the state", () => {
    const text = readFileSync(file, "utf8");
    expect(text).not.to.match(/"default(Info)?":/);
    expect(text).not.to.include("EMAIL_MARKETING_");
  });

  it("passes Pulumi's own check of schemas", async () => {
    const { pulumi } = await findEngine();
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    execFileSync(pulumi, ["schema", "check", file], { env, stdio: "pipe" });
  });
});
