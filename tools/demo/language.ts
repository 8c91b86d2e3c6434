import { cp, mkdir, mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
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

/** The language after `--language`; undefined for the program of the dynamic resources. */
export function languageOf(args: readonly string[]): Language | undefined {
  const [option, name, ...rest] = args;
  if (option === undefined) return undefined;
  if (option !== "--language" || rest.length > 0) {
    const usage = `npm run demo [-- --language ${languages.join("|")}]`;
    throw new Error(`unknown arguments "${args.join(" ")}". Usage: ${usage}`);
  }
  const language = languages.find((one) => one === name);
  if (language) return language;
  throw new Error(`--language must be one of ${languages.join(", ")} (got "${name ?? ""}").`);
}

/** The quickstart in TypeScript without an SDK, or the same program in a language, with its SDK. */
export async function prepareProgram(
  engine: Engine,
  language: Language | undefined,
): Promise<DemoProgram> {
  if (language === undefined) {
    const remove = () => Promise.resolve();
    return { project: repository, env: {}, needsPlugin: false, remove };
  }
  if (language !== "typescript") await requireLanguage(engine, language);
  // In the repository, so that a program in TypeScript finds Pulumi's SDK.
  const temp = join(repository, "temp");
  await mkdir(temp, { recursive: true });
  const project = await mkdtemp(join(temp, "demo-"));
  const remove = () => rm(project, { recursive: true, force: true });
  try {
    await cp(join(repository, "examples", "languages", language), project, { recursive: true });
    // npm puts the plugin of this repository on the PATH, too.
    const env = { PULUMI_IGNORE_AMBIENT_PLUGINS: "true", ...(await installSdk(language, project)) };
    return { project, env, needsPlugin: true, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
