import { during } from "../tools/engine/progress";

/** Says what is being measured, which takes its time. */
export function measuring<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
  return during(`Measuring ${what}`, "at most a few minutes", work);
}
