import { copyFile, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { findEngine } from "../engine";
import { runCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";
import { requireLanguage } from "../engine/language-host";
import { inScratch } from "../engine/scratch";
import { runTool } from "../language/requirement";
import { exampleFolder, programOf } from "../schema/example";
import { readPublished } from "../schema/metadata";
import { readPackage } from "../schema/package-model";
import { packageSchema } from "../schema/package-schema";
import { goProgram } from "./go-program";
import { type SdkLanguage, sdkLanguages } from "./language";
import { javaResources, pluginOfSdk, pomOfSdk } from "./maven";
import { readmeOf } from "./readme";

const repository = join(__dirname, "..", "..");
const schema = join(repository, "provider", "schema.json");

/** Generates SDKs from `provider/schema.json`, each into a folder named after its language. */
export async function generateSdks(
  folder: string,
  languages: readonly SdkLanguage[] = sdkLanguages,
): Promise<void> {
  for (const language of languages) {
    await rm(join(folder, language), { recursive: true, force: true });
  }
  const byGenerator = languages.filter((language) => language !== "java");
  if (byGenerator.length > 0) await generate("packages", schema, folder, ...byGenerator);
  if (languages.includes("java")) await generateJava(folder);
  for (const language of languages) {
    await writeFile(join(folder, language, "README.md"), readmeOf(language));
    await copyFile(join(repository, "LICENSE"), join(folder, language, "LICENSE"));
  }
}

/**
 * Writes the example programs of the schema in every language except Java, whose programs are written by hand. Uses the
 * schema of the sources, because `provider/schema.json` can't be written while an example is out of date.
 */
export async function generateExamples(): Promise<void> {
  const pages = (await readdir(exampleFolder)).filter((file) => file.endsWith(".md"));
  const inJava = new Map(
    pages.map((page) => [page, programOf(page.replace(".md", ""), "java")] as const),
  );
  const spec = packageSchema(readPackage(), readPublished(), () => "");
  await inScratch(async (folder) => {
    const current = join(folder, "schema.json");
    await writeFile(current, JSON.stringify(spec));
    await generate("examples", current, exampleFolder);
  });
  for (const [page, program] of inJava) {
    const file = join(exampleFolder, page);
    const others = await readFile(file, "utf8");
    const java = `\`\`\`java\n${program}\`\`\`\n`;
    await writeFile(
      file,
      others.replace("```csharp", (next) => java + next),
    );
  }
}

/**
 * Generates the Java SDK with the CLI and the Java language host, whose module needs other versions than the generators
 * here.
 */
async function generateJava(folder: string): Promise<void> {
  const engine = await findEngine();
  await requireLanguage(engine, "java");
  await inScratch(async (home) => {
    const env = scratchEnvironment(engine, home);
    const args = ["package", "gen-sdk", schema, "--language", "java", "--out", folder];
    await runTool(engine.pulumi, args, { cwd: repository, env });
  });
  const sources = join(folder, "java");
  await writeFile(join(sources, "pom.xml"), pomOfSdk());
  await writeFile(join(sources, ...javaResources, "plugin.json"), pluginOfSdk());
}

/** Writes the Go module of a folder in the format of a module proxy. Fails on a module that a proxy would refuse. */
export function writeGoModule(folder: string, version: string, target: string): Promise<void> {
  return generate("module", folder, `v${version}`, target);
}

/** Runs Pulumi's code generators, which are written in Go. */
async function generate(...args: readonly string[]): Promise<void> {
  const module = join(__dirname, "generator");
  const executable = await goProgram(module, "the SDK generator", "generate SDKs");
  const { exitCode, output } = await runCommand(executable, args);
  if (exitCode !== 0) throw new Error(`The SDK generator failed: ${output.trim()}`);
}
