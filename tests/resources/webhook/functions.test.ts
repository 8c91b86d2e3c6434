import { expect } from "chai";
import { getWebhook } from "pulumi-email-marketing";
import { useDataSources, useEnvironment } from "../../support/environment";
import { rejection } from "../../support/rejection";

describe("the look-up of a webhook", function () {
  useDataSources(this, {
    seed: {
      webhooks: [
        { id: "webhook-1", name: "Bounces", status: "active" },
        { id: "webhook-2", name: "Caf\u00e9", status: "active" },
      ],
    },
  });
  const setEnvironment = useEnvironment(this);
  before("turns the extended operations on", () =>
    setEnvironment({ EMAIL_MARKETING_OPERATIONS: "extended" }),
  );

  it("fails with the id in the error if no webhook has the id", async () => {
    expect((await getWebhook({ id: "webhook-1" })).name).to.equal("Bounces");
    expect(await rejection(getWebhook({ id: "webhook-9" }))).to.equal(
      'getWebhook: the account has no webhook with id "webhook-9". Use one that getWebhooks() returns. [not-found]',
    );
  });

  it("finds a name that the service returns in another Unicode form", async () => {
    expect((await getWebhook({ name: "Cafe\u0301" })).id).to.equal("webhook-2");
  });
});
