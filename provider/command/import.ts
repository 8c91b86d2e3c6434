import { existsSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { resolve } from "node:path";
import { type Account, openAccount } from "../account/account";
import type { Shortfall } from "../client/search";
import { typeOf } from "../dynamic-kind";
import { EmailMarketingError } from "../errors/error";
import { incompleteNotice } from "../errors/incomplete-search";
import { sentenceOf } from "../input/finding";
import { judgeInputs } from "../lifecycle/judge";
import { importCommand, importFile, importProgram, type NamedObject } from "./import-file";
import { type FoundObject, type ImportKind, importKinds } from "./import-kind";
import { createNaming } from "./import-name";
import { openStack, requireSecretKeys, type StackOptions } from "./stack";
import type { StateObject } from "./state";
import type { Terminal } from "./terminal";
import { count } from "./words";

/** The options of `import`. */
export interface ImportOptions extends StackOptions {
  readonly file: string;
  readonly program: string;
  /** Patterns with `*` and `?`; one of them must match a name or an address. */
  readonly filter?: readonly string[];
  readonly kind?: readonly string[];
  /** Whether the program protects every resource, as `pulumi import` does by default. */
  readonly protect: boolean;
  readonly force?: boolean;
  /** Whether to write what a search gave that lacks rows. */
  readonly partial?: boolean;
  readonly json?: boolean;
}

/** What is to be written, and what is not, and why. */
interface Plan {
  readonly objects: NamedObject[];
  /** How many of each kind are to be written, in words. */
  readonly counts: string[];
  /** Objects that the stack holds already. */
  held: number;
  /** Objects that no pattern matches. */
  unmatched: number;
  /** Objects that a program could not declare. */
  readonly unfit: { readonly kind: string; readonly id: string; readonly problems: string }[];
  readonly notes: string[];
}

/** Reads the account, and writes an import file and a program for what the stack does not hold yet. */
export async function importAccount(options: ImportOptions, terminal: Terminal): Promise<number> {
  requireFree(options);
  terminal.progress("Reading the settings and the state ...");
  const stack = await openStack(options);
  terminal.hide(stack.settings.keys);
  requireSecretKeys(stack);
  const held = await stack.objects();
  const plan = await planned({ options, account: openAccount(stack.settings), held }, terminal);
  terminal.done();
  // The address is known: the account was read.
  const files = await write(plan.objects, options, stack.settings.account ?? "");
  if (options.json) terminal.print(JSON.stringify(summary(plan, files), undefined, 2));
  else for (const line of report(plan, options)) terminal.print(line);
  return 0;
}

interface Job {
  readonly options: ImportOptions;
  readonly account: Account;
  readonly held: readonly StateObject[];
}

async function planned({ options, account, held }: Job, terminal: Terminal): Promise<Plan> {
  const plan: Plan = { objects: [], counts: [], held: 0, unmatched: 0, unfit: [], notes: [] };
  for (const kind of importKinds.filter(({ lifecycle }) => isWanted(lifecycle.kind, options))) {
    const [one, several] = kind.words;
    if (!kind.isReadable(account.settings)) {
      plan.notes.push(`${several} can only be read with emailmarketing:operations "extended"`);
      continue;
    }
    terminal.progress(`Reading the account's ${several} ...`);
    const before = plan.objects.length;
    const { rows, shortfall } = await kind.read(account);
    if (shortfall) reportShortfall({ what: several, shortfall, options }, terminal);
    take(plan, kind, withNames(rows, ofKind(held, kind, account)), options);
    plan.counts.push(count(plan.objects.length - before, one, several));
  }
  return plan;
}

interface Incomplete {
  readonly what: string;
  readonly shortfall: Shortfall;
  readonly options: ImportOptions;
}

/** What is not among the files would be made a second time by whoever takes them for all there is. */
function reportShortfall({ what, shortfall, options }: Incomplete, terminal: Terminal): void {
  const sentence = incompleteNotice(what, shortfall);
  if (!options.partial) {
    throw new EmailMarketingError(
      "unexpected-reply",
      `${sentence} Nothing was written; to write what was returned, add --partial.`,
    );
  }
  terminal.done();
  terminal.fail(`warning: ${sentence}`);
}

function isWanted(kind: string, { kind: wanted }: ImportOptions): boolean {
  return wanted === undefined || wanted.includes(kind);
}

function ofKind(held: readonly StateObject[], { lifecycle }: ImportKind, account: Account) {
  const { kind } = lifecycle;
  return {
    names: held.filter(({ type }) => type === typeOf(kind)).map(({ name }) => name),
    ids: new Set(
      held
        .filter(({ type, outputs }) => type === typeOf(kind) && livesIn(account, outputs.account))
        .map(({ id }) => id),
    ),
  };
}

function livesIn({ settings }: Account, account: unknown): boolean {
  return account === undefined || account === settings.account;
}

interface Candidate {
  readonly object: FoundObject;
  /** Undefined where the stack holds it already. */
  readonly name: string | undefined;
}

/** Names are given before the filter is asked, so that another filter gives an object the same name. */
function withNames(
  found: readonly FoundObject[],
  held: { readonly names: readonly string[]; readonly ids: ReadonlySet<string> },
): Candidate[] {
  const naming = createNaming(held.names);
  return found.map((object) => ({
    object,
    name: held.ids.has(object.id) ? undefined : naming(object.nameParts),
  }));
}

function take(
  plan: Plan,
  { lifecycle }: ImportKind,
  candidates: readonly Candidate[],
  { filter }: ImportOptions,
): void {
  const { kind } = lifecycle;
  const matches = matcher(filter);
  for (const { object, name } of candidates) {
    const { id, inputs, outputs } = object;
    const findings = judgeInputs(lifecycle, inputs);
    if (name === undefined) plan.held += 1;
    else if (!matches(object)) plan.unmatched += 1;
    else if (findings.length === 0) plan.objects.push({ kind, name, id, inputs, outputs });
    else plan.unfit.push({ kind, id, problems: findings.map(sentenceOf).join("; ") });
  }
}

function matcher(patterns: readonly string[] | undefined): (object: FoundObject) => boolean {
  if (patterns === undefined) return () => true;
  const tests = patterns.map((pattern) => {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replace(/\*/g, ".*")
      .replace(/\?/g, ".");
    return new RegExp(`^${source}$`, "isu");
  });
  return ({ inputs }) =>
    [inputs.name, inputs.email].some(
      (text) => text !== undefined && tests.some((test) => test.test(text)),
    );
}

/** Checked before the account is read, which takes a while. */
function requireFree({ cwd, file, program, force }: ImportOptions): void {
  const taken = [file, program].find((path) => existsSync(resolve(cwd, path)));
  if (taken === undefined || force) return;
  throw new EmailMarketingError(
    "config",
    `the file ${taken} already exists. Set another path, or use --force to replace it.`,
  );
}

async function write(
  objects: readonly NamedObject[],
  { cwd, file, program, protect }: ImportOptions,
  account: string,
): Promise<string[]> {
  if (objects.length === 0) return [];
  const contents = [
    [file, importFile(objects, account)],
    [program, importProgram(objects, { file, protect })],
  ] as const;
  for (const [path, content] of contents) {
    try {
      await writeFile(resolve(cwd, path), content);
    } catch (cause) {
      const { code = "unwritable" } = cause as { code?: string };
      const sentence = `can't write the file ${path} (${code}).`;
      throw new EmailMarketingError("config", sentence, { cause });
    }
  }
  return [file, program];
}

function summary({ objects, held, unmatched, unfit, notes }: Plan, files: readonly string[]) {
  const imported = objects.map(({ kind, name, id }) => ({ kind, name, id }));
  return { files, imported, held, unmatched, unfit, notes };
}

function report(plan: Plan, { file, program, protect }: ImportOptions): string[] {
  const { objects, counts, held, unmatched, unfit, notes } = plan;
  const leftOut = [
    ...(held > 0 ? [`${count(held, "object", "objects")} already in the stack`] : []),
    ...(unmatched > 0 ? [`${count(unmatched, "object", "objects")} not matched by --filter`] : []),
  ];
  const asides = [
    ...(leftOut.length > 0 ? [`Skipped: ${leftOut.join(", ")}.`] : []),
    ...unfit.map(({ kind, id, problems }) => `Skipped: ${kind} ${id}: ${problems}.`),
    ...notes.map((note) => `Note: ${note}.`),
  ];
  if (objects.length === 0) return [...asides, "Nothing to import. No files were written."];
  return [
    ...asides,
    `Wrote ${counts.join(" and ")} to ${file} (for pulumi import) and ${program} (the program).`,
    "Next, run:",
    `  ${importCommand(file, protect)}   (Pulumi 3.254 or later)`,
    `Then import ${program} in your program and run: pulumi preview. It should show no changes.`,
  ];
}
