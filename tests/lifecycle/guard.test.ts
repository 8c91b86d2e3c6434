import { expect } from "chai";
import type { Account } from "../../provider/account/account";
import { EmailMarketingError } from "../../provider/errors/error";
import type { AnyLifecycle } from "../../provider/lifecycle/lifecycle";
import { guardedStep, guardViolations } from "../../provider/lifecycle/preflight";
import { argumentSettings } from "../../provider/settings/settings";
import { rejection } from "../support/rejection";

describe("the guard violations of an email in an account that can't be read", () => {
  const lifecycle = {
    kind: "Note",
    fields: {},
    emailSentBy: () => ({
      isSent: true,
      accountViolations: () => Promise.reject(new EmailMarketingError("network", "no response.")),
    }),
  } as unknown as AnyLifecycle;
  const violations = (given: Readonly<Record<string, string>>) => {
    const account = { settings: argumentSettings(given) } as unknown as Account;
    return guardViolations(lifecycle, guardedStep(account, { props: {} }));
  };

  it("are those that are known without a request, if there are any", async () => {
    const found = await violations({ sending: "refuse" });
    expect(found[0]?.problem).to.match(/^the setting sending is "refuse"/);
    expect(found).to.have.length(1);
  });

  it("fail with the error of the read if none is known without a request", async () => {
    expect(await rejection(violations({}))).to.equal("no response.");
  });
});
