import { expect } from "chai";
import { getContact, getFileVerification } from "pulumi-email-marketing";
import { useEnvironment } from "../support/environment";
import { json, type TestServer, useServers } from "../support/server";
import { canaryKeys } from "../support/service";

describe("the two interfaces", function () {
  const setEnvironment = useEnvironment(this);
  const serve = useServers(this);

  it("each get their own key in their own form, and never the other's", async () => {
    const main = await serve((response) => json(response, { data: { email: "ada@example.com" } }));
    const verification = await serve((response) => json(response, { status: "done" }));
    setEnvironment({
      EMAIL_MARKETING_BASE_URL: main.url,
      EMAIL_MARKETING_API_KEY: canaryKeys.apiKey,
      EMAIL_MARKETING_VERIFY_URL: verification.url,
      EMAIL_MARKETING_VERIFY_KEY: canaryKeys.verifyKey,
    });

    await getContact({ id: "contact-1" });
    await getFileVerification({ fileId: "file-1" });

    const authorizations = ({ received }: TestServer) =>
      received.map(({ headers }) => headers.authorization);
    expect(authorizations(main)).to.deep.equal([canaryKeys.apiKey]);
    expect(authorizations(verification)).to.deep.equal([`Bearer ${canaryKeys.verifyKey}`]);
    expect(JSON.stringify(main.received)).to.not.include(canaryKeys.verifyKey);
    expect(JSON.stringify(verification.received)).to.not.include(canaryKeys.apiKey);
  });
});
