import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Example } from "./list";
import { type Newcomer, runAs } from "./newcomer";
import { commandsOf } from "./readme";
import { standIn } from "./stand-in";

const examples = join(__dirname, "..", "..", "examples");

/** What came of it. */
export interface Followed {
  readonly problems: readonly string[];
  /** The versions that were installed, where the example has TypeScript. */
  readonly installed: string;
  readonly output: string;
}

/** Runs the commands of an example's README in its folder, in an empty home, and looks at what came of them. */
export async function follow(
  example: Example,
  newcomer: Omit<Newcomer, "home">,
): Promise<Followed> {
  const home = await mkdtemp(join(tmpdir(), "email-marketing-example-"));
  const folder = join(examples, example.folder);
  try {
    const commands = commandsOf(await readFile(join(folder, "README.md"), "utf8"));
    const backend = join(home, "backend");
    await mkdir(backend);
    const settings = `export PULUMI_BACKEND_URL=file://${backend} PULUMI_CONFIG_PASSPHRASE=secret\n`;
    const script = settings + standIn(commands, await freePorts(commands));
    const ended = await runAs({ ...newcomer, home }, script, folder);
    const installed = await versions(join(home, example.program ?? example.folder));
    const problems = problemsOf(example, { ...ended, commands, installed });
    return { problems, installed, output: ended.output };
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

interface Ended {
  readonly commands: string;
  readonly exitCode: number;
  readonly output: string;
  readonly installed: string;
}

function problemsOf({ expected, isTypeScript }: Example, ended: Ended): string[] {
  const { commands, exitCode, output, installed } = ended;
  const found = {
    "the README has no commands": commands === "",
    [`a command ended with status ${exitCode}`]: exitCode !== 0,
    [`"${expected}" was not printed`]: !output.includes(expected),
    "npm warned of a package that asks for another Node.js": output.includes("EBADENGINE"),
    "TypeScript was not installed": isTypeScript && !installed.includes("typescript"),
  };
  return Object.entries(found).flatMap(([problem, isFound]) => (isFound ? [problem] : []));
}

async function versions(folder: string): Promise<string> {
  const found = await Promise.all(
    ["@pulumi/pulumi", "typescript"].map(async (name) => {
      const file = join(folder, "node_modules", name, "package.json");
      const text = await readFile(file, "utf8").catch(() => undefined);
      return text === undefined
        ? []
        : [`${name} ${(JSON.parse(text) as { version: string }).version}`];
    }),
  );
  return found.flat().join(", ");
}

/** Free ports by those that a script names. */
export async function freePorts(script: string): Promise<Record<string, string>> {
  const named = [...new Set(script.match(/\b40\d\d\b/g))];
  const ports = await Promise.all(named.map(freePort));
  return Object.fromEntries(named.map((port, index) => [port, ports[index] ?? port]));
}

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
