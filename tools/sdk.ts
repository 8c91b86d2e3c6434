import { join } from "node:path";
import { generateExamples, generateSdks, type SdkLanguage, sdkLanguages } from "./sdk/generate";

const folder = join(__dirname, "..", "sdk");

/** `npm run sdk` writes the SDKs into `sdk/`; `npm run sdk -- examples` renews the examples of the schema. */
async function main(names: readonly string[]): Promise<void> {
  if (names.includes("examples")) {
    await generateExamples();
    return;
  }
  const known = (name: string): name is SdkLanguage => sdkLanguages.some((one) => one === name);
  const unknown = names.find((name) => !known(name));
  if (unknown !== undefined) {
    throw new Error(`Unknown language "${unknown}". Must be one of ${sdkLanguages.join(", ")}.`);
  }
  const languages = names.filter(known);
  await generateSdks(folder, languages.length > 0 ? languages : sdkLanguages);
  console.log(`SDKs written to ${folder}`);
}

main(process.argv.slice(2)).catch((error: Error) => {
  console.error(error.message);
  process.exitCode = 1;
});
