import { expect } from "chai";
import type { Fault } from "email-marketing-emulator";
import { until } from "../../../support/held-step";
import { ok } from "../../../support/outcome";
import { type ServiceProject, sent, useService } from "../../../support/service";
import { ended } from "../../../support/stack/command";
import { kill, startUp, upAtOnce } from "../../killed-command";

/** Longer than any wait of the runs that are killed. */
const longestWaitMs = 30_000;

const sender = {
  news: {
    type: "emailmarketing:Sender",
    properties: { email: "news@acme.example", name: "Acme News" },
  },
};

const refusal: Fault = {
  method: "POST",
  path: "/senders",
  times: 1,
  kind: "status",
  status: 429,
  headers: { "retry-after": "9" },
};

const held: Fault = { method: "POST", path: "/senders", times: 1, kind: "hold" };

describe("a plugin whose engine ends", function () {
  const { createProject, emulator } = useService(this);
  afterEach("ends the faults, and makes the account anew", () => emulator().reset());

  const newsSenders = () =>
    emulator()
      .snapshot()
      .senders.filter(({ sender_email }) => sender_email === "news@acme.example");

  const pluginsOf = async (project: ServiceProject) =>
    (await project.processes()).filter(({ command }) => command.includes("plugin"));

  /** Starts `up` with a fault in the way of its create, and gives it with its plugins once it has met that. */
  async function startInto(project: ServiceProject, fault: Fault) {
    emulator().faults([fault]);
    const up = startUp(project);
    await until(
      () =>
        emulator()
          .requests()
          .some(({ fault: met }) => met !== undefined),
      () => `the create meets its fault:\n${up.printed()}`,
    );
    return { ...up, plugins: await pluginsOf(project) };
  }

  const allEnded = (plugins: readonly { pid: number }[]) =>
    Promise.all(plugins.map(({ pid }) => ended(pid, performance.now() + longestWaitMs)));

  it("does not repeat a create after Retry-After once its CLI was killed, and leaves no process", async () => {
    const project = await createProject({ program: { yaml: { resources: sender } } });
    const { command, plugins, hasPrinted } = await startInto(project, refusal);
    await hasPrinted("retrying after 9 s");
    await kill(command);
    // Long before the wait is over.
    const latest = performance.now() + 5000;
    await Promise.all(plugins.map(({ pid }) => ended(pid, latest)));
    await upAtOnce(project);
    expect(newsSenders()).to.have.length(1);
    const posts = sent(emulator().requests()).filter((one) => one === "POST /senders");
    expect(posts).to.have.length(2);
  });

  it("ends behind the request that is under way, and the next run takes up what that has made", async () => {
    const project = await createProject({ program: { yaml: { resources: sender } } });
    const { command, plugins } = await startInto(project, held);
    await kill(command);
    const goingOn = async () => (await pluginsOf(project)).length;
    // The one that gave the schema is idle, and ends first.
    await until(
      async () => (await goingOn()) <= 1,
      () => "the idle plugin ends",
    );
    expect(await goingOn()).to.equal(1);
    emulator().faults([]);
    await allEnded(plugins);
    await upAtOnce(project);
    expect(newsSenders()).to.have.length(1);
  });

  it("records a create that is under way at a Ctrl-C", async () => {
    const project = await createProject({ program: { yaml: { resources: sender } } });
    const { command, plugins, hasPrinted } = await startInto(project, held);
    command.interrupt();
    await hasPrinted("^C received");
    emulator().faults([]);
    await command.result;
    await allEnded(plugins);
    const { resources = [] } = await project.state();
    expect(resources.map(({ type }) => type)).to.include("emailmarketing:index:Sender");
    await ok(project.up());
    expect(newsSenders()).to.have.length(1);
  });
});
