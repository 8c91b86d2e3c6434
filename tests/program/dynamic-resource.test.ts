import { asset, isSecret, Output, output, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { createClaims, engineNotes } from "../../provider/account/claims";
import { unknownValue } from "../../provider/plain/value";
import { knownSoFar } from "../../provider/program/sdk";
import { Campaign } from "../../provider/resources/campaign/program";
import { CustomProperty } from "../../provider/resources/custom-property/program";
import { DomainDnsShare } from "../../provider/resources/domain/program";
import { getSender, getSenderOutput, Sender } from "../../provider/resources/sender/program";
import { senderLifecycle } from "../../provider/resources/sender/resource";
import { WebhookActivation } from "../../provider/resources/webhook/program";
import { defaultSettings } from "../../provider/settings/settings";
import { useEnvironment } from "../support/environment";
import { useScratch } from "../support/scratch";
import { type InlineRunOptions, runInline, within } from "./inline-run";

describe("the registration of a dynamic resource", function () {
  const scratch = useScratch(this);
  const setEnvironment = useEnvironment(this);

  /** The provider text of a declared sender, and the result of the run. */
  async function declareSender(email: string, options: InlineRunOptions) {
    const texts: unknown[] = [];
    const { failures } = await runInline(async () => {
      const sender = new Sender("news", { email, name: "News" });
      texts.push(await knownSoFar((sender as unknown as { __provider: unknown }).__provider));
    }, options);
    return { texts, failures };
  }

  const constant = 'exports.handler = () => require("pulumi-email-marketing/dynamic").Sender();';

  it("keeps the inputs out of the provider code that the engine stores", async () => {
    const config = { "emailmarketing:preflight": "off" };
    expect(await declareSender("news@acme.example", { config })).to.deep.equal({
      texts: [constant],
      failures: [],
    });
  });

  it("adds a secret input's name to the provider code if an output has the same value", async () => {
    const texts: unknown[] = [];
    await runInline(
      async () => {
        for (const [name, recipients] of Object.entries({
          plain: [output("a@acme.example")],
          hidden: ["a@acme.example", secret("b@acme.example")],
        })) {
          const share = new DomainDnsShare(name, { domainId: "domain-1", recipients });
          texts.push(await knownSoFar((share as unknown as { __provider: unknown }).__provider));
        }
      },
      { config: { "emailmarketing:preflight": "off" } },
    );
    expect(texts.map((text) => /\.(\w+\(.*\));/.exec(String(text))?.[1])).to.deep.equal([
      "DomainDnsShare()",
      'DomainDnsShare("recipients")',
    ]);
  });

  it("checks the inputs even if the program runs under mocks", async () => {
    const { texts, failures } = await declareSender("nobody", { showsMocks: true });
    expect(texts).to.deep.equal([]);
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'Sender "news": email: must be an email address, such as news@example.com [validation email]',
    ]);
    expect(await declareSender("news@acme.example", { showsMocks: true })).to.deep.equal({
      texts: [constant],
      failures: [],
    });
  });

  it("makes every input an output of the resource, even if the input is unset", async () => {
    const made = async (options: InlineRunOptions) => {
      const names: string[] = [];
      await runInline(async () => {
        new Sender("first", { email: "news@acme.example", name: "News" });
        const sender = new Sender("news", {
          email: "news@acme.example",
          name: "More",
          city: "Bonn",
        });
        const all = Object.keys(senderLifecycle.fields);
        names.push(...Object.keys(sender).filter((name) => all.includes(name)));
        expect(all.every((name) => Output.isInstance(Reflect.get(sender, name)))).to.equal(true);
        expect(await knownSoFar([sender.city, sender.country])).to.deep.equal(
          options.isPreview === false ? ["Bonn", undefined] : ["Bonn", unknownValue],
        );
      }, options);
      return names;
    };
    const config = { "emailmarketing:preflight": "off" };
    expect(await made({ config, isPreview: false })).to.have.members(["email", "name", "city"]);
    expect(await made({ config })).to.have.members(["email", "name", "city"]);
  });

  it("returns the engine's value for an input if the program leaves the input unset", async () => {
    const added = { country: "DE", state: secret("Hesse"), city: null };
    const found = await within(
      async () => {
        const { country, state, city, postalCode } = new Sender("news", {
          email: "news@acme.example",
          name: "News",
        });
        expect(await isSecret(state as Output<unknown>)).to.equal(true);
        expect(await isSecret(country as Output<unknown>)).to.equal(false);
        return knownSoFar([country, state, city, postalCode]);
      },
      { config: { "emailmarketing:preflight": "off" }, replies: { news: added } },
    );
    expect(found).to.deep.equal(["DE", "Hesse", null, unknownValue]);
  });

  it("makes an unset input an output without a value if the program runs under mocks, even in a preview", async () => {
    for (const isPreview of [true, false]) {
      const found = await within(
        async () => {
          const { city } = new Sender("news", { email: "news@acme.example", name: "News" });
          return [await knownSoFar(city)];
        },
        { showsMocks: true, isPreview },
      );
      expect(found).to.deep.equal([undefined]);
    }
  });

  it("keeps the object from a delete if an update leaves out the resource, but not if the update handles it", async () => {
    const engine = "127.0.0.1:65535";
    setEnvironment({ PULUMI_NODEJS_ENGINE: engine, TMPDIR: scratch() });
    const config = {
      "emailmarketing:baseUrl": "https://api.acme.example/v1",
      "emailmarketing:apiKey": "key-1",
    };
    await within(
      () => {
        new CustomProperty("out", { name: "Out", type: "text" });
        new CustomProperty("in", { name: "In", type: "text" });
      },
      // The engine's response has no id for a resource that is left out.
      { config, isPreview: false, replies: { in: { id: "property-9" } } },
    );
    const settings = defaultSettings((key) => new Map(Object.entries(config)).get(key));
    const claims = createClaims(settings, () => engineNotes([engine]));
    expect(claims.keepReason("CustomProperty", "7", ["text out"])).to.equal(
      "the program declares it in a resource that --target or --exclude leaves out",
    );
    expect(claims.keepReason("CustomProperty", "7", ["text in"])).to.equal(undefined);
  });

  it("reports invalid inputs even if the value of an input is an Output", async () => {
    const email = output("nobody");
    const { warnings } = await runInline(() => new Sender("news", { email, name: "" }));
    expect(warnings).to.deep.equal([
      "error news: email: must be an email address, such as news@example.com [validation email]",
      "error news: name: must not be empty [validation name]",
    ]);
  });

  it("fails with the name of the input if an input contains itself", async () => {
    const create: Record<string, unknown> = { note: "VIP" };
    create.of = [{ create }];
    const twice = { note: "VIP" };
    const { failures } = await runInline(
      () => {
        const sender = { email: "news@acme.example", name: "News" };
        new Sender("news", { ...sender, extraFields: { create } });
        new Sender("more", { ...sender, extraFields: { create: { one: twice, other: [twice] } } });
      },
      { config: { "emailmarketing:preflight": "off" } },
    );
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'Sender "news": extraFields: must not contain itself. Copy only the values that it needs [validation extraFields]',
    ]);
  });

  for (const [how, subject] of [
    ["a plain text", "Sale \ud83d"],
    ["an output", output("\udd25 Sale")],
  ] as const) {
    it(`fails with the name of the input if ${how} has half of an emoji`, async () => {
      const { failures } = await runInline(() => {
        const sender = { email: "news@acme.example", name: "Acme News" };
        const content = { subject, html: "<p>Hello 🔥</p>" };
        new Campaign("letter", { name: "Letter", ...content, sender, listIds: ["list-1"] });
      });
      expect(failures.map(({ message }) => message)).to.deep.equal([
        'Campaign "letter": subject: has half of an emoji or of another character, as after a text was cut with slice. Cut it by whole characters, as in [...text].slice(0, 50).join("") [validation subject]',
      ]);
    });
  }

  it("fails with the name of the input if the file of an asset doesn't exist", async () => {
    const { failures } = await runInline(() => {
      const sender = { email: "news@acme.example", name: "Acme News" };
      const content = { subject: "Hello", html: new asset.FileAsset("no/such.html") };
      new Campaign("letter", { name: "Letter", ...content, sender, listIds: ["list-1"] });
    });
    expect(failures).to.have.length(1);
    expect(failures[0]?.message).to.match(
      /^Campaign "letter": html: .*no\/such\.html.* \[validation html\]$/,
    );
  });

  it("refuses an input if the value is a whole resource", async () => {
    const { warnings } = await runInline(() => {
      const sender = new Sender("news", { email: "news@acme.example", name: "News" });
      new Campaign("letter", {
        name: "Letter",
        subject: "What is new",
        html: "<p>Hello</p>",
        sender,
        listIds: ["list-1"],
      });
    });
    expect(warnings.filter((one) => one.startsWith("error"))).to.deep.equal([
      "error letter: sender: must be an object with email and name (got a resource; pass its outputs, as in { email: s.email, name: s.name }) [validation sender]",
    ]);
  });

  it("advises how to get the ids if the program passes the promise of getLists as listIds", async () => {
    const name = "Letter";
    const { warnings } = await runInline(() => {
      const listIds = Promise.resolve({ lists: [{ id: "list-1", name: "Customers" }] }) as never;
      const sender = { email: "news@acme.example", name: "News" };
      new Campaign("letter", { name, subject: name, html: "<p>Hello</p>", sender, listIds });
    });
    expect(warnings.filter((one) => one.startsWith("error"))).to.deep.equal([
      'error letter: listIds: must be an array (got an object; pass a member of each of its "lists", such as the id, as in (await getLists({})).lists.map(({ id }) => id), or use getListsOutput) [validation listIds]',
    ]);
  });

  it("advises how to adopt an existing object if the program sets the option import", async () => {
    const said = async (declare: () => unknown) => {
      const { failures } = await runInline(() => void declare());
      return failures.map(({ message }) => /supported\. ([^.]+)\./.exec(message)?.[1]);
    };
    const opts = { import: "1" };
    const property = { name: "plan", type: "text" } as const;
    expect(await said(() => new CustomProperty("plan", property, opts))).to.deep.equal([
      "Declare it with existingId set to its id",
    ]);
    expect(await said(() => new WebhookActivation("a", { webhookId: "1" }, opts))).to.deep.equal([
      "A WebhookActivation that already exists is adopted when you declare it",
    ]);
  });

  for (const option of ["import", "id"]) {
    it(`refuses a Sender if the program sets the resource option "${option}"`, async () => {
      const { failures } = await runInline(
        () =>
          new Sender(
            "news",
            { email: "news@acme.example", name: "News" },
            { [option]: "sender-1" },
          ),
      );
      expect(failures.map(({ message }) => message)).to.deep.equal([
        `Sender "news": the resource option "${option}" is not supported. A Sender that already exists is adopted when you declare it. To import a whole account, run: pulumi-email-marketing import [validation]`,
      ]);
    });
  }

  const news = { email: "news@acme.example", name: "News" };
  const settings = { apiKey: "key-1", baseUrl: "https://mail.example/v1" };
  const useProvider =
    'the option "provider" must be a Provider. Use new Provider("name", { ... }), with the settings as its arguments [validation]';

  it("throws an error without a stack trace if the option provider isn't a Provider", async () => {
    for (const provider of [settings, "acme", Promise.resolve(settings)]) {
      let isConstructed = false;
      const { failures } = await runInline(() => {
        new Sender("news", news, { provider: provider as never });
        isConstructed = true;
      });
      const messages = failures.map(({ message, stack }) => [message, stack]);
      const sentence = `Sender "news": ${useProvider}`;
      expect(messages).to.deep.equal([[sentence, sentence]]);
      expect(isConstructed).to.equal(false);
    }
  });

  it('fails with the same message as getSender if the option "provider" is not a Provider', async () => {
    const { failures } = await runInline(
      async () => void (await getSender(news, { provider: settings as never })),
    );
    const refused = [`getSender: ${useProvider}`];
    expect(failures.map(({ message }) => message)).to.deep.equal(refused);
    const { failures: ofOutput } = await runInline(() => {
      getSenderOutput(news, { provider: settings as never });
    });
    expect(ofOutput.map(({ message }) => message)).to.deep.equal(refused);
  });

  it("refuses a logical name that contains an output, a promise or an object as text", async () => {
    const declare = async (value: unknown, ignoreChecks?: string[]) => {
      const { failures } = await runInline(() => {
        new Sender(`news-${value as string}`, { ...news, ...(ignoreChecks && { ignoreChecks }) });
      });
      return failures.map(({ message }) => message.replace(/^Sender ".*?":/, "Sender:"));
    };
    const problem =
      "Sender: its logical name has what an output, a promise or an object leaves in a string. Use a text that the program has without waiting for anything. [output-in-text]";
    expect(await declare(output("list-1"))).to.deep.equal([problem]);
    expect(await declare(Promise.resolve("list-1"))).to.deep.equal([problem]);
    expect(await declare({ id: "list-1" })).to.deep.equal([problem]);
    expect(await declare(output("list-1"), ["output-in-text"])).to.deep.equal([]);
    expect(await declare("list-1")).to.deep.equal([]);
  });

  it("throws one error if the logical name isn't a string, even if ignoreChecks contains output-in-text", async () => {
    const ofOutput =
      "its logical name has what an output, a promise or an object leaves in a string. Use a text that the program has without waiting for anything. [output-in-text]";
    const wrong: readonly (readonly [unknown, string])[] = [
      [output("news"), ofOutput],
      [Promise.resolve("news"), ofOutput],
      [{ id: "news" }, ofOutput],
      [7, "its logical name must be a string (got a number) [validation]"],
      [undefined, "its logical name must be a string (got undefined) [validation]"],
      [null, "its logical name must be a string (got null) [validation]"],
      [() => "news", "its logical name must be a string (got a function) [validation]"],
    ];
    const ignoreChecks = ["output-in-text"];
    for (const [name, problem] of wrong) {
      for (const showsMocks of [false, true]) {
        const { failures } = await runInline(
          () => new Sender(name as string, { ...news, ignoreChecks }),
          { showsMocks },
        );
        expect(failures.map(({ message }) => message)).to.deep.equal([`Sender: ${problem}`]);
      }
    }
  });

  it("reports only that the arguments must be an object if the program passes a string", async () => {
    const { failures } = await runInline(() => new Sender("news", "news@acme.example" as never));
    expect(failures.map(({ message }) => message)).to.deep.equal([
      'Sender "news": must be an object of inputs (got a string) [validation]',
    ]);
  });
});
