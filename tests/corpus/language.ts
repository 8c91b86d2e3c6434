import type { ProgramText as Text } from "../support/stack";
import { type CorpusProgram, head, moduleHead } from "./program";

/** The program and files of a project. */
export interface ProgramText {
  readonly program: Text;
  readonly files?: Readonly<Record<string, string>>;
}

/** The files for a program of the corpus in its language. */
export function programText({ body, language }: CorpusProgram): ProgramText {
  if (language === undefined) return { program: head + body };
  switch (language) {
    case "esm":
      return { program: moduleHead + body, files: { "package.json": '{ "type": "module" }' } };
    case "typescript":
      return { program: { typescript: moduleHead + body } };
    case "inline":
      return { program: inline(body) };
  }
}

/** A program that runs another program in its own process, like the Automation API. */
function inline(body: string): string {
  return `
const { LocalWorkspace } = require("@pulumi/pulumi/automation");
const print = (text) => process.stdout.write(text);
const program = async () => {
  const exports = {};
  ${head}
  ${body}
  return exports;
};
LocalWorkspace.createOrSelectStack({ stackName: "dev", projectName: "test", program }, { workDir: __dirname })
  .then((stack) => stack[process.argv[2]]({ onOutput: print, onError: print, color: "never" }))
  .catch(() => { process.exitCode = 1; });
`;
}
