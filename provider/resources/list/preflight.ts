import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameObject, isSameText } from "../../lifecycle/declared-twice";
import type { Preflight, ProgramContext } from "../../lifecycle/preflight";
import type { ListProps } from "./props";

/** What a preview looks into for a contact list. */
export const listPreflight: Preflight<ListProps> = {
  ofProgram: [
    declaredTwice<ListProps>({
      kind: "List",
      name: "list-duplicate",
      isSame: (one, other) =>
        isSameObject(one, other, "existingId") || isSameText(one.props.name, other.props.name),
      problem: (other) =>
        `List "${other}" of this program is the same list, which an account holds once. Declare it once, or give another name.`,
    }),
  ],
  ofNew: [checkExisting],
};

async function checkExisting(
  { name, existingId }: Partial<ListProps>,
  { holdings }: ProgramContext,
): Promise<NamedFinding[]> {
  const conflict = (problem: string) => [finding("error", "list-conflict", problem)];
  if (name === undefined || isUnknown(name) || isUnknown(existingId)) return [];
  const { lists } = holdings();
  if (existingId === undefined) {
    const row = await lists.ask(name);
    return row
      ? conflict(
          `a list named "${row.name}" exists already, so the apply will fail. Give existingId: "${row.id}" to adopt it, or another name.`,
        )
      : [];
  }
  const row = await lists.byId(existingId);
  if (!row) {
    return conflict(
      `existingId: the account has no list with the id "${existingId}", so the apply will fail.`,
    );
  }
  if (row.name === name) return [];
  return conflict(
    `the list with the id "${existingId}" is named "${row.name}", which no operation changes. Declare that name.`,
  );
}
