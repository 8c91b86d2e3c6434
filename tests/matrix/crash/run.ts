import { join } from "node:path";
import { expect } from "chai";
import type { Emulator } from "email-marketing-emulator";
import { fixtures } from "../../support/fixtures";
import { type Pause, pauseAt, until } from "../../support/paused-step";
import type { Runtime } from "../../support/runtime";
import { changingRequests, type ServiceProject } from "../../support/service";
import type { StackResult } from "../../support/stack";
import { ended, type RunningStack } from "../../support/stack/command";
import type { Crash, Moment } from "./case";
import { type ExistingIds, programOf } from "./program";
import { judgeCrash, type Outcome } from "./verdict";

/** Runs crashes in one project, one after the other. */
export interface CrashRunner {
  /** Causes a crash, then runs the commands of a user. Returns the result for each resource. */
  run(crash: Crash): Promise<Outcome[]>;
}

const unattended = ["--yes", "--skip-preview", "--non-interactive", "--color", "never"];

/** Long time limits, because a response is held until the engine has been stopped. */
export const patient = {
  EMAIL_MARKETING_TIMEOUT_SECONDS: "600",
  EMAIL_MARKETING_DEADLINE_SECONDS: "600",
};

/** Creates a runner for one runtime in an empty project. Nothing runs before the first crash. */
export function createCrashRunner(
  runtime: Runtime,
  project: ServiceProject,
  emulator: Emulator,
): CrashRunner {
  const empty = project.keep();
  const made = new Map<string, typeof empty>();
  let number = 0;

  /** Applies the whole program. Returns a function that restores this state and this account. */
  async function make(moment: Moment): typeof empty {
    const goBack = await empty;
    await goBack();
    await project.writeProgram(programFor(runtime, { ...moment, step: "create" }));
    const up = await project.up();
    expect(up.exitCode, up.output).to.equal(0);
    return project.keep();
  }

  function startOf(moment: Moment): typeof empty {
    if (moment.step === "create") return empty;
    const key = moment.kinds.join();
    const start = made.get(key) ?? make(moment);
    made.set(key, start);
    return start;
  }

  return {
    async run(crash) {
      const { moment } = crash;
      const goToStart = await startOf(moment);
      await goToStart();
      // The service accepts a new date only for a paused campaign.
      if (moment.step === "update") {
        emulator.patch("campaigns", "campaign-2", { status: "Paused" });
      }
      await project.writeProgram(programFor(runtime, moment));
      number += 1;
      const hold = await pauseAt(join(project.dir, "..", `hold-${number}`), moment);
      const endLeftAlive = await crashInto(crash, { project, emulator, hold });
      const ran = await recover(moment, { runtime, project, emulator });
      const before = emulator.requests().length;
      await endLeftAlive?.();
      // The processes that the killed engine started end after the current step.
      if (endLeftAlive && runtime === "plugin") await noProcessOf(project);
      // A provider that is still alive must not write, because a late write would overwrite those of the next run.
      expect(changingRequests(emulator.requests().slice(before))).to.deep.equal([]);
      return judgeCrash(crash, { project, emulator, ran });
    },
  };
}

async function noProcessOf(project: ServiceProject): Promise<void> {
  const left = await project.processes();
  const latest = performance.now() + 10_000;
  await Promise.all(left.map(({ pid }) => ended(pid, latest)));
}

function programFor(runtime: Runtime, moment: Moment, existingIds: ExistingIds = {}) {
  const { step, isExtended = false } = moment;
  const kinds = step === "delete" ? [] : moment.kinds;
  return programOf(runtime, { kinds, step, isExtended, existingIds });
}

interface Scene {
  readonly project: ServiceProject;
  readonly emulator: Emulator;
  readonly hold: Pause;
}

const refusal = { kind: "status", status: 429, headers: { "retry-after": "9" } } as const;

/** Lets a provider that is still alive continue until it ends. */
type LetEnd = () => Promise<void>;

/** Waits until every resource has reached the point, and ends the processes. */
async function crashInto(
  { moment, ending }: Crash,
  { project, emulator, hold }: Scene,
): Promise<LetEnd | undefined> {
  const fault = moment.isRefused ? refusal : { kind: "hold" as const };
  emulator.faults(moment.routes.map((route) => ({ ...route, times: 1, ...fault })));
  let printed = "";
  const command = project.start(["up", ...unattended], {
    env: hold.env,
    onLine: (line) => {
      printed += `${line}\n`;
    },
  });
  const isThere = async () =>
    moment.routes.length === 0
      ? (await hold.pausedKinds()).length === moment.kinds.length
      : faulted(emulator) === moment.routes.length;
  await until(isThere, () => `every resource reaches its moment:\n${printed}`);
  const letGo = async () => {
    await hold.release();
    emulator.faults([]);
  };
  const letEnd = await ends[ending]({ command, hold, letGo, printed: () => printed });
  // Release what a killed provider has left on hold. The responses for a provider that is alive stay on hold.
  if (!letEnd) emulator.faults([]);
  return letEnd;
}

/** The number of requests that were applied and held, or refused. */
function faulted(emulator: Emulator): number {
  return emulator.requests().filter(({ fault, status }) => fault !== undefined && status !== 0)
    .length;
}

interface End {
  readonly command: RunningStack;
  readonly hold: Pause;
  readonly letGo: () => Promise<void>;
  readonly printed: () => string;
}

const ends: Record<Crash["ending"], (end: End) => Promise<LetEnd | undefined>> = {
  async "provider SIGKILL"({ command, hold }) {
    process.kill(await hold.pid(), "SIGKILL");
    expect((await command.result).exitCode).to.not.equal(0);
  },
  async "CLI SIGKILL, provider left alive"({ command, hold, letGo }) {
    command.kill();
    await command.result;
    const pid = await hold.pid();
    return async () => {
      await letGo();
      await ended(pid, performance.now() + 60_000);
    };
  },
  async "CLI and provider SIGKILL"({ command, hold }) {
    command.kill();
    process.kill(await hold.pid(), "SIGKILL");
    await command.result;
  },
  async "CLI SIGINT"({ command, letGo, printed }) {
    command.interrupt();
    await until(
      () => /\^C received/.test(printed()),
      () => "the engine has taken in the SIGINT",
    );
    await letGo();
    await command.result;
  },
};

/** Runs the commands of a user after the crash, until `up` succeeds. Returns the commands. */
async function recover(
  moment: Moment,
  {
    runtime,
    project,
    emulator,
  }: Pick<Scene, "project" | "emulator"> & { readonly runtime: Runtime },
): Promise<string[]> {
  const ran: string[] = [];
  const run = async (name: string, command: () => Promise<StackResult>) => {
    ran.push(name);
    return command();
  };
  const up = () => run("pulumi up", () => project.up());
  let last = await up();
  if (/currently locked by/.test(last.output)) {
    const cancel = await run("pulumi cancel", () => project.raw(["cancel", "--yes"]));
    expect(cancel.exitCode, cancel.output).to.equal(0);
    last = await up();
  }
  for (const [kind, words] of [
    ["CustomProperty", "name: A custom property with this name exists already"],
    ["List", 'a list named "VIPs" already exists. Set existingId to "'],
  ] as const) {
    if (!last.output.includes(words)) continue;
    const { properties, lists } = emulator.snapshot();
    const { name } = fixtures[kind].crash.declared.create;
    const id = [...properties, ...lists].find((row) => row.name === name)?.id ?? "";
    await project.writeProgram(programFor(runtime, moment, { [kind]: id }));
    ran.push(`existingId of ${kind} given`);
    last = await up();
  }
  expect(last.exitCode, last.output).to.equal(0);
  if (await hasPending(project)) {
    const refresh = await run("pulumi refresh --clear-pending-creates", () =>
      project.refresh(["--clear-pending-creates"]),
    );
    expect(refresh.exitCode, refresh.output).to.equal(0);
    expect(await hasPending(project)).to.equal(false);
  }
  return ran;
}

/** True if the state contains operations whose result the engine never got. */
async function hasPending(project: ServiceProject): Promise<boolean> {
  const { pending_operations: pending = [] } = await project.state();
  return pending.length > 0;
}
