import type { ResourceForm } from "../../../provider/engine/resource";
import { asId, asName, quoted } from "../../../provider/errors/redact";
import type { ListedRows } from "../../../provider/lifecycle/lifecycle";
import { count, enumerate, namesInWords } from "../../../provider/plain/text";
import { type ImportOptions, importCommand, type NamedObject } from "./file";
import { providerVariable } from "./program";

export interface ImportPlan {
  readonly objects: NamedObject[];
  readonly counts: string[];
  alreadyManaged: number;
  /** The number of skipped objects, keyed by the account name that the state has for them. */
  readonly skippedByAccount: Map<string, number>;
  unmatched: number;
  readonly unfit: { readonly kind: string; readonly id: string; readonly problems: string }[];
  readonly notes: string[];
}

export function summary(
  { objects, alreadyManaged, skippedByAccount, unmatched, unfit, notes }: ImportPlan,
  files: readonly string[],
) {
  const imported = objects.map(({ kind, name, id }) => ({ kind, name, id }));
  return {
    files,
    imported,
    held: alreadyManaged,
    heldIn: Object.fromEntries(skippedByAccount),
    unmatched,
    unfit,
    notes,
  };
}

/**
 * The note about campaigns that were skipped because of their status. Paused campaigns come first, because they can
 * still be sent.
 */
export function leftOutNote(objects: NonNullable<ListedRows<never, never>["leftOut"]>): string {
  const byStatus = new Map<string, string[]>();
  for (const { id, status } of objects) {
    byStatus.set(status, [...(byStatus.get(status) ?? []), asId(id)]);
  }
  const groups = [...byStatus]
    .toSorted(([one], [other]) => Number(other === "paused") - Number(one === "paused"))
    .map(([status, ids]) => `${namesInWords(ids, maxNames)} (${asName(status)})`);
  return `skipped because of their status: ${groups.join("; ")}. To import one, add --campaign-id ID`;
}

const maxNames = 5;

export function report(
  plan: ImportPlan,
  { file, program, protect, provider }: ImportOptions,
  form: ResourceForm,
): string[] {
  const { objects, counts, alreadyManaged, skippedByAccount, unmatched, unfit, notes } = plan;
  const leftOut = [
    ...(alreadyManaged > 0 ? [`${count(alreadyManaged, "object")} already in the stack`] : []),
    ...[...skippedByAccount].map(
      ([account, number]) =>
        `${count(number, "object")} that the stack has under account ${quoted(account)}`,
    ),
    ...(unmatched > 0 ? [`${count(unmatched, "object")} not matched by --filter`] : []),
  ];
  const asides = [
    ...(leftOut.length > 0 ? [`Skipped: ${leftOut.join(", ")}.`] : []),
    ...unfit.map(({ kind, id, problems }) => `Skipped: ${kind} ${asId(id)}: ${problems}.`),
    ...notes.map((note) => `Note: ${note}.`),
  ];
  if (objects.length === 0) {
    const wayOn = [...skippedByAccount.keys()].map(
      (account) =>
        `If account ${quoted(account)} is this account under another name, set emailmarketing:formerAccounts to it and run pulumi up: nothing has to ` +
        "be imported. If it is another one, give both Providers their baseUrl: these objects have the same ids and names.",
    );
    return [...asides, "Nothing to import. No files were written.", ...wayOn];
  }
  if (form === "plugin") {
    return [
      ...asides,
      `Wrote ${enumerate(counts)} to ${file} (for pulumi import).`,
      "Next, run this with an official Pulumi CLI; it also writes the program, in the language of the project:",
      `  ${importCommand(file, form, protect)}`,
      "The CLI that the demo of this package builds can't write a program in Python or Go. It says so only after the objects are in the state, protected.",
    ];
  }
  return [
    ...asides,
    `Wrote ${enumerate(counts)} to ${file} (for pulumi import) and ${program} (the program).`,
    "Next, run:",
    `  ${importCommand(file, form, protect)}   (Pulumi 3.254 or later)`,
    ...(provider === undefined
      ? []
      : [
          `Export the Provider ${quoted(provider)} as ${providerVariable(provider)} from providers.ts, or change the import in ${program}.`,
        ]),
    `Then import ${program} in your program and run: pulumi preview. It should show no changes.`,
  ];
}
