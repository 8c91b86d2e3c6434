import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { Engine } from "../engine";
import { requireLanguage } from "../engine/language-host";
import { installSdk, type Language, languages } from "../language/install-sdk";

const repository = join(__dirname, "..", "..");

/** A program that the demo runs. */
export interface DemoProgram {
  /** The folder that holds Pulumi.yaml. */
  readonly project: string;
  /** Added to the environment of the CLI. */
  readonly env: Readonly<Record<string, string>>;
  /** Whether the provider plugin serves it, which has to be installed. */
  readonly needsPlugin: boolean;
  /** Removes what was made for it. */
  readonly remove: () => Promise<void>;
}

/** How the demo is run. */
export interface DemoOptions {
  /** Undefined for the program of the dynamic resources. */
  readonly language: Language | undefined;
  /** Whether all output of the commands is shown. */
  readonly isVerbose: boolean;
}

/** Reads `--language NAME` and `--verbose`. */
export function optionsOf(args: readonly string[]): DemoOptions {
  const { values } = parseArgs({
    args: [...args],
    options: { language: { type: "string" }, verbose: { type: "boolean", default: false } },
  });
  const { language: name, verbose: isVerbose } = values;
  const language = languages.find((one) => one === name);
  if (name !== undefined && language === undefined)
    throw new Error(`--language must be one of ${languages.join(", ")} (got "${name}").`);
  return { language, isVerbose };
}

/** A copy of the quickstart in TypeScript without an SDK, or of the program in a language, with its SDK. */
export async function prepareProgram(
  engine: Engine,
  language: Language | undefined,
): Promise<DemoProgram> {
  if (language !== undefined && language !== "typescript") await requireLanguage(engine, language);
  // In the repository, so that a program in TypeScript finds Pulumi's SDK.
  const temp = join(repository, "temp");
  await mkdir(temp, { recursive: true });
  const project = await mkdtemp(join(temp, "demo-"));
  const remove = () => rm(project, { recursive: true, force: true });
  const example = language === undefined ? "quickstart" : join("languages", language);
  try {
    await cp(join(repository, "examples", example), project, { recursive: true });
    if (language === undefined) return { project, env: {}, needsPlugin: false, remove };
    // npm puts the plugin of this repository on the PATH, too.
    const env = { PULUMI_IGNORE_AMBIENT_PLUGINS: "true", ...(await installSdk(language, project)) };
    return { project, env, needsPlugin: true, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
