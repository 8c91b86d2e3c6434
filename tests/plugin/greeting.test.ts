import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect } from "chai";
import { manualStartMessage } from "../../provider/plugin/lifetime";

const bin = join(__dirname, "..", "..", "provider", "bin", "pulumi-resource-emailmarketing.js");

/** Runs the plugin until it ends. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [bin, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  const said = { stdout: "", stderr: "" };
  child.stdout.on("data", (text: Buffer) => (said.stdout += text.toString()));
  child.stderr.on("data", (text: Buffer) => (said.stderr += text.toString()));
  const [status] = (await once(child, "close")) as [number];
  return { status, ...said };
}

describe("the plugin's executable", () => {
  it("prints its description and ends if the argument is --help or --version", async () => {
    for (const question of ["--help", "-h", "--version"]) {
      const { status, stdout, stderr } = await run(question);
      expect([status, stderr]).to.deep.equal([0, ""]);
      expect(stdout).to.match(/^pulumi-resource-emailmarketing \d+\.\d+\.\d+: the plugin of /);
      expect(stdout).to.include("run: pulumi-email-marketing --help\n");
    }
  });

  it("reports an unknown argument, and ends with status 1", async () => {
    const { status, stdout, stderr } = await run("doctor");
    expect([status, stdout]).to.deep.equal([1, ""]);
    expect(stderr).to.match(/^error: unknown argument "doctor"\.\npulumi-resource-emailmarketing /);
  });

  it("prints a greeting and keeps running if stdout is a terminal", () => {
    const greeting = manualStartMessage([], { isTerminal: true });
    expect(greeting?.ends).to.equal(false);
    expect(greeting?.text).to.include("It is running");
  });

  it("prints no greeting if stdout is not a terminal, or if the last argument is an engine's address", () => {
    const started = [
      [],
      ["127.0.0.1:40123"],
      ["--logtostderr", "-v=9", "--tracing", "http://127.0.0.1:1/x", "127.0.0.1:40123"],
      ["--of-a-later-engine", "127.0.0.1:40123"],
      ["-logtostderr", "-v=3"],
    ];
    for (const given of started) {
      expect(manualStartMessage(given, { isTerminal: false })).to.equal(undefined);
    }
    expect(manualStartMessage(["127.0.0.1:40123"], { isTerminal: true })).to.equal(undefined);
  });

  it("prints only its port if stdout is not a terminal", async () => {
    const child = spawn(process.execPath, [bin], { stdio: ["pipe", "pipe", "pipe"] });
    let said = "";
    child.stderr.on("data", (text: Buffer) => (said += text.toString()));
    const [port] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
    expect(port).to.match(/^\d+$/);
    child.kill("SIGTERM");
    await once(child, "close");
    expect(said).to.equal("");
  });
});
