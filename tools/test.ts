import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { prepareEngine } from "./engine";
import { startCommand } from "./engine/command";

const root = join(__dirname, "..");
const colors = process.stdout.isTTY ? ["--color"] : [];
// Start engine tests first, because the longest one would otherwise run alone at the end.
const files = ["tests/engine/**/*.test.ts", "tests/!(engine)/**/*.test.ts", "tests/*.test.ts"];
const mocha = [...colors, "--parallel", "--jobs", "3", ...files];

/**
 * The last part of `npm test`: runs checks and tests at the same time, because neither alone uses two cores fully.
 * Prints the output of the checks after that of the tests, and counts the tests in the last line: `N passed, N failed`.
 */
async function test(): Promise<void> {
  const check = ["--require", "tsx/cjs", "tools/check.ts"];
  const checks = startCommand(process.execPath, check, { cwd: root });
  await prepareEngine();
  const counted = { passing: 0, failing: 0 };
  const onLine = (line: string): void => {
    const sum = /^ {2}(\d+) (passing|failing)\b/.exec(stripVTControlCharacters(line));
    if (sum) counted[sum[2] as keyof typeof counted] = Number(sum[1]);
    console.log(line);
  };
  const tested = await startCommand("mocha", mocha, { cwd: root, onLine }).result;
  const checked = await checks.result;
  process.stdout.write(checked.output);
  if (checked.exitCode !== 0) {
    console.error("npm run check failed: see the lines after the tests.");
  }
  console.log(`${counted.passing} passed, ${counted.failing} failed`);
  process.exitCode = checked.exitCode === 0 && tested.exitCode === 0 ? 0 : 1;
}

void test();
