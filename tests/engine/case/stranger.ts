import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect } from "chai";
import { useService } from "../../support/service";

const stackFrame = /^[ \t]+at .+[:(]/m;

/** A resource of each way of sending: a write, and a read before a write; and a function. */
const program = `
const em = require("pulumi-email-marketing");
new em.CustomProperty("level", { name: "level", type: "text" });
new em.Sender("hi", { email: "hi@acme.example", name: "Hi" });
`;
const lookup = `
const em = require("pulumi-email-marketing");
exports.domains = em.getDomains();
`;

/** A server that is not the service, for the time of one action. */
async function against<Value>(listener: RequestListener, act: (url: string) => Promise<Value>) {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await act(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`);
  } finally {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
}

describe("an address where something else answers, or nothing", function () {
  const { createProject } = useService(this);

  const strangers: [string, RequestListener, RegExp][] = [
    [
      "HTML instead of JSON",
      (_request, response) => response.writeHead(200).end("<html>hello</html>"),
      /Sender "hi@acme\.example": http:\/\/127\.0\.0\.1:\d+\/v1 replied with HTML instead of JSON \(200, POST \/senders\/search\)\. Check that emailmarketing:baseUrl is the address of the API, including its version\./,
    ],
    [
      "a server that is not this service",
      (_request, response) => response.writeHead(404).end(`{"message":"no such route"}`),
      /Sender "hi@acme\.example": http:\/\/127\.0\.0\.1:\d+\/v1 has no such endpoint \(404, POST \/senders\/search\)\. Check that emailmarketing:baseUrl/,
    ],
    [
      "a redirect",
      (_request, response) => response.writeHead(302, { location: "http://127.0.0.1:9/" }).end(),
      /Sender "hi@acme\.example": http:\/\/127\.0\.0\.1:\d+\/v1 replied with a redirect, which is never followed \(302, POST \/senders\/search\)\./,
    ],
    [
      "a service that hangs",
      () => undefined,
      /Sender "hi@acme\.example": no reply from http:\/\/127\.0\.0\.1:\d+\/v1 within 1 s \(POST \/senders\/search, attempt \d\)\. Check that the service is running, or raise emailmarketing:timeoutSeconds\./,
    ],
  ];
  for (const [stranger, listener, sentence] of strangers) {
    it(`gives one sentence for ${stranger}`, async () => {
      const up = await against(listener, async (baseUrl) => {
        const limits = {
          EMAIL_MARKETING_TIMEOUT_SECONDS: "0.3",
          EMAIL_MARKETING_DEADLINE_SECONDS: "1",
        };
        const env = { EMAIL_MARKETING_BASE_URL: baseUrl, ...limits };
        return (await createProject({ program, env })).up();
      });
      expect(up.exitCode).to.equal(1);
      expect(up.output, up.output).to.match(sentence);
      expect(up.output).to.not.match(stackFrame);
    });
  }

  it("gives one sentence for an address where nobody listens", async () => {
    const gone = await against(
      () => undefined,
      async (url) => url,
    );
    const env = { EMAIL_MARKETING_BASE_URL: gone, EMAIL_MARKETING_DEADLINE_SECONDS: "1" };
    const preview = await (await createProject({ program: lookup, env })).preview();
    expect(preview.exitCode).to.equal(1);
    expect(preview.output).to.match(
      /error: getDomains: can't connect to http:\/\/127\.0\.0\.1:\d+\/v1 \(ECONNREFUSED, POST \/domains\/search\)\. Check emailmarketing:baseUrl and that the service is running\./,
    );
  });
});
