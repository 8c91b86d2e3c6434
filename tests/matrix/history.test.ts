import { expect } from "chai";
import { useEmulator } from "../support/service";
import { specifiedKinds } from "../support/specimen";
import { type HandedCommand, playHandedHistories, playOneHanded } from "./history/handed-play";
import { everySlot, programOf } from "./history/history";
import { onModel, playHistories, startModel } from "./history/play";

describe("random histories on the model of the engine", function () {
  const emulator = useEmulator(this);
  this.timeout(300_000);

  it("end as declared, with nothing doubled, lost or leaked", async () => {
    const figures = await playHistories({
      emulator: emulator(),
      startEngine: () => startModel(emulator()),
      ...onModel,
      count: 15,
      // Always the same ones: chance must not decide a release.
      seed: 20261121,
    });
    expect(figures.histories).to.equal(15);
    expect(figures.crashes).to.be.greaterThan(10);
    expect(figures.faults).to.be.greaterThan(20);
  });

  it("mail no campaign twice, and none that a person stopped, where campaigns are read back", async () => {
    const figures = await playHandedHistories({
      emulator: emulator(),
      ...onModel,
      count: 15,
      seed: 20261122,
    });
    expect(figures.histories).to.equal(15);
    expect(figures.hands).to.be.greaterThan(20);
    expect(figures.mails).to.be.greaterThan(5);
  });

  it("declare every kind that the specified operations create", () => {
    const program = programOf(Object.fromEntries(everySlot.map((slot) => [slot, 0])), {});
    expect([...new Set(program.map(({ kind }) => kind))]).to.have.members(specifiedKinds);
  });

  const up: HandedCommand = {
    command: "up",
    program: { campaign: 0, schedule: 0 },
    faults: [],
    hands: [],
  };
  const refresh: HandedCommand = { ...up, command: "refresh" };
  for (const [situation, commands] of Object.entries<readonly HandedCommand[]>({
    "whose schedule the state lacks, since the run that set its date was killed": [
      { ...up, crash: { step: 1, when: "after" } },
      { ...up, hands: ["pause"] },
    ],
    "whose new date the state lacks, since the run that set it was killed": [
      up,
      { ...up, program: { campaign: 0, schedule: 1 }, crash: { step: 0, when: "after" } },
      { ...up, hands: ["pause"] },
    ],
    "whose date a person had moved, as a refresh has shown": [
      up,
      { ...refresh, hands: ["move"] },
      { ...up, hands: ["pause"] },
    ],
  })) {
    it(`have another date resume a paused campaign ${situation}`, async () => {
      const { mails } = await playOneHanded(emulator(), commands);
      expect(mails).to.equal(1);
    });
  }
});
