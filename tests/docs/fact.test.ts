import { expect } from "chai";
import { pagesOf } from "./pages";

/** Pages for users, without what is generated from the sources for each noun. */
const pages = [
  "README.md",
  ":(glob)docs/*.md",
  "docs/guides",
  "docs/reference/command-line.md",
  "docs/reference/emulator.md",
  "docs/reference/errors.md",
  "docs/reference/findings.md",
  ":(glob)examples/**/README.md",
  "provider/README.md",
  "emulator/README.md",
];

const [settings, permanence, reliability, cost, concepts] = [
  "docs/installation-configuration.md",
  "docs/permanence.md",
  "docs/reliability.md",
  "docs/cost.md",
  "docs/concepts.md",
];
const guide = (name: string) => `docs/guides/${name}.md`;
const reference = (name: string) => `docs/reference/${name}.md`;

/** Facts that users ask for: what each says, the page that owns it, and what its statement looks like in any wording. */
const facts: readonly (readonly [string, string, RegExp])[] = [
  // Defaults and limits.
  ["50 requests a second at most", settings, /requests per second, 1 to 50/],
  ["30 s for an attempt", settings, /`timeoutSeconds` +\| +30 /],
  ["300 s for all attempts", settings, /`deadlineSeconds` +\| +300 /],
  ["24 hours between two mails to a list", settings, /`audienceGapHours` +\| +24 /],
  ["findings are warnings", settings, /`preflight` +\| +`warn`/],
  ["specified operations by default", settings, /`operations` +\| +`specified`/],
  ["https is needed", settings, /must use https, unless/],
  ["the order of precedence", settings, /Precedence, per setting|wins over the environment, which/],
  ["an unknown setting is an error", settings, /unknown name under `emailmarketing:`/],
  ["30 rows of what will be mailed", guide("pull-requests"), /(?:after|at most|to) 30 rows/],
  ["65,536 characters of a comment", guide("pull-requests"), /65,?536/],
  ["10 addresses of a test mail", reference("command-line"), /10 addresses/],
  ["the statuses of a dead link", guide("check-mail"), /404, 410/],
  ["64 kB of an image", guide("check-mail"), /64 kB/],
  ["ports of links", guide("check-mail"), /ports 80 and 443/],
  ["10,000 rows of a report", cost, /10,000\)/],
  ["forms of a date", guide("campaign-life"), /T14:00:00Z/],
  ["both ends of a window belong to it", guide("environments"), /Both ends belong to the window/],
  ["a contact on two lists counts twice", guide("environments"), /count twice/],
  // What a destroy, a rename and a replacement do.
  ["a destroy doesn't stop a campaign", permanence, /doesn't stop the campaign, which WILL/],
  ["a destroy leaves a sender", permanence, /leaves the sender in the account/],
  ["a destroy switches a webhook off", permanence, /switches the webhook off, unless/],
  ["a rename creates a second campaign", permanence, /second campaign is created/],
  [
    "what removing a schedule does",
    guide("campaign-life"),
    /Removing the `CampaignSchedule` doesn't/,
  ],
  ["a deleted property loses its values", guide("adopt"), /deletes the property \*\*and all/],
  ["an import protects", guide("adopt"), /With `--no-protect`, add/],
  // What is never repeated, removed or stored.
  ["a campaign is mailed once", reliability, /A campaign is mailed once\n/],
  ["two looks, 5 seconds apart", reliability, /5 seconds\s+apart/],
  ["a search for 15 seconds", reliability, /15 seconds/],
  ["a crash may mail DNS records again", reliability, /DNS email is sent again/],
  ["pending creates after a crash", reliability, /--clear-pending-creates/],
  [
    "results of functions are not stored",
    guide("contact-data"),
    /results of functions are not stored/,
  ],
  ["which functions read contacts", guide("contact-data"), /`getCampaignUnsubscribes` return/],
  ["where a key is stored", guide("your-account"), /where it is stored/],
  ["a former name is not loopback", settings, /`loopback` is not allowed/],
  // Versions.
  ["the oldest SDK", guide("upgrade"), /3\.216/],
  // Costs.
  ["a page has 100 objects", cost, /started 100 objects/],
  ["bytes of a sender in the state", cost, /1\.2 kB/],
  ["a state written once", cost, /writes the state once/],
  ["which way in to choose", concepts, /Use the npm package `pulumi-email-marketing` in/],
];

describe("a fact that users ask for", () => {
  let texts = new Map<string, string>();
  before("reads the pages", async () => {
    texts = await pagesOf(...pages);
  });

  it("is one of forty at least", () => {
    expect(new Set(facts.map(([, , statement]) => statement.source)))
      .to.have.property("size")
      .least(40);
  });

  for (const [fact, owner, statement] of facts) {
    it(`stands on one page only: ${fact}`, () => {
      const stated = [...texts].filter(([, text]) => statement.test(text)).map(([page]) => page);
      expect(stated).to.deep.equal([owner]);
    });
  }
});
