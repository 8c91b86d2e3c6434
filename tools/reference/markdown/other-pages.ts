import type { Doc, PackageModel } from "../model";
import { example, joined, type Page, summary } from "./site";
import { givenTable, resultTable, table } from "./table";

/** The page of the explicit provider. */
export function providerPage(page: Page, { provider: { doc, inputs } }: PackageModel): string {
  return joined([
    "# Provider",
    page.text(doc.text),
    "## Example",
    ...doc.examples.map(example),
    "## Inputs",
    givenTable(page, inputs),
    ...[...doc.sections].flatMap(([title, text]) => [`## ${title}`, page.text(text)]),
    `How to set them: [installation and configuration](${page.to("../installation-configuration.md")}).`,
  ]);
}

/** The page of the error class. */
export function errorPage(page: Page, { error: { doc, properties } }: PackageModel): string {
  return joined([
    "# EmailMarketingError",
    page.text(doc.text),
    "## Example",
    ...doc.examples.map(example),
    "## Properties",
    "`message` and these:",
    resultTable(page, properties),
  ]);
}

/** The page that names all others. */
export function indexPage(
  page: Page,
  { resources, functions, provider, error }: PackageModel,
): string {
  const line = (name: string, doc: Doc) => [page.link(name), page.text(summary(doc))];
  const list = (lines: readonly (readonly string[])[]) => table(["Name", "Description"], lines);
  return joined([
    "# Reference",
    "Every resource and function of `pulumi-email-marketing`.",
    "## Resources",
    list(resources.map(({ kind, doc }) => line(kind, doc))),
    "## Functions",
    "Each function has a second form whose name ends in `Output`, for arguments that are outputs.",
    list(functions.map(({ name, doc }) => line(name, doc))),
    "## Provider and errors",
    list([line("Provider", provider.doc), line("EmailMarketingError", error.doc)]),
    "## Beside the program",
    list([
      ["[Settings](../installation-configuration.md#settings)", "Every setting and its default."],
      ["[Findings](findings.md)", "What a preview reports, and how to suppress it."],
      ["[Command line](command-line.md)", "Every command and option."],
      ["[Emulator](emulator.md)", "Its options, seeds, faults and control routes."],
    ]),
  ]);
}
