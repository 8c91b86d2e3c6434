import { invalid, type Reply } from "./reply";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The refusal of a name that another object has, in any case. `object` begins the message: "A list". */
export function takenName(
  object: string,
  rows: readonly Named[],
  { id, name = "" }: Partial<Named>,
): Reply | undefined {
  const isTaken = rows.some(
    (row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase(),
  );
  return isTaken ? invalid("name", `${object} with this name exists already`) : undefined;
}
