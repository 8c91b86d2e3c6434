import { openAccount } from "../../../provider/account/account";
import type { ResourceForm } from "../../../provider/engine/resource";
import { EmailMarketingError, incompleteNotice } from "../../../provider/errors/error";
import { exactJson } from "../../../provider/errors/redact";
import { sentenceOf } from "../../../provider/input/finding";
import { judgeInputs } from "../../../provider/lifecycle/check";
import {
  type AnyListed,
  isListed,
  isNamedOnly,
  type Listing,
  listObjects,
  requireListed,
  wordsOf,
} from "../../../provider/lifecycle/found-object";
import type { AnyLifecycle } from "../../../provider/lifecycle/lifecycle";
import { count } from "../../../provider/plain/text";
import { kinds } from "../../../provider/resources";
import { servedBy } from "../../../provider/settings/settings";
import type { Terminal } from "../../terminal";
import { writeTogether } from "../../terminal/write-together";
import { openValidStack, printPendingSettings, type Stack } from "../stack";
import type { StateObject } from "../stack/exported-state";
import {
  contentsOf,
  filesOf,
  type ImportOptions,
  importFile,
  keptFiles,
  requireTwoPaths,
} from "./file";
import { managedObjects } from "./managed-objects";
import { createNaming, importProgram } from "./program";
import { type ImportPlan, leftOutNote, report, summary } from "./report";

interface Job {
  readonly options: ImportOptions;
  readonly stack: Stack;
  readonly stackObjects: readonly StateObject[];
  readonly form: ResourceForm;
  readonly plan: ImportPlan;
}

export async function importAccount(options: ImportOptions, terminal: Terminal): Promise<number> {
  requireTwoPaths(options);
  const stack = await openValidStack(options, terminal);
  printPendingSettings(stack, [stack.provider?.inputs], terminal);
  const stackObjects = await stack.objects();
  const form = options.resources ?? chooseForm(stack, stackObjects);
  const plan: ImportPlan = {
    objects: [],
    counts: [],
    alreadyManaged: 0,
    skippedByAccount: new Map(),
    unmatched: 0,
    unfit: [],
    notes: [],
  };
  const job = { options, stack, stackObjects, form, plan };
  await planImport(job, terminal);
  terminal.clearProgress();
  const files = await write(job);
  if (options.json) terminal.print(exactJson(summary(plan, files), 2));
  else for (const line of report(plan, options, form)) terminal.print(line);
  return 0;
}

/**
 * Chooses dynamic resources or the plugin, like the named Provider if there is one. Otherwise, a stack with both is
 * probably moving to the plugin, so the import uses the plugin.
 */
function chooseForm(
  { runtime = "nodejs", provider }: Stack,
  stackObjects: readonly StateObject[],
): ResourceForm {
  if (provider) return provider.form;
  if (stackObjects.some(({ form }) => form === "plugin")) return "plugin";
  return stackObjects.length > 0 || runtime === "nodejs" ? "dynamic" : "plugin";
}

/** Lists the account's objects, and plans which of them to import. */
async function planImport(job: Job, terminal: Terminal): Promise<void> {
  const { options, stack, form, plan } = job;
  const account = openAccount(stack.settings);
  for (const lifecycle of selectedKinds(options)) {
    const [one, several] = wordsOf(lifecycle);
    if (!servedBy(stack.settings, lifecycle.list)) {
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
    const found = await listObjects(lifecycle, account, options.campaignId);
    const { rows, shortfall, note, leftOut = [] } = found;
    if (shortfall) reportIncomplete(incompleteNotice(several, shortfall), options, terminal);
    planKind(job, lifecycle, rows);
    plan.counts.push(count(plan.objects.length - before, one, several));
    if (leftOut.length > 0) plan.notes.push(leftOutNote(leftOut));
    if (note !== undefined && plan.objects.length > before) plan.notes.push(note);
  }
}

/**
 * Throws, or only warns if `partial` is set. A user who takes an incomplete import for complete might create the
 * objects that it lacks a second time.
 */
function reportIncomplete(sentence: string, { partial }: ImportOptions, terminal: Terminal): void {
  if (!partial) {
    throw new EmailMarketingError(
      "unexpected-reply",
      `${sentence} Nothing was written; to write what was returned, add --partial.`,
    );
  }
  terminal.clearProgress();
  terminal.printToStderr(`warning: ${sentence}`);
}

function selectedKinds({ kind: named, campaignId }: ImportOptions): Listing[] {
  const all = Object.values(kinds).map((load): AnyLifecycle => load());
  if (named !== undefined) return all.filter(({ kind }) => named.includes(kind)).map(requireListed);
  // Without --kind, import every kind that can be listed except campaigns, or only campaigns if --campaign-id is set.
  return all.filter(isListed).filter((kind) => isNamedOnly(kind) === (campaignId !== undefined));
}

function planKind(
  { plan, options, stack, stackObjects }: Job,
  lifecycle: AnyLifecycle,
  rows: readonly AnyListed[],
): void {
  const { kind } = lifecycle;
  const ofKind = managedObjects(kind, stackObjects, stack);
  const naming = createNaming(ofKind.names, options.provider);
  const matches = matcher(options.filter);
  const taken = new Set(plan.objects.flatMap(({ files = {} }) => Object.values(files)));
  for (const object of rows) {
    const { id, props: inputs, outputs, problems = [] } = object;
    const holding = ofKind.findManaged(object);
    if (holding) {
      const { account } = holding;
      if (account === undefined) plan.alreadyManaged += 1;
      else plan.skippedByAccount.set(account, (plan.skippedByAccount.get(account) ?? 0) + 1);
      continue;
    }
    // Name the object before filtering, so that its logical name is the same with every filter.
    const name = naming(object.nameParts);
    const faults = [...problems, ...judgeInputs(lifecycle, inputs).findings.map(sentenceOf)];
    if (!matches(object)) plan.unmatched += 1;
    else if (faults.length > 0) plan.unfit.push({ kind, id, problems: faults.join("; ") });
    else {
      const files = filesOf(name, object, options, taken);
      plan.objects.push({ kind, name, id, inputs, outputs, ...files });
    }
  }
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

async function write({ plan: { objects }, options, form, stack }: Job): Promise<string[]> {
  const { cwd, file, program } = options;
  if (objects.length === 0) return [];
  const content = importFile(objects, form, stack);
  const files = [...keptFiles(options, form), { path: file, content }];
  // With the plugin, `pulumi import` writes the program, so write only the import file here.
  if (form === "dynamic") {
    const code = importProgram(objects, options);
    files.push(...objects.flatMap(contentsOf), { path: program, content: code });
  }
  await writeTogether(cwd, files);
  return form === "dynamic" ? [file, program] : [file];
}
