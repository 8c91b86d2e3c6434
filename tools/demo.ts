import { join } from "node:path";
import { type Account, defaultKeys, type Emulator, startEmulator } from "email-marketing-emulator";
import { languageOf, prepareProgram } from "./demo/language";
import { deviations, type Step } from "./demo/step";
import { steps } from "./demo/steps";
import { openWorkspace, type Workspace } from "./demo/workspace";
import { findEngine } from "./engine";
import { changesIn } from "./engine/change";
import { runToEnd } from "./engine/interruption";
import { formatDuration } from "./engine/progress";
import { table } from "./table";

const closers: (() => Promise<void>)[] = [];

/** Runs all steps, and gives the number of those that did not come out as they should. */
async function demo(): Promise<number> {
  const startedAt = performance.now();
  const language = languageOf(process.argv.slice(2));
  const engine = await findEngine();
  const program = await prepareProgram(engine, language);
  closers.push(program.remove);
  const { project } = program;
  const emulator = await startEmulator();
  closers.push(() => emulator.close());
  const { baseUrl } = emulator;
  const env = { EMAIL_MARKETING_API_KEY: defaultKeys.apiKey, EMAIL_MARKETING_BASE_URL: baseUrl };
  console.log(`Engine    Pulumi ${engine.version} (${engine.source}): ${engine.pulumi}`);
  console.log(`Service   an emulator at ${baseUrl}`);
  console.log(`Program   ${join(project, "Pulumi.yaml")}`);
  const workspace = await openWorkspace({ engine, project, env: { ...env, ...program.env } });
  closers.push(() => workspace.close());
  await workspace.init();
  if (program.needsPlugin) await workspace.installPlugin();

  let failed = 0;
  for (const [index, step] of steps.entries()) {
    console.log(`\n${index + 1}/${steps.length} ${step.name}\n    expected: ${step.expected}`);
    failed += (await isAsExpected(step, workspace, emulator)) ? 0 : 1;
  }
  console.log(
    `\nWhat exists in the service now:\n${table(["kind", "id", "what", "state"], rowsOf(emulator.snapshot())).join("\n")}\n`,
  );
  const total = formatDuration(performance.now() - startedAt);
  const steady = steps.length - failed;
  console.log(`${steady} of ${steps.length} steps succeeded, in ${total}.`);
  return failed;
}

async function isAsExpected(step: Step, workspace: Workspace, emulator: Emulator) {
  const before = emulator.requests().length;
  const startedAt = performance.now();
  const result = await workspace.run(step.args, (line) => console.log(`    | ${line}`));
  const elapsed = formatDuration(performance.now() - startedAt);
  const requests = emulator.requests().slice(before);
  const changes = changesIn(result.stdout);
  const found = deviations(step, { exitCode: result.exitCode, changes, requests });
  const sent = requests.length === 1 ? "1 request" : `${requests.length} requests`;
  console.log(`    ${found.length === 0 ? "as expected" : "NOT as expected"}: ${elapsed}, ${sent}`);
  for (const deviation of found) {
    console.log(`    - ${deviation}`);
  }
  return found.length === 0;
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
  ];
}

runToEnd(
  demo().then((count) => (count === 0 ? 0 : 1)),
  closers,
);
