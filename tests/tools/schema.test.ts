import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { InputCheck } from "../../provider/input/validation";
import { functions as allFunctions, kinds } from "../../provider/resources";
import { type SettingName, settingRows } from "../../provider/settings/table";
import { findEngine } from "../../tools/engine";
import type { ObjectSpec, PackageSpec, TypeSpec } from "../../tools/schema/spec";
import { everyKind } from "../support/fixtures";

const file = join(__dirname, "..", "..", "provider", "schema.json");
const text = readFileSync(file, "utf8");
const { config, provider, types, resources, functions } = JSON.parse(text) as PackageSpec & {
  readonly config: { readonly variables: ObjectSpec["properties"] };
};
const described = [...Object.entries(resources), ...Object.entries(functions)];
/** The inputs of a program, by the name of their owner. */
const inputs: readonly (readonly [string, ObjectSpec["properties"]])[] = [
  ["", provider.inputProperties],
  ...Object.entries(resources).map(([name, one]) => [name, one.inputProperties] as const),
  ...Object.entries(functions).map(([name, one]) => [name, one.inputs.properties] as const),
];
const namesOf = (properties: ObjectSpec["properties"], isIt: (spec: TypeSpec) => boolean) =>
  Object.entries(properties).flatMap(([name, spec]) => (isIt(spec) ? [name] : []));

/** The properties that are numbers, each with its path and type. */
function numbers(properties: ObjectSpec["properties"], path = ""): [string, string][] {
  return Object.entries(properties).flatMap(([name, spec]) =>
    numbersIn(spec, path === "" ? name : `${path}.${name}`),
  );
}

function numbersIn({ type, items, $ref }: TypeSpec, path: string): [string, string][] {
  if (type === "number" || type === "integer") return [[path, type]];
  if (items) return numbersIn(items, `${path}[0]`);
  const named = types[$ref?.replace("#/types/", "") ?? ""];
  return named && "properties" in named ? numbers(named.properties, path) : [];
}

/** True if a setting, an input or an argument must be a whole number. */
function takesWhole(of: string, path: string): boolean {
  if (of === "") return "problem" in settingRows[path as SettingName].parse("1.5");
  const noun = of.replace(/^.*:/, "");
  const kind = kinds[noun as keyof typeof kinds];
  const called = allFunctions[noun as keyof typeof allFunctions];
  const checks: Readonly<Record<string, InputCheck>> = kind?.().fields ?? called().inputs;
  const [name = "", ...inside] = path.split(".");
  const given = inside.reduceRight<unknown>((held, part) => ({ [part]: held }), 1.5);
  const found = checks[name]?.check?.(given, name) ?? [];
  return found.some((one) => one.path === path && one.problem.startsWith("must be a whole number"));
}

describe("the schema of the plugin", function () {
  this.timeout(60_000);

  it("marks the inputs whose change replaces the resource", () => {
    for (const [kind, { replaces }] of everyKind) {
      const { inputProperties = {} } = resources[`emailmarketing:index:${kind}`] ?? {};
      const marked = Object.entries(inputProperties).filter(([, one]) => one.willReplaceOnChanges);
      expect(marked.map(([name]) => name)).to.deep.equal(replaces, kind);
    }
    expect(Object.keys(resources)).to.have.length(everyKind.length);
  });

  it("describes every type, enumeration value, property, argument and result", () => {
    const objects: [string, ObjectSpec][] = [
      ...Object.entries(resources),
      ...Object.entries(functions).flatMap(([name, one]): [string, ObjectSpec][] => [
        [`${name}, arguments`, one.inputs],
        [`${name}, result`, one.outputs],
      ]),
    ];
    const silent: string[] = [];
    for (const [name, type] of Object.entries(types)) {
      if (!type.description) silent.push(name);
      if ("properties" in type) objects.push([name, type]);
      else for (const one of type.enum) if (!one.description) silent.push(`${name}: ${one.value}`);
    }
    for (const [name, { properties }] of objects) {
      const without = Object.keys(properties).filter((key) => !properties[key]?.description);
      silent.push(...without.map((key) => `${name}: ${key}`));
    }
    expect(silent).to.deep.equal([]);
  });

  it("has an example of each resource and function in every language", () => {
    for (const [token, { description }] of described) {
      const blocks = [...description.matchAll(/^```(\w+)\n(.*?)^```$/gms)];
      const shown = blocks.filter(([, language]) => language !== "sh");
      const languages = shown.map(([, language]) => language).join();
      expect(languages, token).to.equal("typescript,python,go,java,csharp,yaml");
      const name = token.split(":")[2] ?? "";
      expect(shown.at(-1)?.[2], token).to.match(new RegExp(`: emailmarketing:${name}$`, "m"));
      // Remove the example programs, because dynamic resources have functions with other names.
      const prose = description.replace(/^```.*?^```$/gms, "");
      expect(prose, token).to.not.match(/Output`|dynamic resource/);
    }
  });

  it("names the environment variable of each setting that can come from the environment", () => {
    const silent = Object.entries(provider.inputProperties).filter(([name, { description }]) => {
      const words = name.replace(/[A-Z]/g, (capital) => `_${capital}`).toUpperCase();
      return !description?.endsWith(` Environment variable: \`EMAIL_MARKETING_${words}\`.`);
    });
    expect(silent.map(([name]) => name)).to.deep.equal(["formerAccounts"]);
  });

  it("has closed enumerations for this package's values, and open enumerations for the service's values", () => {
    const isWord = ({ $ref }: TypeSpec) => $ref?.startsWith("#/types/") === true;
    const all = (isIt: (spec: TypeSpec) => boolean) =>
      inputs.flatMap(([, properties]) => namesOf(properties, isIt));
    expect(all((spec) => spec.type === "string" && isWord(spec))).to.deep.equal([
      ...["operations", "preflight", "sending", "onDestroy", "onDestroy"],
    ]);
    expect(new Set(all(({ oneOf = [] }) => oneOf.some(isWord)))).to.deep.equal(
      new Set(["contactsOrder", "type", "status", "sortField", "sortOrder", "provider"]),
    );
    // In the stack config, all values are strings.
    expect(namesOf(config.variables, (one) => isWord(one) || one.oneOf !== undefined)).to.be.empty;
  });

  it("uses the type integer only for inputs and outputs that can't have fractions", () => {
    for (const [of, properties] of inputs) {
      const typed = numbers(properties);
      const taken = typed.map(([path]) => [path, takesWhole(of, path) ? "integer" : "number"]);
      expect(typed, of).to.deep.equal(taken);
    }
    const fractions = (properties: ObjectSpec["properties"]) =>
      numbers(properties).flatMap(([path, type]) =>
        type === "number" ? [path.split(".").at(-1)] : [],
      );
    expect(fractions(provider.inputProperties)).to.deep.equal([
      ...["requestsPerSecond", "timeoutSeconds", "deadlineSeconds"],
    ]);
    const results = Object.values(functions).flatMap((one) => fractions(one.outputs.properties));
    expect([...new Set(results)].sort()).to.deep.equal([
      ...["inboxPercentage", "missedPercentage", "openPercentage", "spamPercentage"],
    ]);
  });

  it("contains no internal names, and no default values, which would enter the state", () => {
    const shown = Object.values(resources).flatMap(({ properties }) => Object.keys(properties));
    expect(shown.filter((name) => name === "reading" || name.startsWith("__"))).to.deep.equal([]);
    expect(text).not.to.match(/"default(Info)?":/);
  });

  it("passes Pulumi's own validation of schemas", async () => {
    const { pulumi } = await findEngine();
    const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
    execFileSync(pulumi, ["schema", "check", file], { env, stdio: "pipe" });
  });
});
