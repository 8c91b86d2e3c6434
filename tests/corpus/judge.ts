import { join } from "node:path";
import { type Emulator, startEmulator } from "email-marketing-emulator";
import { canaryKeys, environmentOf } from "../support/service";
import { createProject, type Project } from "../support/stack";
import { blemishesIn } from "./blemish";
import { programText } from "./language";
import { account, type BadProgram, type CorpusProgram, head, otherAccount } from "./program";

/** The time limit of a command. A command that takes longer is killed, and the verdict is wrong. */
const longestCommandMs = 300_000;
const planFile = "plan.json";
const unattended = ["--non-interactive", "--color", "never"];

/** The verdict about a preview or an update of a program. */
export interface Verdict {
  readonly title: string;
  readonly isRight: boolean;
  /** The output, for people who look for the cause of a wrong verdict. */
  readonly output: string;
}

/** Previews a bad program. The verdict is right if the preview reports the problem. */
export function previewBad(program: BadProgram): Promise<Verdict> {
  return withProject(program, async (place) => {
    const { output, exitCode } = await preview(program, place);
    const isTold = exitCode !== 0 || output.includes("warning:");
    return verdict(program, isTold && output.includes(program.says), output);
  });
}

/** Previews a good program. The verdict is right if the preview neither fails nor warns. */
export function previewGood(program: CorpusProgram): Promise<Verdict> {
  return withProject(program, async (place) => {
    const { output, exitCode } = await preview(program, place);
    return verdict(program, exitCode === 0 && !/\b(warning|error):/.test(output), output);
  });
}

/** Applies a program without preflight. Right if a good program succeeds, and a bad one fails or does its harm. */
export function apply(program: BadProgram | CorpusProgram): Promise<Verdict> {
  return withProject(program, async (place) => {
    const { emulator } = place;
    const env = { EMAIL_MARKETING_PREFLIGHT: "off" };
    if (program.isPlanned) await preview(program, place, env);
    const plan = program.isPlanned ? ["--plan", planFile] : [];
    const args = ["--yes", "--skip-preview", ...plan];
    const { output, exitCode } = await run(program, place, { action: "up", args, env });
    if (!("says" in program)) return verdict(program, exitCode === 0, output);
    const { harm } = program;
    const isHarmed = harm === "to readers" || (harm?.(emulator.snapshot()) ?? false);
    const isBad = harm === undefined ? exitCode > 0 : exitCode === 0 && isHarmed;
    return verdict(program, isBad, output);
  });
}

function verdict({ title }: CorpusProgram, isRight: boolean, output: string): Verdict {
  const blemishes = blemishesIn(output);
  const seen = blemishes.length > 0 ? `\nmust not be in it: ${blemishes.join("; ")}` : "";
  return { title, isRight: isRight && blemishes.length === 0, output: output + seen };
}

interface Place {
  readonly project: Project;
  readonly emulator: Emulator;
}

function preview(program: CorpusProgram, place: Place, env: Readonly<Record<string, string>> = {}) {
  const args = program.isPlanned ? ["--save-plan", planFile] : [];
  return run(program, place, { action: "preview", args, env });
}

interface Command {
  readonly action: "preview" | "up";
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

async function run({ language, args = [] }: CorpusProgram, { project }: Place, command: Command) {
  // An inline program is run by another program, which has no command-line options.
  const isInline = language === "inline";
  const started = project.start(
    isInline
      ? [join(project.dir, "index.js"), command.action]
      : [command.action, ...command.args, ...unattended, ...args],
    { env: command.env, ...(isInline && { executable: process.execPath }) },
  );
  const timer = setTimeout(started.kill, longestCommandMs);
  const result = await started.result;
  clearTimeout(timer);
  return result;
}

async function withProject(
  program: CorpusProgram,
  act: (place: Place) => Promise<Verdict>,
): Promise<Verdict> {
  const { before = [], otherStack, meanwhile } = program;
  const emulator = await startEmulator({ ...canaryKeys, seed: program.seed ?? account });
  const keyOfOther = "canary-other-1c9e4d7b3a5f6082";
  const other = await startEmulator({ apiKey: keyOfOther, seed: otherAccount });
  const env = {
    ...environmentOf(emulator),
    OTHER_URL: other.baseUrl,
    OTHER_KEY: keyOfOther,
    ...(program.isPlanned && { PULUMI_EXPERIMENTAL: "true" }),
    ...program.env,
  };
  const { config = {}, files = {} } = program;
  const text = programText(program);
  const own = { program: text.program, env, config, files: { ...text.files, ...files } };
  const elsewhere =
    otherStack === undefined
      ? undefined
      : await createProject({ program: head + otherStack, env, name: "other" });
  const project = await createProject({ ...own, ...(elsewhere && { backendOf: elsewhere }) });
  try {
    if (elsewhere) await applied(elsewhere);
    for (const earlier of typeof before === "string" ? [before] : before) {
      await project.writeProgram(head + earlier);
      await applied(project);
    }
    meanwhile?.(emulator);
    await project.writeProgram(text.program);
    return await act({ project, emulator });
  } finally {
    await project.dispose();
    await elsewhere?.dispose();
    await emulator.close();
    await other.close();
  }
}

async function applied(project: Project): Promise<void> {
  const { exitCode, output } = await project.up();
  if (exitCode !== 0) throw new Error(`what comes before can't be applied: ${output}`);
}
