import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect } from "chai";
import { rejection } from "../support/rejection";
import { useScratch } from "../support/scratch";
import { useStart } from "./caller";

describe("an emulator with an account file", function () {
  const scratch = useScratch(this);
  const start = useStart(this);
  const file = () => path.join(scratch(), "account.json");

  /** Adds a sender, and returns the status of the response. */
  async function add(baseUrl: string, sender_name: string): Promise<number> {
    const response = await fetch(`${baseUrl}/senders`, {
      method: "POST",
      headers: { authorization: "emulator-api-key", "content-type": "application/json" },
      body: JSON.stringify({ sender_email: "news@acme.example", sender_name }),
    });
    return response.status;
  }

  it("has the same account, next ids and clock after a restart", async () => {
    const first = await start({ file: file() });
    await add(first.baseUrl, "News");
    first.remove("senders", "sender-2");
    first.advance(60 * 60_000);
    const before = first.snapshot();
    await first.close();
    const second = await start({ file: file() });
    expect(second.snapshot()).to.deep.equal(before);
    await add(second.baseUrl, "Again");
    expect(second.snapshot().senders.at(-1)).to.include({
      id: "sender-3",
      createdDate: "2026-01-01 02:00:00",
    });
  });

  it("writes an added sender to the file before the client receives the response", async () => {
    const emulator = await start({ file: file() });
    expect(await add(emulator.baseUrl, "News")).to.equal(201);
    const kept = JSON.parse(readFileSync(file(), "utf8")) as { account: { senders: object[] } };
    expect(kept.account.senders).to.have.lengthOf(2);
  });

  it("leaves only the account file in the folder, and no key in the file", async () => {
    const emulator = await start({ file: file() });
    await add(emulator.baseUrl, "News");
    await emulator.close();
    expect(readdirSync(scratch())).to.deep.equal(["account.json"]);
    expect(readFileSync(file(), "utf8")).not.to.include("emulator-api-key");
  });

  it("uses an existing file's account instead of the seed until a reset", async () => {
    const seed = { lists: [{ name: "From the seed" }] };
    const first = await start({ file: file(), seed: { lists: [{ name: "Kept" }] } });
    await first.close();
    const second = await start({ file: file(), seed });
    expect(second.snapshot().lists[0]?.name).to.equal("Kept");
    second.reset();
    await second.close();
    const third = await start({ file: file() });
    expect(third.snapshot().lists[0]?.name).to.equal("From the seed");
  });

  it("refuses a file that the emulator didn't write, and doesn't change the file", async () => {
    for (const [content, place] of [
      ["{", "Expected property name"],
      ["null", "file: must be an object"],
      ['{"lists":[]}', 'file: missing required field "account"'],
      ['{"advancedMs":1e300,"account":{}}', "file.advancedMs: must be at most 250000000000000 "],
      ['{"advancedMs":0,"account":{"senders":[null]}}', "account.senders[0]: must be an object"],
    ] as const) {
      writeFileSync(file(), content);
      expect(await rejection(start({ file: file() }))).to.include(
        `file: can't use ${file()}: ${place}`,
      );
      expect(readFileSync(file(), "utf8")).to.equal(content);
    }
  });

  it("fails to start if the file's folder doesn't exist", async () => {
    const nowhere = path.join(scratch(), "no", "account.json");
    expect(await rejection(start({ file: nowhere }))).to.equal(
      `file: can't write to the folder ${path.dirname(nowhere)} (ENOENT): create it, or make it writable`,
    );
  });
});
