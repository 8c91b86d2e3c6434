import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Account, defaultKeys, type Emulator, startEmulator } from "email-marketing-emulator";
import { table } from "../contract/table";
import { shortened } from "./demo/shorten";
import { deviations, type Step, writesOf } from "./demo/step";
import { steps } from "./demo/steps";
import { openWorkspace, stack, type Workspace } from "./demo/workspace";
import { findEngine } from "./engine";
import { type Changes, changesIn } from "./engine/change";
import { runToEnd } from "./engine/interruption";
import { formatDuration } from "./engine/progress";

const closers: (() => Promise<void>)[] = [];

interface Demo {
  readonly workspace: Workspace;
  readonly emulator: Emulator;
  /** True to show all output of the commands. */
  readonly isVerbose: boolean;
}

/** Runs all steps, and returns the number of those with an unexpected result. */
async function demo(): Promise<number> {
  const startedAt = performance.now();
  const { values } = parseArgs({ options: { verbose: { type: "boolean", default: false } } });
  const engine = await findEngine();
  const emulator = await startEmulator();
  closers.push(() => emulator.close());
  const { baseUrl } = emulator;
  console.log(
    "An email marketing account as Pulumi code: who is mailed what, and when, is reviewed before it is scheduled.",
  );
  console.log(
    `The program examples/quickstart runs against an emulator of the service at ${baseUrl}: no mail is sent.`,
  );
  const example = rowsOf(emulator.snapshot()).map(String);
  const workspace = await openWorkspace({ engine, baseUrl });
  closers.push(() => workspace.close());
  const { exitCode, output } = await workspace.run(`pulumi stack init ${stack}`, () => undefined);
  if (exitCode !== 0) throw new Error(`The stack could not be created: ${output}`);

  let failed = 0;
  for (const [index, step] of steps.entries()) {
    console.log(`\n${index + 1}/${steps.length} ${step.name}`);
    failed += (await isAsExpected(step, { workspace, emulator, isVerbose: values.verbose }))
      ? 0
      : 1;
  }
  const rows = rowsOf(emulator.snapshot()).filter((row) => !example.includes(String(row)));
  console.log(`\nWhat stays in the account, as the warnings say:`);
  console.log(table(["kind", "id", "what", "state"], rows).join("\n"));
  const total = formatDuration(performance.now() - startedAt);
  console.log(`\n${steps.length - failed} of ${steps.length} steps succeeded, in ${total}.`);
  console.log(`Next, with the Pulumi CLI that ran here: export PATH="${engine.dir}:$PATH"
  - write a program of your own: docs/guides/first-program.md (in Python, Go, Java or YAML: npm run engine -- python)
  - connect your account, safely: docs/guides/your-account.md
  - get the comment and the pages in pull requests: docs/guides/pull-requests.md
This CLI can't run policies, and pulumi import with it writes no program in Python or Go. For these, install the official one: https://www.pulumi.com/docs/install/`);
  return failed;
}

async function isAsExpected(step: Step, { workspace, emulator, isVerbose }: Demo) {
  const { project } = workspace;
  if (step.edit !== undefined) await edit(join(project, "index.ts"), step.edit);
  if (step.webEdit !== undefined) await editInWebApp(emulator, step.webEdit);
  const before = emulator.requests().length;
  const startedAt = performance.now();
  let exitCode = 0;
  let changes: Changes = {};
  for (const command of step.commands) {
    console.log(`    $ ${command.replace(/^pulumi-/, "npx $&")}`);
    const isFile = command.endsWith("> preview.json");
    const show = (line: string) => console.log(`    | ${line}`);
    const result = await workspace.run(command, isVerbose && !isFile ? show : () => undefined);
    if (isFile) await writeFile(join(project, "preview.json"), result.stdout);
    else if (!isVerbose) shortened(result.output).forEach(show);
    changes = { ...changes, ...changesIn(result.stdout) };
    ({ exitCode } = result);
    if (exitCode !== 0) break;
  }
  const requests = emulator.requests().slice(before);
  const found = deviations(step, { exitCode, changes, requests });
  const elapsed = formatDuration(performance.now() - startedAt);
  const writes = writesOf(requests).length;
  const sent = `requests to the service: ${requests.length - writes} read, ${writes} write`;
  console.log(`    ${found.length === 0 ? "as expected" : "NOT as expected"}: ${elapsed}, ${sent}`);
  for (const deviation of found) {
    console.log(`    - ${deviation}`);
  }
  return found.length === 0;
}

async function edit(file: string, [from, to]: readonly [string, string]): Promise<void> {
  const text = await readFile(file, "utf8");
  if (!text.includes(from)) throw new Error(`${file} has no ${from}`);
  await writeFile(file, text.replace(from, to));
  console.log(`    edited: ${from} -> ${to}`);
}

async function editInWebApp(
  emulator: Emulator,
  { campaign, fields }: NonNullable<Step["webEdit"]>,
) {
  const headers = { authorization: defaultKeys.apiKey, "content-type": "application/json" };
  const body = JSON.stringify(fields);
  await fetch(`${emulator.baseUrl}/campaign/${campaign}`, { method: "PUT", headers, body });
}

function rowsOf(account: Account): string[][] {
  return [
    ...account.senders.map((row) => [
      "sender",
      row.id,
      `${row.sender_name} <${row.sender_email}>`,
      row.status,
    ]),
    ...account.properties.map((row) => ["property", row.id, row.name, row.type]),
    ...account.webhooks.map((row) => ["webhook", row.id, row.url, row.status]),
    ...account.campaigns.map((row) => [
      "campaign",
      row.id,
      `${row.name}: ${row.subject}`,
      row.status,
    ]),
  ];
}

runToEnd(
  demo().then((count) => (count === 0 ? 0 : 1)),
  closers,
);
