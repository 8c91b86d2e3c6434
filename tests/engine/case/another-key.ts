import { createServer } from "node:http";
import { expect } from "chai";
import type { Seed } from "email-marketing-emulator";
import { runUnder } from "../../support/command";
import { fails, ok } from "../../support/outcome";
import { dated, mail, programsByRuntime, type Resources } from "../../support/program";
import { forwardRequest, type Listening, listening } from "../../support/server";
import { type ServiceProject, useEmulator, useService } from "../../support/service";
import { outputOf } from "../../support/stack";

const addresses = ["a", "b", "c", "d", "e"].map((name) => `${name}@acme.example`);
const list = { id: "list-1", name: "Customers", contact_count: 5 };
const seed = {
  domains: [{ id: "domain-1", domain: "acme.example", status: "verified" }],
  lists: [list],
} satisfies Seed;
/** The account of another brand. One of its senders has the same id. */
const otherSeed = {
  domains: [{ id: "domain-7", domain: "brand.example", status: "verified" }],
  senders: [{ id: "sender-1", sender_email: "hi@brand.example", sender_name: "Brand" }],
  lists: [{ ...list, id: "list-7" }],
} satisfies Seed;

const otherKey = "the-key-of-another-account";
const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
const resources: Resources = {
  ...Object.fromEntries(
    addresses.map((email) => [email.slice(0, 1), ["Sender", { email, name: "Acme" }]]),
  ),
  spring: [
    "Campaign",
    { ...mail, sender: { email: "a@acme.example", name: "Acme" } },
    { dependsOn: [outputOf("a")] },
  ],
  date: dated(),
};

const unproven =
  /Sender "[a-e]@acme\.example": account "loopback", read with the key of environment variable EMAIL_MARKETING_API_KEY, does not have it, and it does not have the domain acme\.example\..* \[account-unproven\]/;

describe("a key of another account", function () {
  const { createProject, emulator } = useService(this, { seed });
  const other = useEmulator(this, { apiKey: otherKey, seed: otherSeed });
  let server: Listening;

  before("serves two accounts, of which the key alone says which one is meant", async () => {
    const listener = createServer((asked, reply) => {
      const account = asked.headers.authorization === otherKey ? other() : emulator();
      forwardRequest(asked, reply, account.baseUrl);
    });
    server = await listening(listener);
  });
  beforeEach("starts with new accounts", () => {
    emulator().reset();
    other().reset();
  });
  after("serves them no more", () => server.close());

  const resourcesOf = async (project: ServiceProject) =>
    JSON.stringify(((await project.state()) as { deployment: object }).deployment);

  for (const [runtime, programOf] of Object.entries(programsByRuntime)) {
    it(`makes refresh and drift fail, and changes nothing in the state (${runtime})`, async () => {
      const project = await createProject({
        program: programOf(resources),
        env: { ...env, EMAIL_MARKETING_BASE_URL: `${server.origin}/v1` },
      });
      await ok(project.up());
      await ok(project.refresh());
      const before = await resourcesOf(project);

      const wrong = { env: { EMAIL_MARKETING_API_KEY: otherKey } };
      const refresh = await fails(project.refresh([], wrong));
      expect(refresh.output).to.match(unproven);
      expect(refresh.output).to.not.include("missing from the service's list");
      expect(await resourcesOf(project)).to.equal(before);
      const domainReads = other()
        .requests()
        .filter(({ path }) => path.endsWith("/domains/search"));
      expect(domainReads).to.have.length(1);
      const drift = await fails(runUnder(wrong.env, project, "drift"), 1);
      expect(drift.stderr).to.match(unproven);

      for (const { id } of emulator().snapshot().senders) emulator().remove("senders", id);
      const all = await project.refresh();
      expect(all.changes, all.output).to.include({ delete: 5 });
    });
  }
});
