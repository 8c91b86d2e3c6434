import { CustomResource, type CustomResourceOptions, output, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { commonFields, text } from "../../provider/input/validation";
import type { Lifecycle, ProgramCheck } from "../../provider/lifecycle/lifecycle";
import { registration } from "../../provider/program/dynamic-resource";
import { Provider } from "../../provider/provider";
import { Campaign } from "../../provider/resources/campaign/program";
import { CampaignSchedule } from "../../provider/resources/campaign-schedule/program";
import { CustomProperty } from "../../provider/resources/custom-property/program";
import { DomainDnsShare } from "../../provider/resources/domain/program";
import { List } from "../../provider/resources/list/program";
import { getSenders, Sender } from "../../provider/resources/sender/program";
import { WebhookActivation } from "../../provider/resources/webhook/program";
import { canaryKeys } from "../support/canary";
import { useSkippedWaits } from "../support/clock";
import { closedPort } from "../support/free-port";
import { sent, useEmulator } from "../support/service";
import { type InlineRunOptions, runInline } from "./inline-run";

const unverified =
  'the domain new.example is not verified (status "not_verified"), so the service will reject the address. Publish its DNS records (a DomainDnsShare emails them to the people who can), then verify the domain. [sender-domain-unverified email]';
const missing =
  "the account has no domain none.example, so the service will reject the address. Add the domain in the service's web app and publish its DNS records first. [sender-domain-unknown email]";
const asInvalid =
  "this program has invalid inputs (see the errors of the resources above). [validation]";
const asErrors =
  'preflight found problems that would make this update fail (see the resources above). Set emailmarketing:preflight to "warn" to continue anyway. [validation]';

type Checks = readonly ProgramCheck<object>["atEnd"][];

const never = () => Promise.reject(new Error("no preview comes here"));
const things: Lifecycle<{ label: string; more?: string }, { status: string }> = {
  kind: "Thing",
  labelInput: "label",
  fields: {
    label: { required: true, check: text({ min: 1 }) },
    more: { check: text({ min: 1 }) },
    ...commonFields,
  },
  outputs: { status: true },
  create: never,
};

/** A resource with its own preflight checks. */
class Thing extends CustomResource {
  constructor(
    name: string,
    args: object,
    { checks, ...options }: CustomResourceOptions & { checks: Checks },
  ) {
    const preflightChecks = checks.map((atEnd) => ({ inputs: [], atEnd }) as const);
    const { type, inputs, report } = registration(
      { ...things, preflightChecks },
      { name, args, opts: options },
    );
    super(type, name, inputs, options);
    report(this as never);
  }
}

const says =
  (problem: string, level: "error" | "warning" | "info" = "error"): Checks[number] =>
  ({ own }) =>
    own.isChanged ? [{ path: "", name: "list-empty", level, problem }] : [];

describe("a program's preflight", function () {
  const emulator = useEmulator(this);

  /** Runs a program with the settings of the emulator's account, and lists the requests to the emulator. */
  async function run(program: () => unknown, options: InlineRunOptions = {}) {
    const before = emulator().requests().length;
    const config = {
      "emailmarketing:baseUrl": emulator().baseUrl,
      "emailmarketing:apiKey": canaryKeys.apiKey,
      ...options.config,
    };
    const { warnings, failures } = await runInline(program, {
      ...options,
      config,
      lifecycles: { Thing: things },
    });
    const asked = sent(emulator().requests().slice(before)).sort();
    return { warnings, failures: failures.map(({ message }) => message), asked };
  }

  const twoSenders = () => {
    new Sender("one", { email: "one@new.example", name: "One" });
    new Sender("two", { email: "two@none.example", name: "Two" });
  };
  const modeError = { config: { "emailmarketing:preflight": "error" } };

  it("warns if the sender that a new Sender declares exists already and adopt is false", async () => {
    const taken = { email: "hello@acme.example", name: "Acme", adopt: false };
    expect((await run(() => new Sender("taken", taken))).warnings).to.deep.equal([
      "warning taken: a sender with this address and name already exists, and adopt is false. Remove adopt: false to adopt it, or use another name. [sender-conflict adopt]",
    ]);
  });

  it("suggests a similar domain or list if a Sender's domain or Campaign's list doesn't exist", async () => {
    const { warnings } = await run(() => {
      new Sender("typo", { email: "one@acme.exmaple", name: "One" });
      new Campaign("spring", {
        name: "Spring",
        subject: "Sow tomatoes now",
        sender: { email: "hello@acme.example", name: "Acme" },
        plainText: "Sow tomatoes now. %%unsubscribe%%",
        listIds: ["custmers"],
      });
    });
    expect(warnings).to.have.members([
      'warning typo: the account has no domain acme.exmaple (did you mean "acme.example"?), so the service will reject the address. Add the domain in the service\'s web app and publish its DNS records first. [sender-domain-unknown email]',
      'warning spring: listIds: the account has no list "custmers", so the update will fail. The list with the name "Customers" has the id "list-1": use the id. [list-unknown listIds]',
    ]);
  });

  it('reports the problems of two resources as errors and fails the program once if preflight is "error"', async () => {
    const { warnings, failures } = await run(twoSenders, modeError);
    expect(warnings).to.deep.equal([`error one: ${unverified}`, `error two: ${missing}`]);
    expect(failures).to.deep.equal([asErrors]);
  });

  const silent: [string, InlineRunOptions][] = [
    ["if preflight is off", { config: { "emailmarketing:preflight": "off" } }],
    ["if the program runs in an update", { isPreview: false }],
    ["if the program runs under mocks", { showsMocks: true }],
    [
      "if nothing changes",
      {
        replies: {
          one: { id: "sender-8", account: "loopback" },
          two: { id: "sender-9", account: "loopback" },
        },
      },
    ],
  ];
  for (const [where, options] of silent) {
    it(`sends no request and reports no problem ${where}`, async () => {
      expect(await run(twoSenders, options)).to.deep.equal({
        warnings: [],
        failures: [],
        asked: [],
      });
    });
  }

  it('shows the date and new list of each newly scheduled campaign even if preflight is "off"', async () => {
    const sender = { email: "hello@acme.example", name: "Acme" };
    const mail = { subject: "New", sender, plainText: "Hello. %%unsubscribe%%" };
    const program = () => {
      const list = new List("vip", { name: "VIP" });
      for (const name of ["spring", "autumn"]) {
        const { id } = new Campaign(name, { name, ...mail, listIds: ["list-1", list.id] });
        new CampaignSchedule(`date-of-${name}`, {
          campaignId: id,
          scheduledAt: "2098-03-20 09:00:00",
        });
      }
      new CampaignSchedule("known", {
        campaignId: "campaign-9",
        scheduledAt: "2098-03-20 09:00:00",
      });
    };
    const off = { "emailmarketing:preflight": "off", "emailmarketing:operations": "extended" };
    const { warnings, asked } = await run(program, { config: off });
    const words =
      'for 2098-03-20 09:00:00 to an unknown number of contacts (preflight is off): the new list "VIP". [campaign-audience campaignId]';
    expect(warnings).to.deep.equal([
      `info date-of-autumn: schedules "autumn" ${words}`,
      `info date-of-spring: schedules "spring" ${words}`,
    ]);
    expect(asked).to.deep.equal([]);
  });

  it("runs no preflight checks for an object whose create is unconfirmed", async () => {
    const program = () => new Thing("thing", { label: "L" }, { checks: [says("is wrong")] });
    const warnings = async (id: string) =>
      (await run(program, { replies: { thing: { id } } })).warnings;
    expect(await warnings("unknown:1")).to.deep.equal([]);
    expect(await warnings("thing-1")).to.deep.equal(["warning thing: is wrong [list-empty]"]);
  });

  const tellsAll: Checks[number] = ({ own: { name, id, isChanged, order }, props }) => {
    const isNew = id === undefined;
    const problem = JSON.stringify({ name, isNew, isChanged, order, props });
    return [{ path: "", name: "list-unknown", level: "info", problem }];
  };

  it("checks the inputs that the engine returns, not those that the program passed", async () => {
    const program = () => {
      const first = new Thing("first", { label: "L", more: null }, { checks: [tellsAll] });
      const { status } = first as unknown as { status: unknown };
      new Thing("second", { label: status }, { checks: [tellsAll] });
      new Thing("third", { label: "ours" }, { checks: [tellsAll] });
    };
    // The engine returns another label than the declared one, as ignoreChanges does, and an input that isn't declared.
    const third = { id: "thing-3", label: "theirs", more: "added" };
    const { warnings, failures } = await run(program, { replies: { third } });
    expect(warnings).to.deep.equal([
      'info first: {"name":"first","isNew":true,"isChanged":true,"order":0,"props":{"label":"L"}} [list-unknown]',
      'info second: {"name":"second","isNew":true,"isChanged":true,"order":1,"props":{"label":"04da6b54-80e4-46f7-96ec-b56ff0331ba9"}} [list-unknown]',
      'info third: {"name":"third","isNew":false,"isChanged":true,"order":2,"props":{"label":"theirs","more":"added"}} [list-unknown]',
    ]);
    expect(failures).to.deep.equal([]);
  });

  it("reports an invalid setting only once, by the checks of the inputs", async () => {
    const { warnings, failures } = await run(twoSenders, {
      config: { "emailmarketing:preflight": "loud" },
    });
    expect(warnings).to.deep.equal([]);
    expect(failures).to.deep.equal([
      'stack config emailmarketing:preflight: must be one of "warn", "error", "off". [config]',
    ]);
  });

  it("skips a resource if its inputs are invalid, and checks the others", async () => {
    const program = () => {
      new Sender("bad", { email: "nobody", name: "" });
      new Sender("good", { email: "good@new.example", name: "Good" });
    };
    const { warnings, failures } = await run(program);
    expect(warnings).to.deep.equal([
      "error bad: email: must be an email address, such as news@example.com [validation email]",
      "error bad: name: must not be empty [validation name]",
      `warning good: ${unverified}`,
    ]);
    expect(failures).to.deep.equal([asInvalid]);
  });

  it("reports duplicates of an unchanged Sender if a check of another resource reads all senders", async () => {
    const account = emulator().snapshot();
    const senders = ["sender-1", "sender-9"].map((id) => ({ ...account.senders[0], id }));
    emulator().seed({ ...account, senders });
    const kept = () => new Sender("kept", { email: "hello@acme.example", name: "Acme" });
    const unchanged = { replies: { kept: { id: "sender-1", account: "loopback" } } };
    expect(await run(kept, unchanged)).to.deep.equal({ warnings: [], failures: [], asked: [] });
    const program = () => {
      kept();
      twoSenders();
    };
    const { warnings, asked } = await run(program, unchanged);
    expect(warnings.filter((one) => one.includes("kept"))).to.deep.equal([
      'warning kept: the account has more than one sender with this address and name (ids "sender-1", "sender-9"), as after two updates at the same time. Delete those that nothing uses in the service\'s web app. [sender-twice]',
    ]);
    expect(asked).to.deep.equal((await run(twoSenders)).asked);
  });

  it("reports two equal Senders only once, even if both are new", async () => {
    const twice = [
      'warning late: Sender "early" in this program has the same address and name, so both would manage the same sender. Declare it only once. [sender-duplicate]',
    ];
    const program = async () => {
      new Sender("early", { email: "news@acme.example", name: "News" });
      await new Promise((resolve) => setImmediate(resolve));
      new Sender("late", { email: "NEWS@acme.example", name: "News" });
    };
    expect((await run(program)).warnings).to.deep.equal(twice);
    // A second run must not see the declarations of the first one.
    expect((await run(program)).warnings).to.deep.equal(twice);
    const unchanged = { id: "sender-9", account: "loopback" };
    const early = await run(program, { replies: { early: unchanged } });
    expect(early.warnings).to.deep.equal(twice);
    const late = await run(program, { replies: { late: unchanged } });
    expect(late.warnings).to.have.length(1);
    expect(late.warnings[0]).to.match(/^warning early: Sender "late" in this program/);
  });

  it("reports its findings even if the program fails later", async () => {
    const program = () => {
      new Sender("news", { email: "news@new.example", name: "News" });
      throw new Error("no more");
    };
    const { warnings, failures } = await run(program);
    expect(warnings).to.deep.equal([`warning news: ${unverified}`]);
    expect(failures).to.deep.equal(["no more"]);
  });

  it("passes all declared resources of a type to each check, and searches the account only once", async () => {
    const checks: Checks = [
      async ({ account: { replyTos }, resources }) => {
        const declared = await resources("Thing");
        const others = await resources("Other");
        const found = await replyTos.withKey("support@acme.example");
        const names = declared.map(({ name }) => name).join();
        const problem = `${names} ${others.length} ${found.length}`;
        return [{ path: "", name: "list-unknown", level: "info", problem }];
      },
    ];
    const program = () => {
      new Sender("sender", { email: "one@acme.example", name: "One" });
      new Thing("one", { label: "L" }, { checks });
      new Thing("two", { label: "L" }, { checks });
      new Thing("bad", { label: "" }, { checks });
    };
    const { warnings, asked } = await run(program);
    expect(warnings).to.deep.equal([
      "error bad: label: must not be empty [validation label]",
      "info one: one,two,bad 0 1 [list-unknown]",
      "info two: one,two,bad 0 1 [list-unknown]",
    ]);
    expect(asked.filter((one) => one === "POST /reply-emails/search")).to.have.length(1);
  });

  it("checks the other resources of the program even if the package refuses one of them", async () => {
    const { warnings, failures } = await run(() => {
      new Sender("refused", { email: "a@acme.example", name: "A" }, { import: "sender-1" });
      twoSenders();
    });
    expect(warnings).to.deep.equal([`warning one: ${unverified}`, `warning two: ${missing}`]);
    expect(failures).to.have.length(1);
    expect(failures[0]).to.match(
      /^Sender "refused": the resource option "import" is not supported/,
    );
  });

  const ahead = "2098-03-01 09:00:00";

  it("judges the date of a new schedule by the service even if the program declares its existing Campaign", async () => {
    emulator().patch("campaigns", "campaign-2", { status: "Scheduled" });
    const program = () => {
      new Campaign("spring", {
        name: "Spring",
        subject: "Sow tomatoes now",
        sender: { email: "hello@acme.example", name: "Acme" },
        plainText: "Sow tomatoes now. %%unsubscribe%%",
        listIds: ["list-1"],
      });
      new CampaignSchedule("march", { campaignId: "campaign-2", scheduledAt: ahead });
    };
    const { warnings } = await run(program, {
      config: { "emailmarketing:operations": "extended" },
      replies: { spring: { id: "campaign-2", account: "loopback" } },
    });
    expect(warnings.join("\n")).to.match(
      /^warning march: scheduledAt: .* is already scheduled in the service/m,
    );
  });

  it("leaves maxRecipients to the update if only the update knows a schedule's campaign", async () => {
    const program = () => {
      const thing = new Thing("thing", { label: "L" }, { checks: [] });
      const { status } = thing as unknown as { status: string };
      new CampaignSchedule("march", { campaignId: status, scheduledAt: ahead });
    };
    const config = { "emailmarketing:maxRecipients": "100" };
    expect((await run(program, { config })).failures).to.deep.equal([]);
  });

  it("fails the preview of a new schedule if its campaign goes to more contacts than maxRecipients allows", async () => {
    const program = () => {
      const campaign = new Campaign("spring", {
        name: "Spring",
        subject: "Sow tomatoes now",
        sender: { email: "hello@acme.example", name: "Acme" },
        plainText: "Sow tomatoes now. %%unsubscribe%%",
        listIds: ["list-1"],
      });
      new CampaignSchedule("march", { campaignId: campaign.id, scheduledAt: ahead });
    };
    const config = { "emailmarketing:maxRecipients": "1" };
    const { warnings, failures } = await run(program, { config });
    expect(warnings).to.include(
      "error march: the campaign goes to 2 contacts, but the setting maxRecipients allows 1 (stack config emailmarketing:maxRecipients). Use smaller lists, or raise the setting. [validation]",
    );
    expect(failures).to.deep.equal([
      "a setting forbids part of this program (see the errors of the resources above). [validation]",
    ]);
  });

  it("warns about two shares of a domain's DNS records if only one of their recipients is the same", async () => {
    const share = (name: string, recipients: string[]) =>
      new DomainDnsShare(name, { domainId: "domain-1", recipients });
    const { warnings } = await run(() => {
      share("one", ["ops@acme.example", "it@acme.example"]);
      share("two", ["OPS@acme.example", "web@acme.example"]);
      share("three", ["dns@acme.example"]);
    });
    expect(warnings.filter((one) => one.includes("[share-duplicate"))).to.deep.equal([
      'warning two: DomainDnsShare "one" in this program sends the same domain\'s records to one of these recipients, who would get them twice. Remove the recipient from one of the two. [share-duplicate]',
    ]);
  });

  it("passes only the resources of its own account that the engine doesn't leave out to each check", async () => {
    const checks: Checks = [
      async ({ resources }) => {
        const problem = (await resources()).map(({ name }) => name).join();
        return [{ path: "", name: "list-unknown", level: "info", problem }];
      },
    ];
    const program = () => {
      const { baseUrl } = emulator();
      const apiKey = canaryKeys.apiKey;
      const provider = new Provider("other", { baseUrl, apiKey, account: "other" });
      new Sender("sender", { email: "one@acme.example", name: "One" });
      new Thing("one", { label: "L" }, { checks });
      new Thing("two", { label: "L" }, { checks, provider });
      new Thing("out", { label: "L" }, { checks });
    };
    // The response for a resource that --target or --exclude leaves out has no inputs.
    const replies = { out: { label: undefined } };
    expect((await run(program, { replies })).warnings).to.deep.equal([
      "info one: sender,one [list-unknown]",
      "info two: two [list-unknown]",
    ]);
  });

  it("runs no checks in an account whose settings are unknown in the preview", async () => {
    const program = () => {
      const thing = new Thing("thing", { label: "L" }, { checks: [] });
      const { status } = thing as unknown as { status: string };
      const { baseUrl } = emulator();
      const later = new Provider("later", { baseUrl, apiKey: status });
      new Sender("news", { email: "news@new.example", name: "News" }, { provider: later });
    };
    expect(await run(program)).to.deep.equal({ warnings: [], failures: [], asked: [] });
  });

  it(`reports an unreadable account once, and fails the program if preflight is "error"`, async () => {
    const key = { "emailmarketing:apiKey": "wrong" };
    const unasked =
      /^preflight could not check the account: .+ To skip these checks, set emailmarketing:preflight to "off"\.$/;
    const warned = await run(twoSenders, { config: key });
    expect(warned.warnings).to.have.length(1);
    expect(warned.warnings[0]?.replace("warning the stack: ", "")).to.match(unasked);
    expect(warned.failures).to.deep.equal([]);
    const failed = await run(twoSenders, { config: { ...modeError.config, ...key } });
    expect(failed.warnings).to.deep.equal([]);
    expect(failed.failures).to.have.length(1);
    expect(failed.failures[0]).to.match(/\. \[auth\]$/);
    expect(failed.failures[0]?.replace(" [auth]", "")).to.match(unasked);
  });

  it('only warns of a missing key, even if preflight is "error"', async () => {
    const config = { ...modeError.config, "emailmarketing:apiKey": "" };
    const { warnings, failures } = await run(twoSenders, { config });
    expect(warnings).to.have.length(1);
    expect(warnings[0]).to.include('missing required setting "apiKey"');
    expect(failures).to.deep.equal([]);
  });

  it("fails the program with the original message if a check throws an internal error", async () => {
    const checks: Checks = [() => Promise.reject(new TypeError("is broken"))];
    const program = () => new Thing("thing", { label: "L" }, { checks });
    expect(await run(program)).to.deep.equal({ warnings: [], failures: ["is broken"], asked: [] });
  });

  for (const [type, wrong] of Object.entries({
    "a number": () => 5,
    "an array": (right: unknown) => [right],
    "an object": (right: unknown) => ({ value: right }),
  })) {
    it(`accepts a valid resource even if another resource has ${type} as the value of an input`, async () => {
      const spring = {
        name: "Spring",
        subject: "New",
        sender: { email: "hello@acme.example", name: "Acme" },
        plainText: "Hello. %%unsubscribe%%",
        listIds: ["list-1"],
      };
      const kinds = {
        Campaign: [Campaign, spring],
        CampaignSchedule: [CampaignSchedule, { campaignId: "campaign-2", scheduledAt: "2098-03-20 09:00:00" }], // biome-ignore format: one row
        List: [List, { name: "Readers" }],
        Sender: [Sender, { email: "one@none.example", name: "One" }],
        CustomProperty: [CustomProperty, { name: "Shoe size", type: "number" }],
        WebhookActivation: [WebhookActivation, { webhookId: "webhook-1" }],
        DomainDnsShare: [DomainDnsShare, { domainId: "domain-1", recipients: ["it@b.example"] }],
      } as const;
      const program = () => {
        for (const [kind, [Resource, inputs]] of Object.entries(kinds)) {
          const One = Resource as unknown as new (name: string, inputs: object) => unknown;
          for (const [name, right] of Object.entries({ ...inputs, existingId: "x-1" })) {
            new One(`wrong ${kind} ${name}`, { ...inputs, [name]: wrong(right) });
          }
          // Declared last, because a resource is compared only with earlier ones.
          new One(`right ${kind}`, inputs);
        }
      };
      const config = { "emailmarketing:operations": "extended", "emailmarketing:timeZone": "UTC" };
      const { warnings, failures } = await run(program, { config });
      expect(failures).to.deep.equal([asInvalid]);
      expect(warnings).to.include(`warning right Sender: ${missing}`);
      expect(warnings.filter((one) => /^error right|is not a function/.test(one))).to.deep.equal(
        [],
      );
    });
  }

  it("hides secret inputs of three or more characters, and domains of secret addresses, in warnings", async () => {
    const checks = [says("who@hidden.example, who is at hidden.example: abc, not ab or open")];
    const program = () => {
      const args = { label: secret("hidden.example"), more: secret("who@hidden.example") };
      new Thing("host", args, { checks });
      new Thing("long", { label: output("open"), more: secret("abc") }, { checks });
      new Thing("short", { label: "abc", more: secret("ab") }, { checks });
      new Thing("address", { label: "L", more: secret("who@hidden.example") }, { checks });
    };
    expect((await run(program)).warnings).to.deep.equal([
      "warning address: [secret], who is at [secret]: abc, not ab or open [list-empty]",
      "warning host: [secret], who is at [secret]: abc, not ab or open [list-empty]",
      "warning long: who@hidden.example, who is at hidden.example: [secret], not ab or open [list-empty]",
      "warning short: who@hidden.example, who is at hidden.example: abc, not ab or open [list-empty]",
    ]);
  });
});

describe("an outage of the service during a preview", function () {
  useSkippedWaits(this);

  it("stops the retries of preflight and of a function after about 20 s", async () => {
    const program = async () => void (await getSenders());
    // This address refuses connections, and is not a loopback address.
    const config = {
      "emailmarketing:baseUrl": `https://0.0.0.0:${closedPort}/v1`,
      "emailmarketing:apiKey": canaryKeys.apiKey,
    };
    const { failures } = await runInline(program, { config });
    expect(failures.map(({ message }) => message).join()).to.match(/ attempts in 2\d s\)/);
    const { warnings } = await runInline(
      () => new Sender("news", { email: "news@new.example", name: "News" }),
      { config: { ...config, "emailmarketing:account": "alone" } },
    );
    expect(warnings.join()).to.match(
      /preflight could not check the account: can't connect to .* attempts in 2\d s\)/,
    );
  });
});
