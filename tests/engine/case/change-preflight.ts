import { expect } from "chai";
import { acmeAccount } from "../../support/acme-account";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { useService } from "../../support/service";

describe("a preview of a change", function () {
  const seed = acmeAccount({
    reply_emails: [{ id: "reply-1", reply_email: "help@acme.example", status: "Verified" }],
    lists: [
      { id: "list-1", name: "Customers", contact_count: 5 },
      { id: "list-2", name: "Nobody yet", contact_count: 0 },
    ],
  });
  const { emulator, createProject } = useService(this, { seed });
  const env = { EMAIL_MARKETING_PREFLIGHT: "error" };

  it("ends no refresh by what it would find in the change back; the update behind a refresh is judged", async () => {
    const extended = { ...env, EMAIL_MARKETING_OPERATIONS: "extended" };
    const project = await createProject({
      program: js(`new em.CustomProperty("plan", { name: "Plan", type: "text" });`),
      env: extended,
    });
    await ok(project.up());
    // Somebody renames the property, and makes another one under its name.
    const { properties } = emulator().snapshot();
    const plan = properties.find(({ name }) => name === "Plan");
    emulator().patch("properties", plan?.id ?? "", { name: "Old plan" });
    emulator().seed({
      ...emulator().snapshot(),
      properties: [
        ...emulator().snapshot().properties,
        { id: "property-99", name: "Plan", description: "", type: "text", used_in_form: false },
      ],
    });
    const refresh = await ok(project.refresh(), { update: 1, same: 1 });
    expect(refresh.output).to.not.include("property-");
    const next = await fails(project.up(["--refresh"]), 1);
    expect(next.output).to.include("[property-conflict]");
  });
});
