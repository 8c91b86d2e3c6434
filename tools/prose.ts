import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createLinter, loadTextlintrc } from "textlint";
import { runCommand } from "./engine/command";
import { proseOf } from "./prose/source-prose";

/*
 * Part of the check `prose`. Pages must use the terms of .textlintrc.json. This part checks comments, messages and test
 * names for the same terms.
 */

const root = join(__dirname, "..");

/** Skipped files, because their words are in several languages. */
const wordLists = ["mail/inspect/unsubscribe-words.ts"];

/**
 * Matches a finding about the word "instant". Code may use this word for a time with a time zone, as in
 * `Temporal.Instant`, but pages may not.
 */
const ofCode = /“instants?”/i;

async function main(): Promise<void> {
  const { stdout } = await runCommand("git", ["ls-files", "*.ts"], { cwd: root });
  const files = stdout.split("\n").filter((path) => path !== "" && !wordLists.includes(path));
  const lines = files.flatMap((path) => {
    const prose = proseOf(readFileSync(join(root, path), "utf8"), path.startsWith("tests/"));
    return prose
      .split("\n")
      .map((text, at) => ({ text: text.trim(), place: `${path}:${at + 1}` }))
      .filter((line) => line.text !== "");
  });
  // Lint one text for all files, because the linter takes far longer for many small texts.
  const text = lines.map((line) => line.text).join("\n");
  const descriptor = await loadTextlintrc({ configFilePath: join(root, ".textlintrc.json") });
  const { messages } = await createLinter({ descriptor }).lintText(text, "prose.txt");
  const found = messages.filter(
    ({ ruleId, message }) => ruleId === "terminology" && !ofCode.test(message),
  );
  for (const { line, message } of found) console.error(`${lines[line - 1]?.place} ${message}`);
  if (found.length > 0) process.exitCode = 1;
}

void main();
