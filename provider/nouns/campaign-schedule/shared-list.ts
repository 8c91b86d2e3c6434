import type { Account } from "../../account/account";
import { EmailMarketingError } from "../../errors/error";
import { isUnknown } from "../../input/unknown";
import type { Declared, QuestionContext } from "../../lifecycle/question";

/** A list by its id, or by the output that its id is: one that the update creates has none yet. */
export type SharedList = string | object;

/** What each of several campaigns goes to. */
export function sharedByAll([first, ...rest]: readonly Set<SharedList>[]): Set<SharedList> {
  return new Set([...(first ?? [])].filter((list) => rest.every((lists) => lists.has(list))));
}

/** What a campaign goes to; nothing where it goes to a segment. */
export function listsOf({ props, given }: Declared): Set<SharedList> {
  const { listIds, segmentId } = props;
  const ids: readonly unknown[] = Array.isArray(listIds) && segmentId === undefined ? listIds : [];
  const outputs: readonly unknown[] = Array.isArray(given.listIds) ? given.listIds : [];
  // What a transform makes of them may have other places.
  const isAsGiven = outputs.length === ids.length;
  return new Set(
    ids.flatMap((id, at): SharedList[] => {
      if (!isUnknown(id)) return typeof id === "string" ? [id] : [];
      const output = isAsGiven ? outputs[at] : undefined;
      return typeof output === "object" && output !== null ? [output] : [];
    }),
  );
}

/** Whether the id is known. */
function isId(list: SharedList): list is string {
  return typeof list === "string";
}

/** A list in a sentence. */
export async function listInWords(
  list: SharedList,
  { account, declared }: QuestionContext,
): Promise<string> {
  if (isId(list)) return inWords(list, await nameOf(list, account));
  const created = (await declared("List")).find(({ idOutput }) => idOutput === list);
  return created === undefined
    ? "a list that only the update knows"
    : `List ${JSON.stringify(created.name)}, which this update creates`;
}

/** The name of a list, which the account has shown for the number of contacts already; who looks into that says why it can't. */
async function nameOf(id: string, { lists }: Account): Promise<string | undefined> {
  try {
    return (await lists.byId(id))?.name;
  } catch (error) {
    if (error instanceof EmailMarketingError) return undefined;
    throw error;
  }
}

/** An id in a sentence, with the name where it is known. */
function inWords(id: string, name: string | undefined): string {
  return name === undefined ? id : `${JSON.stringify(name)} (${id})`;
}
