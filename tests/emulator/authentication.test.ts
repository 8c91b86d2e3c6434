import type { IncomingMessage } from "node:http";
import { expect } from "chai";
import { denyControl } from "../../emulator/control/authentication";

/** The status of the refusal of a control request with these headers from this address. Undefined if it is accepted. */
function statusOf(address: string, headers: Record<string, string>, apiKey: string) {
  const request = new Request("http://emulator:4010/_emulator/snapshot", {
    headers: { host: "emulator:4010", ...headers },
  });
  const incoming = { socket: { remoteAddress: address } } as IncomingMessage;
  return denyControl(request, incoming, apiKey)?.status;
}

/** An Authorization header with its user and password decoded. */
const decoded = (authorization: string) =>
  authorization.replace(/(?<=^Basic )[\w=]+$/, (text) => Buffer.from(text, "base64").toString());
const basic = (text: string) => `Basic ${Buffer.from(text).toString("base64")}`;

describe("a control request to the emulator", () => {
  for (const [authorization, status] of [
    [undefined, 401],
    ["own-kez", 401],
    ["own-key-", 401],
    [basic("somebody:other"), 401],
    [basic("own-key"), 401],
    ["Basic %", 401],
    ["own-key", undefined],
    [basic(":own-key"), undefined],
    [basic("somebody:own-key"), undefined],
  ] as const) {
    it(`is ${status === undefined ? "accepted" : "refused"} from another machine if the key is own-key and the Authorization header is ${decoded(authorization ?? "missing")}`, () => {
      const headers: Record<string, string> = authorization === undefined ? {} : { authorization };
      expect(statusOf("10.0.0.9", headers, "own-key")).to.equal(status);
      expect(statusOf("::ffff:10.0.0.9", headers, "own-key")).to.equal(status);
    });
  }

  it("is accepted from another machine if the password is the key and has non-ASCII letters", () => {
    const headers = { authorization: basic("somebody:schlüssel") };
    expect(statusOf("10.0.0.9", headers, "schlüssel")).to.equal(undefined);
  });

  it("is refused from another machine without a key even if the emulator's key is empty", () => {
    expect(statusOf("10.0.0.9", {}, "")).to.equal(401);
  });

  it("is refused from this machine with the default key if the host name isn't a loopback name", () => {
    const local = { host: "localhost:4010" };
    expect(statusOf("127.0.0.1", local, "emulator-api-key")).to.equal(undefined);
    expect(statusOf("::ffff:127.0.0.1", local, "emulator-api-key")).to.equal(undefined);
    const authorization = "emulator-api-key";
    expect(statusOf("127.0.0.1", { authorization }, "emulator-api-key")).to.equal(403);
    expect(statusOf("10.0.0.9", { authorization }, "emulator-api-key")).to.equal(undefined);
    expect(statusOf("127.0.0.1", { authorization: "own-key" }, "own-key")).to.equal(undefined);
  });

  for (const headers of [
    { origin: "http://evil.example" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
  ]) {
    it(`is refused even with a correct key if the request has a website's header ${JSON.stringify(headers)}`, () => {
      const sent = { authorization: "own-key", ...headers } as Record<string, string>;
      expect(statusOf("10.0.0.9", sent, "own-key")).to.equal(403);
    });
  }
});
