import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The example programs: for each resource and function a YAML program, and a page with it in every language. */
export const exampleFolder = join(__dirname, "examples");

/**
 * The example of a resource or function in every language, as the Registry shows it; empty where there is none. Throws
 * where the YAML program has changed since the page was written.
 */
export function exampleOf(name: string, folder = exampleFolder): string {
  const source = join(folder, `${name}.yaml`);
  if (!existsSync(source)) return "";
  const page = join(folder, `${name}.md`);
  const languages = existsSync(page) ? readFileSync(page, "utf8") : "";
  const yaml = `\`\`\`yaml\n${readFileSync(source, "utf8").trim()}\n\`\`\``;
  if (!languages.includes(yaml)) {
    throw new Error(`the example of ${name} has changed. Run: npm run sdk -- examples`);
  }
  const shown = `{{% examples %}}\n{{% example %}}\n\n${languages.trim()}\n\n{{% /example %}}\n{{% /examples %}}`;
  return `## Example Usage\n\n${shown}`;
}
