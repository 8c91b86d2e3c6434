import { expect } from "chai";
import { fails } from "../support/outcome";
import { js } from "../support/program";
import { useService } from "../support/service";

const stackFrame = /^[ \t]+at .+[:(]/m;

describe("bad input on the engine", function () {
  const { createProject } = useService(this);

  it("tells all faults of a program in one preview, without values or stack frames", async () => {
    const project = await createProject({
      program: js(`
new em.CustomProperty("empty", { name: "", type: "text" });
new em.CustomProperty("odd", { name: "odd", type: "colour", description: "x" });
new em.Sender("long", { email: "long@acme.example", name: "n".repeat(101) });
new em.Sender("bracket", { email: "secret-looking", name: "a < b" });
new em.WebhookActivation("typed", { webhookId: 7, activ: true });
new em.Sender("good", { email: "good@acme.example", name: "Good" });
exports.domains = em.getDomainsOutput({ search: "x".repeat(256) });
exports.list = em.getListOutput({ name: "nowhere" }).id;`),
    });
    const preview = await fails(project.preview(), 1);
    for (const sentence of [
      "CustomProperty (empty):\n    error: name: must be 3 to 30 characters long (got 0)",
      "CustomProperty (odd):\n    error: description: must be 3 to 500 characters long (got 1)\n" +
        '    error: type: must be one of "text", "number", "date", "textarea"',
      "Sender (long):\n    error: name: must be 1 to 100 characters long (got 101)",
      "Sender (bracket):\n    error: email: must be an email address, such as news@example.com\n" +
        '    error: name: must contain only printable ASCII characters, without <, >, @ and "',
      'WebhookActivation (typed):\n    error: unknown input "activ"; did you mean "active"?\n' +
        "    error: webhookId: must be a string (got a number)",
      "error: this program has invalid inputs (see the errors of the resources above).",
      "error: getDomains: search: must be at most 255 characters long (got 256)\n",
      'error: getList: the account has no list with name "nowhere".\n',
    ]) {
      expect(preview.output).to.include(sentence);
    }
    expect(preview.output).to.not.match(stackFrame);
    expect(preview.output).to.not.include("EmailMarketingError");
    expect(preview.output).to.not.include("secret-looking");
    // The good one is looked into.
    expect(project.newRequests().sort()).to.deep.equal([
      "POST /domains/search",
      "POST /lists/search",
      "POST /senders/search",
    ]);
  });
});
