import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { EmailMarketingError } from "../../errors/error";
import type { FoundObject } from "../../nouns/listing";
import type { FileContent } from "../terminal/write-together";
import type { NamedObject } from "./file";

/** Beside the program, named after the resource. */
export function filesOf(
  name: string,
  { files }: FoundObject,
  program: string,
): Pick<NamedObject, "files"> {
  if (files === undefined) return {};
  const paths = Object.entries(files).map(([input, ending]) => {
    return [input, `${join(dirname(program), name)}.${ending}`] as const;
  });
  return { files: Object.fromEntries(paths) };
}

/** The files of an object's inputs. */
export function contentsOf({ files = {}, inputs }: NamedObject): FileContent[] {
  return Object.entries(files).map(([input, path]) => ({ path, content: String(inputs[input]) }));
}

/** Their names are known only once the account was read. */
export function requireNew(
  contents: readonly FileContent[],
  { cwd, force }: { readonly cwd: string; readonly force?: boolean },
): void {
  const taken = contents.find(({ path }) => existsSync(resolve(cwd, path)));
  if (taken === undefined || force) return;
  throw new EmailMarketingError(
    "config",
    `the file ${taken.path} already exists. Use --force to replace it.`,
  );
}
