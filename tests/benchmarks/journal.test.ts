import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { type Journal, openJournal } from "../../benchmarks/journal";
import type { BenchResult } from "../../benchmarks/result";
import { createProgress } from "../../tools/engine/progress";
import { rejection } from "../support/rejection";
import { begun } from "./bench-result";

describe("openJournal", () => {
  let folder: string;
  let file: string;
  let journal: Journal;
  let endings: number;
  const written = async () => JSON.parse(await readFile(file, "utf8")) as BenchResult;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "journal-"));
    file = join(folder, "results", "tiny.json");
    endings = 0;
    journal = openJournal(file, begun, {
      progress: createProgress({ line: () => {} }),
      endWork: () => {
        endings += 1;
      },
    });
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("has on the disk what was measured, and that more was to come", async () => {
    await journal.add({ diffSizes: [{ what: "given as a string", bytes: 5 }] });
    const { diffSizes, missing } = await written();
    expect(diffSizes).to.deep.equal([{ what: "given as a string", bytes: 5 }]);
    expect(missing).to.deep.equal([
      "Everything that comes after this: the benchmark was at work still, or was killed.",
    ]);
  });

  it("leaves nothing open once it is closed", async () => {
    await journal.add({ versions: { OpenTofu: "1.10.0" } });
    await journal.close();
    expect(await written()).to.deep.equal({ ...begun, versions: { OpenTofu: "1.10.0" } });
  });

  it("goes on after a failure, and tells it", async () => {
    const failed = await journal.attempt("a step", () => Promise.reject(new Error("no engine")));
    const next = await journal.attempt("the next", async () => 7);
    await journal.close();
    expect([failed, next]).to.deep.equal([undefined, 7]);
    expect((await written()).missing).to.deep.equal(["a step: no engine"]);
  });

  it("ends what is measured and begins nothing more once it is interrupted", async () => {
    journal.interrupt("SIGTERM");
    expect(endings).to.equal(1);
    let isBegun = false;
    const work = async () => {
      isBegun = true;
    };
    expect(await rejection(journal.attempt("a step", work))).to.equal("ended by SIGTERM");
    expect(isBegun).to.equal(false);
  });
});
