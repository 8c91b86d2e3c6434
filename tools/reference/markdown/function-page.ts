import type { FunctionModel, PackageModel } from "../model";
import { example, joined, otherLanguages, type Page } from "./site";
import { supportingTypes } from "./supporting-types";
import { givenTable, resultTable } from "./table";

/** The page of one function, with both of its forms. */
export function functionPage(page: Page, model: FunctionModel, { types }: PackageModel): string {
  const { name, doc, outputDoc, args, result, isSecret } = model;
  return joined([
    `# ${name}`,
    page.text(doc.text),
    "## Example",
    ...[...doc.examples, ...outputDoc.examples].map(example),
    otherLanguages(name),
    "## Forms",
    forms(model),
    isSecret
      ? `The result contains contact data: \`${name}Output\` returns it as a secret, \`${name}\` doesn't.`
      : "",
    "## Arguments",
    givenTable(page, args),
    "## Result",
    resultTable(page, result),
    ...supportingTypes(page, types, [
      { properties: args },
      { properties: result, table: resultTable },
    ]),
  ]);
}

function forms({ name, needsArgs }: FunctionModel): string {
  const given = needsArgs ? "args" : "args?";
  return [
    `- \`${name}(${given}, opts?)\` takes plain values and returns a promise. It runs at once, in previews too.`,
    `- \`${name}Output(${given}, opts?)\` also takes outputs, and returns an output. It waits for its arguments and for ` +
      "`dependsOn`; a preview in which one of them isn't known yet shows the result as unknown.",
  ].join("\n");
}
