import { join } from "node:path";
import type { Suite } from "mocha";
import { useNotices } from "../support/notice";
import { sent, useEmulator } from "../support/service";
import { currentWayIn } from "../support/way-in";
import { type Kind, type KindProvider, providerProcess } from "./provider-process";

/** Settings by name. */
type Settings = Readonly<Record<string, string>>;

/** The module that the providers of these tests speak with, since the engine loads what is built. */
const builtNotice = join(__dirname, "..", "..", "provider", "dist", "account", "notice.js");

/** Runs of the provider under the extended operations, each a process that has read nothing yet. */
export interface Runs {
  readonly emulator: ReturnType<typeof useEmulator>;
  /** A kind in the latest run, by default the suite's. */
  readonly provider: (kind?: Kind) => KindProvider;
  /** Starts another run, under other settings where they are given. */
  readonly newRun: (settings?: Settings) => void;
  /** What this test was told. */
  readonly told: () => string[];
  /** The requests since the last call of this. */
  readonly requests: () => string[];
}

/** Begins each test of a suite with the example's account, in a run that has told nothing yet. */
export function useRuns(suite: Suite, kind: Kind, settings: Settings = {}): Runs {
  const emulator = useEmulator(suite);
  const wayIn = currentWayIn();
  const told = useNotices(suite, "bare");
  let run: (kind: Kind) => KindProvider;
  let seen = 0;
  const newRun = (more: Settings = {}) => {
    run = providerProcess(emulator(), { operations: "extended", ...settings, ...more, wayIn });
  };
  suite.beforeEach("starts the first run", async () => {
    // The plugin of these tests is not the built one.
    for (const module of [builtNotice, "../../provider/account/notice"]) {
      ((await import(module)) as typeof import("../../provider/account/notice")).speakWith();
    }
    emulator().reset();
    seen = 0;
    newRun();
  });
  return {
    emulator,
    provider: (other = kind) => run(other),
    newRun,
    told,
    requests() {
      const all = sent(emulator().requests());
      const news = all.slice(seen);
      seen = all.length;
      return news;
    },
  };
}
