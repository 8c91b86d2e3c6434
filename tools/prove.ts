import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { browserPath } from "./browser";
import { dailySample } from "./daily-sample";
import { prepareEngine } from "./engine";

const root = join(__dirname, "..");
/** Runs a TypeScript file in one process. The command `tsx` would start a second one, and a thread for ES modules. */
const tsx = ["node", "--require", "tsx/cjs"];
const compiler = join("node_modules", "typescript-7", "bin", "tsc");
const engineCases = readdirSync(join(root, "tests", "engine", "case"), { recursive: true })
  .map((name) => `tests/engine/case/${String(name)}`)
  .filter((file) => file.endsWith(".ts"))
  .sort();
const limits = [["tests/client/limits.ts"], ["tests/engine/limits.ts", "tests/engine/adoption.ts"]];
const examples = [
  ...["brands", "gitlab", "install", "pipeline"],
  ...["github-case", "gitlab-case", "github-env", "undone-work"],
];
const browserTests = [
  "tests/cli/review/show/*.ts",
  "tests/cli/review/comment/rendered.ts",
  "tests/emulator/{web,website}.ts",
  "tests/mail/collection/collection.ts",
];

interface Proof {
  /** The purpose of the test, and its duration on two cores. */
  readonly what: string;
  /** The commands, run in order. The last command gets the user's arguments. */
  readonly commands: readonly (readonly string[])[];
}

/** Tests that take too long, or need too much, for `npm test`. */
const proofs: Readonly<Record<string, Proof>> = {
  engine: {
    what: "further cases on the engine, of accounts, guards, previews, removals, imports, crashes and processes that are left alone, and the packed packages; 15 min",
    commands: [["mocha", "--parallel", "--jobs", "3", ...dailySample(engineCases, 6)]],
  },
  resources: {
    what: "the tests of resources once more, with the plugin in place of dynamic resources, and each input as a secret; 3 min",
    commands: [
      [
        ...["mocha", "--parallel", "--jobs", "3"],
        ...["tests/plugin/resources.ts", "tests/plugin/secret-input.ts"],
        "tests/dynamic-provider/secret-input.ts",
      ],
    ],
  },
  browser: {
    what: "the pages of the command show, its screenshots, the comment as a website shows it, emails and the emulator's page in Chromium; 1 min",
    commands: [["mocha", "--parallel", "--jobs", "3", ...browserTests]],
  },
  crash: {
    what: "the engine or the provider killed at every moment of every step, with and without checkpoints; writes docs/dev/evidence.md; 30 min",
    commands: [["mocha", "tests/matrix/crash.ts"]],
  },
  plugin: {
    what: "the same crashes behind the plugin, in YAML; writes docs/dev/evidence.md; 20 min",
    commands: [["mocha", "--parallel", "--jobs", "2", "tests/matrix/plugin/*.ts"]],
  },
  limits: {
    what: "the request rate at a rate limit that the provider doesn't know, and an account of 1,100 objects imported; writes docs/dev/evidence.md; 6 min",
    commands: [["mocha", ...dailySample(limits, 2).flat()]],
  },
  languages: {
    what: "the first program of each language, from what stands for the registries and from a clone; the plugin behind programs in YAML, Python, TypeScript, Go and Java, their SDKs as packages, C# compiled, its upgrades and its release; needs Go, Python 3.10, JDK 17 and Maven; 25 min",
    commands: [
      [...tsx, "tools/bundle.ts"],
      ["mocha", "tests/languages/*.ts"],
    ],
  },
  examples: {
    what: "the demo, the pipelines, the commands of the guides and of each README to the letter, and the stack that a README makes; actionlint and GitLab's schema over the pipelines; needs Go and Python 3.10; 20 min",
    commands: [
      [
        "mocha",
        ...["demo", "guide", "readme", "lint", ...dailySample(examples, 3)].map(
          (name) => `tests/examples/${name}.ts`,
        ),
      ],
    ],
  },
  sdks: {
    what: "a program on Node.js 20.19, 22, 24 and 26 with the oldest and the newest SDK, the types for TypeScript 5.9, 6 and 7; 10 min",
    commands: [["mocha", "tests/package/sdks.ts"]],
  },
  fuzz: {
    what: "4,000 generated requests to the emulator (--seed N repeats a run); needs Python 3.10; 5 min",
    commands: [[...tsx, "tools/fuzz.ts"]],
  },
  corpus: {
    what: "what previews catch, in small programs (--verify applies them); writes docs/dev/evidence.md; 25 min",
    commands: [[...tsx, "tests/corpus/run.ts"]],
  },
  pictures: {
    what: "five mails and both pages in a browser; writes docs/pictures; 1 min",
    commands: [[...tsx, "tests/mail/pictures.ts"]],
  },
};

/** Runs a command on this terminal, and returns its exit status. */
async function run([command = "", ...args]: readonly string[]): Promise<number> {
  const child = spawn(command, args, { cwd: root, stdio: "inherit" });
  const [code] = (await once(child, "exit")) as [number | null];
  return code ?? 1;
}

async function prove([name = "", ...args]: readonly string[]): Promise<number> {
  const proof = Object.hasOwn(proofs, name) ? proofs[name] : undefined;
  if (!proof) {
    console.error("Usage: npm run prove -- <name> [arguments]\n");
    for (const [known, { what }] of Object.entries(proofs)) {
      console.error(`  ${known.padEnd(13)}${what}`);
    }
    console.error(
      "\nWith DRAW=<number>, a part of engine, crash, plugin, limits, examples and corpus runs, as in CI.",
    );
    return 1;
  }
  if (proof.commands.flat().includes("--parallel")) await prepareEngine();
  // Parallel tests could start a browser that isn't unpacked completely.
  if (name === "browser") await browserPath();
  const commands = [["node", compiler, "-b", "provider", "emulator"], ...proof.commands];
  for (const [index, command] of commands.entries()) {
    const status = await run(index === commands.length - 1 ? [...command, ...args] : command);
    if (status !== 0) return status;
  }
  return 0;
}

// Ctrl-C also reaches the running command, which decides how to end.
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => {});

void prove(process.argv.slice(2)).then((status) => {
  process.exitCode = status;
});
