import { join } from "node:path";
import { runToEnd } from "./engine/interruption";
import { generateExamples, generateSdks } from "./sdk/generate";
import { type SdkLanguage, sdkLanguages } from "./sdk/language";
import { packSdks } from "./sdk/pack";

const root = join(__dirname, "..");

/** The tasks of `npm run sdk`, by its first argument. */
const tasks: Readonly<Record<string, (languages: readonly SdkLanguage[]) => Promise<string>>> = {
  async sources(languages) {
    await generateSdks(join(root, "sdk"), languages);
    return `SDKs written to ${join(root, "sdk")}`;
  },
  async packages(languages) {
    const release = join(root, "temp", "release");
    await packSdks(release, languages);
    return `Packages written to ${release}`;
  },
  async examples() {
    await generateExamples();
    return "Examples written to docs/reference/examples";
  },
};

/** `npm run sdk -- sources|packages [language ...]`, or `examples`, which renews the examples of the schema. */
async function main([name = "sources", ...names]: readonly string[]): Promise<void> {
  const task = Object.hasOwn(tasks, name) ? tasks[name] : undefined;
  if (!task) {
    throw new Error(`Unknown task "${name}". Must be one of ${Object.keys(tasks).join(", ")}.`);
  }
  const known = (one: string): one is SdkLanguage => sdkLanguages.some((other) => other === one);
  const unknown = names.find((one) => !known(one));
  if (unknown !== undefined) {
    throw new Error(`Unknown language "${unknown}". Must be one of ${sdkLanguages.join(", ")}.`);
  }
  const languages = names.filter(known);
  console.log(await task(languages.length > 0 ? languages : sdkLanguages));
}

runToEnd(main(process.argv.slice(2)));
