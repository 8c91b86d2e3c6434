import { startEmulator } from "email-marketing-emulator";
import { canaryKeys, environmentOf } from "../support/service";
import { createProject } from "../support/stack";
import { account, type BadProgram, type CorpusProgram, head } from "./program";

/** An apply that takes longer is ended, and counts as wrong. */
const longestApplyMs = 120_000;

/** What a preview made of a program. */
export interface Verdict {
  readonly title: string;
  readonly isRight: boolean;
  /** What the preview said, for whoever looks into a wrong verdict. */
  readonly output: string;
}

/** Previews a bad program: right when the preview says what is wrong. */
export function previewBad(program: BadProgram): Promise<Verdict> {
  return withProject(program, async ({ project }) => {
    const { output, exitCode } = await project.preview();
    const isTold = exitCode !== 0 || output.includes("warning:");
    return { title: program.title, isRight: isTold && output.includes(program.says), output };
  });
}

/** Previews a right program: right when the preview neither fails nor warns. */
export function previewGood(program: CorpusProgram): Promise<Verdict> {
  return withProject(program, async ({ project }) => {
    const { output, exitCode } = await project.preview();
    const isRight = exitCode === 0 && !/\b(warning|error):/.test(output);
    return { title: program.title, isRight, output };
  });
}

/** Applies a program, without looking ahead: right when a good one succeeds, and a bad one fails or does its harm. */
export function apply(program: BadProgram | CorpusProgram): Promise<Verdict> {
  return withProject(program, async ({ project, emulator }) => {
    const args = ["up", "--yes", "--skip-preview", "--non-interactive", "--color", "never"];
    const up = project.start(args, { env: { EMAIL_MARKETING_PREFLIGHT: "off" } });
    const timer = setTimeout(up.kill, longestApplyMs);
    const { output, exitCode } = await up.result;
    clearTimeout(timer);
    const { title } = program;
    if (!("says" in program)) return { title, isRight: exitCode === 0, output };
    const { harm } = program;
    const isHarmed = harm === "to readers" || (harm?.(emulator.snapshot()) ?? false);
    return {
      title,
      isRight: harm === undefined ? exitCode > 0 : exitCode === 0 && isHarmed,
      output,
    };
  });
}

type Surroundings = {
  readonly project: Awaited<ReturnType<typeof createProject>>;
  readonly emulator: Awaited<ReturnType<typeof startEmulator>>;
};

async function withProject(
  { body, before, meanwhile, env = {}, config = {}, files = {} }: CorpusProgram,
  act: (surroundings: Surroundings) => Promise<Verdict>,
): Promise<Verdict> {
  const emulator = await startEmulator({ ...canaryKeys, seed: account });
  const project = await createProject({
    program: head + (before ?? body),
    env: { ...environmentOf(emulator), ...env },
    config,
    files,
  });
  try {
    if (before !== undefined) {
      const up = await project.up();
      if (up.exitCode !== 0) throw new Error(`what comes before can't be applied: ${up.output}`);
      meanwhile?.(emulator);
      await project.writeProgram(head + body);
    }
    return await act({ project, emulator });
  } finally {
    await project.dispose();
    await emulator.close();
  }
}
