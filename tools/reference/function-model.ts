import type { AnyDataSource } from "../../provider/lifecycle/data-source";
import { docOf } from "./doc-comment";
import type { FunctionModel } from "./model";
import { requireSame } from "./require-same";
import type { Shapes } from "./shape";
import { entry, type Source } from "./source";

/** Reads one function; throws where its look-up and its types don't agree. */
export function readFunction(
  source: Source,
  shapes: Shapes,
  { name, inputs, isSecret = false }: AnyDataSource,
): FunctionModel {
  const types = name.charAt(0).toUpperCase() + name.slice(1);
  const args = shapes.properties(source.find(entry, `${types}Args`));
  const known = Object.keys({ ...inputs.required, ...inputs.optional });
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
    result: shapes.properties(source.find(entry, `${types}Result`)),
    isSecret,
  };
}
