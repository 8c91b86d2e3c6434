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
  .description("Takes an email marketing account under Pulumi's management, and looks after it.")
  .version(version)
  .addHelpText(
    "after",
    `
Settings come from the stack config (emailmarketing:apiKey and so on), read through the Pulumi CLI, and from the
environment (EMAIL_MARKETING_API_KEY and so on); the stack config wins, setting by setting. No key is ever printed.

Exit status: 0 all is well, 1 a fault, 2 drift was found.`,
  );

subcommand("import", "writes an import file and a program for what the account holds")
  .option("--state <file>", stateHelp("what the stack holds already"))
  .option("--file <path>", "the import file to write", "email-marketing.import.json")
  .option("--program <path>", "the TypeScript program to write", "email-marketing.ts")
  .option("--filter <pattern...>", "only what matches: name or address, with * and ?, without case")
  .addOption(
    new Option("--kind <kind...>", "only these kinds").choices(["Sender", "CustomProperty"]),
  )
  .option(
    "--no-protect",
    "leaves protect: true out of the program, for pulumi import --protect=false",
  )
  .option("--force", "replaces files that exist")
  .action(
    run<ImportOptions>((...given) => {
      const { importAccount } = require("./import") as typeof import("./import");
      return importAccount(...given);
    }),
  );

subcommand("drift", "shows what differs between the state of a stack and the service")
  .option("--state <file>", stateHelp("the state"))
  .action(
    run<DriftOptions>((...given) => {
      const { showDrift } = require("./drift") as typeof import("./drift");
      return showDrift(...given);
    }),
  );

subcommand("doctor", "looks for what keeps a project from working, and says the way out").action(
  run<DoctorOptions>((...given) => {
    const { examine } = require("./doctor") as typeof import("./doctor");
    return examine(...given);
  }),
);

program
  .command("comment")
  .description("prints a comment for a pull request from what pulumi preview --json printed")
  .option("--preview <file>", "what it printed; by default standard input")
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
    .option("-C, --cwd <folder>", "the project's folder", ".")
    .option("-s, --stack <name>", "the stack; by default the selected one")
    .option("--json", "prints JSON instead of a text");
}

function stateHelp(what: string): string {
  return `reads ${what} from a file that pulumi stack export wrote; without --stack, settings come from the environment only`;
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

/** Only our own errors have a sentence for people; of any other the frames help whoever reports it. */
function sentenceOf(error: unknown): string {
  if (error instanceof EmailMarketingError) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

void program.parseAsync();
