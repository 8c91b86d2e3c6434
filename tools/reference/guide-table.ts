import { table } from "../../contract/table";
import { type SettingName, settingRows } from "../../provider/settings/table";
import type { Input, PackageModel, ProviderModel, Reach, ResourceModel } from "../schema/model";
import { text as textOf } from "../schema/text";
import { commandTables } from "./command-table";
import { exampleTable, seedTable } from "./emulator-table";
import type { Parts } from "./marked";
import { linkedFrom, pathsOf } from "./page";

/** Replaces names in a text by links. */
type Linked = (text: string) => string;

/** Generated parts of guides: by the guide's path, then by the name of the mark. */
export function guideParts(model: PackageModel): ReadonlyMap<string, Parts> {
  const { resources } = model;
  const linked = linkedFrom(pathsOf(model));
  const linkedIn = (path: string) => (text: string) => linked(path, text);
  const [readme, permanence, adoption] = [
    "README.md",
    "docs/reference/permanence.md",
    "docs/guides/adopt.md",
  ];
  return new Map<string, Parts>([
    [
      readme,
      {
        resources: linked(
          readme,
          sentence("Resources", [...resources.map(({ kind }) => kind), "Provider"]),
        ),
        functions: linked(
          readme,
          sentence(
            "Functions",
            model.functions.map(({ name }) => name),
          ),
        ),
      },
    ],
    [
      permanence,
      {
        permanence: permanenceTable(linkedIn(permanence), resources),
        reading: readingTable(resources),
      },
    ],
    [adoption, { adoption: adoptionTable(linkedIn(adoption), resources) }],
    ["docs/reference/command-line.md", commandTables()],
    ["docs/reference/settings.md", { settings: settingsTable(model.provider) }],
    ["docs/reference/emulator.md", { example: exampleTable(), seeds: seedTable() }],
  ]);
}

/** The settings, and whether an explicit `Provider` inherits them from the stack. */
function settingsTable({ inputs }: ProviderModel): string {
  const rows = inputs.map(({ name, doc }) => [
    `\`${name}\``,
    inOneLine(doc.defaultValue ?? ""),
    settingRows[name as SettingName].inherited === "never" ? "no" : "",
    inOneLine(doc.text).replace(/ ?An explicit `Provider` never takes it [^.]*\./, ""),
  ]);
  return text(["setting", "default", "from the stack for a `Provider`", "meaning"], rows);
}

/** A sentence that lists names as code. */
function sentence(what: string, names: readonly string[]): string {
  return `${what}: ${new Intl.ListFormat("en-GB").format(names.map((name) => `\`${name}\``))}.`;
}

function permanenceTable(linked: Linked, resources: readonly ResourceModel[]): string {
  const rows = resources.map((resource) => [
    linked(`\`${resource.kind}\``),
    inputsWith(resource, "error"),
    inputsWith(resource, "replace"),
    linked(onDestroy(resource)),
  ]);
  const replaced = "replaced when these change";
  return text(["resource", "can't be changed", replaced, "`pulumi destroy`"], rows);
}

/**
 * The inputs whose change has this effect with the specified operations. Marks an input if the extended operations
 * change its effect.
 */
function inputsWith({ inputs }: ResourceModel, effect: Input["onChange"]["effect"]): string {
  return inputs
    .filter(({ onChange }) => onChange.effect === effect)
    .map(({ name, onChangeExtended: extended }) =>
      extended && extended.effect !== effect ? `\`${name}\` (specified)` : `\`${name}\``,
    )
    .join(", ");
}

function adoptionTable(linked: Linked, resources: readonly ResourceModel[]): string {
  const rows = resources.map(({ kind, doc }) => [
    linked(`\`${kind}\``),
    linked(inOneLine(doc.sections.get("Import") ?? "")),
  ]);
  return text(["resource", "how to adopt it"], rows);
}

const inWords: Readonly<Record<Reach, string>> = { all: "yes", extended: "extended", none: "no" };

function readingTable(resources: readonly ResourceModel[]): string {
  const rows = resources.map(({ kind, isRead, isFound, isListed }) => [
    `\`${kind}\``,
    ...[isRead, isFound, isListed].map((reach) => inWords[reach]),
  ]);
  const head = ["resource", "`pulumi refresh`, `drift`", "`pulumi import` by the plugin"];
  return text([...head, "`npx pulumi-email-marketing import`"], rows);
}

function text(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return table(head, rows).join("\n");
}

/**
 * The result of `pulumi destroy`, from the sentence of the doc comment that begins with "A destroy". Omits the reason
 * after a colon, which is only for the reference.
 */
function onDestroy({ kind, doc }: ResourceModel): string {
  const comment = inOneLine(doc.sections.get("Refresh and destroy") ?? "");
  const found = /(?:^|\. )A destroy (.+?)(?:: |\.(?: |$))/.exec(comment)?.[1];
  if (found !== undefined) return found;
  throw new Error(
    `the doc comment of the class ${kind} has no sentence that begins with "A destroy"`,
  );
}

function inOneLine(comment: string): string {
  return textOf(comment).replace(/\s+/g, " ");
}
