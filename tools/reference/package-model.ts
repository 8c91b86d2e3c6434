import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { lifecycles } from "../../provider/nouns";
import { dataSources } from "../../provider/nouns/functions";
import { type SettingName, settingNames, settingRow } from "../../provider/settings/table";
import { docOf } from "./doc-comment";
import { readFunction } from "./function-model";
import type { ErrorModel, PackageModel, ProviderModel } from "./model";
import { requireSame } from "./require-same";
import { readResource } from "./resource-model";
import { Shapes } from "./shape";
import { entry, openSource, provider, type Source } from "./source";

/** Reads the package: names, types and texts from its sources, what a change does from its lifecycles. */
export function readPackage(): PackageModel {
  const nouns = readdirSync(join(provider, "nouns")).filter((noun) =>
    existsSync(join(provider, "nouns", noun, "props.ts")),
  );
  const source = openSource([entry, ...nouns.map((noun) => `nouns/${noun}/props.ts`)]);
  const shapes = new Shapes(source);
  const resources = nouns.map((noun) => readResource(source, shapes, noun));
  // The plugin serves what the table has, and its schema describes what the folders have.
  const unserved = resources.filter(({ kind }) => !Object.hasOwn(lifecycles, kind));
  if (unserved.length > 0) {
    const kinds = unserved.map(({ kind }) => kind).join(", ");
    throw new Error(`provider/nouns/index.ts has no entry for ${kinds}`);
  }
  return {
    provider: readProvider(source, shapes),
    resources,
    functions: Object.values(dataSources).map((one) => readFunction(source, shapes, one)),
    error: readError(source, shapes),
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

/** What the class inherits from JavaScript's own needs no page. */
function readError(source: Source, shapes: Shapes): ErrorModel {
  const error = source.find(entry, "EmailMarketingError");
  return {
    doc: docOf(source.checker, error),
    properties: [
      ...shapes.declared(error).filter(({ name }) => name === "code"),
      ...shapes.properties(source.find(entry, "ErrorDetails")),
    ],
  };
}
