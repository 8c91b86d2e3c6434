import { readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { runWith } from "../../support/command";
import { type Break, breaks, useFaultyServers } from "../../support/faulty-proxy";
import { step } from "../../support/preview-fixtures";
import { useScratch } from "../../support/scratch";

const news = {
  urn: "urn:pulumi:dev::test::pulumi-nodejs:dynamic/emailmarketing:Sender::news",
  type: "pulumi-nodejs:dynamic/emailmarketing:Sender",
  id: "s-1",
  provider: "urn:pulumi:dev::test::pulumi:providers:pulumi-nodejs::default::1",
  outputs: { email: "news@acme.example", name: "News", account: "loopback" },
};

/** Commands, each with a part of its expected output, and with the files that it writes in spite of the failure. */
const commands: readonly (readonly [line: string, says: RegExp, files?: readonly string[]])[] = [
  ["drift --state state.json", /^error: .*SERVICE.*\/search/m],
  ["import --state state.json", /^error: .*SERVICE.*\/search/m],
  ["doctor", /SERVICE.*\/search/],
  ["doctor --contract", /SERVICE.*\/search/],
  [
    "show --links --strict --allow-private --preview preview.json",
    /SERVICE\/page +(101|200|no reply)/,
    ["index.html", "links.json"],
  ],
  [
    "send-test --campaign spring --to ada@reader.example --yes --preview preview.json",
    /ada@reader/,
  ],
];

describe("the command", function () {
  this.timeout(120_000);
  const scratch = useScratch(this);
  const { startFaultyProxy: startFront, startBroken } = useFaultyServers(this);

  async function run(act: Break, line: string) {
    const { url, treat } = await startFront("http://127.0.0.1:1/v1");
    treat((route) => (route.includes("/gone") ? goneAt : act));
    const { origin } = new URL(url);
    const html = `<a href="${origin}/page">a</a><a href="${origin}/gone">b</a>`;
    const state = { version: 3, deployment: { resources: [{}, news] } };
    const preview = { steps: [step("create", "spring", { html })] };
    await writeFile(join(scratch(), "state.json"), JSON.stringify(state));
    await writeFile(join(scratch(), "preview.json"), JSON.stringify(preview));
    const env = {
      EMAIL_MARKETING_TIMEOUT_SECONDS: "0.5",
      EMAIL_MARKETING_DEADLINE_SECONDS: "1",
      EMAIL_MARKETING_SMTP_URL: `smtp://127.0.0.1:${await startBroken(act)}`,
    };
    const where = { folder: scratch(), env };
    const result = await runWith({ baseUrl: url, verifyUrl: url }, where, ...line.split(" "));
    return {
      ...result,
      output: result.output.replaceAll(origin.slice("http://".length), "SERVICE"),
    };
  }

  for (const [what, act] of Object.entries(breaks)) {
    for (const [line, says, files = []] of commands) {
      it(`"${line}" fails if the called server ${what}`, async () => {
        const { exitCode, output } = await run(act, line);
        expect(exitCode, output).to.equal(1);
        expect(output).to.match(says);
        const folder = join(scratch(), "email-marketing-mail");
        if (files.length > 0) expect(await readdir(folder)).to.include.members(files);
      });
    }
  }
});

const goneAt: Break = (socket) => socket.end("HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n");
