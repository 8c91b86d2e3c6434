import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import { until } from "../../support/paused-step";
import { campaign, js } from "../../support/program";
import { type ServiceProject, sent, useService } from "../../support/service";
import { ended } from "../../support/stack/command";
import { kill, startUp, upAtOnce } from "../killed-command";

/** Longer than any wait in the killed runs. */
const longestWaitMs = 30_000;
/** If the state's file hasn't changed for this long, no process is writing the file. */
const stillMs = 300;

const withOrder = campaign({ inputs: 'contactsOrder: "first"' });

/** A run whose CLI is killed at a certain moment. */
interface Doomed {
  readonly resources: string;
  /** True if the moment has come, according to the requests so far and the printed text. */
  readonly isThere: (requests: readonly string[], printed: string) => boolean;
  readonly faults?: readonly Fault[];
  readonly env?: Readonly<Record<string, string>>;
}

/* The crash matrix tests a provider that waits because of Retry-After. */
describe("a provider whose engine has ended", function () {
  const { createProject, emulator } = useService(this);
  afterEach("ends the faults, and makes the account anew", () => emulator().reset());

  /** The id of the provider's process, if only one command runs. */
  async function providerOf(project: ServiceProject): Promise<number> {
    const all = await project.processes();
    const [provider] = all.filter(({ command }) => command.includes("dynamic-provider"));
    if (!provider) throw new Error("no provider runs");
    return provider.pid;
  }

  /** Starts `up`, and waits for the moment. Returns the command and the provider's process. */
  async function startTo(project: ServiceProject, { isThere, faults = [], env = {} }: Doomed) {
    emulator().faults(faults);
    const up = startUp(project, env);
    await until(
      () => isThere(sent(emulator().requests()), up.printed()),
      () => `the run comes to its moment:\n${up.printed()}`,
    );
    return { ...up, provider: await providerOf(project) };
  }

  /** True if the state has a resource of a kind. False during a write, because a kill would leave an empty file. */
  async function isRecorded(project: ServiceProject, kind: string): Promise<boolean> {
    const file = join(project.backend, ".pulumi", "stacks", project.name, "dev.json");
    if (Date.now() - (await stat(file)).mtimeMs < stillMs) return false;
    const { resources = [] } = await project.state();
    return resources.some(({ type }) => type.endsWith(kind));
  }

  /** True if a provider ends by itself within the longest wait of the killed run. */
  function endsItself(pid: number): Promise<boolean> {
    return ended(pid, performance.now() + longestWaitMs).then(
      () => true,
      () => false,
    );
  }

  it("doesn't send a create that still waits for the rate limiter", async () => {
    const names = Array.from({ length: 8 }, (_, index) => `offer${index}`);
    const slow: Doomed = {
      resources: names.map((name) => campaign({ name, inputs: `name: "${name}"` })).join("\n"),
      env: { EMAIL_MARKETING_REQUESTS_PER_SECOND: "1" },
      isThere: (requests) => requests.includes("POST /campaign"),
    };
    const project = await createProject({ program: js(slow.resources) });
    const { command, provider } = await startTo(project, slow);
    // The rate limiter sends the next create a second later.
    await until(
      () => isRecorded(project, "Campaign"),
      () => "the first campaign is in the state",
    );
    await kill(command);
    const made = () =>
      emulator()
        .snapshot()
        .campaigns.flatMap(({ name }) => (names.includes(name) ? [name] : []));
    const before = made();
    await upAtOnce(project);
    const isEnded = await endsItself(provider);
    const notBefore = (name: string) => !before.includes(name);
    expect(names.filter(notBefore)).to.not.deep.equal([]);
    expect(made().filter(notBefore).sort()).to.deep.equal(names.filter(notBefore));
    expect(isEnded).to.equal(true);
  });

  it("doesn't send a create's second request if the engine ended during the first", async () => {
    const first: Doomed = {
      resources: withOrder,
      faults: [{ method: "POST", path: "/campaign", times: 1, kind: "hold" }],
      isThere: (requests) => requests.includes("POST /campaign"),
    };
    const project = await createProject({ program: js(first.resources) });
    const { command, provider } = await startTo(project, first);
    await kill(command);
    await upAtOnce(project);
    emulator().faults([]);
    const isEnded = await endsItself(provider);
    const puts = sent(emulator().requests()).filter((one) => one.startsWith("PUT "));
    expect(puts).to.have.length(1);
    const orders = emulator()
      .snapshot()
      .campaigns.flatMap((row) => (row.name === "Spring" ? [row.contacts_order] : []));
    expect(orders).to.deep.equal([undefined, "first"]);
    expect(isEnded).to.equal(true);
  });
});
