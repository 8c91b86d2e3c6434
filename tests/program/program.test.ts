import { mkdtemp, realpath, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { asset, ComponentResource, output, type Resource, runtime, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import { EmailMarketingError } from "../../provider/errors/error";
import * as program from "../../provider/program/program";
import { Provider } from "../../provider/provider";
import { Sender } from "../../provider/resources/sender/lifecycle";
import { type InlineRunOptions, runInline } from "../support/inline-run";

const { clearSecrets, isMocked, judgeStackConfig, knownSoFar, providerOf, resourcesOf } = program;

/** What a preview does not know. */
const unknownValue = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

/** What a function gives within a run of a program, which must not fail. */
async function within<Value>(
  ask: () => Value | Promise<Value>,
  options: InlineRunOptions = {},
): Promise<Value> {
  const given: Value[] = [];
  const { failures } = await runInline(async () => void given.push(await ask()), options);
  expect(failures).to.deep.equal([]);
  expect(given).to.have.length(1);
  return given[0] as Value;
}

const newSender = (name: string) => new Sender(name, { email: "news@acme.example", name: "News" });
const off = { config: { "emailmarketing:preflight": "off" } };

/** The module as a process that has just started has it. */
function anew(): typeof program {
  const load = createRequire(__filename);
  const path = load.resolve("../../provider/program/program");
  const known = load.cache[path];
  delete load.cache[path];
  try {
    return load(path) as typeof program;
  } finally {
    if (known) load.cache[path] = known;
  }
}

describe("isMocked", () => {
  it("tells the mocks' monitor from another and from none", async () => {
    expect(isMocked()).to.equal(false);
    expect(await within(isMocked)).to.equal(false);
    expect(await within(isMocked, { showsMocks: true })).to.equal(true);
  });
});

describe("currentRun", () => {
  it("is the same within a run, and another one for each run", async () => {
    const two = () => [program.currentRun(), program.currentRun()];
    const [first, again] = await within(two);
    const [second] = await within(two);
    const [none, noneAgain] = two();
    expect(first).to.equal(again);
    expect(first).to.not.equal(second);
    expect(none).to.equal(noneAgain);
    expect(none).to.not.equal(first);
  });
});

describe("knownSoFar", () => {
  it("gives the unknown value in place of what is unknown, at any depth", async () => {
    const known = await within(() => {
      const { status, email } = newSender("news");
      return knownSoFar({ list: [status, email], deep: { status, none: null }, zero: 0 });
    }, off);
    expect(known).to.deep.equal({
      list: [unknownValue, "news@acme.example"],
      deep: { status: unknownValue, none: null },
      zero: 0,
    });
  });

  it("leaves a resource as it is", async () => {
    const [sender, known] = await within(async () => {
      const one = newSender("news");
      return [one, (await knownSoFar({ one })) as { one: unknown }] as const;
    }, off);
    expect(known.one).to.equal(sender);
  });
});

describe("programHasRun", () => {
  it("waits for nothing where no program runs", async () => {
    expect(await program.programHasRun()).to.equal(undefined);
  });

  it("waits for the program's end, whether it fails or not", async () => {
    const order: string[] = [];
    const { failures } = await runInline(async () => {
      void program.programHasRun().then(() => order.push("after"));
      await new Promise((resolve) => setImmediate(resolve));
      order.push("program");
      throw new Error("no more");
    });
    expect(order).to.deep.equal(["program", "after"]);
    expect(failures.map(({ message }) => message)).to.deep.equal(["no more"]);
  });
});

describe("fail", () => {
  it("fails the program with a sentence and without a stack", async () => {
    const { failures } = await runInline(() => {
      const done = program.keepAlive();
      program.fail("There is more to do.");
      // Node.js tells of what nobody has handled a moment later.
      setImmediate(done);
    });
    expect(failures).to.have.length(1);
    expect(failures[0]).to.be.instanceOf(EmailMarketingError);
    expect(failures[0]).to.include({ code: "validation", stack: "There is more to do." });
  });
});

describe("clearSecrets", () => {
  it("gives every string that a secret holds, at any depth, and none of the rest", async () => {
    const secrets = await within(() => {
      const { status } = newSender("news");
      const deep = { list: ["b", 5, null, undefined], object: { c: "c" } };
      const open = ["plain", output("open"), { text: "plain" }, 5, null, undefined];
      return clearSecrets([secret("a"), ...open, secret(deep), secret(status), secret(null)]);
    }, off);
    expect(secrets).to.deep.equal(["a", "b", "c"]);
  });
});

describe("requireResolvable", () => {
  let folder = "";
  const root = process.cwd();

  before("makes a folder that can't resolve the package", async () => {
    folder = await realpath(await mkdtemp(join(tmpdir(), "unresolvable-")));
  });

  afterEach("goes back", () => process.chdir(root));

  after("removes the folder", () => rm(folder, { recursive: true }));

  it("says what to add to a project that can't resolve the package", () => {
    const { requireResolvable } = anew();
    requireResolvable();
    process.chdir(folder);
    const problem = `the project in ${folder} can't resolve the package pulumi-email-marketing, which Pulumi loads from there. Add it to the dependencies of the project's own package.json (npm install pulumi-email-marketing).`;
    expect(requireResolvable)
      .to.throw(EmailMarketingError, problem)
      .with.property("code", "config");
    expect(requireResolvable).to.throw(problem);
  });

  it("asks nothing of a project under mocks", async () => {
    process.chdir(folder);
    await within(program.requireResolvable, { showsMocks: true });
  });
});

describe("judgeStackConfig", () => {
  const key = "a-key";
  const problem = (name: string) =>
    `emailmarketing:${name} stands in clear in the stack config. Run: pulumi config set --secret emailmarketing:${name}`;

  for (const name of ["apiKey", "verifyKey"]) {
    it(`fails with one error, however often it is asked, where ${name} stands in clear`, async () => {
      const fresh = anew();
      const errors: unknown[] = [];
      const attempt = () => {
        try {
          fresh.judgeStackConfig();
        } catch (error) {
          errors.push(error);
        }
      };
      const clearConfig = { [`emailmarketing:${name}`]: key };
      await within(() => [attempt(), attempt()], { clearConfig });
      expect(errors).to.have.length(2);
      expect(errors[0]).to.equal(errors[1]);
      expect(errors[0]).to.include({ code: "config", message: problem(name) });
    });
  }

  it("takes secret keys, and none", async () => {
    const config = { "emailmarketing:apiKey": key, "emailmarketing:verifyKey": key };
    const clearConfig = { "emailmarketing:account": "eu" };
    await within(judgeStackConfig, { config, clearConfig });
    await within(judgeStackConfig);
  });

  it("warns of what is no setting, once in each run", async () => {
    const clearConfig = {
      "emailmarketing:preflght": "error",
      "emailmarketing:account": "eu",
      "acme:preflght": "error",
    };
    const twice = () => {
      judgeStackConfig();
      judgeStackConfig();
    };
    for (const run of [1, 2]) {
      const { told, failures } = await runInline(twice, { clearConfig });
      expect(failures, `run ${run}`).to.deep.equal([]);
      expect(told, `run ${run}`).to.deep.equal([
        "warning the stack: stack config emailmarketing:preflght: no such setting, so it has no effect; " +
          "known are apiKey, baseUrl, verifyKey, verifyUrl, account, operations, preflight, requestsPerSecond, " +
          "timeoutSeconds, deadlineSeconds, log",
      ]);
    }
  });

  it("leaves alone what a project called emailmarketing keeps for itself", async () => {
    const clearConfig = { "emailmarketing:audience": "customers" };
    const ofTheProject = () => {
      // Not in the SDK's types.
      (runtime as unknown as { _setProject(name: string): void })._setProject("emailmarketing");
      judgeStackConfig();
    };
    const { told } = await runInline(ofTheProject, { clearConfig });
    expect(told).to.deep.equal([]);
  });
});

describe("isSettled", () => {
  const around: { inside: unknown[] } = { inside: [] };
  around.inside.push(around);

  for (const [what, value, is] of [
    ["a text", "news", true],
    ["plain members at any depth", { sender: { email: "a@acme.example" }, ids: [1, null] }, true],
    ["a promise deep inside", { ids: [Promise.resolve("list-1")] }, false],
    ["an output deep inside", { sender: { email: output("a@acme.example") } }, false],
    ["an asset, whose text is promised", { html: new asset.StringAsset("<p>") }, false],
    ["what holds itself", around, false],
  ] as const) {
    it(`is ${is} of ${what}`, () => {
      expect(program.isSettled(value)).to.equal(is);
    });
  }
});

describe("providerOf", () => {
  it("gives the provider that a parent hands down", async () => {
    const [provider, found, none] = await within(() => {
      const eu = new Provider("eu", { account: "eu" });
      const parent = new ComponentResource("acme:index:Team", "team", {}, { providers: [eu] });
      const other = new ComponentResource("acme:index:Team", "other");
      return [eu, providerOf(parent), providerOf(other)];
    });
    expect(found).to.equal(provider);
    expect(none).to.equal(undefined);
  });

  it("gives none without a parent, or for one that hands nothing down", () => {
    expect(providerOf(undefined)).to.equal(undefined);
    expect(providerOf({} as Resource)).to.equal(undefined);
  });
});

describe("resourcesOf", () => {
  it("gives the resources that a value waits for", async () => {
    const [sender, waited] = await within(async () => {
      const one = newSender("news");
      return [one, await resourcesOf(one.status)] as const;
    }, off);
    expect([...waited]).to.deep.equal([sender]);
  });

  it("gives none where a value can't tell", async () => {
    expect(await resourcesOf(output("plain"))).to.deep.equal(new Set());
    expect(await resourcesOf({} as never)).to.deep.equal(new Set());
  });
});

describe("expectLateHandling", () => {
  it("listens once, so that Node.js adds no warning", () => {
    const event = "rejectionHandled";
    const { expectLateHandling } = anew();
    const before = process.listeners(event);
    expectLateHandling();
    expectLateHandling();
    const added = process.listeners(event).slice(before.length);
    for (const one of added) process.off(event, one);
    expect(added).to.have.length(1);
  });
});
