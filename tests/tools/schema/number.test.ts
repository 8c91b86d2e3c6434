import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import type { Check, InputCheck } from "../../../provider/input/check";
import type { Finding } from "../../../provider/input/finding";
import { functions, kinds } from "../../../provider/nouns";
import { type SettingName, settingRow } from "../../../provider/settings/table";
import type { ObjectSpec, PackageSpec, TypeSpec } from "../../../tools/schema/spec";

const file = join(__dirname, "..", "..", "..", "provider", "schema.json");
const schema = JSON.parse(readFileSync(file, "utf8")) as PackageSpec;

/** The numbers among some properties, each with its path and its type. */
function numbers(properties: ObjectSpec["properties"], path = ""): [string, string][] {
  return Object.entries(properties).flatMap(([name, spec]) =>
    numbersIn(spec, path === "" ? name : `${path}.${name}`),
  );
}

function numbersIn(spec: TypeSpec, path: string): [string, string][] {
  if (spec.type === "number" || spec.type === "integer") return [[path, spec.type]];
  if (spec.items) return numbersIn(spec.items, `${path}[0]`);
  const named = schema.types[spec.$ref?.replace("#/types/", "") ?? ""];
  return named && "properties" in named ? numbers(named.properties, path) : [];
}

/** The path with a fraction at its end. */
function fraction(path: string): unknown {
  return path.split(".").reduceRight<unknown>((held, name) => ({ [name]: held }), 1.5);
}

/** Whether a check refuses a fraction because it is one. */
function isWhole(check: Check | undefined, path: string): boolean {
  const [name = ""] = path.split(".");
  const given = (fraction(path) as Record<string, unknown>)[name];
  const found: readonly Finding[] = check?.(given, name) ?? [];
  return found.some((one) => one.path === path && one.problem.startsWith("must be a whole number"));
}

describe("numbers in provider/schema.json", () => {
  const wordOf = (isInteger: boolean) => (isInteger ? "integer" : "number");

  it("are integers exactly where the settings take no fraction", () => {
    const typed = numbers(schema.provider.inputProperties);
    const taken = typed.map(([name]) => [
      name,
      wordOf("problem" in settingRow(name as SettingName).parse("1.5")),
    ]);
    expect(typed).to.deep.equal(taken);
    expect(typed.filter(([, type]) => type === "number").map(([path]) => path)).to.deep.equal([
      "requestsPerSecond",
      "timeoutSeconds",
      "deadlineSeconds",
    ]);
  });

  for (const [kind, load] of Object.entries(kinds)) {
    it(`are integers exactly where ${kind} takes no fraction`, () => {
      const { fields } = load();
      const typed = numbers(
        schema.resources[`emailmarketing:index:${kind}`]?.inputProperties ?? {},
      );
      const taken = typed.map(([path]) => {
        const check = Object.entries(fields).find(([name]) => name === path.split(".")[0])?.[1]
          .check;
        return [path, wordOf(isWhole(check, path))];
      });
      expect(typed).to.deep.equal(taken);
    });
  }

  for (const [name, load] of Object.entries(functions)) {
    it(`are integers exactly where ${name} takes no fraction`, () => {
      const checks: Readonly<Record<string, InputCheck>> = load().inputs;
      const { inputs } = schema.functions[`emailmarketing:index:${name}`] ?? {};
      const typed = numbers(inputs?.properties ?? {});
      const taken = typed.map(([path]) => [
        path,
        wordOf(isWhole(checks[path.split(".")[0] ?? ""]?.check, path)),
      ]);
      expect(typed).to.deep.equal(taken);
    });
  }

  it("have a fraction in results only as percentages", () => {
    const outputs = Object.values(schema.functions).flatMap(({ outputs }) =>
      numbers(outputs.properties),
    );
    const names = outputs
      .filter(([, type]) => type === "number")
      .map(([path]) => path.split(".").at(-1));
    expect([...new Set(names)].sort()).to.deep.equal([
      "inboxPercentage",
      "missedPercentage",
      "openPercentage",
      "spamPercentage",
    ]);
  });
});
