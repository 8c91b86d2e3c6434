import { foreseeDomain } from "../../account/sending-domain";
import { unknownValue } from "../../input/unknown";
import { declaredTwice, isSameText } from "../../lifecycle/declared-twice";
import type { Foreseen, Foresight, Surroundings } from "../../lifecycle/preflight";

/** What of a sender can be foreseen. */
export interface SenderInputs {
  readonly email: string;
  readonly name: string;
  readonly adopt?: boolean;
}

/** What a preview looks into for a sender. */
export const senderForesight: readonly Foresight<SenderInputs>[] = [
  declaredTwice<SenderInputs>({
    kind: "Sender",
    name: "sender-duplicate",
    isSame: (one, other) =>
      isSameText(one.email, other.email) &&
      one.name === other.name &&
      one.name !== unknownValue &&
      one.email !== unknownValue,
    problem: (other) =>
      `Sender "${other}" of this program has the same address and name, so the account may get the sender twice. Declare it once and share it.`,
  }),
  foreseeSender,
];

async function foreseeSender(
  { email, name, adopt }: Partial<SenderInputs>,
  around: Surroundings,
): Promise<Foreseen[]> {
  if (!around.isNew || email === undefined || email === unknownValue) return [];
  const isIt = (row: { readonly sender_name: string }) => row.sender_name === name;
  const existing =
    name !== unknownValue && (await around.holdings().senders.byAddress(email, isIt));
  if (!existing) return foreseeDomain(around, email);
  if (adopt === false) {
    const problem =
      "a sender with this address and name exists already, and adopt is false, so the apply will fail. Leave out adopt to take it over, or give another name.";
    return [{ name: "sender-conflict", level: "fault", problem }];
  }
  const problem =
    "a sender with this address and name exists already and will be taken over; its postal address stays as it is.";
  return [{ name: "sender-exists", level: "note", problem }];
}
