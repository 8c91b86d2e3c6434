import { expect } from "chai";
import { partOf } from "../../../mail/page/finding-list";
import { findingNames } from "../../../provider/input/finding";

const placeOf = (check: string) => partOf({ severity: "warning", text: "it is so", check });

describe("a finding's place on the campaign page", () => {
  it("is undefined if the finding isn't about one part of the page", () => {
    const unplaced = findingNames.filter((name) => placeOf(name) === undefined);
    expect(unplaced.sort()).to.deep.equal([
      // Findings about the campaign as a whole.
      ...["account-moved", "account-unproven", "campaign-closed", "campaign-drifted"],
      "campaign-duplicate",
      "campaign-exists",
      "campaign-not-draft",
      "campaign-overwritten",
      "campaign-read",
      "campaign-replaced",
      "campaign-unknown",
      "character-lost",
      "check-unknown",
      // Findings about other resources, or about no part of the page.
      "domain-unknown",
      "extra-fields-unguarded",
      "list-conflict",
      "list-duplicate",
      "list-twice",
      "output-in-text",
      "property-cap",
      "property-conflict",
      ...["property-duplicate", "property-exists", "property-in-use", "property-twice"],
      "schedule-duplicate",
      "sender-conflict",
      "sender-duplicate",
      "sender-exists",
      "sender-twice",
      "share-domain",
      "share-duplicate",
      "source-in-text",
      "text-encoded",
      "undefined-in-text",
      "webhook-duplicate",
      "webhook-unknown",
    ]);
    expect(placeOf("campaign-sender-unknown")).to.equal("from");
    expect(placeOf("html-too-large")).to.equal("size");
    expect(placeOf("image-attached")).to.equal("images");
    expect(placeOf("link-not-https")).to.equal("links");
    expect(placeOf("preheader-is-subject")).to.equal("inbox");
    expect(placeOf("schedule-past")).to.equal("schedule");
    expect(placeOf("element-unclosed")).to.equal("html");
  });

  it("is that of the input at the start of the message if the finding has no name", () => {
    const place = (text: string) => partOf({ severity: "error", text });
    expect(place("subject: must be 1 to 150 characters long (got 151)")).to.equal("inbox");
    expect(place("sender.email: must be an address")).to.equal("from");
    expect(place("listIds[0]: must not be empty")).to.equal("lists");
    expect(place('Campaign "Spring": html: can\'t be removed')).to.equal("html");
    expect(place("the campaign goes to 8 contacts: too many")).to.equal(undefined);
  });
});
