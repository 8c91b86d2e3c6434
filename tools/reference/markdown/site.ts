import { posix } from "node:path";
import { programsOf } from "../../schema/example";
import type { Doc, PackageModel } from "../model";

/** The pages by what they are about, as paths from the folder of the reference. */
export function pathsOf({ resources, functions }: PackageModel): ReadonlyMap<string, string> {
  return new Map([
    ["Provider", "provider.md"],
    ["EmailMarketingError", "errors.md"],
    ...resources.map(({ kind, noun }) => [kind, `resources/${noun}.md`] as const),
    ...functions.flatMap(({ name }) => {
      const path = `functions/${name}.md`;
      return [[name, path] as const, [`${name}Output`, path] as const];
    }),
  ]);
}

/** A page that is being written: it knows where it lies, and so what its links are. */
export class Page {
  /** `path` is from the folder of the reference, also where the page lies outside of it. */
  constructor(
    readonly path: string,
    private readonly paths: ReadonlyMap<string, string>,
  ) {}

  /** The way from this page to another one, whose path is from the folder of the reference, too. */
  to(path: string): string {
    const [own, other] = [this.path, path].map((one) => posix.join("/docs/reference", one));
    return posix.relative(posix.dirname(own ?? ""), other ?? "");
  }

  /** A text of a doc comment: its references become links where there is a page for them. */
  text(text: string): string {
    return text.replace(/\{@link (\w+)\}/g, (_, name: string) => this.link(name));
  }

  link(name: string): string {
    const path = this.paths.get(name);
    return path === undefined || path === this.path ? `\`${name}\`` : `[${name}](${this.to(path)})`;
  }
}

/** A program as it stands in a doc comment. */
export function example(code: string): string {
  return `\`\`\`ts\n${code}\`\`\``;
}

const languages: Readonly<Record<string, string>> = {
  typescript: "TypeScript with the plugin",
  python: "Python",
  go: "Go",
  java: "Java",
  csharp: "C# (generated, not run)",
  yaml: "YAML",
};

/** The example in the plugin's languages, each of which opens by itself. */
export function otherLanguages(name: string): string {
  const blocks = programsOf(name).matchAll(/^```(\w+)\n.*?^```$/gms);
  return [...blocks]
    .map(([block, language = ""]) => {
      const title = languages[language] ?? language;
      return `<details>\n<summary>${title}</summary>\n\n${block}\n\n</details>`;
    })
    .join("\n\n");
}

/** The first sentence of a text, for a line of a list. */
export function summary({ text }: Doc): string {
  const [first = ""] = text.split("\n\n");
  return /^.*?\.(?= |$)/.exec(first.replaceAll("\n", " "))?.[0] ?? first;
}

/** A page's parts with a blank line between them; what is empty is left out. */
export function joined(parts: readonly string[]): string {
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
