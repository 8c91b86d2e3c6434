import { checkDomain } from "../../account/sending-domain";
import { finding, type NamedFinding } from "../../input/finding";
import { isUnknown } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { Question, QuestionContext } from "../../lifecycle/question";
import type { SenderProps } from "./props";

/** What a preview looks into for a sender. */
export const senderQuestions: readonly Question<SenderProps>[] = [
  declaredTwice({
    kind: "Sender",
    about: ["email", "name"],
    name: "sender-duplicate",
    isSame: (one, other) =>
      isSameText(one.props.email, other.props.email) &&
      one.props.name === other.props.name &&
      !isUnknown(one.props.name),
    problem: (other) =>
      `Sender "${other}" in this program has the same address and name, so both would manage the same sender. Declare it only once.`,
  }),
  { when: "new", about: ["email", "name", "adopt"], ask: checkSender },
];

async function checkSender(
  { email, name, adopt }: Partial<SenderProps>,
  { account, keeps }: QuestionContext,
): Promise<NamedFinding[]> {
  if (email === undefined || isUnknown(email)) return [];
  const isIt = (row: { readonly sender_name: string }) => row.sender_name === name;
  const existing = !isUnknown(name) && (await account.senders.byAddress(email, isIt));
  if (!existing) return checkDomain(account, email);
  if (adopt === false) {
    const problem =
      "a sender with this address and name already exists, and adopt is false, so the update will fail. Remove adopt: false to adopt it, or use another name.";
    return [finding("error", "sender-conflict", problem)];
  }
  if (["email", "name"].every((input) => keeps.includes(input))) return [];
  const problem =
    "a sender with this address and name already exists and will be adopted; its postal address will not change.";
  return [finding("info", "sender-exists", problem)];
}
