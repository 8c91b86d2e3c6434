import { expect } from "chai";
import type { CallContext } from "../../provider/errors/call";
import { callError, retryNotice } from "../../provider/errors/call-error";

const context: CallContext = {
  interface: "main",
  address: "https://mail.example/v1",
  method: "POST",
  route: "/senders",
  attempts: 2,
  sent: "no",
};
const broken = { causeCode: "ENOTFOUND", isProxied: false };

describe("callError", () => {
  it("has the facts of the call for programs, beside the sentence", () => {
    const details = ["name: too long"];
    const error = callError({ ...context, reason: "rejected", status: 400, details });
    expect(error).to.include({
      code: "validation",
      status: 400,
      method: "POST",
      route: "/senders",
      attempts: 2,
      sent: "no",
      message: 'the service replied "name: too long" (400, POST /senders).',
    });
    expect(error.details).to.deep.equal(details);
    expect(error).to.not.have.any.keys("cause", "reason", "address", "interface");
  });

  it("names the address setting of the interface", () => {
    expect(callError({ ...context, ...broken, reason: "unknown-host" }).message).to.equal(
      "host not found: https://mail.example/v1 (ENOTFOUND, POST /senders). Check emailmarketing:baseUrl.",
    );
    const verification = { ...context, interface: "verification" } as const;
    expect(callError({ ...verification, ...broken, reason: "unknown-host" }).message).to.equal(
      "host not found: https://mail.example/v1 (ENOTFOUND, POST /senders). Check emailmarketing:verifyUrl.",
    );
  });

  it("names the proxy where the call goes through one", () => {
    const proxied = { ...broken, isProxied: true };
    expect(callError({ ...context, ...proxied, reason: "unknown-host" }).message).to.equal(
      "host not found: https://mail.example/v1 through the proxy in HTTPS_PROXY (ENOTFOUND, POST /senders). Check HTTPS_PROXY.",
    );
  });
});

describe("retryNotice", () => {
  it("says how long the wait is in place of what to do", () => {
    const limited = {
      ...context,
      reason: "rate-limited",
      status: 429,
      retryAfterMs: 6001,
    } as const;
    expect(retryNotice(limited, { waitMs: 6001 })).to.equal(
      "too many requests (429, POST /senders); retrying after 7 s",
    );
  });
});
