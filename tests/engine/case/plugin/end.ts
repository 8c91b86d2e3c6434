import { expect } from "chai";
import { until } from "../../../support/paused-step";
import { programsByRuntime } from "../../../support/program";
import { useService } from "../../../support/service";
import { ended } from "../../../support/stack/command";
import { kill, startUp, upAtOnce } from "../../killed-command";

/** Longer than any wait in the killed run. */
const longestWaitMs = 30_000;

/* The crash matrix tests plugins that wait, and Ctrl-C. */
describe("a plugin whose engine was killed", function () {
  const { createProject, emulator } = useService(this);

  it("ends after the current request, and the next run adopts the created object", async () => {
    const sender = { email: "news@acme.example", name: "Acme News" };
    const project = await createProject({
      program: programsByRuntime["the plugin"]({ news: ["Sender", sender] }),
    });
    const plugins = async () =>
      (await project.processes()).filter(({ command }) => command.includes("plugin"));
    emulator().faults([{ method: "POST", path: "/senders", times: 1, kind: "hold" }]);
    const { command, printed } = startUp(project);
    await until(
      () =>
        emulator()
          .requests()
          .some(({ fault }) => fault !== undefined),
      () => `the create meets its fault:\n${printed()}`,
    );
    const started = await plugins();
    await kill(command);
    // The plugin process that returned the schema is idle, so it ends first.
    await until(
      async () => (await plugins()).length <= 1,
      () => "the idle plugin ends",
    );
    expect(await plugins()).to.have.length(1);
    emulator().faults([]);
    const latest = performance.now() + longestWaitMs;
    await Promise.all(started.map(({ pid }) => ended(pid, latest)));
    await upAtOnce(project);
    const { senders } = emulator().snapshot();
    const own = senders.filter(({ sender_email }) => sender_email === sender.email);
    expect(own).to.have.length(1);
  });
});
