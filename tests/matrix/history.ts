import fc from "fast-check";
import { histories } from "../support/history";
import { playHistory } from "../support/history-run";
import { useEmulator } from "../support/service";

describe("a random history", function () {
  const emulator = useEmulator(this);
  this.timeout(3_600_000);

  it("ends as declared, with nothing doubled, lost or leaked", async () => {
    const figures = { runs: 0, crashes: 0, faults: 0, requests: 0 };
    const { HISTORIES, HISTORY_SEED, HISTORY_PATH } = process.env;
    const property = fc.asyncProperty(histories, (history) =>
      playHistory(history, emulator(), figures),
    );
    await fc.assert(property, {
      numRuns: Number(HISTORIES ?? 50),
      ...(HISTORY_SEED === undefined ? {} : { seed: Number(HISTORY_SEED) }),
      ...(HISTORY_PATH === undefined ? {} : { path: HISTORY_PATH }),
    });
    console.log(figures);
  });
});
