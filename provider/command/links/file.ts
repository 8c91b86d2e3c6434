import { readWrittenFile } from "../stack/written-json";
import { linksSchema } from "../stack/written-schema";
import type { FoundLinks } from "./report";

/** The name of the file with what came of links, beside the pages. */
export const linksFile = "links.json";

/** The file as it is written. */
export function linksText(campaigns: readonly FoundLinks[]): string {
  return `${JSON.stringify({ campaigns }, undefined, 2)}\n`;
}

/** Reads the file; another job, or a person, may have written anything. */
export async function readLinks(file: string): Promise<readonly FoundLinks[]> {
  const source = `the file ${file}`;
  const origin = `It must be ${linksFile} from the folder that show --links wrote.`;
  const read = readWrittenFile<{ readonly campaigns: readonly FoundLinks[] }>;
  return (await read(file, { source, origin }, linksSchema)).campaigns;
}
