import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

const pollMs = 250;

/**
 * Does the work while no other process does work under the same lock file. A lock whose process is
 * gone is taken over; `waiting` is called once when another process holds it.
 */
export async function withLock<T>(
  file: string,
  waiting: (pid: number) => void,
  work: () => Promise<T>,
): Promise<T> {
  await mkdir(dirname(file), { recursive: true });
  let isReported = false;
  while (!(await take(file))) {
    const owner = await ownerOf(file);
    if (owner !== undefined && !isAlive(owner)) {
      await rm(file, { force: true });
      continue;
    }
    if (owner !== undefined && !isReported) {
      isReported = true;
      waiting(owner);
    }
    await delay(pollMs);
  }
  try {
    return await work();
  } finally {
    await rm(file, { force: true });
  }
}

async function take(file: string): Promise<boolean> {
  try {
    await writeFile(file, `${process.pid}\n`, { flag: "wx" });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") {
      return false;
    }
    throw error;
  }
}

/** Absent when the lock was given back meanwhile, or its owner has not written its id yet. */
async function ownerOf(file: string): Promise<number | undefined> {
  const text = await readFile(file, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") {
      return "";
    }
    throw error;
  });
  const pid = Number.parseInt(text, 10);
  return Number.isNaN(pid) ? undefined : pid;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it lives, and belongs to someone else.
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}
