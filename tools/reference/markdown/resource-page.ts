import type { PackageModel, Property, ResourceModel } from "../model";
import { errorSection } from "./error-section";
import { ownedRows } from "./owned-row";
import { example, joined, otherLanguages, type Page } from "./site";
import { supportingTypes } from "./supporting-types";
import { inputTable, resultTable, table } from "./table";

/** What the doc comment of every resource says under headings, each with the guide that goes further. */
const guides: Readonly<Record<string, { readonly title: string; readonly path: string }>> = {
  Import: { title: "Adopt an existing account", path: "../guides/adopt.md" },
  "Refresh and destroy": { title: "What can't be changed or deleted", path: "../permanence.md" },
};

const id: Property = {
  name: "id",
  shape: { is: "string" },
  isRequired: true,
  doc: {
    text: "The id under which the service knows the object.",
    examples: [],
    sections: new Map(),
  },
};

const onChange =
  "**On change** is what `pulumi preview` shows when an input changes. `update` changes the object or the state, " +
  "**replace** creates another object, and `error` means that the service can't make the change.";

const sentAs = (page: Page) =>
  "**Sent as** is the field of the request, and where its name is from: the service's specification, public clients, or a " +
  "guess. If your account knows the field by another name, " +
  `[send it under that name](${page.to("../service-differences.md#send-a-field-under-another-name")}).`;

/** The page of one kind of resource. */
export function resourcePage(page: Page, resource: ResourceModel, { types }: PackageModel): string {
  const { kind, doc, inputs, outputs, echoed } = resource;
  requireSections(resource);
  return joined([
    `# ${kind}`,
    page.text(doc.text),
    "## Example",
    ...doc.examples.map(example),
    otherLanguages(kind),
    "## Inputs",
    inputTable(page, inputs),
    onChange,
    inputs.some((input) => input.sentAs) ? sentAs(page) : "",
    "## Outputs",
    resultTable(page, [id, ...outputs]),
    `These inputs are outputs too: ${echoed.map((name) => `\`${name}\``).join(", ")}.`,
    ...[...doc.sections].flatMap(([title, text]) => [
      `## ${title}`,
      page.text(text),
      guideTo(page, title),
    ]),
    ...errorSection(page, resource),
    ...requestSection(page, kind),
    ...supportingTypes(page, types, [
      { properties: inputs },
      { properties: outputs, table: resultTable },
    ]),
  ]);
}

/** The row of the page that owns the figures. */
function requestSection(page: Page, kind: string): string[] {
  const owner = "../cost.md";
  const [row] = ownedRows(page, owner, "resource", kind);
  if (!row) return [];
  const head = ["resource", "create", "change", "refresh"];
  return [
    "## Requests",
    table(head, [head.map((name) => row[name] ?? "")]),
    `[Cost in requests and time](${page.to(`${owner}#resources`)}) explains the letters.`,
  ];
}

function guideTo(page: Page, section: string): string {
  const guide = guides[section];
  return guide ? `See [${guide.title}](${page.to(guide.path)}).` : "";
}

function requireSections({ kind, doc }: ResourceModel): void {
  const missing = Object.keys(guides).filter((title) => !doc.sections.has(title));
  if (doc.examples.length === 0) missing.unshift("an example");
  if (missing.length === 0) return;
  throw new Error(`the doc comment of the class ${kind} lacks ${missing.join(" and ")}`);
}
