import { dirname, join, resolve } from "node:path";
import { type Account, openAccount } from "../../account/account";
import type { ResourceForm } from "../../engine/urn";
import { EmailMarketingError } from "../../errors/error";
import { incompleteNotice } from "../../errors/request-error";
import { sentenceOf } from "../../input/finding";
import { judgeInputs } from "../../lifecycle/judge";
import type { AnyLifecycle } from "../../lifecycle/lifecycle";
import {
  type AnyListed,
  canList,
  isListed,
  isNamedOnly,
  type Listing,
  listObjects,
  requireListed,
  wordsOf,
} from "../../lifecycle/listing";
import { kinds } from "../../nouns";
import { configKey } from "../../settings/source";
import type { Terminal } from "../../terminal";
import { count } from "../../terminal/words";
import { writeNew } from "../../terminal/writing";
import { noteSettingsAhead, openSoundStack, type Stack, type StackOptions } from "../stack";
import { configOf, type StateObject, type StateProvider } from "../stack/state";
import { type ImportPlace, importFile } from "./file";
import { heldOf } from "./held";
import { createNaming } from "./name";
import { importProgram } from "./program";
import { type ImportPlan, report, summary } from "./report";
import { freePath, targetOf } from "./target";

/** The options of `import`. */
export interface ImportOptions extends StackOptions {
  readonly file: string;
  readonly program: string;
  /** Patterns with `*` and `?`; one of them must match a name or an address. */
  readonly filter?: readonly string[];
  readonly kind?: readonly string[];
  /** By default that of the named provider or the stack's resources, else the one for the project's language. */
  readonly resources?: ResourceForm;
  /** Campaigns to import, whatever their status. */
  readonly campaignId?: readonly string[];
  /** Whether the program protects every resource, as `pulumi import` does by default. */
  readonly protect: boolean;
  /** Whether to write what a search gave that lacks rows. */
  readonly partial?: boolean;
  readonly json?: boolean;
}

/** Reads the account, and writes an import file and a program for what the stack does not hold yet. */
export async function importAccount(given: ImportOptions, terminal: Terminal): Promise<number> {
  requireTwoPaths(given);
  const stack = await openSoundStack(given, terminal);
  noteSettingsAhead(stack, [stack.provider?.inputs], terminal);
  const held = await stack.objects();
  const form = given.resources ?? formOf(stack, held);
  const { note, ...target } = targetOf(given, form);
  const options = { ...given, ...target };
  const { settings, config, provider } = stack;
  const configOfObject = ({ explicit }: StateObject) =>
    explicit === undefined ? config : configOf(explicit);
  const baseUrlOf = (one: StateObject) => configOfObject(one)(configKey("baseUrl"));
  const stacked = { held, settings, baseUrlOf };
  const job = { options, account: openAccount(settings), stacked, form, provider };
  const plan = await planned(job, terminal);
  if (note !== undefined && plan.objects.length > 0) plan.notes.push(note);
  terminal.done();
  // The address is known: the account was read.
  const where = { account: stack.settings.account ?? "", provider: stack.provider };
  const files = await write(plan, job, where);
  if (options.json) terminal.print(JSON.stringify(summary(plan, files), undefined, 2));
  else for (const line of report(plan, options, form)) terminal.print(line);
  return 0;
}

/** A stack in the middle of a migration goes on towards the plugin. */
function formOf(
  { runtime = "nodejs", provider }: Stack,
  held: readonly StateObject[],
): ResourceForm {
  if (provider) return provider.form;
  if (held.some(({ form }) => form === "plugin")) return "plugin";
  return held.length > 0 || runtime === "nodejs" ? "dynamic" : "plugin";
}

interface Job {
  readonly options: ImportOptions;
  readonly account: Account;
  readonly stacked: Parameters<typeof heldOf>[1];
  readonly provider: StateProvider | undefined;
  readonly form: ResourceForm;
}

async function planned(job: Job, terminal: Terminal): Promise<ImportPlan> {
  const { options, account, form } = job;
  const plan: ImportPlan = {
    objects: [],
    counts: [],
    held: 0,
    heldIn: new Map(),
    unmatched: 0,
    unfit: [],
    notes: [],
  };
  for (const lifecycle of wanted(options)) {
    const [one, several] = wordsOf(lifecycle);
    if (!canList(lifecycle, account.settings)) {
      plan.notes.push(`${several} can only be imported with emailmarketing:operations "extended"`);
      continue;
    }
    if (form === "plugin" && typeof lifecycle.find === "string") {
      plan.notes.push(
        `the plugin can't import ${several}, because the service doesn't return all of their content. ${lifecycle.find}`,
      );
      continue;
    }
    terminal.progress(`Reading the account's ${several} ...`);
    const before = plan.objects.length;
    const { rows, shortfall, note } = await listObjects(lifecycle, account, options.campaignId);
    if (shortfall) tellIncomplete(incompleteNotice(several, shortfall), options, terminal);
    take(plan, lifecycle, rows, job);
    plan.counts.push(count(plan.objects.length - before, one, several));
    if (note !== undefined && plan.objects.length > before) plan.notes.push(note);
  }
  return plan;
}

/** What is not among the files would be made a second time by a user who takes them for complete. */
function tellIncomplete(sentence: string, { partial }: ImportOptions, terminal: Terminal): void {
  if (!partial) {
    throw new EmailMarketingError(
      "unexpected-reply",
      `${sentence} Nothing was written; to write what was returned, add --partial.`,
    );
  }
  terminal.done();
  terminal.fail(`warning: ${sentence}`);
}

/** The kinds to import. */
function wanted({ kind: named, campaignId }: ImportOptions): (AnyLifecycle & Listing)[] {
  const all = Object.values(kinds).map((load): AnyLifecycle => load());
  if (named !== undefined) return all.filter(({ kind }) => named.includes(kind)).map(requireListed);
  // Ids are those of objects that are imported only where the user names them.
  return all.filter(isListed).filter((kind) => isNamedOnly(kind) === (campaignId !== undefined));
}

/** Sorts what an account has of a kind into what is imported and what is not. */
function take(
  plan: ImportPlan,
  lifecycle: AnyLifecycle,
  rows: readonly AnyListed[],
  { options, stacked, provider }: Job,
): void {
  const { kind } = lifecycle;
  const held = heldOf(lifecycle, stacked);
  const naming = createNaming(held.names, provider?.name);
  const matches = matcher(options.filter);
  const taken = new Set(plan.objects.flatMap(({ files }) => Object.values(files)));
  for (const object of rows) {
    const { id, props: inputs, outputs, problems = [] } = object;
    const holding = held.holding(object);
    const account = holding?.account;
    if (account !== undefined) plan.heldIn.set(account, (plan.heldIn.get(account) ?? 0) + 1);
    else if (holding !== undefined) plan.held += 1;
    if (holding !== undefined) continue;
    // Before the filter is asked, so that another filter gives an object the same name.
    const name = naming(object.nameParts);
    const faults = [...problems, ...judgeInputs(lifecycle, inputs).map(sentenceOf)];
    if (!matches(object)) plan.unmatched += 1;
    else if (faults.length > 0) plan.unfit.push({ kind, id, problems: faults.join("; ") });
    else {
      const files = filesOf(name, object, { ...options, taken });
      plan.objects.push({ kind, name, id, inputs, outputs, files });
    }
  }
}

interface Beside extends Pick<ImportOptions, "cwd" | "program"> {
  readonly taken: Set<string>;
}

/** The files for the texts of an object, beside the program and named after the resource; a file that is there stays. */
function filesOf(name: string, { files = {} }: AnyListed, { cwd, program, taken }: Beside) {
  const paths = Object.entries(files).map(([input, ending]) => {
    const path = freePath(cwd, `${join(dirname(program), name)}.${ending}`, taken);
    taken.add(path);
    return [input, path] as const;
  });
  return Object.fromEntries(paths);
}

function matcher(patterns: readonly string[] | undefined): (object: AnyListed) => boolean {
  if (patterns === undefined) return () => true;
  const tests = patterns.map((pattern) => {
    const source = pattern
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replace(/\*/g, ".*")
      .replace(/\?/g, ".");
    return new RegExp(`^${source}$`, "isu");
  });
  return ({ props, outputs }) =>
    [props.name, props.email, outputs.name].some(
      (text) => typeof text === "string" && tests.some((test) => test.test(text)),
    );
}

/** Checked before the account is read, which takes a while. */
function requireTwoPaths({ cwd, file, program }: ImportOptions): void {
  if (resolve(cwd, file) !== resolve(cwd, program)) return;
  const sentence = `--file and --program are both ${file}. Set two different paths.`;
  throw new EmailMarketingError("config", sentence);
}

async function write(
  { objects }: ImportPlan,
  { options, form }: Job,
  where: ImportPlace,
): Promise<string[]> {
  const { cwd, file, program, protect } = options;
  if (objects.length === 0) return [];
  const own = { path: file, content: importFile(objects, form, where) };
  // For the plugin, Pulumi writes the program.
  if (form === "plugin") {
    await writeNew(cwd, [own]);
    return [file];
  }
  const content = importProgram(objects, { file, cwd, protect, provider: where.provider?.name });
  const texts = objects.flatMap(({ files, inputs }) =>
    Object.entries(files).map(([input, path]) => ({ path, content: String(inputs[input]) })),
  );
  await writeNew(cwd, [...texts, { path: program, content }, own]);
  return [file, program];
}
