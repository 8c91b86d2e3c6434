import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { runCommand } from "../../tools/engine/command";
import { useScratch } from "../support/scratch";

const command = path.join(__dirname, "../../emulator/bin/email-marketing-emulator.js");

describe("the command email-marketing-emulator", function () {
  let running: ChildProcess | undefined;
  afterEach(() => running?.kill("SIGKILL"));
  const scratch = useScratch(this);

  /** Starts the command, and returns the settings in its first lines. */
  async function start(...flags: string[]) {
    const child = spawn(process.execPath, [command, ...flags], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    running = child;
    let printed = "";
    child.stdout.on("data", (data: Buffer) => {
      printed += data.toString();
    });
    while (!printed.includes("VERIFY_URL=")) await once(child.stdout, "data");
    const settings: Record<string, string> = Object.fromEntries(
      printed.split("\n").flatMap((line) => (line === "" ? [] : [line.split("=")])),
    );
    return { child, settings };
  }

  const run = (...flags: string[]) => runCommand(process.execPath, [command, ...flags]);

  const search = (settings: Record<string, string>, authorization: string) =>
    fetch(`${settings.EMAIL_MARKETING_BASE_URL}/lists/search`, {
      method: "POST",
      headers: { authorization, "content-type": "application/json" },
      body: '{"page":1,"limit":10}',
    });

  it("prints settings with which a request succeeds, and ends at once on Ctrl-C", async () => {
    const { child, settings } = await start();
    expect(Object.keys(settings)).to.deep.equal([
      "EMAIL_MARKETING_BASE_URL",
      "EMAIL_MARKETING_VERIFY_URL",
      "EMAIL_MARKETING_API_KEY",
      "EMAIL_MARKETING_VERIFY_KEY",
    ]);
    expect((await search(settings, settings.EMAIL_MARKETING_API_KEY ?? "")).status).to.equal(200);
    child.kill("SIGINT");
    expect(await once(child, "close")).to.deep.equal([0, null]);
  });

  it("applies the host, key, seed, clock and rate limit that flags set, and prints no key from a flag", async () => {
    const seed = path.join(scratch(), "seed.json");
    const file = path.join(scratch(), "account.json");
    writeFileSync(seed, JSON.stringify({ lists: [{ name: "Seeded" }] }));
    const flags = [
      ...["--port", "0", "--host", "localhost", "--api-key", "main", "--verify-key", "verifier"],
      ...["--seed", seed, "--file", file, "--clock", "2030-01-01T00:00:00Z"],
      ...["--rate-limit", '{"perSecond":0.001,"burst":1,"retryAfter":"9"}'],
    ];
    const { child, settings } = await start(...flags);
    expect(Object.keys(settings)).to.deep.equal([
      "EMAIL_MARKETING_BASE_URL",
      "EMAIL_MARKETING_VERIFY_URL",
    ]);
    expect(settings.EMAIL_MARKETING_BASE_URL).to.match(/^http:\/\/localhost:/);
    const found = (await (await search(settings, "main")).json()) as { data: { name: string }[] };
    expect(found.data.map(({ name }) => name)).to.deep.equal(["Seeded"]);
    const clock = new URL("/_emulator/clock", settings.EMAIL_MARKETING_BASE_URL);
    expect(await (await fetch(clock)).json()).to.deep.equal({ now: "2030-01-01T00:00:00.000Z" });
    const refused = await search(settings, "main");
    expect([refused.status, refused.headers.get("retry-after")]).to.deep.equal([429, "9"]);
    child.kill("SIGTERM");
    expect(await once(child, "close")).to.deep.equal([0, null]);
  });

  it("prints the version if --version is given", async () => {
    const { exitCode, stdout, stderr } = await run("--version");
    expect([exitCode, stderr]).to.deep.equal([0, ""]);
    expect(stdout).to.match(/^\d+\.\d+\.\d+\n$/);
  });

  for (const [flags, sentence] of [
    [["--port", "x"], "Must be a whole number from 0 to 65535."],
    [["--rate-limit", '{"perSecond":1,"burst":[]}'], "rateLimit.burst: must be a number"],
    [["--rate-limit", "fast"], 'Must be a number, or JSON such as {"perSecond":10}.'],
    [["--seed", "/no/seed.json"], "ENOENT"],
    [["--sed", "seed.json"], "unknown option '--sed'\n(Did you mean --seed?)"],
  ] as const) {
    it(`fails with an error that names the mistake if the flags are ${flags.join(" ")}`, async () => {
      const { exitCode, stderr } = await run(...flags);
      expect(exitCode).to.equal(1);
      expect(stderr).to.include(sentence);
      expect(stderr).not.to.include("    at ");
    });
  }

  it("fails with an error that names file and position if a seed file has a mistake", async () => {
    const file = path.join(scratch(), "written.json");
    writeFileSync(file, '{"senders":[null]}');
    const { exitCode, stderr } = await run("--seed", file);
    expect(exitCode).to.equal(1);
    expect(stderr).to.include(file).and.to.include("seed.senders[0]: must be an object");
    expect(stderr.split("\n")).to.have.length(2);
  });
});
