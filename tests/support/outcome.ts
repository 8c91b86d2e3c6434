import { expect } from "chai";
import type { Changes } from "./stack";

/** The result of a command. Only commands of the engine count the changes. */
interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly changes?: Changes;
}

/** Waits for a command. Fails unless it succeeds, with exactly these changes if they are given. */
export async function ok<Result extends Outcome>(
  run: Promise<Result>,
  changes?: Changes,
): Promise<Result> {
  const result = await run;
  expect(result.exitCode, result.output).to.equal(0);
  if (changes !== undefined) expect(result.changes, result.output).to.deep.equal(changes);
  return result;
}

/**
 * Waits for a command. Fails unless it ends with `status`, by default with any error status. An end by a signal doesn't
 * count.
 */
export async function fails<Result extends Outcome>(
  run: Promise<Result>,
  status?: number,
): Promise<Result> {
  const result = await run;
  if (status === undefined) expect(result.exitCode, result.output).to.be.above(0);
  else expect(result.exitCode, result.output).to.equal(status);
  return result;
}
