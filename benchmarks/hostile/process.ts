import { measureCells } from "./measure";

/** Measures in a process of its own, and writes what came of it. */
async function main(): Promise<void> {
  const cells = await measureCells(process.argv.slice(2).map(Number));
  process.stdout.write(JSON.stringify(cells));
}

main().catch((error: Error) => {
  console.error(error);
  process.exitCode = 1;
});
