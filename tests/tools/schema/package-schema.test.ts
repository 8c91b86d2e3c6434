import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { findEngine } from "../../../tools/engine";
import type { ObjectSpec, PackageSpec, ResourceSpec, TypeSpec } from "../../../tools/schema/spec";
import { everyKind } from "../../support/specimen";

const file = join(__dirname, "..", "..", "..", "provider", "schema.json");
const committed = () => JSON.parse(readFileSync(file, "utf8")) as PackageSpec;

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

  it("describes every type, and every word of an enumeration", () => {
    const silent = Object.entries(committed().types).flatMap(([name, type]) => [
      ...(type.description ? [] : [name]),
      ...("enum" in type ? type.enum : [])
        .filter(({ description }) => !description)
        .map(({ value }) => `${name}: ${value}`),
    ]);
    expect(silent).to.deep.equal([]);
  });

  it("says of every setting which environment variable sets it, but for one that none sets", () => {
    const silent = Object.entries(committed().provider.inputProperties)
      .filter(([name, { description }]) => {
        const words = name.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
        return !description?.endsWith(` Environment variable: \`EMAIL_MARKETING_${words}\`.`);
      })
      .map(([name]) => name);
    expect(silent).to.deep.equal(["formerAccounts"]);
  });

  it("lets compilers check the words of this package, and leaves those of the service open", () => {
    const { provider, resources, functions } = committed();
    const inputs = [
      provider.inputProperties,
      ...Object.values(resources).map((one) => one.inputProperties),
      ...Object.values(functions).map((one) => one.inputs.properties),
    ].flatMap((properties) => Object.entries(properties));
    const isWord = (ref: string | undefined) => ref?.startsWith("#/types/") === true;
    const own = inputs.filter(([, { type, $ref }]) => type === "string" && isWord($ref));
    expect(own.map(([name]) => name)).to.deep.equal([
      ...["operations", "preflight", "sending", "onDestroy", "onDestroy"],
    ]);
    const open = inputs.filter(([, { oneOf = [] }]) => oneOf.some(({ $ref }) => isWord($ref)));
    expect(new Set(open.map(([name]) => name))).to.deep.equal(
      new Set(["contactsOrder", "type", "status", "sortField", "sortOrder", "provider"]),
    );
  });

  it("has a setting of the stack config as the text that it is there", () => {
    const { config } = committed() as unknown as {
      readonly config: { readonly variables: ObjectSpec["properties"] };
    };
    const isOther = ({ $ref, oneOf }: TypeSpec) => $ref !== undefined || oneOf !== undefined;
    expect(Object.values(config.variables).filter(isOther)).to.deep.equal([]);
  });

  it("offers nothing that is for this package alone", () => {
    const { resources } = committed();
    const shown = Object.values(resources).flatMap(({ properties }) => Object.keys(properties));
    expect(shown.filter((name) => name === "reading" || name.startsWith("__"))).to.deep.equal([]);
  });

  it("takes no default from anywhere, since a key would enter the state", () => {
    expect(readFileSync(file, "utf8")).not.to.match(/"default(Info)?":/);
  });

  it("says nothing of dynamic resources, whose functions have names of their own", () => {
    const { resources, functions } = committed();
    const texts = [...Object.values(resources), ...Object.values(functions)].map(
      ({ description }) => description.replace(/^```.*?^```$/gms, ""),
    );
    expect(texts.join("\n")).not.to.match(/Output`|dynamic resource/);
  });

  it("passes Pulumi's own check of schemas", async () => {
    const { pulumi } = await findEngine();
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    execFileSync(pulumi, ["schema", "check", file], { env, stdio: "pipe" });
  });
});
