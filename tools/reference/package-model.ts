import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { functions, kinds } from "../../provider/nouns";
import { type SettingName, settingNames, settingRow } from "../../provider/settings/table";
import { docOf } from "./doc-comment";
import { readFunction } from "./function-model";
import type { PackageModel, ProviderModel } from "./model";
import { requireSame } from "./require-same";
import { nounOf, readResource } from "./resource-model";
import { Shapes } from "./shape";
import { entry, openSource, provider, type Source } from "./source";

/** Reads the package: names, types and texts from its sources, what a change does from its lifecycles. */
export function readPackage(): PackageModel {
  const nouns = Object.keys(kinds).map(nounOf).sort();
  const folders = readdirSync(join(provider, "nouns")).filter((noun) =>
    existsSync(join(provider, "nouns", noun, "resource.ts")),
  );
  requireSame("nouns with resource.ts", nouns, folders);
  const source = openSource([entry]);
  const shapes = new Shapes(source);
  const resources = Object.values(kinds)
    .map((load) => readResource(source, shapes, load()))
    .sort((one, other) => (one.noun < other.noun ? -1 : 1));
  return {
    provider: readProvider(source, shapes),
    resources,
    functions: Object.values(functions).map((load) => readFunction(source, shapes, load())),
    types: shapes.types,
  };
}

/** The table of settings says what holds by default, and what is a secret. */
function readProvider(source: Source, shapes: Shapes): ProviderModel {
  const inputs = shapes.properties(source.find(entry, "ProviderArgs"));
  requireSame(
    "settings",
    settingNames,
    inputs.map(({ name }) => name),
  );
  return {
    doc: docOf(source.checker, source.find(entry, "Provider")),
    inputs: inputs.map((input) => {
      const row = settingRow(input.name as SettingName);
      const defaultValue =
        row.default === undefined ? {} : { defaultValue: `\`${String(row.default)}\`` };
      return { ...input, isSecret: row.isSecret === true, doc: { ...defaultValue, ...input.doc } };
    }),
  };
}
