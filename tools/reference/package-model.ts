import { readdirSync } from "node:fs";
import { join } from "node:path";
import { dataSources } from "../../provider/functions";
import { docOf } from "./doc-comment";
import { readFunction } from "./function-model";
import type { ErrorModel, PackageModel } from "./model";
import { readResource } from "./resource-model";
import { Shapes } from "./shape";
import { entry, openSource, provider, type Source } from "./source";

/** Reads the package: names, types and texts from its sources, what a change does from its lifecycles. */
export function readPackage(): PackageModel {
  const nouns = readdirSync(join(provider, "resources"));
  const source = openSource([entry, ...nouns.map((noun) => `resources/${noun}/props.ts`)]);
  const shapes = new Shapes(source);
  return {
    provider: {
      doc: docOf(source.checker, source.find(entry, "Provider")),
      inputs: shapes.properties(source.find(entry, "ProviderArgs")),
    },
    resources: nouns.map((noun) => readResource(source, shapes, noun)),
    functions: Object.values(dataSources).map((one) => readFunction(source, shapes, one)),
    error: readError(source, shapes),
    types: shapes.types,
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
