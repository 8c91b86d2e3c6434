import { access, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { expect } from "chai";
import type { SpecifiedKind } from "../../support/specimen";
import type { Project } from "../../support/stack";
import { ended } from "../../support/stack/command";
import type { CrashPoint, Declaration, Engine, Entry, Run, StepRecord } from "./engine";
import { slotOf } from "./history";

const modules = [
  join(__dirname, "../../support/program-process.cjs"),
  join(__dirname, "history-process.cjs"),
];
const unattended = ["--yes", "--skip-preview", "--non-interactive", "--color", "never"];

/**
 * The real engine with one stack, and a provider that writes down how its steps end. A crash in front of a step kills the
 * provider; one behind it kills the CLI, and the provider ends by itself.
 */
export function createEngineDriver(project: Project): Engine {
  const state = new Map<string, Omit<Entry, "isUnfinished">>();
  let runs = 0;

  async function run(command: string, crash: CrashPoint | undefined): Promise<Run> {
    runs += 1;
    const folder = join(project.dir, "..", `run-${runs}`);
    const env = {
      NODE_OPTIONS: modules.map((path) => `--require=${JSON.stringify(path)}`).join(" "),
      STACK_HISTORY: JSON.stringify({ folder, crash }),
    };
    const started = project.start([command, ...unattended], { env });
    let isOver = false;
    const result = started.result.finally(() => {
      isOver = true;
    });
    const isThere = () => exists(join(folder, "crash"));
    while (!isOver && !(await isThere())) await delay(20);
    const isCrashed = await isThere();
    if (isCrashed && crash?.when === "after") {
      started.kill();
      await result;
      await writeFile(join(folder, "dead"), "");
      await endLeftAlone(folder);
    }
    const { exitCode, output } = await result;
    await readState();
    return {
      errors: exitCode === 0 || exitCode === -1 ? [] : [output],
      printed: toldIn(output),
      isCrashed,
      steps: await stepsIn(folder),
    };
  }

  /** The provider whose engine is gone ends what it has sent, and then itself. */
  async function endLeftAlone(folder: string): Promise<void> {
    const pid = Number(await readFile(join(folder, "crash"), "utf8"));
    await ended(pid, performance.now() + 60_000);
    // The file backend writes this one, which nobody needs, in place: cut short, it keeps the whole checkpoint unread.
    const checkpoint = join(project.backend, ".pulumi", "stacks", project.name, "dev.json");
    await rm(`${checkpoint}.attrs`, { force: true });
    const cancel = await project.raw(["cancel", "--yes"]);
    expect(cancel.exitCode, cancel.output).to.equal(0);
  }

  async function readState(): Promise<void> {
    const { resources = [] } = await project.state();
    state.clear();
    for (const { urn, type, id = "", inputs = {}, outputs = {}, ...rest } of resources) {
      const kind = /:dynamic\/emailmarketing:(\w+)$/.exec(type)?.[1] as SpecifiedKind | undefined;
      if (kind && rest.delete !== true)
        state.set(urn.split("::").at(-1) ?? "", { kind, id, inputs, outputs });
    }
  }

  return {
    state,
    async up(program, crash) {
      await project.writeProgram(textOf(program));
      return run("up", crash);
    },
    refresh: (crash) => run("refresh", crash),
    async forget(name) {
      const { resources = [] } = await project.state();
      const { urn = "" } = resources.find((one) => one.urn.endsWith(`::${name}`)) ?? {};
      const forgotten = await project.raw(["state", "delete", urn, "--force", "--yes"]);
      expect(forgotten.exitCode, forgotten.output).to.equal(0);
      await readState();
    },
  };
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

function textOf(program: readonly Declaration[]): string {
  return `const em = require("pulumi-email-marketing");
const made = {};
for (const { name, kind, inputs, ids = {} } of ${JSON.stringify(program)}) {
  const references = Object.entries(ids).map(([input, of]) => [input, made[of].id]);
  made[name] = new em[kind](name, { ...inputs, ...Object.fromEntries(references) });
}
`;
}

/** What the provider said: the engine shows it as it comes and once more at its end. */
function toldIn(output: string): string[] {
  return [...new Set(output.match(/\b(warning|debug): .*/g))];
}

/** A step has two lines, the second one when it ends. */
type Line = { readonly number: number } & Partial<StepRecord> & {
    readonly kind?: SpecifiedKind;
    readonly webhookId?: string;
  };

async function stepsIn(folder: string): Promise<StepRecord[]> {
  const text = await readFile(join(folder, "steps"), "utf8").catch(() => "");
  const lines = text.trimEnd().split("\n").filter(Boolean);
  const all = lines.map((line) => JSON.parse(line) as Line);
  return all.flatMap(({ number, kind, step, name, webhookId }) => {
    if (kind === undefined || step === undefined) return [];
    const { ended = "crashed" as const, id } =
      all.find((one) => one.number === number && one.ended !== undefined) ?? {};
    const record = { name: slotOf(kind, { name, webhookId }), step, ended };
    return [id === undefined ? record : { ...record, id }];
  });
}
