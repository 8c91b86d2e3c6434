import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The example programs: for each resource and function a YAML program, and a page with it in every language. */
export const exampleFolder = join(__dirname, "..", "..", "docs", "reference", "examples");

/** The example of a resource or function as the Registry shows it; empty where there is none. */
export function exampleOf(name: string): string {
  const languages = programsOf(name);
  if (languages === "") return "";
  const shown = `{{% examples %}}\n{{% example %}}\n\n${languages}\n\n{{% /example %}}\n{{% /examples %}}`;
  return `## Example Usage\n\n${shown}`;
}

/**
 * The example in every language, a block of code for each; empty where there is none. Throws where the YAML program has
 * changed since the page was written.
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

/** The program of an example in one language, by the name after the backticks of its block. */
export function programOf(name: string, fence: string): string {
  const page = readFileSync(join(exampleFolder, `${name}.md`), "utf8");
  const program = new RegExp(`^\`\`\`${fence}\\n(.*?)^\`\`\``, "ms").exec(page)?.[1];
  if (program === undefined) throw new Error(`${name}.md has no program in ${fence}`);
  return program;
}
