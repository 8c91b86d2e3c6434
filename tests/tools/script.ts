import { writeFile } from "node:fs/promises";

/** Lays a script of the shell that stands for a command. */
export function layScript(file: string, lines: string): Promise<void> {
  return writeFile(file, `#!/bin/sh\n${lines}\n`, { mode: 0o755 });
}
