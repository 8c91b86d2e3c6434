import { createHash } from "node:crypto";
import {
  appendFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  type Stats,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { engineAddress } from "../runtime/engine-address";
import { once, oncePer } from "../runtime/once";
import { accountAt, loopbackAccount } from "../settings/parse";
import type { Settings } from "../settings/settings";
import { notice } from "./notice";

/** Objects that resources of this update have, by kind and id: the removal of another resource leaves them as they are. */
export interface Claims {
  /** A create, a takeover or an update sets it. */
  claim(kind: string, id: string): void;
  isClaimed(kind: string, id: string): boolean;
  /** The program goes on to declare a resource that has had it since an earlier update. */
  declare(kind: string, id: string): void;
  /** Why the removal of a resource leaves the object as it is, in words; undefined where nothing speaks against it. */
  whyKept(kind: string, id: string): string | undefined;
}

/** Nothing is claimed or declared yet, but for what other processes have noted in the file, which is asked for when it is used. */
export function createClaims(file: () => string | undefined = () => undefined): Claims {
  const notes = once(() => createNotes(file()));
  const isClaimed = (kind: string, id: string) => notes().has("claimed", kind, id);
  return {
    claim: (kind, id) => notes().add("claimed", kind, id),
    isClaimed,
    declare: (kind, id) => notes().add("declared", kind, id),
    whyKept(kind, id) {
      if (isClaimed(kind, id)) return "another resource of this update manages it";
      if (notes().has("declared", kind, id)) return "a resource of the program still declares it";
      return notes().isUnreadable()
        ? "whether a resource of another Provider manages it can't be known (see the warning about the temporary folder)"
        : undefined;
    },
  };
}

/**
 * Where the processes of one engine note what they claim of an account: each Provider has one of its own, and a resource may
 * move from one to another. Undefined in a process that no engine has started.
 */
export function claimFile({ origin, account }: Settings): string | undefined {
  return fileOf([origin("baseUrl")?.text, account]);
}

/**
 * What is wrong where Providers of this program have different addresses under one origin, and neither names its account: both
 * would have the name that the origin gives, so a resource that moves from one to the other would keep the other's id.
 */
export function sharedName(settings: Settings): string | undefined {
  const { account } = settings;
  const address = settings.origin("account") ? undefined : settings.origin("baseUrl")?.text;
  if (!address || !URL.canParse(address) || account !== accountAt(address)) return undefined;
  if (account === loopbackAccount) return undefined;
  const own = address.replace(/(?<!\/)\/+$/, "");
  const notes = notesOfName(account);
  notes.add(own);
  const other = notes.all().find(([one]) => one !== own)?.[0];
  if (other === undefined) return undefined;
  return (
    `${own} and ${other} are two accounts of this program, and both have the name "${account}", because neither names its ` +
    `account. Set ${settings.place("account")}, a different one for each, and ${settings.place("formerAccounts")} to ` +
    `"${account}", so that no resource counts as moved.`
  );
}

const notesOfName = oncePer((account: string) => createNotes(fileOf(["names", account])));

function fileOf(words: readonly unknown[]): string | undefined {
  const engine = engineAddress(process.argv.slice(2));
  if (!engine) return undefined;
  const of = JSON.stringify([engine, ...words]);
  const name = createHash("sha256").update(of).digest("hex").slice(0, 32);
  // By its number: a container may run as a user without a name.
  return join(tmpdir(), `pulumi-email-marketing-${process.getuid?.() ?? ""}`, name);
}

/** Lines that the processes of one engine share; those of this process alone, without a file. */
interface Notes {
  add(...words: string[]): void;
  has(...words: string[]): boolean;
  all(): string[][];
  /** Whether the file is in a folder that others can write to. */
  isUnreadable(): boolean;
}

function createNotes(file: string | undefined): Notes {
  const own = new Set<string>();
  const lines = () => [...own, ...(file === undefined ? [] : linesOf(file))];
  return {
    add(...words) {
      const line = JSON.stringify(words);
      if (file !== undefined && !own.has(line)) append(file, line);
      own.add(line);
    },
    has: (...words) => lines().includes(JSON.stringify(words)),
    all: () => lines().flatMap(wordsIn),
    isUnreadable: () => file !== undefined && !isPrivate(join(file, "..")),
  };
}

/** What is older is of an engine that is gone: one of today may listen at the same address. */
const longestMs = 86_400_000;

function isOld({ mtimeMs }: Stats): boolean {
  return Date.now() - mtimeMs > longestMs;
}

function append(file: string, line: string): void {
  const folder = join(file, "..");
  try {
    const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
    if (!isThere) mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Judged after that: somebody else may have been faster.
    if (!isPrivate(folder)) return;
    removeOld(folder);
    // Behind a line of its own: a full disk may have torn the one before.
    appendFileSync(file, `\n${line}\n`, { mode: 0o600 });
  } catch (error) {
    // What was written to the account must still reach the state.
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    notice(
      `can't write ${file} (${code}), so an object that moves from one Provider to another may be removed with its old resource.`,
    );
  }
}

const removeOld = oncePer((folder: string) => {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found && isOld(found)) rmSync(file, { force: true });
  }
});

/**
 * Whether nobody else could have written a folder that is in the one for everybody's temporary files. One that isn't there is
 * private. Windows has a folder for each user.
 */
function isPrivate(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  const isOurs = found?.isDirectory() && found.uid === process.getuid?.() && !(found.mode & 0o077);
  if (found === undefined || isOurs || process.platform === "win32") return true;
  notice(
    `${folder} is not a folder that only this user can use, so it is neither read nor written: no webhook is switched off and no property deleted. Remove it, or set TMPDIR to another folder.`,
  );
  return false;
}

function linesOf(file: string): string[] {
  if (!isPrivate(join(file, ".."))) return [];
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found || isOld(found)) return [];
  // A file that can't be read fails the step: what it holds must not be deleted.
  return readFileSync(file, "utf8").split("\n");
}

/** The words of a line; none of an empty or a torn one. */
function wordsIn(line: string): [] | [string[]] {
  try {
    return [JSON.parse(line) as string[]];
  } catch {
    return [];
  }
}
