import { stat } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import { until } from "../../support/paused-step";
import { campaign, js } from "../../support/program";
import { type ServiceProject, sent, useService } from "../../support/service";
import { ended } from "../../support/stack/command";
import { kill, startUp, upAtOnce } from "../killed-command";

/** Longer than any wait of the runs that are killed. */
const longestWaitMs = 30_000;
/** No process is writing a state that wasn't written for so long. */
const stillMs = 300;

const withOrder = campaign({ inputs: 'contactsOrder: "first"' });

/** A run that goes on to a moment at which its CLI is killed. */
interface Doomed {
  readonly resources: string;
  /** Whether the moment is there, by the requests so far and what was printed. */
  readonly isThere: (requests: readonly string[], printed: string) => boolean;
  readonly faults?: readonly Fault[];
  readonly env?: Readonly<Record<string, string>>;
}

/* What waits for Retry-After is killed by the crash matrix. */
describe("a provider whose engine has ended", function () {
  const { createProject, emulator } = useService(this);
  afterEach("ends the faults, and makes the account anew", () => emulator().reset());

  /** The provider of the only command that runs. */
  async function providerOf(project: ServiceProject): Promise<number> {
    const all = await project.processes();
    const [provider] = all.filter(({ command }) => command.includes("dynamic-provider"));
    if (!provider) throw new Error("no provider runs");
    return provider.pid;
  }

  /** Starts `up`, and gives it with its provider once the moment is there. */
  async function startTo(project: ServiceProject, { isThere, faults = [], env = {} }: Doomed) {
    emulator().faults(faults);
    const up = startUp(project, env);
    await until(
      () => isThere(sent(emulator().requests()), up.printed()),
      () => `the run comes to its moment:\n${up.printed()}`,
    );
    return { ...up, provider: await providerOf(project) };
  }

  /** Whether the state has a resource of a kind, and no one writes it: a CLI that is killed meanwhile leaves an empty file. */
  async function isRecorded(project: ServiceProject, kind: string): Promise<boolean> {
    const file = join(project.backend, ".pulumi", "stacks", project.name, "dev.json");
    if (Date.now() - (await stat(file)).mtimeMs < stillMs) return false;
    const { resources = [] } = await project.state();
    return resources.some(({ type }) => type.endsWith(kind));
  }

  /** Whether a provider ends by itself; the waits of the killed run are over by then. */
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
    // The next create is a second away.
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

  it("doesn't send the second request of a create if the engine has ended after the first request", async () => {
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
