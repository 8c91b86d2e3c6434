import { expect } from "chai";
import { fails, ok } from "../../support/outcome";
import { js } from "../../support/program";
import { json, type Received, useServers } from "../../support/server";
import { useService } from "../../support/service";

type Fields = Readonly<Record<string, unknown>>;

/** Field names of the package, each with the name that this service expects. The service refuses the package's name. */
const otherNames: Readonly<Record<string, string>> = {
  viewin_browser: "view_in_browser",
  plain_text: "text",
  company_address: "address",
  description: "help",
};

describe("a service that expects other field names than the contract", function () {
  const { createProject, emulator } = useService(this);
  const serve = useServers(this);

  /** Starts a proxy of the emulator that accepts only the other names. */
  async function otherService() {
    const writes: [string, Fields][] = [];
    const server = await serve((response, _index, request) => {
      const { method, url, headers, body } = request;
      const given = fieldsOf(request);
      const wrong = Object.keys(given).find((name) => name in otherNames);
      if (wrong !== undefined) {
        const error = { field: wrong, message: `${wrong} is not a field of this operation` };
        return json(response, { errors: [error] }, { status: 400 });
      }
      if (!/\/(search|campaign\/list)$/.test(url))
        writes.push([`${method} ${url.replace("/v1", "")}`, given]);
      const { authorization = "" } = headers;
      const sent = { method, headers: { authorization, "content-type": "application/json" } };
      const forwarded = body === "" ? sent : { ...sent, body: JSON.stringify(underOurs(given)) };
      void fetch(new URL(url, emulator().baseUrl), forwarded).then(async (upstream) =>
        json(response, await upstream.json(), { status: upstream.status }),
      );
    });
    return { url: server.url, writes };
  }

  const fieldsOf = ({ body }: Received) => (body === "" ? {} : (JSON.parse(body) as Fields));
  const underOurs = (given: Fields) => {
    const ours = new Map(Object.entries(otherNames).map(([name, other]) => [other, name]));
    return Object.fromEntries(
      Object.entries(given).map(([name, value]) => [ours.get(name) ?? name, value]),
    );
  };

  const program = (inputs: { sender: string; property: string; campaign: string; list?: string }) =>
    js(`
new em.Sender("news", { email: "news@acme.example", name: "News", ${inputs.sender} });
new em.CustomProperty("tier", { name: "tier", type: "text", ${inputs.property} });
new em.List("friends", { name: "Friends", extraFields: { create: { list_type: 1 } } });
new em.Campaign("spring", {
  name: "Spring", subject: "News", sender: { email: "hello@acme.example", name: "Acme" },
  listIds: ["list-1"], ${inputs.campaign}
});`);

  it("receives the fields under the expected names if extraFields declares these names", async () => {
    const { url, writes } = await otherService();
    const env = { EMAIL_MARKETING_BASE_URL: url, EMAIL_MARKETING_OPERATIONS: "extended" };
    const ours = program({
      sender: `companyAddress: "1 Example Street"`,
      property: `description: "What they pay"`,
      campaign: `plainText: "Hello. %%unsubscribe%%", viewInBrowser: true`,
    });
    const project = await createProject({ program: ours, env });
    const refused = await fails(project.up(), 1);
    expect(refused.output).to.match(
      /(company_address|description|plain_text|viewin_browser) is not a field/,
    );

    const theirs = (view: boolean, help: string) =>
      program({
        sender: `extraFields: { create: { address: "1 Example Street" } }`,
        property: `extraFields: { create: { help: "What they pay" }, update: { help: "${help}" } }`,
        campaign: `extraFields: {
          create: { text: "Hello. %%unsubscribe%%", view_in_browser: true },
          update: { view_in_browser: ${view} },
        }`,
      });
    writes.length = 0;
    await project.writeProgram(theirs(true, "What they pay"));
    await ok(project.up());
    expect(new Map(writes)).to.deep.equal(
      new Map<string, Fields>([
        [
          "POST /senders",
          { address: "1 Example Street", sender_email: "news@acme.example", sender_name: "News" },
        ],
        ["POST /contact/property", { help: "What they pay", name: "tier", type: "text" }],
        ["PATCH /contact/property/property-2", { help: "What they pay" }],
        [
          "POST /campaign",
          {
            text: "Hello. %%unsubscribe%%",
            view_in_browser: true,
            name: "Spring",
            subject: "News",
            sender: { sender_email: "hello@acme.example", sender_name: "Acme" },
            list_ids: ["list-1"],
          },
        ],
        ["PUT /campaign/campaign-3", { view_in_browser: true }],
      ]),
    );
    await ok(project.preview(), { same: 5 });

    writes.length = 0;
    await project.writeProgram(theirs(false, "What the contact pays"));
    await ok(project.up());
    expect(new Map(writes)).to.deep.equal(
      new Map<string, Fields>([
        ["PATCH /contact/property/property-2", { help: "What the contact pays" }],
        ["PUT /campaign/campaign-3", { view_in_browser: false }],
      ]),
    );
  });
});
