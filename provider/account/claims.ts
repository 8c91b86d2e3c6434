import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { engineAddress } from "../runtime/engine-address";
import type { Settings } from "../settings/settings";
import { notice } from "./notice";

/** Objects that resources of this update have, by kind and id: the removal of another resource leaves them as they are. */
export interface Claims {
  /** A create, a takeover or an update sets it. */
  claim(kind: string, id: string): void;
  isClaimed(kind: string, id: string): boolean;
  /** The program goes on to declare a resource that has had it since an earlier update. */
  declare(kind: string, id: string): void;
  isDeclared(kind: string, id: string): boolean;
}

/** Nothing is claimed or declared yet, but for what other processes have noted in the file. */
export function createClaims(file?: string): Claims {
  const own = new Set<string>();
  const note = (...words: string[]) => {
    const line = JSON.stringify(words);
    if (file !== undefined && !own.has(line)) append(file, line);
    own.add(line);
  };
  const isNoted = (...words: string[]) => {
    const line = JSON.stringify(words);
    return own.has(line) || (file !== undefined && linesOf(file).includes(line));
  };
  return {
    claim: (kind, id) => note("claimed", kind, id),
    isClaimed: (kind, id) => isNoted("claimed", kind, id),
    declare: (kind, id) => note("declared", kind, id),
    isDeclared: (kind, id) => isNoted("declared", kind, id),
  };
}

/** What is older is of an engine that is gone: one of today may listen at the same address. */
const longestMs = 86_400_000;

/**
 * Where the processes of one engine note what they claim of an account: each Provider has one of its own, and a resource may
 * move from one to another. Undefined in a process that no engine has started.
 */
export function claimFile({ origin, account }: Settings): string | undefined {
  const engine = engineAddress(process.argv.slice(2));
  if (!engine) return undefined;
  const of = JSON.stringify([engine, origin("baseUrl")?.text, account]);
  const name = createHash("sha256").update(of).digest("hex").slice(0, 32);
  // By its number: a container may run as a user without a name.
  return join(tmpdir(), `pulumi-email-marketing-${process.getuid?.() ?? ""}`, name);
}

const written = new Set<string>();

function append(file: string, line: string): void {
  try {
    if (!written.has(file)) begin(file);
    appendFileSync(file, `${line}\n`, { mode: 0o600 });
  } catch (error) {
    // What was written to the account must still reach the state.
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    notice(
      `can't write ${file} (${code}), so an object that moves from one Provider to another may be removed with its old resource.`,
    );
  }
}

function begin(file: string): void {
  written.add(file);
  const folder = dirname(file);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(folder)) {
    const old = join(folder, name);
    const { mtimeMs = Date.now() } = statSync(old, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > longestMs) rmSync(old, { force: true });
  }
}

function linesOf(file: string): string[] {
  // A file that can't be read fails the step: what it holds must not be deleted.
  return existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
}
