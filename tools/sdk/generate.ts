import { copyFile, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findEngine } from "../engine";
import { runCommand } from "../engine/command";
import { scratchEnvironment } from "../engine/environment";
import { requireLanguage } from "../engine/language-host";
import { runTool } from "../language/requirement";
import { readPackage } from "../reference/package-model";
import { exampleFolder } from "../schema/example";
import { readPublished } from "../schema/metadata";
import { packageSchema } from "../schema/package-schema";
import { goProgram } from "./go-program";
import { javaResources, pluginOfSdk, pomOfSdk } from "./maven";
import { readmeOf } from "./readme";

const repository = join(__dirname, "..", "..");
const schema = join(repository, "provider", "schema.json");

/** The languages that an SDK can be generated for. */
export const sdkLanguages = ["nodejs", "python", "go", "java", "dotnet"] as const;

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
  const byGenerator = languages.filter((language) => language !== "java");
  if (byGenerator.length > 0) await generate("packages", schema, folder, ...byGenerator);
  if (languages.includes("java")) await generateJava(folder);
  for (const language of languages) {
    await writeFile(join(folder, language, "README.md"), readmeOf(language));
    await copyFile(join(repository, "LICENSE"), join(folder, language, "LICENSE"));
  }
}

/**
 * Writes the example programs of the schema in every language. `provider/schema.json` lacks what was added since and can't
 * be written while an example is out of date, so these follow the sources.
 */
export async function generateExamples(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "schema-"));
  const current = join(folder, "schema.json");
  try {
    const spec = packageSchema(readPackage(), readPublished(), () => "");
    // Pulumi's generator of programs in Java takes its packages from it, whatever the schema names.
    await writeFile(current, JSON.stringify({ ...spec, namespace: undefined }));
    await generate("examples", current, exampleFolder);
    await addJava(current, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Adds the programs in Java to the pages of the examples, behind those in Go. */
async function addJava(current: string, folder: string): Promise<void> {
  await generate("pcl", current, exampleFolder, folder);
  const module = join(__dirname, "java-generator");
  const what = "the generator of programs in Java";
  const executable = await goProgram(module, what, "generate programs in Java");
  await runTool(executable, [current, folder], { cwd: repository, env: process.env });
  for (const name of (await readdir(folder)).filter((file) => file.endsWith(".java"))) {
    const page = join(exampleFolder, name.replace(/java$/, "md"));
    const program = completeJava(await readFile(join(folder, name), "utf8"));
    const text = await readFile(page, "utf8");
    await writeFile(
      page,
      text.replace("```csharp", () => `\`\`\`java\n${program}\n\`\`\`\n\`\`\`csharp`),
    );
  }
}

/**
 * Finishes what Pulumi's generator for Java leaves uncompilable: an output of an id where a list of ids is wanted, and `wait`,
 * which its generator of packages has changed. Imports that nothing uses are left out, such as one of a second `List`.
 */
function completeJava(program: string): string {
  const complete = program
    .trim()
    .replace(/(\.listIds\(.+ -> )(\w+\.id\(\))\)\)$/m, "$1List.of($2)))")
    .replace(/\.wait\(/g, ".wait_(");
  const imports = [...complete.matchAll(/^import [\w.]+\.(\w+);\n/gm)];
  const isNeeded = (name: string, at: number) =>
    imports.findIndex(([, other]) => other === name) === at &&
    new RegExp(`\\b${name}\\b`).test(complete.replace(/^import .*$/gm, ""));
  const spare = imports.filter(([, name = ""], at) => !isNeeded(name, at)).map(([line]) => line);
  return spare.reduce((text, line) => text.replace(line, ""), complete);
}

/** The CLI has Java's generator in its language host, whose module needs other versions than the generators here. */
async function generateJava(folder: string): Promise<void> {
  const engine = await findEngine();
  await requireLanguage(engine, "java");
  const home = await mkdtemp(join(tmpdir(), "pulumi-home-"));
  try {
    const env = scratchEnvironment(engine, home);
    const args = ["package", "gen-sdk", schema, "--language", "java", "--out", folder];
    await runTool(engine.pulumi, args, { cwd: repository, env });
  } finally {
    await rm(home, { recursive: true, force: true });
  }
  const sources = join(folder, "java");
  await writeFile(join(sources, "pom.xml"), pomOfSdk());
  await writeFile(join(sources, ...javaResources, "plugin.json"), pluginOfSdk());
}

/** Writes the Go module of a folder as a module proxy has it; refuses what a proxy would refuse. */
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
