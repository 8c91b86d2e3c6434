import { chmod, mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import type { Suite } from "mocha";
import { said, schedule, step, urnOf } from "../support/preview-fixtures";
import { useScratch } from "../support/scratch";

const repository = join(__dirname, "..", "..");

/** Replaces commands that would need an engine or a registry. Files in the home folder contain their output. */
const stubs: Readonly<Record<string, string>> = {
  npm: `test ! -e "$HOME/npm-fails"`,
  npx: `test ! -e "$HOME/npx-status" || exit "$(cat "$HOME/npx-status")"
shift; exec node ${repository}/provider/bin/pulumi-email-marketing.js "$@"`,
  pulumi: `
case "$1" in
  config) cat "$HOME/config.json" ;;
  preview)
    cat "$HOME/errors" >&2
    cat "$HOME/preview.json"
    exit "$(cat "$HOME/status")" ;;
  *)
    echo "$1" >> "$HOME/applied"
    cat "$HOME/said" ;;
esac`,
};

/** The output of the simulated engine. */
export interface Answers {
  /** The output of `pulumi preview --json`. */
  readonly preview?: string;
  readonly errors?: string;
  readonly status?: number;
  /** The stack config in the format of `pulumi config --json`. */
  readonly config?: object;
  /** The output of an update. */
  readonly said?: string;
  readonly isInstallFailing?: boolean;
  /** The exit status of the package's commands, such as 137 after a SIGKILL. Default: they run. */
  readonly commandStatus?: number;
}

/** Returns a function that makes a project with a simulated engine, for tests of the hosts' rules. */
export function usePlayedProject(suite: Suite) {
  const scratch = useScratch(suite);
  return async () => {
    const [home, dir] = [join(scratch(), "home"), join(scratch(), "checkout")];
    const bin = join(scratch(), "bin");
    const modules = join(dir, "node_modules", "pulumi-email-marketing");
    for (const folder of [home, bin, dirname(modules)]) await mkdir(folder, { recursive: true });
    await symlink(join(repository, "provider"), modules);
    await writeFile(join(dir, "Pulumi.yaml"), "name: mail\nruntime: nodejs\n");
    for (const [name, script] of Object.entries(stubs)) {
      await writeFile(join(bin, name), `#!/bin/sh\n${script}\n`);
      await chmod(join(bin, name), 0o755);
    }
    const answer = async (answers: Answers) => {
      const { preview = "", errors = "", status = 0, config = {}, said: words = "" } = answers;
      const files = {
        "preview.json": preview,
        errors,
        status: String(status),
        "config.json": JSON.stringify(config),
        said: words,
        ...(answers.isInstallFailing && { "npm-fails": "" }),
        ...(answers.commandStatus !== undefined && { "npx-status": `${answers.commandStatus}` }),
      };
      for (const name of ["npm-fails", "npx-status"]) await rm(join(home, name), { force: true });
      for (const [name, content] of Object.entries(files))
        await writeFile(join(home, name), content);
    };
    await writeFile(join(home, "applied"), "");
    return {
      home,
      dir,
      answer,
      env: { HOME: home, PATH: [bin, process.env.PATH].join(delimiter) },
      /** The commands that have changed something. */
      applied: async () => (await readFile(join(home, "applied"), "utf8")).trim(),
    };
  };
}

interface Email {
  readonly contacts?: number | string;
  readonly date?: string;
  readonly text?: string;
  readonly subject?: string;
  readonly listId?: string;
  readonly name?: string;
}

/** A preview of the stack `mail/production` with a new email. */
export function previewOf({
  contacts = 1,
  date = "2099-03-01 09:00:00",
  text = "Hello. %%unsubscribe%%",
  subject = "What is new in spring",
  listId = "list-1",
  name = "spring",
}: Email = {}): string {
  const people = contacts === 1 ? "1 contact" : `${contacts} contacts`;
  const tag = typeof contacts === "number" ? ` ${listId}=${contacts}` : "";
  const note = `schedules "${name}" for ${date} (UTC) to ${people} in "Team" (${listId}). [campaign-audience${tag}]`;
  const preview = {
    changeSummary: { create: 2 },
    steps: [
      step("create", name, { plainText: text, subject, listIds: [listId] }),
      schedule(name, date),
    ],
    diagnostics: [said("info", urnOf("CampaignSchedule", name), note)],
  };
  return JSON.stringify(preview).replaceAll("urn:pulumi:prod::", "urn:pulumi:production::");
}

/** A preview in which nothing changes. */
export const nothingChanges = JSON.stringify({
  changeSummary: { same: 1 },
  steps: [
    {
      op: "same",
      urn: "urn:pulumi:production::mail::pulumi:pulumi:Stack::mail-production",
    },
  ],
});
