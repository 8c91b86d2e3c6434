import { AsyncLocalStorage } from "node:async_hooks";

const current = new AsyncLocalStorage<true>();

/** Does work that asks only, for a preview. */
export function lookingAhead<Value>(work: () => Value): Value {
  return current.run(true, work);
}

/** Whether the work at hand only asks. */
export function looksAhead(): boolean {
  return current.getStore() === true;
}
