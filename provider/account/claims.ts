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
import { sha256 } from "../input/asset";
import { memoize } from "../plain/async";
import { isLoopback, parseUrl } from "../plain/domain";
import { parseJson } from "../plain/value";
import type { Settings } from "../settings/settings";
import { loopbackAccount } from "../settings/table";
import { warnOnce } from "./step";

/** Records the objects that resources of this update manage, so that deletes of other resources leave them alone. */
export function createClaims(settings: Settings, given: () => Notes = engineNotes) {
  const { account = "" } = settings;
  const notes = memoize(given);
  const address = memoize(() => normalizedAddress(settings));
  const has = (how: string, ...words: readonly string[]) =>
    notes().wordsAfter(how, address(), ...words).length > 0;
  return {
    /** Records that a resource of this update creates or updates the object. */
    claim: (kind: string, id: string) => notes().add("claimed", address(), kind, id, account),
    isClaimed: (kind: string, id: string) => has("claimed", kind, id, account),
    /** Records that the program still declares the resource that manages the object. */
    declare: (kind: string, id: string) => notes().add("declared", address(), kind, id, account),
    /** True if a resource of this run is known to manage the object, under any Provider. */
    isHeld: (kind: string, id: string) => has("claimed", kind, id) || has("declared", kind, id),
    /** Records that `--target` or `--exclude` leaves out a resource that declares the object with this key. */
    leaveOut: (kind: string, key: string) => notes().add("left out", address(), kind, key),
    /** The reason why a delete leaves the object alone. A program may declare it by its id or by one of the `keys`. */
    keepReason(kind: string, id: string, keys: readonly string[] = []): string | undefined {
      // Looks for the object under every account name, because one account may have two names.
      if (has("claimed", kind, id)) return "another resource of this update manages it";
      if (has("declared", kind, id)) return "a resource of the program still declares it";
      if (keys.some((key) => has("left out", kind, key))) {
        return "the program declares it in a resource that --target or --exclude leaves out";
      }
      return notes().isUnreadable()
        ? "whether a resource of another Provider manages it can't be known (see the warning about the temporary folder)"
        : undefined;
    },
  };
}

/** The address of an account in a normalized spelling. A text that isn't a URL stays unchanged. */
function normalizedAddress({ origin }: Settings): string {
  const text = origin("baseUrl")?.text ?? "";
  const url = parseUrl(text);
  if (url === undefined) return text;
  const { protocol, hostname, port, pathname } = url;
  // Normalized, because the loopback host has several names, and a host name may end with a dot.
  const host = isLoopback({ hostname }) ? loopbackAccount : hostname.replace(/\.$/, "");
  return `${protocol}//${[host, port].filter(Boolean).join(":")}${pathname.replace(/(?<!\/)\/+$/, "")}`;
}

/** The problem if two accounts get the same default name. A resource that moves between them then isn't replaced. */
export function sharedName(settings: Settings): string | undefined {
  const { account } = settings;
  const isNamed = settings.origin("account") !== undefined;
  if (isNamed || account === undefined || account === loopbackAccount) return undefined;
  const own = normalizedAddress(settings);
  const [other] = otherAddresses(account)(own);
  if (other === undefined) return undefined;
  return (
    `${own} and ${other} are two accounts of this program, and both have the name ${quoted(account)}, because neither names its ` +
    `account. Set ${settings.place("account")}, a different one for each, and ${settings.place("formerAccounts")} to ` +
    `${quoted(account)}, so that no resource counts as moved.`
  );
}

/** Records the address of an account name. Returns the other addresses that were recorded for this name before. */
const otherAddresses = memoize((account: string) => {
  const notes = engineNotes();
  return memoize((address: string) => {
    notes.add("named", account, address);
    const all = notes.wordsAfter("named", account).flat();
    return all.filter((one) => one !== address);
  });
});

export type Notes = ReturnType<typeof createNotes>;

/** The notes that all provider processes of an engine share. The engine starts one process per Provider. */
export function engineNotes(given: readonly string[] = process.argv.slice(2)): Notes {
  const engine = engineAddress(given);
  if (!engine) return createNotes();
  // The file name includes the engine's process, because another engine may use the same port a moment later.
  const name = sha256(JSON.stringify([engine, engineProcess()])).slice(0, 32);
  // The folder name has the numeric user id, because a container may run as a user without a name.
  const folder = `pulumi-email-marketing-${process.getuid?.() ?? ""}`;
  return notesIn(join(tmpdir(), folder, name));
}

const notesIn = memoize(createNotes);

/** Keeps notes (each a list of words), one per line of a file, for other processes. Without a file, in memory only. */
export function createNotes(file?: string) {
  const own = new Set<string>();
  return {
    add(...words: string[]): void {
      const line = JSON.stringify(words);
      if (file !== undefined && !own.has(line)) append(file, line);
      own.add(line);
    },
    /** The remaining words of each line that begins with these words. */
    wordsAfter(...words: string[]): string[][] {
      // Filters the lines before parsing, because parsing the notes about all objects would take long.
      const beginning = JSON.stringify(words).slice(0, -1);
      return [...own, ...(file === undefined ? [] : linesOf(file))]
        .filter((line) => line.startsWith(beginning))
        .map((line) => (parseJson(line) as string[] | undefined) ?? [])
        .filter((line) => line.length >= words.length)
        .map((line) => line.slice(words.length));
    },
    /** True if the notes can't be trusted, because other users may be able to change them. */
    isUnreadable: (): boolean => file !== undefined && !isPrivate(join(file, "..")),
  };
}

/** True after a day. An old file isn't used, because outside Linux an earlier engine may have had the same address. */
function isOld({ mtimeMs }: Stats): boolean {
  return Date.now() - mtimeMs > 86_400_000;
}

function append(file: string, line: string): void {
  const folder = join(file, "..");
  try {
    const isThere = lstatSync(folder, { throwIfNoEntry: false }) !== undefined;
    if (!isThere) mkdirSync(folder, { recursive: true, mode: 0o700 });
    // Checked after mkdir, because another user may have created the folder first.
    if (!isPrivate(folder)) return;
    removeOld(folder);
    // Begins with a line break, because a full disk may have truncated the previous line.
    appendFileSync(file, `\n${line}\n`, { mode: 0o600 });
  } catch (error) {
    // Warns instead of failing, because an error could keep the result of a request out of the state.
    const { code = "unknown" } = error as NodeJS.ErrnoException;
    warnOnce(
      `can't write ${file} (${code}), so an object that moves from one Provider to another may be removed with its old resource.`,
    );
  }
}

const removeOld = memoize((folder: string) => {
  for (const name of readdirSync(folder)) {
    const file = join(folder, name);
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found && isOld(found)) rmSync(file, { force: true });
  }
});

/** True if no other user can use the folder; otherwise warns. Always true on Windows, where the folder is per user. */
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
  // An unreadable file fails the step, because a delete could otherwise change objects that the file lists.
  return readFileSync(file, "utf8").split("\n");
}

/** The last argument if it is an address, because the engine passes its address there. */
export function engineAddress(given: readonly string[]): string | undefined {
  return given.at(-1)?.match(/^[\w.-]+:\d{1,5}$/)?.[0];
}

/** The engine's process id and start time, to distinguish it from an earlier engine at its address. Only on Linux. */
export function engineProcess(): string | undefined {
  // Each provider has its own process group, whose leader may be a shell. The leader's parent is the engine.
  const group = statOf("self")?.group;
  const engine = group === undefined ? undefined : statOf(group)?.parent;
  const start = engine === undefined ? undefined : statOf(engine)?.start;
  return start === undefined ? undefined : `${engine} ${start}`;
}

/** Fields of /proc/<pid>/stat on Linux; undefined on other systems, or if the process has ended. */
function statOf(pid: string) {
  let text: string;
  try {
    text = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return undefined;
  }
  // Skip the first two fields. The second, the process name in parentheses, may contain spaces and parentheses.
  const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
  return { parent: fields[1], group: fields[2], start: fields[19] };
}
