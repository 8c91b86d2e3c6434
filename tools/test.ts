import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { browserPath } from "./browser";
import { prepareEngine } from "./engine";
import { startCommand } from "./engine/command";

const root = join(__dirname, "..");
const colors = process.stdout.isTTY ? ["--color"] : [];
// Files of the engine take longest, so they begin first: one that began last would end alone.
const files = ["tests/engine/**/*.test.ts", "tests/!(engine)/**/*.test.ts", "tests/*.test.ts"];
const mocha = [...colors, "--parallel", "--jobs", "3", ...files];

/*
 * `npm test` once all is built: the checks beside the tests, since neither keeps two cores busy. What the tests print
 * follows what the checks print, and the last line counts the tests: `N passed, N failed`.
 */
async function test(): Promise<void> {
  // The package unpacks its browser at the first use, and suites side by side would start one that is half written.
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
