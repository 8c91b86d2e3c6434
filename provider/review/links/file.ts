import { listIn, objectIn, readWrittenFile } from "../../engine/written";
import { exactJson } from "../../errors/redact";
import type { FoundLinks } from "./report";

/** The name of the file with what came of links, beside the pages. */
export const linksFile = "links.json";

/** The file as it is written. */
export function linksText(campaigns: readonly FoundLinks[]): string {
  return `${exactJson({ campaigns }, 2)}\n`;
}

/** Reads the file; another job, or a person, may have written it. */
export async function readLinks(file: string): Promise<readonly FoundLinks[]> {
  const source = `the file ${file}`;
  const origin = `It must be ${linksFile} from the folder that show --links wrote.`;
  return readWrittenFile(file, { source, origin }, (value) => {
    const campaigns = listIn(objectIn(value)?.campaigns);
    return campaigns?.every(isFound) ? campaigns : undefined;
  });
}

function isFound(value: unknown): value is FoundLinks {
  const { campaign, addresses } = objectIn(value) ?? {};
  const isText = (one: unknown) => typeof one === "string";
  const isAddress = (one: unknown) => {
    const { verdict, address, answer } = objectIn(one) ?? {};
    return [verdict, address, answer].every(isText);
  };
  return isText(campaign) && listIn(addresses)?.every(isAddress) === true;
}
