import { type Metadata, type ServiceError, status } from "@grpc/grpc-js";
import { PluginAttach } from "@pulumi/pulumi/proto/plugin_pb";
import {
  CallRequest,
  ConstructRequest,
  DiffResponse,
  ErrorResourceInitFailed,
  GetSchemaRequest,
  InvokeRequest,
  ListRequest,
  type ListResponse,
  ParameterizeRequest,
  ProviderHandshakeRequest,
  ReadRequest,
} from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { expect } from "chai";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { useLog } from "../../provider/account/step";
import { EmailMarketingError } from "../../provider/errors/error";
import type { PluginOptions } from "../../provider/plugin/server";
import { everyKind } from "../support/fixtures";
import {
  configuredPlugin,
  type PluginClient,
  plain,
  requestsOf,
  startPlugin,
  struct,
  urnOf,
} from "../support/plugin";
import { failure } from "../support/rejection";
import { canaryKeys, sent, useEmulator } from "../support/service";
import { useWarnings } from "../support/warnings";
import { assetOf, secret, unknown } from "../support/wire-value";

const { DIFF_NONE, DIFF_UNKNOWN } = DiffResponse.DiffChanges;

let plugins = 0;

describe("the plugin's server", function () {
  const emulator = useEmulator(this);
  const warnings = useWarnings(this);
  let client: PluginClient;
  beforeEach("starts anew", async () => {
    emulator().reset();
    useLog();
    ({ client } = await configured());
  });
  after("empties the log", () => useLog());
  const requests = () => sent(emulator().requests());

  async function configured(settings: object = {}, options: Partial<PluginOptions> = {}) {
    plugins += 1;
    const all = {
      baseUrl: emulator().baseUrl,
      apiKey: secret(canaryKeys.apiKey),
      // Plugins with equal settings share an account in one process. So this unused setting differs in each.
      verifyKey: secret(`of-plugin-${plugins}`),
      ...settings,
    };
    return configuredPlugin(all, options);
  }

  const sender = { email: "news@acme.example", name: "Acme News" };
  const campaign = {
    name: "Spring",
    subject: "Spring",
    sender,
    plainText: "%%unsubscribe%%",
    listIds: ["list-1"],
  };

  const about = (kind: string, name?: string) => requestsOf(urnOf(kind, name));

  const failureOf = (calling: Promise<unknown>) =>
    failure(calling) as unknown as Promise<ServiceError>;

  it("reports its features, version and schema to the engine", async () => {
    const { client } = await startPlugin({ schema: () => '{"name":"emailmarketing"}' });
    const hello = await client.handshake(new ProviderHandshakeRequest());
    expect(hello.toObject()).to.include({
      acceptSecrets: true,
      acceptResources: true,
      acceptOutputs: true,
      supportsAutonamingConfiguration: false,
    });
    expect((await client.getPluginInfo(new Empty())).getVersion()).to.match(/^\d+\.\d+\.\d+/);
    const schema = await client.getSchema(new GetSchemaRequest());
    expect(schema.getSchema()).to.equal('{"name":"emailmarketing"}');
    await client.attach(new PluginAttach().setAddress("127.0.0.1:1"));
    await client.cancel(new Empty());
  });

  it("returns the status UNIMPLEMENTED if the engine calls a method that the plugin lacks", async () => {
    const { client } = await startPlugin();
    const refused = [
      await failureOf(client.construct(new ConstructRequest())),
      await failureOf(client.call(new CallRequest())),
      await failureOf(client.parameterize(new ParameterizeRequest())),
    ];
    expect(refused.map(({ code }) => code)).to.deep.equal(refused.map(() => status.UNIMPLEMENTED));
  });

  it("returns different status codes for an invalid setting, an existing sender and an unknown domain", async () => {
    const creates = async (settings: object, inputs: object) => {
      const { client } = await configured(settings);
      const { code, details } = await failureOf(client.create(about("Sender").create(inputs)));
      return [code, details] as const;
    };
    const badSetting = await creates({ baseUrl: "nowhere" }, sender);
    const taken = await creates({}, { email: "hello@acme.example", name: "Acme", adopt: false });
    const other = await creates({}, { email: "news@nowhere.example", name: "Acme" });
    expect([badSetting[0], taken[0], other[0]]).to.deep.equal([
      status.INVALID_ARGUMENT,
      status.ALREADY_EXISTS,
      status.FAILED_PRECONDITION,
    ]);
    expect(badSetting[1]).to.match(/must be a URL/);
    expect(taken[1]).to.match(/\[sender-conflict adopt\]$/);
  });

  it("sends a write only if aroundWrite lets it, which refuses writes after the end of the engine", async () => {
    const ended = new EmailMarketingError("network", "the engine has ended.");
    const { client } = await configured({}, { aroundWrite: () => Promise.reject(ended) });
    const { details } = await failureOf(client.create(about("Sender").create(sender)));
    expect(details).to.equal('Sender "news@acme.example": the engine has ended. [network]');
    expect(requests()).to.deep.equal(["POST /senders/search", "POST /domains/search"]);
  });

  it("suggests the most similar resource type if the type is unknown", async () => {
    const error = await failureOf(client.check(about("Sendr").check({})));
    expect(error.details).to.equal('unknown resource "Sendr"; did you mean "Sender"? [validation]');
  });

  describe("in the check of inputs", () => {
    it("returns valid inputs with the secrets still marked, and without internal inputs of dynamic resources", async () => {
      const news = { ...sender, name: secret("Acme News"), city: null, __provider: "text" };
      const response = await client.check(about("Sender").check(news));
      expect(response.getFailuresList()).to.deep.equal([]);
      expect(plain(response.getInputs())).to.deep.equal({
        ...sender,
        name: secret("Acme News"),
      });
    });

    it("names an invalid top-level input only in the message, because the engine would print the value", async () => {
      const news = {
        ...campaign,
        name: "",
        sender: { email: "nobody", name: "Acme News" },
        listIds: ["list-1", "list-2", ""],
        rules: { limit: 1.5 },
        preheader: canaryKeys.apiKey,
      };
      const checked = await client.check(about("Campaign").check(news));
      const failures = checked.getFailuresList();
      expect(
        failures.map((one) => [one.getProperty(), one.getReason().replace(/, because .*/, "")]),
      ).to.have.deep.members([
        ["", "name: must not be empty [validation name]"],
        [
          "sender.email",
          "must be an email address, such as news@example.com [validation sender.email]",
        ],
        ["listIds[2]", "must not be empty [validation listIds.*]"],
        ["rules.limit", "must be a whole number, at least 1 [validation rules.limit]"],
        ["", "preheader: must not contain an API key"],
      ]);
    });

    it("hides a secret date in the message about a date outside sendWindow", async () => {
      const { client } = await configured({
        timeZone: "Europe/Berlin",
        sendWindow: "Mon 08:00-09:00",
      });
      const news = { campaignId: "campaign-1", scheduledAt: secret("2098-10-26T00:30:00Z") };
      const checked = await client.check(about("CampaignSchedule").check(news));
      const [failure] = checked.getFailuresList();
      expect(failure?.getReason()).to.equal(
        'scheduledAt: [secret] (Europe/Berlin) is outside the setting sendWindow, "Mon 08:00-09:00" (stack config emailmarketing:sendWindow). Set a time within it. [validation scheduledAt]',
      );
    });

    it("hides the value of an invalid secret input, and names the input only in the message", async () => {
      const hidden = "a value that is in no message";
      const stray = { nam: secret(hidden), [canaryKeys.apiKey.slice(0, 4)]: hidden };
      const news = { email: secret(hidden), ...stray };
      const checked = await client.check(about("Sender").check(news));
      const failures = checked.getFailuresList().map((failure) => failure.toObject());
      expect(JSON.stringify(failures)).to.not.include(hidden);
      expect(failures).to.have.deep.members([
        { property: "", reason: 'missing required input "name" [validation name]' },
        {
          property: "",
          reason: "email: must be an email address, such as news@example.com [validation email]",
        },
        { property: "", reason: 'unknown input "nam"; did you mean "name"? [validation]' },
        {
          property: "",
          reason:
            'unknown input "cana"; valid inputs are email, name, companyAddress, city, state, postalCode, country, adopt, extraFields, ignoreChecks [validation]',
        },
      ]);
    });
  });

  describe("in the check of inputs", () => {
    const sentence =
      "PULUMI_DISABLE_PROVIDER_PREVIEW is set, so in previews Pulumi doesn't ask the plugin about new resources: what an update would run into in the account is not checked. Unset the variable.";
    afterEach("unsets it", () => delete process.env.PULUMI_DISABLE_PROVIDER_PREVIEW);

    for (const [value, said] of [
      ["1", [`warning: ${sentence}`]],
      ["True", [`warning: ${sentence}`]],
      ["0", []],
      ["false", []],
      ["", []],
    ] as const) {
      it(`shows ${said.length === 0 ? "no warning" : "one warning"} if the variable PULUMI_DISABLE_PROVIDER_PREVIEW is ${value === "" ? "empty" : value}`, async () => {
        process.env.PULUMI_DISABLE_PROVIDER_PREVIEW = value;
        for (const name of ["first", "second"]) {
          await client.check(about("Sender", name).check({ ...sender, name }));
        }
        expect(warnings()).to.deep.equal(said);
      });
    }
  });

  describe("in the diff of a resource", () => {
    const state = { ...sender, status: "verified", adopted: false, account: "loopback" };
    const diff = async (client: PluginClient, oldInputs: object, news: object, olds = state) => {
      const request = about("Sender").diff("sender-1", { olds, news, oldInputs });
      const response = await client.diff(request);
      return { changes: response.getChanges(), replaces: response.getReplacesList() };
    };

    it("finds no change if a dynamic resource wrote the state", async () => {
      const text = { __provider: "text" };
      const found = await diff(client, { ...sender, ...text }, sender, { ...state, ...text });
      expect(found).to.deep.equal({ changes: DIFF_NONE, replaces: [] });
      expect(requests()).to.deep.equal([]);
    });

    it("leaves the comparison of old and new inputs to the engine", async () => {
      const news = { ...sender, adopt: true };
      expect(await diff(client, sender, news)).to.deep.equal({
        changes: DIFF_UNKNOWN,
        replaces: [],
      });
    });
  });

  describe("in the preview of a create", () => {
    const preview = async (client: PluginClient, news: object, name = "it") => {
      const { check, create } = about("Sender", name);
      await client.check(check(news));
      return client.create(create(news).setPreview(true));
    };

    it("returns no id and unknown outputs, and sends no write", async () => {
      const response = await preview(client, { ...sender, name: secret("Acme News") });
      expect(response.getId()).to.equal("");
      expect(plain(response.getProperties())).to.deep.equal({
        ...sender,
        name: secret("Acme News"),
        status: unknown,
        adopted: unknown,
        domainId: unknown,
        account: "loopback",
      });
      expect(requests().filter((one) => !one.endsWith("/search"))).to.deep.equal([]);
    });

    it("reports an unknown domain and an adoption, each at its resource", async () => {
      await preview(client, { email: "news@nowhere.example", name: "Acme" });
      await preview(client, { email: "hello@acme.example", name: "Acme" }, "other");
      expect(warnings()).to.deep.equal([
        `warning: Sender "news@nowhere.example": the account has no domain nowhere.example, so the service will reject the address. Add the domain in the service's web app and publish its DNS records first. [sender-domain-unknown email]`,
        'Sender "hello@acme.example": a sender with this address and name already exists and will be adopted; its postal address will not change. [sender-exists]',
      ]);
    });

    it("reports adoption and duplicate if the account has the declared sender twice", async () => {
      const [duplicate] = emulator().snapshot().senders;
      const senders = ["sender-1", "sender-9"].map((id) => ({ ...duplicate, id }));
      emulator().seed({ ...emulator().snapshot(), senders });
      await preview(client, { email: "hello@acme.example", name: "Acme" });
      expect(warnings()).to.deep.equal([
        'Sender "hello@acme.example": a sender with this address and name already exists and will be adopted; its postal address will not change. [sender-exists]',
        'warning: Sender "hello@acme.example": the account has more than one sender with this address and name (ids "sender-1", "sender-9"), as after two updates at the same time. Delete those that nothing uses in the service\'s web app. [sender-twice]',
      ]);
    });

    it('fails the create if preflight is "error" and the preview finds problems', async () => {
      const { client } = await configured({ preflight: "error" });
      const error = await failureOf(
        preview(client, { email: "news@nowhere.example", name: "Acme" }),
      );
      expect(error.details).to.match(
        /^Sender "news@nowhere.example": .* \[sender-domain-unknown email\]$/,
      );
    });

    it("reports two equal Senders once, at the second one", async () => {
      await preview(client, sender, "first");
      expect(warnings()).to.deep.equal([]);
      await preview(client, sender, "second");
      expect(warnings()).to.deep.equal([
        'warning: Sender "news@acme.example": Sender "first" in this program has the same address and name, so both would manage the same sender. Declare it only once. [sender-duplicate]',
      ]);
    });

    for (const [engine, next, expected] of [
      ["the same engine", "127.0.0.1:1", 1],
      ["another engine", "127.0.0.1:2", 0],
    ] as const) {
      it(`reports ${expected === 1 ? "a" : "no"} duplicate if ${engine} has already previewed an equal Sender`, async () => {
        const attach = (address: string) => client.attach(new PluginAttach().setAddress(address));
        await attach("127.0.0.1:1");
        await preview(client, sender, "first");
        await attach(next);
        await preview(client, sender, "second");
        const duplicates = warnings().filter((one) => one.includes("sender-duplicate"));
        expect(duplicates).to.have.length(expected);
      });
    }

    it("returns a readable error even if an object's name in the service ends in half an emoji", async () => {
      emulator().seed({ webhooks: [{ id: "webhook-9", name: "Opens \ud83d" }] });
      const { client } = await configured({ preflight: "error", operations: "extended" });
      const { check, create } = about("WebhookActivation");
      await client.check(check({ webhookId: "webhook-8" }));
      const error = await failureOf(
        client.create(create({ webhookId: "webhook-8" }).setPreview(true)),
      );
      expect(error.details).to.equal(
        'WebhookActivation "webhook-8": webhookId: the account has no webhook with the id "webhook-8", so the update will fail. It has "webhook-9" (Opens \ufffd). [webhook-unknown webhookId]',
      );
    });

    it("reports no duplicate if the webhook ids of two WebhookActivations are unknown", async () => {
      for (const name of ["first", "second"]) {
        const { check, create } = about("WebhookActivation", name);
        await client.check(check({ webhookId: unknown }));
        await client.create(create({ webhookId: unknown }).setPreview(true));
      }
      expect(warnings()).to.deep.equal([]);
    });

    it("reports a duplicate of an unchanged Sender if a new Sender is equal", async () => {
      await preview(client, sender, "new");
      const { check, diff } = about("Sender", "old");
      const state = { ...sender, status: "verified", adopted: false, account: "loopback" };
      await client.check(check(sender, sender));
      await client.diff(diff("x", { olds: state, news: sender }));
      expect(warnings()).to.have.length(1);
      expect(warnings()[0]).to.match(/Sender "new" in this program has the same address and name/);
    });
  });

  /** The object that the engine stores although the step failed. */
  function keptIn({ metadata }: { readonly metadata: Metadata }): ErrorResourceInitFailed {
    const [packed] = metadata.get("grpc-status-details-bin");
    const [detail] = Status.deserializeBinary(Buffer.from(packed ?? "")).getDetailsList();
    expect(detail?.getTypeName()).to.equal("pulumirpc.ErrorResourceInitFailed");
    return ErrorResourceInitFailed.deserializeBinary(detail?.getValue_asU8() as Uint8Array);
  }

  it("returns the state, including the secrets, if a create is unconfirmed", async () => {
    emulator().faults([{ method: "POST", path: "/campaign", times: 1, kind: "reset-after" }]);
    const hidden = { ...campaign, subject: secret("What is new") };
    const error = await failureOf(client.create(about("Campaign").create(hidden)));
    expect(error.code).to.equal(status.FAILED_PRECONDITION);
    expect(error.details).to.match(/^Campaign "Spring": .*may or may not have succeeded/);
    const kept = keptIn(error);
    expect(kept.getId()).to.match(/^unknown:\d+$/);
    expect(plain(kept.getInputs())).to.deep.equal(hidden);
    expect(plain(kept.getProperties())).to.deep.equal({ ...hidden, account: "loopback" });
    expect(kept.getReasonsList()).to.deep.equal([error.details]);
  });

  it("returns the old state, with the unconfirmed input's name, if an update is unconfirmed", async () => {
    const { client: hasty } = await configured({ deadlineSeconds: "0.5" });
    emulator().faults([
      { method: "PUT", path: "/campaign/campaign-2", times: 9, kind: "reset-after" },
    ]);
    const old = { ...campaign, account: "loopback" };
    const news = { ...campaign, subject: secret("What is new") };
    const error = await failureOf(hasty.update(about("Campaign").update("campaign-2", old, news)));
    const kept = keptIn(error);
    expect(kept.getId()).to.equal("campaign-2");
    const before = { ...campaign, subject: secret("Spring") };
    expect(plain(kept.getInputs())).to.deep.equal(before);
    expect(plain(kept.getProperties())).to.deep.equal({
      ...before,
      account: "loopback",
      unconfirmed: ["subject"],
    });
  });

  it("doesn't name an asset as unconfirmed if the program now has its content as a text", async () => {
    const { client: hasty } = await configured({ deadlineSeconds: "0.5" });
    emulator().faults([
      { method: "PUT", path: "/campaign/campaign-2", times: 9, kind: "reset-after" },
    ]);
    const plainText = "Hello. %%unsubscribe%%";
    const old = { ...campaign, plainText: assetOf(plainText), account: "loopback" };
    const news = { ...campaign, plainText, subject: "What is new" };
    const error = await failureOf(hasty.update(about("Campaign").update("campaign-2", old, news)));
    expect(plain(keptIn(error).getProperties()).unconfirmed).to.deep.equal(["subject"]);
  });

  it("keeps an output secret in an update that makes its input public, and hides it if its input becomes secret", async () => {
    const { client: inUtc } = await configured({ timeZone: "UTC" });
    const [scheduledAt, sentTime] = ["2098-03-01T09:00:00Z", "2098-03-01 09:00:00"];
    const campaignId = "campaign-2";
    for (const [before, now] of [
      [sentTime, secret(scheduledAt)],
      [secret(sentTime), scheduledAt],
    ]) {
      const old = { campaignId, scheduledAt, sent: true, sentTime: before, account: "loopback" };
      const news = { campaignId, scheduledAt: now };
      const request = about("CampaignSchedule").update(campaignId, old, news);
      const response = await inUtc.update(request);
      expect(plain(response.getProperties())).to.deep.include({ sentTime: secret(sentTime) });
    }
  });

  it("returns outputs as unknown in the preview of an update only if the update may change them", async () => {
    const old = {
      domainId: "domain-1",
      recipients: ["a@b.example"],
      message: "sent",
      sentTo: ["a@b.example"],
      account: "loopback",
    };
    const news = { domainId: "domain-1", recipients: ["a@b.example", "c@d.example"] };
    const request = about("DomainDnsShare").update("domain-1", old, news);
    const response = await client.update(request.setPreview(true));
    expect(plain(response.getProperties())).to.deep.equal({
      ...news,
      message: unknown,
      sentTo: unknown,
      account: "loopback",
    });
    expect(requests()).to.deep.equal([]);
  });

  describe("in an import", () => {
    const read = async (client: PluginClient, kind: string, id: string) => {
      const response = await client.read(new ReadRequest().setUrn(urnOf(kind)).setId(id));
      const [inputs, state] = [response.getInputs(), response.getProperties()].map(plain);
      return { id: response.getId(), inputs, state };
    };
    const inputs = { email: "hello@acme.example", name: "Acme" };
    const found = {
      id: "sender-1",
      inputs,
      state: { ...inputs, status: "verified", adopted: true, account: "loopback" },
    };

    it("finds a sender by its id, or by its address and name", async () => {
      expect(await read(client, "Sender", "sender-1")).to.deep.equal(found);
      expect(await read(client, "Sender", "Hello@acme.example|Acme")).to.deep.equal(found);
      expect((await read(client, "Sender", "hello@acme.example|Other")).id).to.equal("");
    });

    it("finds a property and a list by id or name if the setting is operations=extended", async () => {
      const { client } = await configured({ operations: "extended" });
      const { properties, lists } = emulator().snapshot();
      for (const [kind, rows] of [
        ["CustomProperty", properties.map(({ id, name, type }) => [id, { name, type }] as const)],
        ["List", lists.map(({ id, name }) => [id, { name }] as const)],
      ] as const) {
        const [[id = "", inputs = { name: "" }] = []] = rows;
        for (const key of [id, inputs.name]) {
          const state = { ...inputs, account: "loopback" };
          expect(await read(client, kind, key)).to.deep.equal({ id, inputs, state });
        }
      }
    });

    for (const [kind, { missing }] of everyKind) {
      it(`reports that a ${kind} doesn't exist or can't be imported if the account lacks the id`, async () => {
        const found = read(client, kind, "x").then(({ id }) => (id === "" ? "does not exist" : id));
        const said = await found.catch(({ details }: ServiceError) => details);
        expect(said).to.include(missing);
      });
    }
  });

  async function listed(
    { client }: Awaited<ReturnType<typeof configured>>,
    kind = "Sender",
  ): Promise<string[]> {
    const request = new ListRequest().setToken(`emailmarketing:index:${kind}`);
    const stream = client.raw.list(request);
    const ids: string[] = [];
    for await (const one of stream as AsyncIterable<ListResponse>) {
      ids.push(one.getResult()?.getId() ?? "");
    }
    return ids;
  }

  it("lists senders, lists and unsent campaigns if the setting is operations=extended", async () => {
    const { campaigns, lists, senders } = emulator().snapshot();
    const idsOf = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
    expect(await listed(await configured())).to.deep.equal(idsOf(senders));
    const plugin = await configured({ operations: "extended" });
    const open = campaigns.filter(({ status }) => /^(draft|scheduled)$/i.test(status));
    expect(await listed(plugin, "Campaign")).to.deep.equal(idsOf(open));
    expect(await listed(plugin, "List")).to.have.members(idsOf(lists));
  });

  it("keeps the process running until a call or a list has ended, even if it fails", async () => {
    const events: string[] = [];
    const begin = () => {
      events.push("begin");
      return () => void events.push("end");
    };
    const plugin = await startPlugin({ begin });
    await plugin.client.getPluginInfo(new Empty());
    expect(events).to.deep.equal(["begin", "end"]);
    await failureOf(listed(plugin, "CampaignSchedule"));
    expect(events).to.deep.equal(["begin", "end", "begin", "end"]);
  });

  it("names the resource type in the error if the service refuses the search of a list", async () => {
    const plugin = await configured({ apiKey: secret("wrong") });
    expect((await failureOf(listed(plugin))).details).to.match(/^list Sender: the service /);
  });

  it("fails with advice if objects of a resource type can't be listed", async () => {
    const plugin = await configured();
    const why = async (kind: string) => (await failureOf(listed(plugin, kind))).details;
    expect(await why("Campaign")).to.equal(
      'Campaign: can only be listed with emailmarketing:operations "extended". [validation]',
    );
    expect(await why("CampaignSchedule")).to.equal(
      "CampaignSchedule: can't be listed, because the service has no operation that lists them. Declare it: pulumi up sends the date to the campaign. [validation]",
    );
  });

  describe("in a function call", () => {
    const invoke = async (
      client: PluginClient,
      name: string,
      args: object,
      { isPreview = false } = {},
    ) => {
      const request = new InvokeRequest().setTok(`emailmarketing:index:${name}`);
      request.setArgs(struct(args)).setPreview(isPreview);
      return plain((await client.invoke(request)).getReturn());
    };

    it("sends one request for equal function calls, and a new one after a write", async () => {
      const { status: word } = await invoke(client, "getDomain", { domain: "acme.example" });
      expect(word).to.equal("verified");
      await invoke(client, "getDomains", { search: "acme", status: "verified" });
      await invoke(client, "getDomains", { status: "verified", search: "acme" });
      expect(requests()).to.deep.equal(["POST /domains/search", "POST /domains/search"]);
      const request = about("Sender").create(sender);
      // A preview writes nothing.
      await client.create(request.setPreview(true));
      const previewed = requests().length;
      await invoke(client, "getDomains", { search: "acme", status: "verified" });
      expect(requests().slice(previewed)).to.deep.equal([]);
      await client.create(request.setPreview(false));
      const before = requests().length;
      await invoke(client, "getDomains", { search: "acme", status: "verified" });
      expect(requests().slice(before)).to.deep.equal(["POST /domains/search"]);
    });

    for (const [engine, next, expected] of [
      ["the same engine", "127.0.0.1:1", 1],
      ["another engine", "127.0.0.1:2", 2],
    ] as const) {
      it(`sends ${expected === 1 ? "one request" : "two requests"} for two equal calls if the second call comes from ${engine}`, async () => {
        const { client } = await configured();
        const before = requests().length;
        for (const address of ["127.0.0.1:1", next]) {
          await client.attach(new PluginAttach().setAddress(address));
          await invoke(client, "getDomains", {});
        }
        expect(requests().slice(before)).to.have.length(expected);
      });
    }

    it("returns contact data as secrets", async () => {
      const contact = await invoke(client, "getContact", { id: "contact-1" });
      const marked = Object.values(contact).filter((value) =>
        JSON.stringify(value).includes("1b47061264138c4ac30d75fd1eb44270"),
      );
      expect(marked).to.have.length(Object.keys(contact).length);
    });

    it("returns the current result, with a message, if a preview calls a function that waits", async () => {
      emulator().reset();
      const { client, logged } = await configured({
        verifyUrl: emulator().verifyUrl,
        verifyKey: secret(canaryKeys.verifyKey),
      });
      const args = { fileId: "file-2", wait: {} };
      const result = await invoke(client, "getFileVerification", args, { isPreview: true });
      expect(result.finished).to.equal(false);
      expect(logged.map(({ sentence }) => sentence)).to.deep.equal([
        'getFileVerification: file "file-2" is "processing", and a preview doesn\'t wait for it to finish.',
      ]);
    });

    it("accepts the members of an argument in snake case, as in a Python dictionary", async () => {
      const { client } = await configured({
        verifyUrl: emulator().verifyUrl,
        verifyKey: secret(canaryKeys.verifyKey),
      });
      const verify = (wait: object) =>
        invoke(client, "getFileVerification", { fileId: "file-1", wait });
      expect((await verify({ timeout_seconds: 5 })).fileId).to.equal("file-1");
      expect((await verify({ timeoutSeconds: 5 })).fileId).to.equal("file-1");
      const misnamed = await failureOf(verify({ time_out_seconds: 5 }));
      expect(misnamed.details).to.match(/unknown input "timeOutSeconds"/);
      const twice = await failureOf(verify({ timeout_seconds: 5, timeoutSeconds: 5 }));
      expect(twice.details).to.match(/unknown input "timeout_seconds"/);
    });
  });
});
