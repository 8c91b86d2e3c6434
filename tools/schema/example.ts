import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The folder of the examples: a YAML program for each resource and function, and a page with it in every language. */
export const exampleFolder = join(__dirname, "..", "..", "docs", "reference", "examples");

/** The example of a resource or function in the Registry's format, or an empty text. */
export function exampleOf(name: string): string {
  const languages = programsOf(name);
  if (languages === "") return "";
  const shown = `{{% examples %}}\n{{% example %}}\n\n${languages}\n\n{{% /example %}}\n{{% /examples %}}`;
  return `## Example Usage\n\n${shown}`;
}

/**
 * The example as a code block for each language, or an empty text. Throws if the YAML program has changed since the
 * page was written.
 */
export function programsOf(name: string): string {
  const source = join(exampleFolder, `${name}.yaml`);
  if (!existsSync(source)) return "";
  const page = join(exampleFolder, `${name}.md`);
  const languages = existsSync(page) ? readFileSync(page, "utf8") : "";
  const yaml = `\`\`\`yaml\n${readFileSync(source, "utf8").trim()}\n\`\`\``;
  if (!languages.includes(yaml)) {
    throw new Error(`the example of ${name} has changed. Run: npm run sdk -- examples`);
  }
  return languages.trim();
}

/** The program of an example in the language of a code block, such as `csharp`. */
export function programOf(name: string, fence: string): string {
  const page = readFileSync(join(exampleFolder, `${name}.md`), "utf8");
  const program = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, "ms").exec(page)?.[1];
  if (program === undefined) throw new Error(`${name}.md has no program in ${fence}`);
  return program;
}
