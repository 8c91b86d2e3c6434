import { finding, type NamedFinding } from "../../input/finding";
import { isSameSpelling } from "../../input/spelling";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameAddress } from "../../lifecycle/declared-twice";
import type { Question, QuestionContext } from "../../lifecycle/question";
import { checkDomain } from "../../lifecycle/sending-domain";
import type { SenderProps } from "./props";

/** What a preview looks into for a sender. */
export const senderQuestions: readonly Question<SenderProps>[] = [
  declaredTwice({
    kind: "Sender",
    about: ["email", "name"],
    name: "sender-duplicate",
    isSame: (one, other) =>
      isSameAddress(one.props.email, other.props.email) &&
      one.props.name === other.props.name &&
      !isUnknown(one.props.name),
    problem: (other) =>
      `Sender "${other}" in this program has the same address and name, so both would manage the same sender. Declare it only once.`,
  }),
  { when: "new", about: ["email", "name", "adopt"], ask: checkSender },
];

/** Why the sender of the account that is declared can't be adopted. */
export function senderConflict({ adopt }: Partial<SenderProps>): NamedFinding | undefined {
  if (adopt !== false) return undefined;
  const problem =
    "a sender with this address and name already exists, and adopt is false. Remove adopt: false to adopt it, or use another name.";
  return finding("error", "sender-conflict", problem);
}

/** Whether a sender has this name, in whatever spelling the service gives it back. */
export function isNamed(name: string): (row: { readonly sender_name: string }) => boolean {
  return (row) => isSameSpelling(row.sender_name, name);
}

async function checkSender(
  props: Partial<SenderProps>,
  { account, keeps }: QuestionContext,
): Promise<NamedFinding[]> {
  const { email, name } = props;
  if (email === undefined || isUnknown(email)) return [];
  const isKnown = name !== undefined && !isUnknown(name);
  const existing = isKnown && (await account.senders.byKey(email, isNamed(name)));
  if (!existing) return checkDomain(account, email);
  const conflict = senderConflict(props);
  if (conflict) return [conflict];
  if (["email", "name"].every((input) => keeps.includes(input))) return [];
  const problem =
    "a sender with this address and name already exists and will be adopted; its postal address will not change.";
  return [finding("info", "sender-exists", problem)];
}
