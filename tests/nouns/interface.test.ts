import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { getContact, getFileVerification } from "pulumi-email-marketing";
import { useEnvironment } from "../support/environment";
import { canaryKeys } from "../support/service";

/** A server that gives one reply, and remembers the headers of the requests. */
async function listen(reply: object) {
  const headers: Record<string, unknown>[] = [];
  const server: Server = createServer((request, response) => {
    headers.push(request.headers);
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(reply));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, headers, server };
}

describe("the two interfaces", function () {
  const setEnvironment = useEnvironment(this);
  const servers: Server[] = [];

  after("stops both", () => {
    for (const server of servers) {
      server.close();
      server.closeAllConnections();
    }
  });

  it("each get their own key in their own form, and never the other's", async () => {
    const main = await listen({ data: { email: "ada@example.com" } });
    const verification = await listen({ status: "done" });
    servers.push(main.server, verification.server);
    setEnvironment({
      EMAIL_MARKETING_BASE_URL: `${main.url}/v1`,
      EMAIL_MARKETING_API_KEY: canaryKeys.apiKey,
      EMAIL_MARKETING_VERIFY_URL: verification.url,
      EMAIL_MARKETING_VERIFY_KEY: canaryKeys.verifyKey,
    });

    await getContact({ id: "contact-1" });
    await getFileVerification({ fileId: "file-1" });

    expect(main.headers).to.have.length(1);
    expect(verification.headers).to.have.length(1);
    expect(main.headers[0]?.authorization).to.equal(canaryKeys.apiKey);
    expect(verification.headers[0]?.authorization).to.equal(`Bearer ${canaryKeys.verifyKey}`);
    expect(JSON.stringify(main.headers)).to.not.include(canaryKeys.verifyKey);
    expect(JSON.stringify(verification.headers)).to.not.include(canaryKeys.apiKey);
  });
});
