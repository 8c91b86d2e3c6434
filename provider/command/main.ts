import { Command, Option } from "commander";
import { EmailMarketingError } from "../errors/error";
import { name, version } from "../version";
import type { CommentOptions } from "./comment";
import type { DoctorOptions } from "./doctor";
import type { DriftOptions } from "./drift";
import type { ImportOptions } from "./import";
import { processTerminal, type Terminal } from "./terminal";

/** Ends with an exit status. Loaded when it is asked for: help needs none of the provider. */
type Run<Options> = (options: Options, terminal: Terminal) => Promise<number>;

const terminal = processTerminal();

const program = new Command(name)
  .configureHelp({ sortSubcommands: true })
  .description("Import an email marketing account into Pulumi, detect drift, and check a project.")
  .version(version)
  .addHelpText(
    "after",
    `
Settings are read from the stack config (such as emailmarketing:apiKey), through the Pulumi CLI, and from the
environment (such as EMAIL_MARKETING_API_KEY). Precedence, per setting: stack config, environment. Keys are never
printed.

Exit status: 0 success, 1 error, 2 drift found.`,
  );

subcommand("import", "Write an import file and a program for the objects in the account")
  .option("--state <file>", stateHelp())
  .option("--file <path>", "import file to write", "email-marketing.import.json")
  .option("--program <path>", "TypeScript program to write", "email-marketing.ts")
  .option(
    "--filter <pattern...>",
    "only objects whose name or address matches (* and ? are wildcards; case is ignored)",
  )
  .addOption(
    new Option("--kind <kind...>", "only these kinds").choices(["Sender", "CustomProperty"]),
  )
  .option(
    "--no-protect",
    "don't protect the resources in the program (use with pulumi import --protect=false)",
  )
  .option("--force", "replace existing files")
  .option("--partial", "write what was found even if a search was incomplete")
  .action(
    run<ImportOptions>((...given) => {
      const { importAccount } = require("./import") as typeof import("./import");
      return importAccount(...given);
    }),
  );

subcommand("drift", "Show differences between a stack's state and the service")
  .option("--state <file>", stateHelp())
  .action(
    run<DriftOptions>((...given) => {
      const { showDrift } = require("./drift") as typeof import("./drift");
      return showDrift(...given);
    }),
  );

subcommand(
  "doctor",
  "Check the project, its settings and the service, and show how to fix problems",
).action(
  run<DoctorOptions>((...given) => {
    const { examine } = require("./doctor") as typeof import("./doctor");
    return examine(...given);
  }),
);

program
  .command("comment")
  .description("Print a pull request comment from the output of pulumi preview --json")
  .option("--preview <file>", "file with that output (default: standard input)")
  .action(
    run<CommentOptions>((...given) => {
      const { printComment } = require("./comment") as typeof import("./comment");
      return printComment(...given);
    }),
  );

function subcommand(verb: string, description: string): Command {
  return program
    .command(verb)
    .description(description)
    .option("-C, --cwd <folder>", "project folder", ".")
    .option("-s, --stack <name>", "stack (default: the selected one)")
    .option("--json", "print JSON");
}

function stateHelp(): string {
  return "read the state from a file written by pulumi stack export; without --stack, settings come from the environment only";
}

function run<Options>(command: Run<Options>) {
  return async (options: Options): Promise<void> => {
    try {
      process.exitCode = await command(options, terminal);
    } catch (error) {
      terminal.done();
      terminal.fail(`error: ${sentenceOf(error)}`);
      process.exitCode = 1;
    }
  };
}

/** Only our own errors have a sentence for people; the stack frames of any other help to report it. */
function sentenceOf(error: unknown): string {
  if (error instanceof EmailMarketingError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

void program.parseAsync();
