import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { browserPath } from "./browser";
import { prepareEngine } from "./engine";
import { startCommand } from "./engine/command";

const root = join(__dirname, "..");
const colors = process.stdout.isTTY ? ["--color"] : [];
// Start engine tests first, because the longest one would otherwise run alone at the end.
const files = ["tests/engine/**/*.test.ts", "tests/!(engine)/**/*.test.ts", "tests/*.test.ts"];
const mocha = [...colors, "--parallel", "--jobs", "3", ...files];

/*
 * The last part of `npm test`: runs checks and tests at the same time, because neither alone uses two cores fully.
 * Prints the tests' output after the checks, and counts the tests in the last line: `N passed, N failed`.
 */
async function test(): Promise<void> {
  // Unpack the browser first, because parallel tests could start an incomplete one.
  await browserPath();
  await prepareEngine();
  const held: string[] = [];
  const hold = (line: string): void => {
    held.push(line);
  };
  const print = (line: string): void => console.log(line);
  let onLine = hold;
  const counted = { passing: 0, failing: 0 };
  const count = (line: string): void => {
    const sum = /^ {2}(\d+) (passing|failing)\b/.exec(stripVTControlCharacters(line));
    if (sum) counted[sum[2] as keyof typeof counted] = Number(sum[1]);
    onLine(line);
  };
  const tests = startCommand("mocha", mocha, { cwd: root, onLine: count });
  const checks = startCommand("tsx", ["tools/check.ts"], { cwd: root, onLine: print });
  const checked = await checks.result;
  for (const line of held) print(line);
  onLine = print;
  const tested = await tests.result;
  if (checked.exitCode !== 0) {
    console.error("npm run check failed: see the lines before the tests.");
  }
  console.log(`${counted.passing} passed, ${counted.failing} failed`);
  process.exitCode = checked.exitCode === 0 && tested.exitCode === 0 ? 0 : 1;
}

void test();
