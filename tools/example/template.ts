import { cp, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { StandIns } from "./stand-in";

const source = join(__dirname, "..", "..", "examples", "template");

/** Lays a copy of the template that names the packed packages and the free ports; gives its folder. */
export async function layTemplate(
  scratch: string,
  { packages, ports }: Pick<StandIns, "packages" | "ports">,
): Promise<string> {
  const copy = join(scratch, "template");
  await cp(source, copy, { recursive: true });
  const change = async (name: string, replace: (text: string) => string) => {
    const file = join(copy, name);
    await writeFile(file, replace(await readFile(file, "utf8")));
  };
  await change("package.json", (text) =>
    text.replace(/"([\w-]+)": "\^[\d.]+"/g, (row, name: string) =>
      packages[name] === undefined ? row : `"${name}": "file:${packages[name]}"`,
    ),
  );
  await change("Pulumi.yaml", (text) => text.replace(/\b40\d\d\b/g, (port) => ports[port] ?? port));
  return copy;
}
