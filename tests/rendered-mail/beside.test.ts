import { expect } from "chai";
import { findingNames } from "../../provider/input/finding";
import { partOf } from "../../rendered-mail/beside";

const placeOf = (check: string) => partOf({ severity: "warning", text: "it is so", check });

describe("partOf", () => {
  it("puts every finding of a campaign and its schedule beside what it is about", () => {
    const placed = Object.keys(findingNames).map((name) => [name, placeOf(name)]);
    expect(Object.fromEntries(placed)).to.deep.include({
      "account-moved": undefined,
      "campaign-audience": "lists",
      "campaign-closed": undefined,
      "campaign-duplicate": undefined,
      "campaign-sender-unknown": "from",
      "campaign-sender-unverified": "from",
      "campaign-unknown": undefined,
      "client-unsupported": "html",
      "html-too-large": "size",
      "image-without-alt": "images",
      "link-not-https": "links",
      "list-empty": "lists",
      "list-unknown": "lists",
      "plain-text-missing": "plainText",
      "preheader-is-subject": "inbox",
      "recipients-unknown": "lists",
      "reply-to-unknown": "replyTo",
      "reply-to-unverified": "replyTo",
      "schedule-duplicate": undefined,
      "schedule-gap": "schedule",
      "schedule-near": "schedule",
      "schedule-past": "schedule",
      "schedule-pause": "schedule",
      "schedule-twice": "schedule",
      "sender-domain-failed": "from",
      "sender-domain-missing": "from",
      "sender-domain-unverified": "from",
      "tag-unclosed": "html",
      "unknown-check": undefined,
      "unsubscribe-missing": "links",
    });
  });

  it("goes by the input that a sentence begins with where the finding has no name", () => {
    const place = (text: string) => partOf({ severity: "error", text });
    expect(place("subject: must be 1 to 150 characters long (got 151)")).to.equal("inbox");
    expect(place("sender.email: must be an address")).to.equal("from");
    expect(place("listIds[0]: must not be empty")).to.equal("lists");
    expect(place('Campaign "Spring": html: can\'t be removed')).to.equal("html");
    expect(place("the campaign goes to 8 contacts: too many")).to.equal(undefined);
  });
});
