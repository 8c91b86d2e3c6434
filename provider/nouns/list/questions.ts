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
];

async function checkExisting(
  { name, existingId }: Partial<ListProps>,
  { account }: QuestionContext,
): Promise<NamedFinding[]> {
  const conflict = (problem: string) => [finding("error", "list-conflict", problem)];
  if (name === undefined || isUnknown(name) || isUnknown(existingId)) return [];
  const { lists } = account;
  if (existingId === undefined) {
    const row = await lists.ask(name);
    return row
      ? conflict(
          `a list named "${row.name}" already exists, so the update will fail. Set existingId to "${row.id}" to adopt it, or use another name.`,
        )
      : [];
  }
  const row = await lists.byId(existingId);
  if (!row) {
    return conflict(
      `existingId: the account has no list with the id "${existingId}", so the update will fail. getLists() returns the lists that exist.`,
    );
  }
  if (row.name === name) return [];
  return conflict(
    `existingId: the list with the id "${existingId}" has the name "${row.name}", which can't be changed. Declare that name.`,
  );
}
