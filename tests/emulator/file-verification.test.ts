import { expect } from "chai";
import { useEmulator } from "./caller";

describe("the emulator's getFileVerification", function () {
  const { emulator, verify } = useEmulator(this);
  const counts = async () => {
    const { body } = await verify("/verifyFileStatus/file-2");
    const { status, deliverable, invalid, risky } = body as Record<string, unknown>;
    return [status, deliverable, invalid, risky];
  };

  it("returns counts that grow as the emulator's clock advances", async () => {
    expect(await counts()).to.deep.equal(["processing", 0, 0, 0]);
    emulator().advance(30_000);
    expect(await counts()).to.deep.equal(["processing", 90, 0, 10]);
    emulator().advance(29_999);
    expect(await counts()).to.deep.equal(["processing", 179, 0, 19]);
    emulator().advance(1);
    expect(await counts()).to.deep.equal(["completed", 180, 0, 20]);
  });
});
