import { cp, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Engine } from "../engine";
import { runCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";
import type { Example } from "./list";
import { commandsOf } from "./readme";
import { type StandIns, standIn } from "./stand-in";
import { layTemplate } from "./template";

const examples = join(__dirname, "..", "..", "examples");

/** What following a README takes. */
export interface Place extends Pick<StandIns, "packages"> {
  readonly engine: Engine;
}

/** What came of it. */
export interface Followed {
  readonly problems: readonly string[];
  /** The versions that were installed, where the example has TypeScript. */
  readonly installed: string;
  readonly output: string;
}

/** Lays the files of an example into an empty folder, runs the commands of its README there, and looks at what came of them. */
export async function follow(example: Example, place: Place): Promise<Followed> {
  const scratch = await mkdtemp(join(tmpdir(), "email-marketing-example-"));
  const folder = join(scratch, "example");
  try {
    await mkdir(folder);
    for (const [source, target] of Object.entries(example.files)) {
      await cp(join(examples, source), join(folder, target), { recursive: true });
    }
    const readme = await readFile(join(examples, example.folder, "README.md"), "utf8");
    const commands = commandsOf(readme);
    const ports = Object.fromEntries(
      await Promise.all(
        [...new Set(commands.match(/\b40\d\d\b/g))].map(async (port) => [port, await freePort()]),
      ),
    ) as Record<string, string>;
    const { packages } = place;
    const template = await layTemplate(scratch, { packages, ports });
    const script = standIn(commands, { packages, ports, template });
    const env = await environment(scratch, place.engine);
    const ended = await runCommand("bash", ["-e", "-c", asShell(script)], { cwd: folder, env });
    const installed = await versions(join(folder, example.program ?? ""));
    const problems = problemsOf(example, { ...ended, commands, installed });
    return { problems, installed, output: ended.output };
  } finally {
    await rm(scratch, { recursive: true, force: true, maxRetries: 5 });
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

/** As in the shell of a person, a job is a group of its own; nothing that runs beside outlives the script. */
function asShell(script: string): string {
  return `set -m\ntrap 'for job in $(jobs -p); do kill -- -$job; done' EXIT\n${script}`;
}

/** The environment of somebody who has the CLI, npm and a place for the state, and no settings of their own. */
async function environment(scratch: string, engine: Engine): Promise<NodeJS.ProcessEnv> {
  const backend = join(scratch, "backend");
  await mkdir(backend);
  const whole = scratchEnvironment(engine, join(scratch, "pulumi"));
  // npm hands over to its scripts where it runs, and puts the packages of this repository on the PATH.
  const own = Object.entries(whole).filter(([name]) => !/^(npm_|INIT_CWD$)/i.test(name));
  const path = (whole.PATH ?? "")
    .split(delimiter)
    .filter((one) => !/node_modules|node-gyp-bin/.test(one));
  const global = join(scratch, "global");
  return {
    ...Object.fromEntries(own),
    PATH: [...path, join(global, "bin")].join(delimiter),
    PULUMI_BACKEND_URL: `file://${backend}`,
    PULUMI_CONFIG_PASSPHRASE: "a passphrase",
    npm_config_prefix: global,
    npm_config_prefer_offline: "true",
    npm_config_audit: "false",
    npm_config_fund: "false",
  };
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

async function freePort(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return String(port);
}
