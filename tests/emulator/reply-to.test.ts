import { expect } from "chai";
import type { Seed } from "../../emulator/index";
import { useEmulator } from "./caller";

const seed: Seed = {
  reply_emails: [
    { id: "r1", reply_email: "One@b.example" },
    { id: "r2", reply_email: "two@b.example", status: "inactive" },
    { id: "r3", reply_email: "three@b.example" },
  ],
};

describe("the emulator's searchReplyEmails", function () {
  const { post } = useEmulator(this, { seed });

  it("returns active addresses in the order they were added", async () => {
    expect((await post("/reply-emails/search", { page: 1, limit: 10 })).body).to.deep.equal({
      count: 2,
      data: [
        { id: "r1", reply_email: "One@b.example", status: "Verified" },
        { id: "r3", reply_email: "three@b.example", status: "Verified" },
      ],
    });
  });
});
