import { expect } from "chai";
import { ok } from "../../support/outcome";
import { js, jsBy, runtimes } from "../../support/program";
import { runtimeNames } from "../../support/runtime";
import { changingRequests, useService } from "../../support/service";

/** Settings of the second Provider. The first one has the unchanged URL, and the account name "one". */
const spellings: Readonly<Record<string, (url: string) => object>> = {
  "a slash": (baseUrl) => ({ baseUrl: `${baseUrl}/`, account: "one" }),
  capitals: (baseUrl) => ({ baseUrl: baseUrl.replace("http:", "HTTP:"), account: "one" }),
  "a former name": (baseUrl) => ({ baseUrl, account: "acme", formerAccounts: "one" }),
  "another account": (baseUrl) => ({ baseUrl, account: "two" }),
};

describe("an object whose resource gets another Provider or logical name", function () {
  const { createProject, emulator } = useService(this, {
    seed: {
      properties: [{ id: "plan-7", name: "Plan", type: "number" }],
      contacts: [{ id: "contact-1", email: "ada@example.com", custom_fields: { plan: "7" } }],
      webhooks: [{ id: "webhook-1", status: "active" }],
    },
  });

  for (const runtime of runtimes) {
    it(`stays unchanged if the two Providers spell the URL or account name differently (${runtimeNames[runtime]})`, async () => {
      emulator().reset();
      /** A program with both resources under one Provider and one logical name. */
      const program = (other: object, [provider, name]: readonly [string, string]) =>
        jsBy(
          runtime,
          `
const key = { apiKey: process.env.EMAIL_MARKETING_API_KEY };
const first = new em.Provider("first", { ...key, baseUrl: "${emulator().baseUrl}", account: "one" });
const second = new em.Provider("second", { ...key, ...${JSON.stringify(other)} });
new em.CustomProperty("${name}", { name: "Plan", type: "number", onDestroy: "delete" }, { provider: ${provider} });
new em.WebhookActivation("${name}", { webhookId: "webhook-1" }, { provider: ${provider} });`,
        );
      const env = { EMAIL_MARKETING_OPERATIONS: "extended" };
      const project = await createProject({ program: js(), hasPlugin: true, env });
      for (const [how, of] of Object.entries(spellings)) {
        const other = of(emulator().baseUrl);
        await project.writeProgram(program(other, ["first", "before"]));
        await ok(project.up());
        const restore = await project.keep();
        for (const place of [
          ["second", "before"],
          ["second", "after"],
          ["first", "after"],
        ] as const) {
          await restore();
          const seen = emulator().requests().length;
          await project.writeProgram(program(other, place));
          const { output } = await ok(project.up());
          const sent = changingRequests(emulator().requests().slice(seen));
          const said = `${how}, ${place.join(" ")}: ${sent.join(", ")}\n${output}`;
          const { contacts, webhooks } = emulator().snapshot();
          expect(contacts[0]?.custom_fields, said).to.deep.equal({ plan: "7" });
          expect(webhooks[0]?.status, said).to.equal("active");
        }
        await ok(project.destroy());
        expect(emulator().snapshot().webhooks[0]?.status, how).to.equal("inactive");
        emulator().reset();
      }
    });
  }
});
