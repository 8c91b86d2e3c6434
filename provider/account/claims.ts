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
import { quoted } from "../errors/redact";
import { isLoopback, urlOf } from "../input/domain";
import { once, oncePer } from "../input/once";
import { loopbackAccount } from "../settings/parse";
import type { Settings } from "../settings/settings";
import { warnOnce } from "./user-log";

export type Claims = ReturnType<typeof createClaims>;

/**
 * Objects of an account that resources of this update have, by kind and id: the removal of another resource leaves them as they
 * are. By default among the notes of the engine, which are asked for when they are used.
 */
export function createClaims(settings: Settings, given: () => Notes = engineNotes) {
  const { account = "" } = settings;
  const notes = once(given);
  const address = once(() => addressOf(settings));
  const holders = (how: string, kind: string, id: string) =>
    notes().behind(how, address(), kind, id);
  return {
    /** A create, a takeover or an update sets it. */
    claim: (kind: string, id: string) => notes().add("claimed", address(), kind, id, account),
    isClaimed: (kind: string, id: string) =>
      holders("claimed", kind, id).some(([name]) => name === account),
    /** The program goes on to declare a resource that has had it since an earlier update. */
    declare: (kind: string, id: string) => notes().add("declared", address(), kind, id, account),
    /** True if a resource of this run, of whatever Provider, has the object. */
    isHeld: (kind: string, id: string) =>
      ["claimed", "declared"].some((how) => holders(how, kind, id).length > 0),
    /** The program declares an object by this key in a resource that the command leaves out. */
    leaveOut: (kind: string, key: string) => notes().add("left out", address(), kind, key),
    /**
     * Why the removal of a resource leaves the object as it is, in words; undefined where nothing speaks against it. The program knows the
     * object by one of the keys.
     */
    whyKept(kind: string, id: string, keys: readonly string[] = []): string | undefined {
      // Whatever the account is called: the same one may have two names.
      if (holders("claimed", kind, id).length > 0) {
        return "another resource of this update manages it";
      }
      if (holders("declared", kind, id).length > 0) {
        return "a resource of the program still declares it";
      }
      if (keys.some((key) => holders("left out", kind, key).length > 0)) {
        return "the program declares it in a resource that --target or --exclude leaves out";
      }
      return notes().isUnreadable()
        ? "whether a resource of another Provider manages it can't be known (see the warning about the temporary folder)"
        : undefined;
    },
  };
}

/** An account's address in one spelling: that of URLs, without slashes at the end. */
function addressOf({ origin }: Settings): string {
  const text = origin("baseUrl")?.text ?? "";
  const url = urlOf(text);
  if (url === undefined) return text;
  const { protocol, hostname, port, pathname } = url;
  // This machine has several names, and a name may end with a dot.
  const host = isLoopback({ hostname }) ? loopbackAccount : hostname.replace(/\.$/, "");
  return `${protocol}//${[host, port].filter(Boolean).join(":")}${pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/**
 * What is wrong where Providers of this program have different addresses under one origin, and neither names its account: both
 * would have the name that the origin gives, so a resource that moves from one to the other would keep the other's id.
 */
export function sharedName(settings: Settings): string | undefined {
  const { account } = settings;
  const isNamed = settings.origin("account") !== undefined;
  if (isNamed || account === undefined || account === loopbackAccount) return undefined;
  const own = addressOf(settings);
  const [other] = otherAddresses(account)(own);
  if (other === undefined) return undefined;
  return (
    `${own} and ${other} are two accounts of this program, and both have the name ${quoted(account)}, because neither names its ` +
    `account. Set ${settings.place("account")}, a different one for each, and ${settings.place("formerAccounts")} to ` +
    `${quoted(account)}, so that no resource counts as moved.`
  );
}

/** Notes an address of an account's name; gives the others. Of two processes, the one that comes second sees the other one's. */
const otherAddresses = oncePer((account: string) => {
  const notes = engineNotes();
  return oncePer((address: string) => {
    notes.add("named", account, address);
    const all = notes.behind("named", account).flat();
    return all.filter((one) => one !== address);
  });
});

type Notes = ReturnType<typeof createNotes>;

/**
 * The notes of the engine that has started this process, whose address is the last argument; new ones in any other process. The engine
 * starts a process for each Provider, and offers them no place to share.
 */
export function engineNotes(given: readonly string[] = process.argv.slice(2)): Notes {
  const engine = engineAddress(given);
  if (!engine) return createNotes();
  // Another engine may listen there a moment later: a port is used again.
  const of = JSON.stringify([engine, engineProcess()]);
  const name = createHash("sha256").update(of).digest("hex").slice(0, 32);
  // By its number: a container may run as a user without a name.
  const folder = `pulumi-email-marketing-${process.getuid?.() ?? ""}`;
  return notesIn(join(tmpdir(), folder, name));
}

const notesIn = oncePer(createNotes);

/** Lines that the processes of one engine share; those of this process alone, without a file. */
export function createNotes(file?: string) {
  const own = new Set<string>();
  const lines = () => [...own, ...(file === undefined ? [] : linesOf(file))];
  return {
    add(...words: string[]): void {
      const line = JSON.stringify(words);
      if (file !== undefined && !own.has(line)) append(file, line);
      own.add(line);
    },
    /** What stands behind these words, line by line. */
    behind: (...words: string[]): string[][] =>
      lines()
        .map(wordsIn)
        .filter((line) => words.every((word, index) => line[index] === word))
        .map((line) => line.slice(words.length)),
    /** Whether the file is in a folder that others can write to. */
    isUnreadable: (): boolean => file !== undefined && !isPrivate(join(file, "..")),
  };
}

/** What is older is of an engine that is gone: where its process isn't known, one of today may listen at the same address. */
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
    warnOnce(
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
  warnOnce(
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

function wordsIn(line: string): string[] {
  try {
    return JSON.parse(line) as string[];
  } catch {
    return [];
  }
}

export interface EngineAddress {
  readonly host: string;
  readonly port: number;
}

/** The address that the engine gives to a provider as its last argument; undefined in any other process. */
export function engineAddress(given: readonly string[]): EngineAddress | undefined {
  const [, host, port] = /^([\w.-]+):(\d{1,5})$/.exec(given.at(-1) ?? "") ?? [];
  return host === undefined || port === undefined ? undefined : { host, port: Number(port) };
}

/** What tells an engine from an earlier one at the same address: its process and the start of that; Linux alone shows it. */
export function engineProcess(): string | undefined {
  // Each provider has a process group of its own, whose first process may be a shell. The engine has started that one.
  const group = statOf("self")?.group;
  const engine = group === undefined ? undefined : statOf(group)?.parent;
  const start = engine === undefined ? undefined : statOf(engine)?.start;
  return start === undefined ? undefined : `${engine} ${start}`;
}

/** What Linux tells of a process; undefined elsewhere, and of one that is gone. */
function statOf(pid: string) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // The second field is a name, in brackets, which may hold anything.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: fields[1], group: fields[2], start: fields[19] };
}
