import { expect } from "chai";
import type { Changes } from "./stack";

/** What a command left behind; one of the engine counts the changes, too. */
interface Outcome {
  readonly exitCode: number;
  readonly output: string;
  readonly changes?: Changes;
}

/** Waits for a command that has to succeed, with exactly these changes where any are given. */
export async function ok<Result extends Outcome>(
  run: Promise<Result>,
  changes?: Changes,
): Promise<Result> {
  const result = await run;
  expect(result.exitCode, result.output).to.equal(0);
  if (changes !== undefined) expect(result.changes, result.output).to.deep.equal(changes);
  return result;
}

/** Waits for a command that has to fail: with this exit status, or with any, but not by a signal. */
export async function fails<Result extends Outcome>(
  run: Promise<Result>,
  status?: number,
): Promise<Result> {
  const result = await run;
  if (status === undefined) expect(result.exitCode, result.output).to.be.above(0);
  else expect(result.exitCode, result.output).to.equal(status);
  return result;
}
