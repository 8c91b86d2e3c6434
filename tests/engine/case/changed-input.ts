import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js, webhook } from "../../support/program";
import { useService } from "../../support/service";

const senders = (rows: readonly { sender_email: string; sender_name: string }[]) =>
  rows.map(({ sender_email, sender_name }) => `${sender_name} <${sender_email}>`);

describe("an update with the setting operations=specified", function () {
  const { createProject, emulator } = useService(this);

  it("applies changed inputs only if the service has an operation for each input", async () => {
    const project = await createProject({
      program: js(`
new em.CustomProperty("size", { name: "size", type: "text" });
new em.Sender("shop", { email: "shop@acme.example", name: "Shop", city: "Bern" });
${webhook()}
`),
    });
    await ok(project.up());

    await project.writeProgram(
      js(`
new em.CustomProperty("size", { name: "size", type: "number" });
new em.Sender("shop", { email: "shop@acme.example", name: "Shop", city: "Basel" });
${webhook()}
`),
    );
    const refused = await fails(project.preview(), 1);
    for (const sentence of [
      "error: type: can't be changed after creation: the service has no operation for it. Restore the old value, add the input to ignoreChanges,",
      "error: city: can't be changed after creation: the service has no operation for it. Restore the old value, or add the input to ignoreChanges.",
    ]) {
      expect(refused.output).to.include(sentence);
    }

    await project.writeProgram(
      js(`
new em.CustomProperty("size", { name: "size", type: "number" }, { ignoreChanges: ["type"] });
new em.Sender("shop", { email: "shop@acme.example", name: "Shop & Co", city: "Basel" });
${webhook("active: false")}
`),
    );
    project.newRequests();
    const up = await ok(project.up(), { replace: 1, update: 1, same: 2 });
    expect(project.newRequests().sort()).to.deep.equal([
      "POST /domains/search",
      "POST /senders",
      "POST /senders/search",
      "POST /webhooks/toggle/webhook-1",
    ]);
    expect(up.output).to.include(
      'warning: Sender "shop@acme.example" was removed from the Pulumi state but still exists in the account',
    );
    expect(emulator().snapshot().webhooks[0]?.status).to.equal("inactive");

    await project.writeProgram(
      js(`
new em.CustomProperty("size", { name: "size", type: "number" }, { ignoreChanges: ["type"] });
new em.Sender("shop", { email: "shop@acme.example", name: "Shop & Co", city: "Basel", adopt: false });
${webhook("active: false, triggers: [1]")}
`),
    );
    await ok(project.up(), { update: 2, same: 2 });
    expect(project.newRequests()).to.deep.equal(["POST /webhooks/toggle/webhook-1"]);
  });

  it("adopts an existing sender if the declared address differs only in case", async () => {
    const adopting = `new em.Sender("hello", { email: "Hello@ACME.example", name: "Acme", city: "Bern" });`;
    const project = await createProject({ program: js(adopting) });
    const before = senders(emulator().snapshot().senders);
    const up = await ok(project.up());
    expect(project.newRequests()).to.deep.equal(["POST /senders/search", "POST /domains/search"]);
    expect(up.output).to.include(
      'warning: Sender "Hello@ACME.example" already existed and was adopted. These inputs were not applied, because the service has no operation to change them: city.',
    );
    expect(senders(emulator().snapshot().senders)).to.deep.equal(before);
    const { resources = [] } = await project.state();
    const sender = resources.find(({ type }) => type.endsWith(":Sender"));
    expect(sender?.id).to.equal("sender-1");
    expect(sender?.outputs).to.deep.include({
      adopted: true,
      status: "verified",
      email: "Hello@ACME.example",
    });
    await ok(project.refresh(), { same: 2 });
  });

  it("restores, after a refresh, senders that somebody has renamed or deleted in the service", async () => {
    const two = js(`
new em.Sender("kept", { email: "kept@acme.example", name: "Kept" });
new em.Sender("lost", { email: "lost@acme.example", name: "Lost" });
`);
    const project = await createProject({ program: two });
    await ok(project.up());
    const { resources = [] } = await project.state();
    const idOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))?.id ?? "";
    emulator().patch("senders", idOf("kept"), { sender_name: "Renamed by hand" });
    emulator().remove("senders", idOf("lost"));
    project.newRequests();
    await ok(project.refresh(), { update: 1, delete: 1, same: 1 });
    // A search for the first sender, one page of all, two searches for the lost sender, and one for the domains.
    expect(project.newRequests()).to.have.length.at.most(5);
    await ok(project.preview(), { create: 1, replace: 1, same: 1 });
    await ok(project.up());
    expect(senders(emulator().snapshot().senders)).to.include.members([
      "Kept <kept@acme.example>",
      "Lost <lost@acme.example>",
    ]);
  });
});
