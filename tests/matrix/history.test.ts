import { expect } from "chai";
import { useEmulator } from "../support/service";
import { playHandedHistories } from "./history/handed-play";
import { onModel, playHistories, startModel } from "./history/play";

describe("random histories on the model of the engine", function () {
  const emulator = useEmulator(this);
  this.timeout(300_000);

  it("end as declared, with nothing doubled, lost or leaked", async () => {
    const figures = await playHistories({
      emulator: emulator(),
      startEngine: () => startModel(emulator()),
      ...onModel,
      count: 40,
      // Always the same ones: chance must not decide a release.
      seed: 20261121,
    });
    expect(figures.histories).to.equal(40);
    expect(figures.crashes).to.be.greaterThan(20);
    expect(figures.faults).to.be.greaterThan(40);
  });

  it("mail no campaign twice, and none that a person stopped, where campaigns are read back", async () => {
    const figures = await playHandedHistories({
      emulator: emulator(),
      ...onModel,
      count: 40,
      seed: 20261122,
    });
    expect(figures.histories).to.equal(40);
    expect(figures.hands).to.be.greaterThan(40);
    expect(figures.mails).to.be.greaterThan(5);
  });
});
