import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import { reviewContext } from "../../../../cli/command/review";
import { sendTest } from "../../../../cli/review/send-test";
import { createTerminal } from "../../../../cli/terminal";
import { createCertificate } from "../../../client/tls";
import { useCatchers } from "../../../support/catcher";
import { useEnvironment } from "../../../support/environment";
import { expectError } from "../../../support/expect-error";
import { step, unknown, urnOf, useCommandLine } from "../../../support/preview-fixtures";

const secretMark = { "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270" };

const html =
  '<p>Hi {{first_name}}, your code is %%code%%</p><a href="%%unsubscribe%%">out</a><a href="*|UNSUB_LINK|*">x</a>';

const spring = step("create", "spring", {
  subject: "Grüße für {{first_name}} 🌷",
  replyTo: "help@acme.example",
  html,
  plainText: "Hi {{first_name}}: {{ opt_out_url }}",
});

const differences =
  "The service's own mail differs: the service fills the merge tags, adds the preheader, unsubscribe links and headers, and tracks opens and clicks.";

const secretHint =
  " A preview has no secrets. To send secret content, use --stack, or --state with the output of pulumi stack export --show-secrets, and add --show-secrets.";

const toAda = ["--to", "ada@reader.example", "--yes"];

describe("send-test", function () {
  const { scratch, write, run: runCommand } = useCommandLine(this);
  const start = useCatchers(this);
  const setEnvironment = useEnvironment(this);

  async function send(steps: readonly object[], ...[url, args, env]: Parameters<typeof run>) {
    await write("preview.json", { steps });
    return run(url, ["--preview", "preview.json", ...args], env);
  }

  async function run(url: string | undefined, args: readonly string[], env: object = {}) {
    const command = ["send-test", "--campaign", "spring", ...args];
    const result = await runCommand(command, { EMAIL_MARKETING_SMTP_URL: url, ...env });
    return { ...result, lines: result.output.trimEnd().split("\n") };
  }

  it("sends a campaign once to each given address, and to no other address", async () => {
    const { port, caught, connections } = await start();
    const sample = { first_name: "Ada", unsubscribe: "https://acme.example/out" };
    await write("sample.json", sample);
    const to = "ada@reader.example,ben@reader.example,ada@reader.example";
    const args = ["--to", to, "--sample", "sample.json", "--yes"];
    const { exitCode, lines } = await send([spring], `smtp://127.0.0.1:${port}`, args);
    expect(lines).to.deep.equal([
      'Campaign "spring": "[Test] Grüße für Ada 🌷", from Acme News <news@acme.example>, to ada@reader.example, ben@reader.example',
      differences,
      "accepted  ada@reader.example",
      "accepted  ben@reader.example",
    ]);
    expect(exitCode).to.equal(0);
    expect(caught.map(({ to }) => to)).to.deep.equal([
      ["ada@reader.example"],
      ["ben@reader.example"],
    ]);
    expect(connections()).to.equal(2);
    for (const { mail, to } of caught) {
      expect(mail.subject).to.equal("[Test] Grüße für Ada 🌷");
      expect(mail.from?.text).to.equal('"Acme News" <news@acme.example>');
      expect(mail.replyTo?.text).to.equal("help@acme.example");
      expect([mail.to].flat().map((one) => one?.text)).to.deep.equal(to);
      expect(mail.html).to.equal(
        '<p>Hi Ada, your code is %%code%%</p><a href="https://unsubscribe.invalid/">out</a><a href="https://unsubscribe.invalid/">x</a>',
      );
      expect(mail.text?.trim()).to.equal("Hi Ada: https://unsubscribe.invalid/");
      expect(mail.headers.get("content-type")).to.have.property("value", "multipart/alternative");
      expect([...mail.headers.keys()].sort()).to.deep.equal([
        "content-type",
        "date",
        "from",
        "message-id",
        "mime-version",
        "reply-to",
        "subject",
        "to",
      ]);
    }
  });

  it("sends nothing without --yes if the command has no terminal", async () => {
    const { port, connections } = await start();
    const url = `smtp://127.0.0.1:${port}`;
    const { exitCode, lines } = await send([spring], url, toAda.slice(0, -1));
    expect(lines.at(-1)).to.equal(
      "error: there is no terminal to ask for confirmation. To send without asking, add --yes.",
    );
    expect(exitCode).to.equal(1);
    expect(connections()).to.equal(0);
  });

  it("asks for confirmation at a terminal, and sends nothing if the answer isn't yes", async () => {
    const { port, caught, connections } = await start();
    await write("preview.json", { steps: [spring] });
    const [cwd, preview] = [scratch(), join(scratch(), "preview.json")];
    const to = "ada@reader.example,ben@reader.example";
    const options = { cwd, preview, campaign: "spring", to };
    const questions: string[] = [];
    const ask = (answer: boolean) => (question: string) => {
      questions.push(question);
      return Promise.resolve(answer);
    };
    let output = "";
    const unread = { write: () => undefined };
    const stream = { write: (text: string) => (output += text) };
    setEnvironment({ EMAIL_MARKETING_SMTP_URL: `smtp://127.0.0.1:${port}` });
    const terminal = createTerminal(unread, stream);
    expect(await sendTest(options, terminal, reviewContext(), ask(false))).to.equal(1);
    expect(output.split("\n").at(-2)).to.equal("Nothing was sent.");
    expect(connections()).to.equal(0);
    expect(await sendTest(options, terminal, reviewContext(), ask(true))).to.equal(0);
    expect(questions).to.deep.equal(["Send 2 messages? [y/N] ", "Send 2 messages? [y/N] "]);
    expect(caught.length).to.equal(2);
  });

  it("removes line breaks from the subject and the sender's name, because line breaks could add headers", async () => {
    const { port, caught } = await start();
    const injected = step("create", "spring", {
      subject: "Hi\r\nBcc: eve@reader.example\u001b[2J",
      sender: { email: "news@acme.example", name: "Acme\r\nCc: eve@reader.example" },
    });
    const { lines } = await send([injected], `smtp://127.0.0.1:${port}`, toAda);
    expect(lines[0]).to.equal(
      'Campaign "spring": "[Test] Hi Bcc: eve@reader.example [2J", from Acme Cc: eve@reader.example <news@acme.example>, to ada@reader.example',
    );
    expect(caught.map(({ to, mail }) => [to, mail.cc, mail.bcc])).to.deep.equal([
      [["ada@reader.example"], undefined, undefined],
    ]);
  });

  it("sends the message from the address in --from", async () => {
    const { port, caught } = await start();
    const args = [...toAda, "--from", "me@acme.example"];
    await send([spring], `smtp://127.0.0.1:${port}`, args);
    expect(caught.map(({ mail }) => mail.from?.text)).to.deep.equal([
      '"Acme News" <me@acme.example>',
    ]);
  });

  it("fails without sending if the campaign's content is secret or known only after apply", async () => {
    const { port, connections } = await start();
    for (const [inputs, problem] of [
      [{ html: "[secret]" }, `html: a secret.${secretHint}`],
      [
        { subject: "[secret]", plainText: "[secret]" },
        `subject: a secret; plainText: a secret.${secretHint}`,
      ],
      [{ subject: unknown }, "subject: known only after apply."],
      [{ html: unknown }, "html: known only after apply."],
    ] as const) {
      const steps = [step("create", "spring", inputs)];
      const ended = await send(steps, `smtp://127.0.0.1:${port}`, toAda);
      expectError(ended, `campaign "spring" can't be sent: ${problem}`);
    }
    expect(connections()).to.equal(0);
  });

  it("sends secret content from a state file only if the export and send-test both had --show-secrets", async () => {
    const { port, caught } = await start();
    const type = "pulumi-nodejs:dynamic/emailmarketing:Campaign";
    const inputs = {
      subject: { ...secretMark, plaintext: '"Secret spring"' },
      sender: { email: "news@acme.example", name: "Acme News" },
      plainText: { ...secretMark, plaintext: '"Hidden"' },
    };
    const resources = [{ urn: urnOf("Campaign", "spring"), type, id: "campaign-1", inputs }];
    await write("state.json", { deployment: { resources } });
    const args = ["--state", "state.json", ...toAda];
    const url = `smtp://127.0.0.1:${port}`;
    expectError(
      await run(url, args),
      `campaign "spring" can't be sent: subject: a secret; plainText: a secret.${secretHint}`,
    );
    expect(caught.length).to.equal(0);
    const opened = await run(url, [...args, "--show-secrets"]);
    expect(opened.exitCode).to.equal(0);
    expect(opened.lines[0]).to.equal(
      'Campaign "spring": with what is secret in it, to ada@reader.example',
    );
    expect(caught.map(({ mail }) => [mail.subject, mail.text?.trim()])).to.deep.equal([
      ["[Test] Secret spring", "Hidden"],
    ]);
    inputs.plainText = { ...secretMark, ciphertext: "v1:abc" } as never;
    await write("state.json", { deployment: { resources } });
    const sealed = await run(url, [...args, "--show-secrets"]);
    expect(sealed.lines[0]).to.include("plainText: a secret.");
    expect(caught.length).to.equal(1);
  });

  it("fails with an error that lists the campaigns if no campaign has the given name", async () => {
    const steps = [step("create", "autumn", {}), step("delete", "spring", {}, {})];
    expectError(
      await send(steps, "smtp://127.0.0.1:1", toAda),
      '--campaign: the input has no campaign "spring"; it has "autumn". A preview has only campaigns that change; --stack has all.',
    );
    expectError(
      await run("smtp://127.0.0.1:1", toAda),
      "set --preview, --stack or --state to say where the campaign is.",
    );
  });

  it("fails with an error that names the package to install if the mail library is missing", async () => {
    const hook = `export async function resolve(name, context, next) {
      if (name.startsWith("nodemailer")) throw new Error("Cannot find package");
      return next(name, context);
    }`;
    const file = join(scratch(), "without.mjs");
    const hookUrl = `data:text/javascript,${encodeURIComponent(hook)}`;
    await writeFile(file, `import { register } from "node:module"; register("${hookUrl}");`);
    expectError(
      await send([spring], undefined, ["--to", "nobody"], { NODE_OPTIONS: `--import=${file}` }),
      'the package "nodemailer", which sends mails, is not installed. Run: npm install nodemailer',
    );
  });

  it("sends nothing to a server with an untrusted certificate, even if NODE_TLS_REJECT_UNAUTHORIZED is 0", async () => {
    const { authorityFile, ...tls } = await createCertificate(scratch(), ["localhost"]);
    const { port, caught } = await start(() => ({ secure: true, ...tls }));
    const url = `smtps://localhost:${port}`;
    const untrusted = await send([spring], url, toAda, { NODE_TLS_REJECT_UNAUTHORIZED: "0" });
    expect(untrusted.lines.slice(-2)).to.deep.equal([
      "not sent  ada@reader.example  can't connect to the server (DEPTH_ZERO_SELF_SIGNED_CERT).",
      "error: the server didn't accept the mail to ada@reader.example (not sent).",
    ]);
    expect(untrusted.exitCode).to.equal(1);
    expect(caught.length).to.equal(0);
    const trusted = await send([spring], url, toAda, { NODE_EXTRA_CA_CERTS: authorityFile });
    expect(trusted.exitCode, trusted.lines.join("\n")).to.equal(0);
    expect(caught.length).to.equal(1);
  });
});
