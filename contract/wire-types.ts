import openapiTS, { astToString } from "openapi-typescript";
import type { Part } from "./document";

/** The TypeScript types of everything that both documents put on the wire. */
export async function wireTypes(document: Part): Promise<string> {
  // The generator changes what it is given, hence the copy.
  const ast = await openapiTS(JSON.stringify(document), {
    alphabetize: false,
    defaultNonNullable: false,
    silent: true,
  });
  return astToString(ast);
}
