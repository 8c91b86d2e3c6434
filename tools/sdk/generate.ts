import { rm } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../engine/command";
import { exampleFolder } from "../schema/example";
import { goProgram } from "./go-program";

const schema = join(__dirname, "..", "..", "provider", "schema.json");

/** The languages that an SDK can be generated for. */
export const sdkLanguages = ["nodejs", "python", "go", "dotnet"] as const;

/** A language that an SDK can be generated for. */
export type SdkLanguage = (typeof sdkLanguages)[number];

/** Generates SDKs from `provider/schema.json`, each in a folder that is named after its language. */
export async function generateSdks(
  folder: string,
  languages: readonly SdkLanguage[] = sdkLanguages,
): Promise<void> {
  for (const language of languages) {
    await rm(join(folder, language), { recursive: true, force: true });
  }
  await generate("packages", schema, folder, ...languages);
}

/** Writes the example programs of the schema in every language. */
export async function generateExamples(): Promise<void> {
  await generate("examples", schema, exampleFolder);
}

/** Runs Pulumi's code generators, which are written in Go. */
async function generate(...args: readonly string[]): Promise<void> {
  const executable = await goProgram({
    what: "the SDK generator",
    purpose: "generate SDKs",
    module: join(__dirname, "generator"),
    package: ".",
    executable: "sdk",
    expected: "1 to 4 minutes, once",
  });
  const { exitCode, output } = await runCommand(executable, args);
  if (exitCode !== 0) throw new Error(`The SDK generator failed: ${output.trim()}`);
}
