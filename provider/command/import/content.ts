import { dirname, join } from "node:path";
import type { AnyListed } from "../../lifecycle/listing";
import type { FileContent } from "../../terminal/write-together";
import type { NamedObject } from "./file";
import { freePath } from "./target";

/** Beside the program, named after the resource; a file that is there stays. */
export function filesOf(
  name: string,
  { files = {} }: AnyListed,
  {
    cwd,
    program,
    taken,
  }: { readonly cwd: string; readonly program: string; readonly taken: Set<string> },
): Pick<NamedObject, "files"> {
  const paths = Object.entries(files).map(([input, ending]) => {
    const path = freePath(cwd, `${join(dirname(program), name)}.${ending}`, taken);
    taken.add(path);
    return [input, path] as const;
  });
  return paths.length === 0 ? {} : { files: Object.fromEntries(paths) };
}

/** The files of an object's inputs. */
export function contentsOf({ files = {}, inputs }: NamedObject): FileContent[] {
  return Object.entries(files).map(([input, path]) => ({ path, content: String(inputs[input]) }));
}
