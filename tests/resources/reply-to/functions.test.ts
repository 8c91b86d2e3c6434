import { expect } from "chai";
import { getReplyTo, getReplyTos } from "pulumi-email-marketing";
import { useDataSources } from "../../support/environment";
import { rejection } from "../../support/rejection";

describe("look-ups of reply-to addresses", function () {
  useDataSources(this, {
    seed: {
      reply_emails: [
        { id: "reply-1", reply_email: "Support@acme.example" },
        { id: "reply-2", reply_email: "sales@acme.example" },
        { id: "reply-3", reply_email: "sales@acme.example" },
      ],
    },
  });

  describe("with getReplyTos", () => {
    it("return the addresses that contain the search text, with statuses in lower case", async () => {
      expect(await getReplyTos({ search: "support" })).to.deep.equal({
        replyTos: [{ id: "reply-1", email: "Support@acme.example", status: "verified" }],
      });
      expect(await getReplyTos({ search: "nothing like it" })).to.deep.equal({ replyTos: [] });
    });
  });

  describe("with getReplyTo", () => {
    it("find an address only if the whole address is given, ignoring case", async () => {
      expect((await getReplyTo({ email: "support@ACME.example" })).id).to.equal("reply-1");
      expect(await rejection(getReplyTo({ email: "support" }))).to.equal(
        'getReplyTo: the account has no reply-to address with email "support" (did you mean "Support@acme.example"?). [not-found]',
      );
    });

    it("fail if the account has the address twice", async () => {
      expect(await rejection(getReplyTo({ email: "sales@acme.example" }))).to.equal(
        'getReplyTo: the account has more than one reply-to address with email "sales@acme.example": 2. Use one that getReplyTos() returns. [conflict]',
      );
    });
  });
});
