import { forgetProgram } from "../../provider/account/program-record";
import { dynamicProvider } from "../../provider/dynamic-provider/dynamic-provider";
import { type AnyFields, type Field, flag, id, text } from "../../provider/input/validation";
import type { AnyLifecycle, Lifecycle } from "../../provider/lifecycle/lifecycle";
import { configured, type Resource, type Settings } from "../support/resource";

interface NoteProps {
  readonly title: string;
  readonly colour?: string;
  readonly pinned?: boolean;
  readonly existingId?: string;
}

/** An invented kind of object, to test the code of the steps that all kinds share. */
const note: Lifecycle<NoteProps, { readonly status: string }> = {
  kind: "Note",
  labelInput: "title",
  fields: {
    title: { required: true, check: text({ min: 1 }), replaces: true },
    colour: { check: text({ max: 5 }) },
    pinned: { check: flag },
    existingId: { check: id },
  },
  outputs: { status: true },
  create: async () => ({ id: "note-1", outputs: { status: "new" } }),
};

/** The inputs of a note, with changes to some of them. */
export function notesWhere(changes: Readonly<Record<string, Partial<Field>>>): {
  readonly fields: AnyFields;
} {
  const fields: AnyFields = note.fields;
  const rows = Object.entries(fields).map(([name, row]) => [name, { ...row, ...changes[name] }]);
  return { fields: Object.fromEntries(rows) as AnyFields };
}

/** The dynamic provider of notes in the account eu. `own` overrides members of the kind. */
export function notes(
  own: Partial<AnyLifecycle> = {},
  settings: Settings = {},
  secretInputs: readonly string[] = [],
): Resource {
  forgetProgram();
  const provider = dynamicProvider({ ...note, ...own }, secretInputs);
  return configured(provider, { account: "eu", apiKey: "k-1", ...settings });
}

/** The advice for an object whose create is unconfirmed, after "the" or "The". */
export const createMayHaveSucceeded =
  "create may or may not have succeeded. It was not retried, to avoid a duplicate. Look for the object in the " +
  "account. If it exists, set existingId to its id and run: pulumi up. If it doesn't, run: pulumi state delete " +
  "<urn> (pulumi stack --show-urns shows the URN), then: pulumi up. If the resource is protected, first run: " +
  "pulumi state unprotect <urn>.";
