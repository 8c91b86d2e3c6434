/** A list that a campaign goes to, and how many contacts it holds. */
export interface ListSize {
  readonly id: string;
  readonly name: string;
  readonly contacts: number;
}

/** Whom a campaign goes to, as far as a preview can know it. */
export interface Reach {
  /** In all of its lists, or why that can't be known. */
  readonly contacts: number | { readonly unknown: string };
  /** The lists whose size is known. */
  readonly lists: readonly ListSize[];
}

/** What a preview says of a new or changed schedule. */
export interface ScheduleNote extends Reach {
  /** The logical name of the campaign, or its id; absent where neither is known. */
  readonly campaign?: string;
  /** As it is declared, or words in its place. */
  readonly time: string;
  /** The zone of a local time, where the settings name it. */
  readonly zone?: string;
}

/**
 * What a reviewer reads: `schedules "spring" for 2098-03-01 09:00:00 (Europe/Berlin) to 5 contacts in "Customers" (list-5).`, with
 * several lists `... to 8 contacts: 5 in "Customers" (list-5), 3 in "Friends" (list-3).`
 */
export function scheduleNote({ campaign, time, zone, contacts, lists }: ScheduleNote): string {
  const which = campaign === undefined ? "a campaign" : JSON.stringify(campaign);
  const when = zone === undefined ? time : `${time} (${zone})`;
  const [only, ...others] = lists;
  const isAll = only !== undefined && others.length === 0 && only.contacts === contacts;
  const sizes = lists.map((list) => `${list.contacts} in ${inWords(list)}`).join(", ");
  const where = isAll ? ` in ${inWords(only)}` : only === undefined ? "" : `: ${sizes}`;
  return `schedules ${which} for ${when} to ${numberInWords(contacts)}${where}.`;
}

function numberInWords(contacts: Reach["contacts"]): string {
  if (typeof contacts !== "number") return `an unknown number of contacts (${contacts.unknown})`;
  return `${contacts} ${contacts === 1 ? "contact" : "contacts"}`;
}

function inWords({ id, name }: ListSize): string {
  return `${JSON.stringify(name)} (${id})`;
}
