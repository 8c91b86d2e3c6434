import { fail } from "./program";
import { isWaitingForEnd } from "./sdk";

/** What is under way in this process, each with the sentence of a program that ends before it. */
const open = new Set<{ readonly sentence: string }>();

/**
 * Does something that a program may not end before. Node.js ends a process with status 0 where something waits and nothing is left
 * that could end the wait; Pulumi would take that for a program that declares no more, and delete the rest.
 */
export async function toItsEnd<Value>(
  sentence: string,
  step: () => Promise<Value>,
): Promise<Value> {
  const one = { sentence };
  if (open.size === 0) process.on("beforeExit", failUnfinished);
  open.add(one);
  try {
    return await step();
  } finally {
    open.delete(one);
    if (open.size === 0) process.off("beforeExit", failUnfinished);
  }
}

function failUnfinished(): void {
  // Part of it may wait for this very moment: Node.js comes back here once that is done.
  if (isWaitingForEnd()) return void setImmediate(() => undefined);
  process.off("beforeExit", failUnfinished);
  process.exitCode ||= 1;
  for (const sentence of new Set([...open].map((one) => one.sentence))) fail(sentence);
}
