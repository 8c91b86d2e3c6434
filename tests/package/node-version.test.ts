import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect } from "chai";

const repository = join(__dirname, "..", "..");

describe("a version of Node.js that is too old", () => {
  const sentence = (name: string, version: string) =>
    `${name} needs Node.js 20.19 or later, and this is ${version}. Install a newer Node.js: https://nodejs.org`;

  /** Runs Node.js in such a way that programs see the given version instead of the real one. */
  function runs(version: string, ...args: string[]): Promise<string> {
    const other = `Object.defineProperty(process,"versions",{value:{...process.versions,node:"${version}"}})`;
    const options = ["--import", `data:text/javascript,${other}`, ...args];
    return new Promise((resolve) => {
      execFile(process.execPath, options, { cwd: repository }, (_error, stdout, stderr) => {
        resolve((stdout + stderr).trim());
      });
    });
  }

  const provider = "pulumi-email-marketing";
  const emulator = "email-marketing-emulator";
  const program = (path: string) => [
    "-e",
    `try { require("${path}"); } catch (error) { console.log(error.stack, error.__pulumiRunError); }`,
  ];
  const entries = [
    [provider, ["provider/bin/pulumi-email-marketing.js", "--version"], "error: ", ""],
    [provider, ["provider/bin/pulumi-resource-emailmarketing.js", "--version"], "error: ", ""],
    [provider, ["provider/bin/node-version.js"], "error: ", ""],
    [emulator, ["emulator/bin/email-marketing-emulator.js", "--version"], "error: ", ""],
    [provider, program(provider), "", " true"],
    [provider, program(`${provider}/dynamic`), "", " true"],
    [emulator, program(emulator), "", " true"],
  ] as const;
  for (const [name, args, before, after] of entries) {
    const [, required] = /require\("(.+?)"\)/.exec(args.join(" ")) ?? [];
    it(`is reported in one sentence by ${required ? `a program that requires ${required}` : args.join(" ")}`, async () => {
      for (const version of ["18.20.8", "20.18.3"]) {
        expect(await runs(version, ...args)).to.equal(before + sentence(name, version) + after);
      }
      expect(await runs("20.19.0", ...args)).to.not.include("needs Node.js");
    }).timeout(20_000);
  }
});
