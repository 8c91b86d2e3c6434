import { expect } from "chai";
import { type InlineRunOptions, runInline } from "./inline-run";

/** What a function gives within a run of a program, which must not fail. */
export async function within<Value>(
  ask: () => Value | Promise<Value>,
  options: InlineRunOptions = {},
): Promise<Value> {
  const given: Value[] = [];
  const { failures } = await runInline(async () => void given.push(await ask()), options);
  expect(failures).to.deep.equal([]);
  expect(given).to.have.length(1);
  return given[0] as Value;
}
