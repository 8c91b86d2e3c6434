import { randomInt } from "node:crypto";
import { standardErrorProgress } from "../../tools/engine/progress";
import { table } from "../../tools/table";
import { drawSeed } from "../support/draw";
import { writeReport } from "../support/report";
import { useService } from "../support/service";
import { createEngineDriver } from "./history/engine-driver";
import { playHandedHistories } from "./history/handed-play";
import type { HandedFigures } from "./history/handed-run";
import { onModel, type Play, playHistories, startModel } from "./history/play";
import type { HistoryFigures } from "./history/run";

const { HISTORY_SEED: seed, HISTORY_PATH: path } = process.env;
const replayed = {
  // Named at the start: a failure names it, too, but only once all is done, and a run that is ended early has none.
  seed: seed === undefined ? (drawSeed ?? randomInt(2 ** 31)) : Number(seed),
  ...(path === undefined ? {} : { path }),
};
const isDrawn = drawSeed !== undefined;
const onModelCount = isDrawn ? 100 : 1000;
const ofSeed = `of seed ${replayed.seed}`;

/** Run by `npm run prove -- histories`; `-g model` or `-g real` runs one of the two, HISTORY_SEED and HISTORY_PATH replay one. */
describe("random histories end as declared, with nothing doubled, lost or leaked", function () {
  const { createProject, emulator } = useService(this);
  const rows: string[][] = [];
  this.timeout(0);

  it("on the model of the engine", async () => {
    const startEngine = () => startModel(emulator());
    await play("model", { ...onModel, startEngine, count: onModelCount });
  });

  it("on the real engine", async () => {
    const env = {
      EMAIL_MARKETING_LOG: "debug",
      EMAIL_MARKETING_TIMEOUT_SECONDS: "3",
      EMAIL_MARKETING_DEADLINE_SECONDS: "40",
    };
    const startEngine = async () => createEngineDriver(await createProject({ program: "", env }));
    const most = { commands: 3, faults: 3 };
    await play("real engine", { startEngine, count: isDrawn ? 3 : 25, most, shrinks: false });
  });

  it("on the model, with hands in the service's pages and campaigns that are read back", async () => {
    const doing = `Playing histories with hands on the model, ${ofSeed}`;
    const figures = await standardErrorProgress().during({ doing, expected: "minutes" }, (note) =>
      playHandedHistories({
        ...onModel,
        emulator: emulator(),
        count: onModelCount,
        ...replayed,
        onHistory: (sofar) => note(words(sofar)),
      }),
    );
    if (seed !== undefined) return;
    const { histories, runs, crashes, faults, hands, requests, mails } = figures;
    const counts = [histories, runs, crashes, faults, hands, requests, mails].map(String);
    const head = ["histories", "runs", "crashes", "faults", "hands", "requests", "mails"];
    const outcome = ["mailed twice", "stopped, and mailed", "doubled"];
    // Whatever is mailed twice, or against a stop, fails its history.
    const lines = table([...head, ...outcome], [[...counts, "0", "0", "0"]]);
    await writeReport("dev/evidence.md", "handed histories", lines);
  });

  after("writes the figures", async () => {
    if (rows.length < 2 || seed !== undefined) return;
    const head = ["", "histories", "runs", "crashes", "faults", "of them lies", "requests"];
    const outcome = ["doubled", "lost", "gone though there", "leaked"];
    const left = ["runs stopped", "drafts left"];
    await writeReport("dev/evidence.md", "histories", table([...head, ...outcome, ...left], rows));
  });

  async function play(name: string, given: Omit<Play, "emulator">): Promise<void> {
    const doing = `Playing ${given.count} histories on the ${name}, ${ofSeed}`;
    const expected = "minutes";
    const figures = await standardErrorProgress().during({ doing, expected }, (note) => {
      const onHistory = (sofar: HistoryFigures) => note(words(sofar));
      return playHistories({ ...given, ...replayed, emulator: emulator(), onHistory });
    });
    const { histories, runs, crashes, faults, lies, requests, stopped, drafts } = figures;
    const counts = [histories, runs, crashes, faults, lies, requests].map(String);
    // Whatever is doubled, lost, gone though it is there, or leaked fails its history.
    rows.push([name, ...counts, "0", "0", "0", "0", String(stopped), String(drafts)]);
  }
});

function words(figures: HistoryFigures | HandedFigures): string {
  return Object.entries(figures)
    .map(([what, count]) => `${String(count)} ${what}`)
    .join(", ");
}
