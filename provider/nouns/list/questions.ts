import type { ListRow } from "../../api/list";
import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameObject, isSameText } from "../../lifecycle/declared-twice";
import type { Question, QuestionContext } from "../../lifecycle/question";
import type { ListProps } from "./props";

/** What a preview checks in the account for a contact list. */
export const listQuestions: readonly Question<ListProps>[] = [
  declaredTwice({
    kind: "List",
    about: ["name", "existingId"],
    name: "list-duplicate",
    isSame: (one, other) =>
      isSameObject(one, other, "existingId") || isSameText(one.props.name, other.props.name),
    problem: (other) =>
      `List "${other}" in this program is the same list, whose name must be unique in the account. Declare it only once, or use another name.`,
  }),
  { when: "new", about: ["name", "existingId"], ask: checkExisting },
  { when: "changed", about: ["name"], ask: checkRename },
];

/** A new name that another list has, unless a List of this program gives it up. */
async function checkRename(
  { name }: Partial<ListProps>,
  { account: { lists }, own, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  if (name === undefined || isUnknown(name)) return [];
  const row = await lists.byKey(name, ({ id }) => id !== own.id);
  const conflict = nameConflict(row);
  return conflict && !(await isLeft(row, declared)) ? [conflict] : [];
}

/** Whether a List of this program has this list, and gives its name up. */
async function isLeft(
  row: ListRow | undefined,
  declared: QuestionContext["declared"],
): Promise<boolean> {
  const all = row ? await declared("List") : [];
  return all.some(({ id, props }) => id === row?.id && !isSameText(props.name, row?.name));
}

/** Why a list can't get the name of another one. */
export function nameConflict(row: ListRow | undefined): NamedFinding | undefined {
  return (
    row &&
    finding(
      "error",
      "list-conflict",
      `name: the list with the id "${row.id}" is named "${row.name}" already. Use another name; if another List in this program gives it up in this update, use dependsOn so that it comes first.`,
    )
  );
}

async function checkExisting(
  props: Partial<ListProps>,
  { account: { lists }, declared }: QuestionContext,
): Promise<NamedFinding[]> {
  const { name, existingId } = props;
  if (name === undefined || isUnknown(name) || isUnknown(existingId)) return [];
  // A service may find by its name what it doesn't return by its id, as the update knows.
  const row =
    existingId === undefined
      ? await lists.ask(name)
      : ((await lists.byId(existingId)) ??
        (await lists.ask(name, (other) => other.name === name && other.id === existingId)));
  const conflict = listConflict(row, props);
  if (!conflict || (existingId === undefined && (await isLeft(row, declared)))) return [];
  return [conflict];
}

/** Why the list that `existingId` names, or the one with the name, can't become what is declared. */
export function listConflict(
  row: ListRow | undefined,
  { name, existingId }: Partial<ListProps>,
): NamedFinding | undefined {
  const conflict = (problem: string) => finding("error", "list-conflict", problem);
  if (existingId === undefined) {
    return (
      row &&
      conflict(
        `a list named "${row.name}" already exists. Set existingId to "${row.id}" to adopt it, or use another name.`,
      )
    );
  }
  if (!row) {
    return conflict(
      `existingId: the account has no list with the id "${existingId}". getLists() returns the lists that exist.`,
    );
  }
  if (row.name === name) return undefined;
  return conflict(
    `existingId: the list with the id "${existingId}" has the name "${row.name}". Declare that name to adopt it; a later change renames it.`,
  );
}
