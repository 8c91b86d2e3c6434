import { isSecret, runtime, secret } from "@pulumi/pulumi";
import { expect } from "chai";
import type { Exchange } from "email-marketing-emulator";
import { getFileVerification, getFileVerificationOutput } from "pulumi-email-marketing";
import { settledValue, useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";

describe("getFileVerification", function () {
  const { log } = console;
  let sentences: string[] = [];
  let onExchange: (exchange: Exchange) => void = () => undefined;
  const emulator = useDataSources(this, { onExchange: (exchange) => onExchange(exchange) });

  beforeEach("listens to what users are told", () => {
    emulator().reset();
    sentences = [];
    onExchange = () => undefined;
    console.log = (line: string) => sentences.push(line);
  });
  afterEach("listens no more", () => {
    console.log = log;
    setPreview(false);
  });

  /** Seeds a file whose verification ends with this status, after this time of the emulator's clock. */
  function seed(finished_status: string, processing_seconds = 0): void {
    const file = { file_id: "file-9", total_records: 40, deliverable: 30, invalid: 10 };
    emulator().seed({ file_verifications: [{ ...file, finished_status, processing_seconds }] });
  }

  it("returns the current status after one request if wait is not set", async () => {
    expect(await getFileVerification({ fileId: "file-1" })).to.deep.equal({
      fileId: "file-1",
      fileName: "customers.csv",
      status: "completed",
      finished: true,
      totalRecords: 1000,
      createdAt: "2025-12-15T09:30:00Z",
      deliverable: 950,
      invalid: 30,
      risky: 20,
    });
    const { status, finished } = await getFileVerification({ fileId: "file-2" });
    expect({ status, finished }).to.deep.equal({ status: "processing", finished: false });
    expect(emulator().requests()).to.have.length(2);
  });

  for (const [word, also] of [
    ...["completed", "complete", "finished", "done", "verified", "Verified"].map(
      (word) => [word, `also ${word}`] as const,
    ),
    // "Failed" means a failure unless wait.finished has it.
    ["Failed", "FAILED"] as const,
  ]) {
    it(`ends the wait successfully if the status is "${word}"${also === "FAILED" ? ' and wait.finished has "FAILED"' : ""}`, async () => {
      seed(word);
      const wait = { timeoutSeconds: 1, finished: [also] };
      const { status, finished } = await getFileVerification({ fileId: "file-9", wait });
      expect({ status, finished }).to.deep.equal({ status: word.toLowerCase(), finished: true });
    });
  }

  for (const word of ["failed", "error", "Cancelled"]) {
    it(`fails if wait is set and the status is "${word}"`, async () => {
      seed(word);
      const wait = { timeoutSeconds: 2, finished: [`not ${word}`] };
      const failure = getFileVerification({ fileId: "file-9", wait });
      expect(await rejection(failure)).to.match(
        /^getFileVerification: the verification of file "file-9" ended as "(failed|error|cancelled)"\./,
      );
    });
  }

  it("waits until the verification is finished, and reports progress", async () => {
    seed("done", 60);
    onExchange = () => emulator().advance(60_000);
    const verification = await getFileVerification({ fileId: "file-9", wait: {} });
    expect(verification).to.deep.include({ status: "done", finished: true, deliverable: 30 });
    expect(emulator().requests()).to.have.length(2);
    expect(sentences).to.deep.equal([
      'info: [runtime] verification of file "file-9": processing, 0 of 40 addresses; waiting up to 1800 s',
      'info: [runtime] verification of file "file-9": done, 40 of 40 addresses',
    ]);
  });

  it("shows [secret] in place of the file's id in progress messages if the id is a secret output", async () => {
    seed("done", 60);
    onExchange = () => emulator().advance(60_000);
    const fileId = secret("file-9");
    const wait = { timeoutSeconds: 50 };
    expect((await settledValue(getFileVerificationOutput({ fileId, wait })))?.finished).to.equal(
      true,
    );
    expect(sentences).to.deep.equal([
      'info: [runtime] verification of file "[secret]": processing, 0 of 40 addresses; waiting up to 50 s',
      'info: [runtime] verification of file "[secret]": done, 40 of 40 addresses',
    ]);
  });

  it("fails at the deadline, with the status and advice in the error, if the status is unknown", async () => {
    seed("wrapped-up");
    const wait = { timeoutSeconds: 1 };
    const failure = getFileVerification({ fileId: "file-9", wait });
    expect(await rejection(failure)).to.equal(
      'getFileVerification: file "file-9" is still "wrapped-up" after 1 s. If that status means finished, add it to wait.finished; otherwise raise wait.timeoutSeconds. [timeout]',
    );
    expect(emulator().requests()).to.have.length(2);
  });

  it("fails less than 4 seconds after the deadline even if a response doesn't arrive", async () => {
    seed("done", 60);
    emulator().faults([
      { path: "/verifyFileStatus/*", times: 1, skip: 1, kind: "delay", ms: 9000 },
    ]);
    const startedAt = performance.now();
    const failure = getFileVerification({ fileId: "file-9", wait: { timeoutSeconds: 2 } });
    expect(await rejection(failure)).to.match(
      /^getFileVerification: file "file-9" is still "processing" after 2 s\. .* The last request failed: no reply from /,
    );
    expect(performance.now() - startedAt).to.be.lessThan(6000);
  });

  it("fails in the Promise form, and returns an unknown value in the Output form, if a preview would have to wait", async () => {
    setPreview(true);
    seed("done", 60);
    const wait = { timeoutSeconds: 60 };
    const failure = getFileVerification({ fileId: "file-9", wait });
    expect(await rejection(failure)).to.equal(
      'getFileVerification: file "file-9" is "processing", and a preview doesn\'t wait for it to finish. Use getFileVerificationOutput, whose result is unknown until then. [conflict]',
    );
    const output = getFileVerificationOutput({ fileId: "file-9", wait });
    expect(await settledValue(output)).to.equal(undefined);
    expect(await isSecret(output)).to.equal(false);
    expect(emulator().requests()).to.have.length(1);
  });

  it("returns the result in a preview if the verification is finished", async () => {
    setPreview(true);
    seed("done");
    const output = getFileVerificationOutput({ fileId: "file-9", wait: { finished: ["x"] } });
    expect((await settledValue(output))?.deliverable).to.equal(30);
  });

  it("stops waiting at SIGTERM even if other code also handles the signal", async () => {
    seed("done", 60);
    const somebody = () => undefined;
    process.on("SIGTERM", somebody);
    console.log = () => setImmediate(() => process.emit("SIGTERM", "SIGTERM"));
    const before = process.listenerCount("SIGTERM");
    const failure = getFileVerification({ fileId: "file-9", wait: { timeoutSeconds: 30 } });
    expect(await rejection(failure)).to.equal(
      "getFileVerification: the wait was interrupted. [timeout]",
    );
    expect(process.listenerCount("SIGTERM")).to.equal(before);
    process.off("SIGTERM", somebody);
    expect(emulator().requests()).to.have.length(1);
  });

  it("fails with the file's id in the error if the account has no such file", async () => {
    const failure = getFileVerification({ fileId: "file-404" });
    expect(await rejection(failure)).to.equal(
      'getFileVerification: the service has no file "file-404". Use the id of a file that was uploaded for verification. [not-found]',
    );
  });
});

/** Sets whether the SDK reports a preview, as the engine would. */
function setPreview(isPreview: boolean): void {
  const { _setIsDryRun } = runtime as unknown as { _setIsDryRun(value: boolean): void };
  _setIsDryRun(isPreview);
}
