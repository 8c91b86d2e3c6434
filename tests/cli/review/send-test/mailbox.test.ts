import { expect } from "chai";
import {
  type MailLibrary,
  mailLibrary,
  parseRecipients,
  parseSender,
  secretsOf,
  smtpServer,
} from "../../../../cli/review/send-test/mailbox";

let library: MailLibrary;
before(async () => {
  library = await mailLibrary();
});

/** The message of the error that `read` throws for a text. */
function problemOf(read: (library: MailLibrary, text: string) => unknown, text: string): string {
  try {
    read(library, text);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

const invisible =
  "must not contain the invisible character U+200B (character 19). Type it in place of copying it.";
const dots = "must be an address (its domain has two dots in a row).";

describe("the parser of send-test's option --to", () => {
  it("returns each address once, ignoring case, and without display names", () => {
    for (const text of [
      "ada@reader.example, Ben@reader.example,ADA@reader.example",
      'ada@reader.example, "Reader, Ben" <Ben@reader.example>, ADA@reader.example,',
    ]) {
      const found = parseRecipients(library, text);
      expect(found, text).to.deep.equal(["ADA@reader.example", "Ben@reader.example"]);
    }
  });

  it("rejects a recipient that is not a single email address", () => {
    for (const text of [
      "",
      "ada",
      "ada@",
      "all:ada@reader.example;",
      "all: ada@reader.example, ben@reader.example;",
      "ada@reader.example ben@reader.example",
      "a@b@reader.example",
      "ada@reader.example>",
      "ada@reader.example\\, ben@reader.example",
      '"ada@reader.example, ben"@reader.example',
      '"eve@reader.example" <ada@reader.example>',
      "ada@reader.example (eve@reader.example)",
      "ada@reader.example\nben@reader.example",
      "ada@reader.example\r\nBcc: ben@reader.example",
      "ada@reader\u0000.example",
    ]) {
      expect(problemOf(parseRecipients, text), text).to.equal(
        `--to: must be addresses, separated by commas (got ${JSON.stringify(text)}).`,
      );
    }
  });

  it("rejects an address with an invisible character or two dots in a row", () => {
    for (const [text, why] of [
      ["ada@reader.example\u200b", invisible],
      ["ada@reader..example", dots],
    ] as const) {
      expect(problemOf(parseRecipients, `ben@reader.example, ${text}`)).to.equal(
        `--to: an address ${why}`,
      );
    }
  });

  it("rejects more than 10 addresses", () => {
    const some = (most: number) =>
      Array.from({ length: most }, (_, at) => `r${at}@reader.example`).join(",");
    expect(parseRecipients(library, some(10)).length).to.equal(10);
    expect(problemOf(parseRecipients, some(11))).to.equal(
      "--to: must be at most 10 addresses (got 11).",
    );
  });
});

describe("the parser of send-test's option --from", () => {
  it("accepts an address with or without a display name", () => {
    const address = "me@acme.example";
    expect(parseSender(library, "Me <me@acme.example>")).to.deep.equal({ name: "Me", address });
    expect(parseSender(library, " me@acme.example ")).to.deep.equal({ name: "", address });
  });

  it("rejects a value that is not a single email address", () => {
    for (const text of [
      "",
      "me",
      "a <me@acme.example>, b <you@acme.example>",
      "all: me@acme.example;",
      "A\nBcc: b@c.example <me@acme.example>",
      '"A\nBcc: b@c.example" <me@acme.example>',
    ]) {
      expect(problemOf(parseSender, text), text).to.equal(
        `--from: must be "you@example.com" or "Your Name <you@example.com>" (got ${JSON.stringify(text)}).`,
      );
    }
    expect(problemOf(parseSender, "Ada <ada@reader..example>")).to.equal(
      `--from: the address ${dots}`,
    );
  });
});

describe("the variable EMAIL_MARKETING_SMTP_URL", () => {
  it("sets user, password, host and port, and requires TLS except on this machine", () => {
    const host = "mail.example.com";
    const tls = { secure: true, requireTLS: false, ignoreTLS: false };
    const starttls = { secure: false, requireTLS: true, ignoreTLS: false };
    const none = { secure: false, requireTLS: false, ignoreTLS: true };
    for (const [address, expected] of [
      ["smtps://ada:pw@mail.example.com", { host, ...tls, auth: { user: "ada", pass: "pw" } }],
      ["smtp://mail.example.com", { host, ...starttls }],
      ["smtp://mail.example.com:25/", { host, port: 25, ...starttls }],
      ["smtp://localhost.example", { host: "localhost.example", ...starttls }],
      ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, ...none }],
      ["smtp://localhost:1025", { host: "localhost", port: 1025, ...none }],
      ["smtp://[::1]:1025", { host: "::1", port: 1025, ...none }],
      ["smtps://localhost", { host: "localhost", ...tls }],
      [
        " smtps://ada%40acme.example:p%3Fw%23%25@mail.example.com:2465 ",
        { host, port: 2465, ...tls, auth: { user: "ada@acme.example", pass: "p?w#%" } },
      ],
    ] as const) {
      expect(smtpServer(library, address), address).to.deep.equal(expected);
    }
  });

  it("is rejected if the URL is invalid, and the error doesn't contain the URL", () => {
    expect(problemOf(smtpServer, " ")).to.equal(
      "EMAIL_MARKETING_SMTP_URL is not set. Set it to the address of your SMTP server, such as smtps://user:password@mail.example.com.",
    );
    for (const address of [
      "secret",
      "https://ada:secret@mail.example.com",
      "direct://mail.example.com",
      "smtps://ada:secret@mail.example.com?tls.rejectUnauthorized=false",
      "smtps://ada:secret@mail.example.com?",
      "smtps://ada:secret@mail.example.com#a",
      "smtps://ada:secret@mail.example.com/secret",
      // A URL parser finds the host "ada" and the port 12 in the next URL.
      "smtps://ada:12/34@mail.example.com",
      "smtps://ada:secret/34@mail.example.com",
      "smtps://ada:sec ret@mail.example.com",
      "smtps:mail.example.com",
      "smtps:///",
      "smtps://ada:secret@",
      "smtps://ada:secret@mail.example.com:25x",
    ]) {
      expect(problemOf(smtpServer, address), address).to.equal(
        'EMAIL_MARKETING_SMTP_URL must be an address such as smtps://user:password@mail.example.com, without path, query and fragment; encode "/", "?", "#" and "%" of the password as %2F, %3F, %23 and %25.',
      );
    }
  });
});

describe("the secrets that send-test masks", () => {
  it("include the SMTP URL, user, password, and SMTP's encodings of the password", () => {
    const address = "smtps://ada:pw%3F@mail.example.com";
    expect(secretsOf(address, smtpServer(library, address))).to.deep.equal([
      address,
      "AGFkYQBwdz8=",
      "cHc/",
      "pw?",
      "ada",
    ]);
  });
});
