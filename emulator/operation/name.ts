import { OperationError } from "./error";

interface Named {
  readonly id: string;
  readonly name: string;
}

/** Refuses a name that another object has, ignoring case. `object` starts the message, such as "A list". */
export function requireFreeName(
  object: string,
  rows: readonly Named[],
  { id, name = "" }: Partial<Named>,
): void {
  const isTaken = rows.some(
    (row) => row.id !== id && row.name.toLowerCase() === name.toLowerCase(),
  );
  if (isTaken) throw new OperationError("name", `${object} with this name exists already`);
}
