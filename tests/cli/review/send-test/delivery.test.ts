import { expect } from "chai";
import type { SMTPServerOptions } from "smtp-server";
import { deliver } from "../../../../cli/review/send-test/delivery";
import { mailLibrary, type SmtpServer } from "../../../../cli/review/send-test/mailbox";
import { useCatchers } from "../../../support/catcher";

const message = {
  from: { name: "Acme News", address: "news@acme.example" },
  subject: "[Test] Spring",
  html: "<p>Hi</p>",
  text: "Hi",
};
const three = ["ada@reader.example", "ben@reader.example", "cy@reader.example"];

const refusal = (text: string, responseCode: number) =>
  Object.assign(new Error(text), { responseCode });

function serverAt(port: number, more: Partial<SmtpServer> = {}): SmtpServer {
  return { host: "127.0.0.1", port, ignoreTLS: true, ...more };
}

async function delivered(server: SmtpServer, secrets: readonly string[] = []) {
  const library = await mailLibrary();
  const all = await deliver(three, { library, message, server, secrets });
  return all.map(({ address, is, why }) => [address, is, ...(why === undefined ? [] : [why])]);
}

/** The result for each address if a failure for the first address ends the whole delivery. */
const notSent = (why: string) => {
  const stopped = "not tried after the failure before it";
  return three.map((address, at) => [address, "not sent", at === 0 ? why : stopped]);
};

describe("the SMTP client of send-test", function () {
  const start = useCatchers(this);
  const auth = { user: "ada", pass: "hunter2" };
  const onAuth: SMTPServerOptions["onAuth"] = ({ username, password }, _session, done) => {
    if (username === "ada" && password === "hunter2") done(null, { user: "ada" });
    // A server may repeat the text that it received.
    else done(refusal(`no login for ${username}:${password} (cGFzcw==)`, 535));
  };

  it("logs in to the SMTP server, and sends one message to each address", async () => {
    const { port, caught, connections } = await start(() => ({ authOptional: false, onAuth }));
    expect(await delivered(serverAt(port, { auth }))).to.deep.equal(
      three.map((address) => [address, "accepted"]),
    );
    expect(caught.map(({ to }) => to)).to.deep.equal(three.map((address) => [address]));
    expect(connections()).to.equal(3);
  });

  it("tries a wrong password only once, and doesn't print the password", async () => {
    const { port, caught, connections } = await start(() => ({ authOptional: false, onAuth }));
    const server = serverAt(port, { auth: { user: "ada", pass: "pass" } });
    expect(await delivered(server, ["pass", "cGFzcw==", "ada"])).to.deep.equal(
      notSent(
        "the server refused the user name or the password (535 no login for [key]:[key] ([key]))",
      ),
    );
    expect(caught.length).to.equal(0);
    expect(connections()).to.equal(1);
  });

  it("sends no message if the server doesn't support a login", async () => {
    const { port, caught } = await start(() => ({ disabledCommands: ["AUTH", "STARTTLS"] }));
    expect(await delivered(serverAt(port, { auth }))).to.deep.equal(
      notSent("the server doesn't support a login"),
    );
    expect(caught.length).to.equal(0);
  });

  /** The server's behavior, the expected result for each address, and the number of connections. */
  const rows: Readonly<
    Record<string, readonly [(drop: () => void) => SMTPServerOptions, unknown[][], number]>
  > = {
    "reports an address that the server refuses, and sends the message to all other addresses": [
      () => ({
        onRcptTo: ({ address }, _session, done) =>
          done(address === three[1] ? refusal("no such user ben@reader.example", 550) : null),
      }),
      [
        [three[0], "accepted"],
        [three[1], "refused", "the server refused the address (550 no such user [address])"],
        [three[2], "accepted"],
      ],
      3,
    ],
    "sends nothing to further addresses if the server refuses the sender": [
      () => ({ onMailFrom: (_address, _session, done) => done(refusal("not your sender", 553)) }),
      notSent("the server refused the sender; set another one with --from (553 not your sender)"),
      1,
    ],
    "reports each address as refused if the server refuses the message": [
      () => ({
        onData: (stream, _session, done) =>
          stream.resume().on("end", () => done(refusal("looks like spam", 554))),
      }),
      three.map((address) => [
        ...[address, "refused", "the server refused the message (554 looks like spam)"],
      ]),
      3,
    ],
    "doesn't repeat a message if the connection ends before the message was sent": [
      (drop) => ({ onRcptTo: drop }),
      notSent("the connection ended before the message was sent"),
      1,
    ],
    "doesn't repeat a message if the connection ends after the message was sent": [
      (drop) => ({ onData: (stream) => stream.resume().on("end", drop) }),
      [
        [
          ...[three[0], "may have been sent"],
          "the server did not reply to the message. It is not sent again",
        ],
        ...notSent("").slice(1),
      ],
      1,
    ],
  };
  for (const [title, [options, expected, count]] of Object.entries(rows)) {
    it(title, async () => {
      const { port, caught, connections } = await start(options);
      expect(await delivered(serverAt(port))).to.deep.equal(expected);
      expect(connections()).to.equal(count);
      const accepted = expected.filter(([, is]) => is === "accepted");
      expect(caught.map(({ to }) => to)).to.deep.equal(accepted.map(([address]) => [address]));
    });
  }

  it("sends neither password nor message if TLS is required and the server doesn't offer TLS", async () => {
    let authenticated = 0;
    const { port, caught } = await start(() => ({
      onAuth: (_auth, _session, done) => {
        authenticated += 1;
        done(null, { user: "ada" });
      },
    }));
    const server = serverAt(port, { ignoreTLS: false, requireTLS: true, auth });
    const [first] = await delivered(server);
    expect(first?.slice(0, 2)).to.deep.equal([three[0], "not sent"]);
    expect([caught.length, authenticated]).to.deep.equal([0, 0]);
  });

  it("reports the reason if the server can't be reached", async () => {
    expect(await delivered(serverAt(1))).to.deep.equal(
      notSent("can't connect to the server (ECONNREFUSED)"),
    );
  });
});
