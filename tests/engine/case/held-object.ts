import { join } from "node:path";
import { expect } from "chai";
import { ok } from "../../support/outcome";
import { js, programsByRuntime, type Resources } from "../../support/program";
import { useService } from "../../support/service";

const urn = (kind: string, name: string) =>
  `urn:pulumi:dev::test::pulumi-nodejs:dynamic/emailmarketing:${kind}::${name}`;

describe("a removed resource's object", function () {
  const { createProject, emulator } = useService(this, {
    seed: {
      domains: [{ domain: "acme.example" }],
      properties: [{ id: "plan-7", name: "Plan", type: "number" }],
      contacts: [{ id: "contact-1", email: "ada@example.com", custom_fields: { plan: "7" } }],
      webhooks: [{ id: "webhook-1", status: "inactive" }],
    },
  });
  beforeEach("starts anew", () => emulator().reset());

  const config = { "emailmarketing:operations": "extended" };
  const property = (name: string, more = "") =>
    `new em.CustomProperty("${name}", { name: "Plan", type: "number", onDestroy: "delete"${more} });`;
  const webhook = (name: string, active = true) =>
    `new em.WebhookActivation("${name}", { webhookId: "webhook-1", active: ${active} });`;
  const values = () =>
    emulator()
      .snapshot()
      .contacts.map(({ custom_fields }) => custom_fields);
  const changing = (requests: readonly string[]) =>
    requests.filter((request) => !request.endsWith("/search"));
  const kept =
    'warning: CustomProperty "Plan" was removed from the Pulumi state but still exists in the account: a resource of the program still declares it.';

  /** Creates a project in which other resources have taken over the property and the webhook in an earlier update. */
  async function takenOver() {
    const project = await createProject({
      program: js(property("before"), webhook("before")),
      config,
    });
    await ok(project.up(), { create: 3 });
    await project.writeProgram(js(property("after"), webhook("after")));
    const targets = [urn("CustomProperty", "after"), urn("WebhookActivation", "after")];
    await ok(project.up(targets.flatMap((target) => ["--target", target])), { create: 2, same: 3 });
    project.newRequests();
    return project;
  }

  it("stays in the service if an earlier update has added another resource for the object", async () => {
    const project = await takenOver();
    const second = await ok(project.up(), { delete: 2, same: 3 });
    expect(second.output).to.include(kept);
    expect(second.output).to.include(
      'warning: WebhookActivation "webhook-1" was removed from the Pulumi state and the webhook was not changed: a resource of the program still declares it.',
    );
    expect(changing(project.newRequests())).to.deep.equal([]);
    expect(values()).to.deep.equal([{ plan: "7" }]);
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");

    await ok(project.destroy());
    expect(changing(project.newRequests()).sort()).to.deep.equal([
      "DELETE /contact/property/plan-7",
      "POST /webhooks/toggle/webhook-1",
    ]);
    expect(values()).to.deep.equal([{}]);
  });

  it("stays in the service if the program moves the resource into a component with another Provider", async () => {
    const project = await createProject({ program: js(property("a"), webhook("w")), config });
    await ok(project.up(), { create: 3 });
    const inside = (of: string) => of.replace(" });", " }, { parent: site });");
    await project.writeProgram(
      js(
        'const providers = [new em.Provider("p", { apiKey: process.env.EMAIL_MARKETING_API_KEY })];',
        'const site = new pulumi.ComponentResource("acme:index:Site", "site", {}, { providers });',
        ...[property("a"), webhook("w")].map(inside),
      ),
    );
    project.newRequests();
    const moved = await ok(project.up());
    expect(moved.output).to.include("another resource of this update manages it");
    expect(changing(project.newRequests())).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);
    expect(values()).to.deep.equal([{ plan: "7" }]);
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("active");
  });

  it("is deleted or deactivated if no other resource of the program declares the object", async () => {
    const project = await takenOver();
    await project.writeProgram(js());
    const removed = await ok(project.up(["--refresh"]));
    expect(removed.output).to.not.include("still declares it");
    expect(new Set(changing(project.newRequests()))).to.deep.equal(
      new Set(["DELETE /contact/property/plan-7", "POST /webhooks/toggle/webhook-1"]),
    );
    expect(values()).to.deep.equal([{}]);
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("inactive");
  });

  it("stays in the service if --exclude or --target leaves out the new resource of the object", async () => {
    const project = await createProject({
      program: js(property("before"), webhook("before")),
      config,
    });
    await ok(project.up(), { create: 3 });
    const goBack = await project.keep();
    await project.writeProgram(js(property("after"), webhook("after")));
    const old = [urn("CustomProperty", "before"), urn("WebhookActivation", "before")];
    for (const options of [["--exclude", "**::after"], old.flatMap((one) => ["--target", one])]) {
      project.newRequests();
      const up = await ok(project.up(options));
      const kept =
        /warning: (\w+) "\S+" was removed from .* in a resource that --target or --exclude/g;
      const kinds = [...up.output.matchAll(kept)].map(([, kind]) => kind);
      expect(new Set(kinds)).to.deep.equal(new Set(["CustomProperty", "WebhookActivation"]));
      expect(changing(project.newRequests())).to.deep.equal([]);
      expect(values()).to.deep.equal([{ plan: "7" }]);
      await goBack();
    }
  });

  it("stays in the service if deleteBeforeReplace replaces the resource", async () => {
    const described = (text: string) =>
      property("plan", `, description: "${text}"`).replace(
        "});",
        '}, { deleteBeforeReplace: true, replaceOnChanges: ["description"] });',
      );
    const project = await createProject({ program: js(described("First")), config });
    await ok(project.up(), { create: 2 });
    project.newRequests();
    await project.writeProgram(js(described("Second")));
    const replaced = await ok(project.up(), { replace: 1, same: 1 });
    expect(replaced.output).to.include(kept);
    expect(changing(project.newRequests())).to.deep.equal(["PATCH /contact/property/plan-7"]);
    expect(values()).to.deep.equal([{ plan: "7" }]);
  });
});

describe("a preview", function () {
  const { createProject, emulator } = useService(this, {
    seed: {
      domains: [{ domain: "acme.example", status: "verified" }],
      senders: [{ sender_email: "shop@acme.example", sender_name: "Shop" }],
      properties: [{ id: "tier-1", name: "Tier", type: "text" }],
    },
  });
  beforeEach("starts anew", () => emulator().reset());
  const env = { EMAIL_MARKETING_OPERATIONS: "extended", EMAIL_MARKETING_PREFLIGHT: "error" };
  const own = (isNext: boolean): Resources => ({
    plan: [
      "CustomProperty",
      { name: "Plan", type: "text", description: isNext ? "Second" : "First" },
      { replaceOnChanges: ["description"] },
    ],
    level: [
      "CustomProperty",
      { name: "Level", type: isNext ? "number" : "text", adopt: false, onDestroy: "delete" },
      {},
    ],
    news: [
      "Sender",
      { email: "news@acme.example", name: "News", adopt: isNext },
      { replaceOnChanges: ["adopt"] },
    ],
  });
  const others: Resources = {
    tier: ["CustomProperty", { name: "Tier", type: "text" }, {}],
    shop: ["Sender", { email: "shop@acme.example", name: "Shop" }, {}],
  };
  for (const [runtime, program] of Object.entries(programsByRuntime)) {
    it(`doesn't report that an object already exists if the object belongs to the replaced resource (${runtime})`, async () => {
      const project = await createProject({ program: program(own(false)), env });
      await ok(project.up());
      await project.writeProgram(program({ ...own(true), ...others }));
      const plan = join(project.dir, "up.plan");
      const preview = await ok(project.preview(["--save-plan", plan]));
      const [, diagnostics = ""] = preview.output.split("Diagnostics:");
      const said = [...diagnostics.matchAll(/\[((?:property|sender)-[a-z]+)(?: \w+)?\]/g)];
      const names = said.map(([, name]) => name).sort();
      expect(names, diagnostics).to.deep.equal(["property-exists", "sender-exists"]);
      expect(preview.changes).to.include({ replace: 3, create: 2 });
      await ok(project.up(["--plan", plan]));
      expect(JSON.stringify(await project.state())).to.not.include("__findings");
      await ok(project.preview(["--expect-no-changes"]));
    });
  }
});
