import { findEngine } from "./index";
import { runToEnd } from "./interruption";
import { type Language, languages, requireLanguage } from "./language-host";

/** Prints the path of the Pulumi CLI, and builds missing hosts of the given languages. */
async function main(given: readonly string[]): Promise<void> {
  const unknown = given.find((one) => !(languages as readonly string[]).includes(one));
  if (unknown !== undefined) {
    throw new Error(`unknown language "${unknown}"; valid languages are ${languages.join(", ")}`);
  }
  const engine = await findEngine();
  for (const language of given as readonly Language[]) await requireLanguage(engine, language);
  console.log(`${engine.pulumi} (${engine.version}, from ${engine.source})`);
}

runToEnd(main(process.argv.slice(2)));
