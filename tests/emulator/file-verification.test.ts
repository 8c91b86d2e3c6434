import { expect } from "chai";
import { useEmulator } from "./caller";

describe("getFileVerification", function () {
  const { emulator, verify } = useEmulator(this);
  const counts = async () => {
    const { body } = await verify("/verifyFileStatus/file-2");
    const { status, deliverable, invalid, risky } = body as Record<string, unknown>;
    return [status, deliverable, invalid, risky];
  };

  it("tells what the work on a file came to", async () => {
    expect(await verify("/verifyFileStatus/file-1")).to.deep.equal({
      status: 200,
      body: {
        file_id: "file-1",
        file_name: "customers.csv",
        status: "completed",
        total_records: 1000,
        created_at: "2025-12-15T09:30:00Z",
        deliverable: 950,
        invalid: 30,
        risky: 20,
      },
    });
  });

  it("makes progress with the emulator's clock", async () => {
    expect(await counts()).to.deep.equal(["processing", 0, 0, 0]);
    emulator().advance(30_000);
    expect(await counts()).to.deep.equal(["processing", 90, 0, 10]);
    emulator().advance(29_999);
    expect(await counts()).to.deep.equal(["processing", 179, 0, 19]);
    emulator().advance(1);
    expect(await counts()).to.deep.equal(["completed", 180, 0, 20]);
  });
});
