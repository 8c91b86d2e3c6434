import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyDataSource } from "../../provider/lifecycle/data-source";
import { functions, kinds } from "../../provider/resources";
import {
  environmentName,
  type SettingName,
  settingNames,
  settingRows,
} from "../../provider/settings/table";
import { docOf } from "./doc-comment";
import type { FunctionModel, Member, PackageModel, ProviderModel } from "./model";
import { nounOf, readResource, requireSame, secret } from "./resource-model";
import { entry, openSource, provider, type Source } from "./source";
import { propertyText } from "./text";
import { capital, SchemaTypes } from "./types";

/** Reads the package: names, types and texts from its sources, and the effects of changes from its lifecycles. */
export function readPackage(): PackageModel {
  const nouns = Object.keys(kinds).map(nounOf);
  // A folder is the noun of a kind, or the beginning of the noun: `webhook` has `WebhookActivation`.
  const unknown = readdirSync(join(provider, "resources")).filter(
    (folder) =>
      existsSync(join(provider, "resources", folder, "resource.ts")) &&
      !nouns.some((noun) => `${noun}-`.startsWith(`${folder}-`)),
  );
  requireSame("folders with resource.ts", [], unknown);
  const source = openSource([entry]);
  const types = new SchemaTypes(source);
  const model = {
    provider: readProvider(source, types),
    resources: Object.values(kinds)
      .map((load) => readResource(source, types, load()))
      .sort((one, other) => (one.noun < other.noun ? -1 : 1)),
    functions: Object.values(functions).map((load) => readFunction(source, types, load())),
  };
  return { ...model, types: types.all() };
}

/** Reads a function. Throws if its look-up and its types have different arguments. */
function readFunction(
  source: Source,
  types: SchemaTypes,
  { name, inputs, isSecret = false }: AnyDataSource,
): FunctionModel {
  const owner = capital(name);
  const args = types.members(owner, source.find(entry, `${owner}Args`));
  const result = types.members(owner, source.find(entry, `${owner}Result`));
  const known = Object.keys(inputs);
  requireSame(
    `arguments of ${name}`,
    known,
    args.map((one) => one.name),
  );
  return {
    name,
    doc: docOf(source.checker, source.find(entry, name)),
    outputDoc: docOf(source.checker, source.find(entry, `${name}Output`)),
    args,
    result: isSecret ? result.map(secret) : result,
  };
}

/** Reads the explicit provider. Defaults and secrets come from the table of settings. */
function readProvider(source: Source, types: SchemaTypes): ProviderModel {
  const inputs = types.members("Provider", source.find(entry, "ProviderArgs"));
  requireSame(
    "settings",
    settingNames,
    inputs.map(({ name }) => name),
  );
  return {
    doc: docOf(source.checker, source.find(entry, "Provider")),
    inputs: inputs.map(readSetting),
  };
}

/**
 * Names the default and the environment variable in the description only. If the schema had them as defaults, the
 * engine would store keys from the environment in the state.
 */
function readSetting(input: Member): Member {
  const name = input.name as SettingName;
  const { default: value, ignoresEnvironment, isSecret } = settingRows[name];
  const doc = {
    ...(value !== undefined && { defaultValue: `\`${String(value)}\`` }),
    ...input.doc,
  };
  const variable = ignoresEnvironment ? "" : ` Environment variable: \`${environmentName(name)}\`.`;
  const spec = { ...input.spec, description: `${propertyText(doc)}${variable}` };
  const setting = { ...input, doc, spec };
  return isSecret ? secret(setting) : setting;
}
