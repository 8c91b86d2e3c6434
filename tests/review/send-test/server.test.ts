import { expect } from "chai";
import { secretsOf, smtpServer } from "../../../provider/review/send-test/server";

function problemOf(address: string | undefined): string {
  try {
    smtpServer(address);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
}

describe("smtpServer", () => {
  it("takes scheme, user, password, host and port, and wants TLS for other machines", () => {
    for (const [address, expected] of [
      [
        "smtps://ada:pw@mail.example.com",
        {
          host: "mail.example.com",
          port: 465,
          tls: "from the start",
          login: { user: "ada", password: "pw" },
        },
      ],
      ["smtp://mail.example.com", { host: "mail.example.com", port: 587, tls: "required" }],
      ["smtp://mail.example.com:25/", { host: "mail.example.com", port: 25, tls: "required" }],
      ["smtp://127.1", { host: "127.1", port: 587, tls: "required" }],
      ["smtp://localhost.example", { host: "localhost.example", port: 587, tls: "required" }],
      ["smtp://127.0.0.1:1025", { host: "127.0.0.1", port: 1025, tls: "none" }],
      ["smtp://localhost:1025", { host: "localhost", port: 1025, tls: "none" }],
      ["smtp://[::1]:1025", { host: "::1", port: 1025, tls: "none" }],
      ["smtps://localhost", { host: "localhost", port: 465, tls: "from the start" }],
      [
        " smtps://ada%40acme.example:p%3Fw%23%25@mail.example.com:2465 ",
        {
          host: "mail.example.com",
          port: 2465,
          tls: "from the start",
          login: { user: "ada@acme.example", password: "p?w#%" },
        },
      ],
    ] as const) {
      expect(smtpServer(address), address).to.deep.equal(expected);
    }
  });

  it("says what is wrong with an address, and nothing of what it has", () => {
    const query =
      'EMAIL_MARKETING_SMTP_URL must not have a path, a query or a fragment; encode such a character of the password, "?" as %3F and "#" as %23.';
    for (const [address, problem] of [
      [
        undefined,
        "EMAIL_MARKETING_SMTP_URL is not set. Set it to the address of your SMTP server, such as smtps://user:password@mail.example.com.",
      ],
      [
        "secret",
        "EMAIL_MARKETING_SMTP_URL must be an address such as smtps://user:password@mail.example.com.",
      ],
      [
        "https://ada:secret@mail.example.com",
        "EMAIL_MARKETING_SMTP_URL must begin with smtps:// or smtp://.",
      ],
      ["smtps://ada:secret@mail.example.com?tls.rejectUnauthorized=false", query],
      ["smtps://ada:secret@mail.example.com?", query],
      ["smtps://ada:secret@mail.example.com#a", query],
      ["smtps://ada:secret@mail.example.com/secret", query],
      ["smtps:mail.example.com", query],
      ["smtps://ada:secret@mail_1.example.com", "EMAIL_MARKETING_SMTP_URL must name a host."],
      ["smtps:///", "EMAIL_MARKETING_SMTP_URL must name a host."],
      [
        "smtps://ada@mail.example.com",
        "EMAIL_MARKETING_SMTP_URL must have both a user name and a password, or neither.",
      ],
      [
        "smtps://ada:100%secret@mail.example.com",
        'EMAIL_MARKETING_SMTP_URL must encode "%" in the user name and the password as %25.',
      ],
    ] as const) {
      expect(problemOf(address), address).to.equal(problem);
    }
  });
});

describe("secretsOf", () => {
  it("gives the address, the password, also as they are sent, and the user", () => {
    const address = "smtps://ada:pw%3F@mail.example.com";
    expect(secretsOf(address, smtpServer(address))).to.deep.equal([
      address,
      "AGFkYQBwdz8=",
      "cHc/",
      "pw?",
      "ada",
    ]);
  });
});
