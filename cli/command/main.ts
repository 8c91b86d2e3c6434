import { statSync } from "node:fs";
import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { asInstallationError, EmailMarketingError } from "../../provider/errors/error";
import { name, version } from "../../provider/plain/package";
import { kinds } from "../../provider/resources";
import { processTerminal, type Terminal } from "../terminal";

/**
 * Runs a command and returns its exit status. Commands are loaded on demand, because the help text needs none of them.
 */
type Run<Options> = (options: Options, terminal: Terminal) => Promise<number>;

const terminal = processTerminal();

const stdin = " (default: standard input)";
const stateHelp =
  "read the state from a file written by pulumi stack export; without --stack, settings come from the environment only";
const providerHelp =
  "explicit Provider whose account to use, by its name in the program; its settings are read from the state";

const program = new Command(name)
  // By default, Commander would end the process at once, and an error while writing the help text would be lost.
  .exitOverride()
  .configureHelp({ sortSubcommands: true })
  .description("Import an email marketing account into Pulumi, detect drift, and check a project.")
  .version(version)
  .addHelpText(
    "after",
    `
Settings are read from the stack config (such as emailmarketing:apiKey), through the Pulumi CLI, and from the
environment (such as EMAIL_MARKETING_API_KEY). Precedence, per setting: stack config, environment. Keys are never
printed.

Exit status: 0 success, 1 error, 2 drift or a difference from the contract found, 3 nothing to say (comment --when).`,
  );

subcommand("import", "Write an import file and a program for the objects in the account")
  .option("--state <file>", stateHelp)
  .option("--provider <name>", providerHelp)
  .option("--file <path>", "import file to write", "email-marketing.import.json")
  .option("--program <path>", "TypeScript program to write", "email-marketing.ts")
  .option(
    "--filter <pattern...>",
    "only objects whose name or address matches (* and ? are wildcards; case is ignored)",
  )
  .addOption(
    new Option(
      "--kind <kind...>",
      "only these kinds (default: all but Campaign; of campaigns, drafts and scheduled ones)",
    ).choices(Object.keys(kinds)),
  )
  .option("--campaign-id <id...>", "only the campaigns with these ids, whatever their status")
  .option(
    "--no-protect",
    "don't protect the resources in the program (use with pulumi import --protect=false)",
  )
  .addOption(
    new Option(
      "--resources <form>",
      "what to import: dynamic resources, or those of the provider plugin (default: as in the stack, else by the project's language)",
    ).choices(["dynamic", "plugin"]),
  )
  .option(
    "--force",
    "replace files that exist; the old ones are kept beside them, as <file>.before",
  )
  .option("--partial", "write what was found even if a search was incomplete")
  .action(run(() => (require("./import") as typeof import("./import")).importAccount));

subcommand("drift", "Show differences between a stack's state and the service")
  .option("--state <file>", stateHelp)
  .action(run(() => (require("./drift") as typeof import("./drift")).showDrift));

subcommand(
  "doctor",
  "Check the project, its settings and the service, and show how to fix problems",
)
  .option("--provider <name>", providerHelp)
  .option("--contract", "compare the service with the provider's contract instead, with reads only")
  .option("--report <file>", "with --contract: also write the report as JSON, for an issue")
  .option("--campaign-id <id>", "with --contract: a campaign to read the reports of")
  .option("--contact-id <id>", "with --contract: a contact to read")
  .option("--file-id <id>", "with --contract: a verified file to read the status of")
  .action(run(() => (require("./doctor") as typeof import("./doctor")).examine));

program
  .command("comment")
  .description("Print a pull request comment from the output of pulumi preview --json")
  .option("--preview <file>", "file with that output (default: standard input)")
  .option(
    "--screenshots <address>",
    "address that the pictures of show --screenshots were uploaded to, to show them",
  )
  .option(
    "--pages <address>",
    "address where the pages of show are published, to link them",
    pagesAddress,
  )
  .option("--links <file>", "show what show --links found, from the links.json that it wrote")
  .option(
    "--status <number>",
    "exit status of the preview: the comment reports a failure, even if the output can't be read",
    exitStatus,
  )
  .option(
    "-s, --stack <name>",
    "stack of the preview, for the first line of the comment, even if the preview can't be read",
  )
  .addOption(
    new Option(
      "--when <occasion>",
      "what to comment on; with nothing of the kind, nothing is printed, and the exit status is 3",
    )
      .choices(["always", "changes", "mailing"])
      .default("always"),
  )
  .option(
    "--outputs <file>",
    "append to a file how many changes, mails and contacts (of the largest mail) there are, or unknown",
  )
  .option("--save-emails <file>", "write what to approve of each email: date, contacts, lists")
  .option("--compare-emails <file>", "exit with status 1 if such a file doesn't approve an email")
  .action(run(() => loadReviews().comment));

mailCommand("show", "Write pages that show campaigns as their readers will see them", stdin)
  .option("--out <folder>", "folder to write", "email-marketing-mail")
  .option(
    "--base <folder>",
    "the same project folder in a checkout of the base branch, to compare files",
  )
  .option("--zone <name...>", "time zones to show schedules in, such as America/New_York")
  .option(
    "--screenshots",
    "also write pictures (PNG) and get advice on accessibility, with an installed Chromium or Chrome",
  )
  .option("--browser <file>", "the browser for --screenshots")
  .option(
    "--links",
    "also request the links and images of the campaigns, and report which are dead",
  )
  .option("--query", "with --links: also request addresses with a query")
  .option(
    "--allow-private",
    "with --links: also reach this machine, private networks, and ports other than 80 and 443",
  )
  .option("--strict", "with --links: exit with status 1 if a link or an image is dead")
  .action(run(() => loadReviews().show));

mailCommand("send-test", "Mail a campaign to a few addresses through your own SMTP server")
  .addHelpText(
    "after",
    `
The server is in EMAIL_MARKETING_SMTP_URL, such as smtps://user:password@mail.example.com. No request is
sent to the service.`,
  )
  .requiredOption("--campaign <name>", "campaign to send, by its name in the program")
  .requiredOption("--to <addresses>", "at most 10 addresses, separated by commas")
  .option("--from <address>", "sender, if the server refuses that of the campaign")
  .option("--show-secrets", "also send content that is secret in the stack")
  .option("--yes", "send without asking")
  .action(run(() => loadReviews().sendTest));

function loadReviews() {
  return require("./review") as typeof import("./review");
}

function subcommand(verb: string, description: string): Command {
  return program
    .command(verb)
    .description(description)
    .option("-C, --cwd <folder>", "project folder", existingFolder, ".")
    .option("-s, --stack <name>", "stack (default: the selected one)")
    .option("--json", "print JSON");
}

function mailCommand(verb: string, description: string, byDefault = ""): Command {
  const sample = 'JSON file with values for merge tags, such as {"first_name": "Ada"}';
  return program
    .command(verb)
    .description(description)
    .option("-C, --cwd <folder>", "project folder, where files of assets are", existingFolder, ".")
    .option("--preview <file>", `file with the output of pulumi preview --json${byDefault}`)
    .option("-s, --stack <name>", "take campaigns from this stack's state, not from a preview")
    .option("--state <file>", "read the state from a file written by pulumi stack export")
    .option("--sample <file>", sample);
}

/** Requires an existing folder, because a search upward from a missing folder could find another project. */
function existingFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return path;
  throw new InvalidArgumentError("The folder does not exist.");
}

/** Requires an http or https URL without characters that would break the Markdown link to the pages in a comment. */
function pagesAddress(text: string): string {
  if (/^https?:\/\/[^\s()<>]+$/.test(text)) return text;
  throw new InvalidArgumentError("Must be an address such as https://previews.acme.example/pr-7.");
}

function exitStatus(text: string): number {
  if (/^\d{1,10}$/.test(text)) return Number(text);
  throw new InvalidArgumentError("Must be a whole number, such as 0 or 255.");
}

function run<Options>(load: () => Run<Options>) {
  return async (options: Options): Promise<void> => {
    try {
      end(await load()(options, terminal));
    } catch (error) {
      fail(sentenceOf(error));
    }
  };
}

/** The exit status until a command sets one. Node.js would otherwise exit with 0 if a promise never settles. */
process.exitCode = 1;
process.once("beforeExit", failUnfinished);

function end(exitStatus: number): void {
  process.off("beforeExit", failUnfinished);
  process.exitCode = exitStatus;
}

function fail(sentence: string): void {
  terminal.clearProgress();
  terminal.printToStderr(`error: ${sentence}`);
  end(1);
}

function failUnfinished(): void {
  fail(
    "the command ended before it was done. Please report this, with the command and its output.",
  );
}

/** The message of an error of this package, or the stack trace of any other error, which is a bug to report. */
function sentenceOf(thrown: unknown): string {
  const error = asInstallationError(thrown);
  if (error instanceof EmailMarketingError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

program.parseAsync().catch((error: unknown) => {
  if (!(error instanceof CommanderError)) throw error;
  end(error.exitCode);
});
