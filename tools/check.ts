import { constants, setPriority } from "node:os";
import { join } from "node:path";
import { runCommand } from "./engine/command";
import { formatDuration } from "./engine/progress";

const root = join(__dirname, "..");
/** Runs a TypeScript file in one process. The command `tsx` would start a second one, and a thread for ES modules. */
const tsx = "node --require tsx/cjs";

/** Commands written in Go collect no garbage below a limit, because it takes a fifth of their processor time. */
const goEnvironment = { GOGC: "off", GOMEMLIMIT: "2GiB" };

/**
 * The commands of each step of `npm run check`. The longest step comes first, so that other steps run at the same time.
 */
const steps: Readonly<Record<string, readonly string[]>> = {
  // Reports the compiler's errors and the lint rules that need types.
  types: ["oxlint"],
  lint: ["eslint provider cli emulator mail contract"],
  format: ["biome ci . --colors=off"],
  layers: [
    "depcruise provider cli emulator mail contract examples tools benchmarks --config .dependency-cruiser.cjs",
  ],
  dead: ["knip --no-config-hints"],
  api: ["api-extractor run -c provider/api-extractor.json"],
  docs: [`${tsx} tools/reference.ts --check`],
  prose: [
    "textlint *.md docs examples contract/README.md emulator/*.md provider/*.md",
    `${tsx} tools/prose.ts`,
  ],
  package: [
    "publint provider",
    "publint emulator",
    "attw --pack provider --exclude-entrypoints dynamic -q",
    "attw --pack emulator -q",
    `${tsx} tools/integrity.ts`,
  ],
  contract: [
    "redocly lint --config contract/redocly.yaml --lint-config=error",
    `${tsx} contract/generate.ts --check`,
  ],
};

/** Runs the commands of a step. Returns the output of the first that fails, or undefined. */
async function failureOf(commands: readonly string[]): Promise<string | undefined> {
  for (const line of commands) {
    const [command = "", ...args] = line.split(" ");
    const { exitCode, output } = await runCommand(command, args, {
      cwd: root,
      env: { ...process.env, ...goEnvironment },
    });
    if (exitCode !== 0) return `$ ${line}\n${output.trimEnd()}`;
  }
  return undefined;
}

/** Runs the named steps, or all of them, two at a time. A failure doesn't stop the others. */
async function check(names: readonly string[]): Promise<void> {
  const unknown = names.filter((name) => !Object.hasOwn(steps, name));
  if (unknown.length > 0) {
    console.error(`Unknown step: ${unknown.join(", ")}. Steps: ${Object.keys(steps).join(", ")}.`);
    process.exitCode = 1;
    return;
  }
  const waiting = Object.entries(steps).filter(
    ([name]) => names.length === 0 || names.includes(name),
  );
  const failures: string[] = [];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [name, commands] = next;
      const startedAt = performance.now();
      const failure = await failureOf(commands);
      const time = formatDuration(performance.now() - startedAt);
      console.log(`${failure === undefined ? "ok    " : "FAILED"}  ${name.padEnd(8)}  ${time}`);
      if (failure !== undefined) failures.push(`\n${name} failed:\n${failure}`);
    }
  };
  await Promise.all([worker(), worker()]);
  for (const failure of failures) console.error(failure);
  if (failures.length > 0) process.exitCode = 1;
}

// The commands inherit this priority, so that tests that run at the same time go first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
void check(process.argv.slice(2));
