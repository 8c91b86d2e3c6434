import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { guides, pagesTestedElsewhere, pagesWithCommands } from "../../tools/example/guide";
import { stepsOf } from "../../tools/example/page";
import { repository } from "./pages";

describe("the commands of the README files and guides", () => {
  let pages: string[] = [];
  before("finds the pages", async () => {
    pages = await pagesWithCommands(repository);
  });

  const commandsOf = (page: string) =>
    stepsOf(readFileSync(join(repository, page), "utf8")).flatMap((step) =>
      "commands" in step ? [step] : [],
    );

  it("are run by a test for each page", () => {
    const run = pages.filter((page) => commandsOf(page).some(({ notRun }) => notRun === undefined));
    expect(run).to.have.members([...Object.keys(pagesTestedElsewhere), ...Object.keys(guides)]);
    const tests = Object.values(pagesTestedElsewhere).flat();
    expect(tests.filter((test) => !existsSync(join(repository, test)))).to.deep.equal([]);
  });

  it("are excluded from the tests only in nine places, each with a reason", () => {
    const marked = pages.flatMap((page) =>
      commandsOf(page).flatMap(({ notRun }) => (notRun === undefined ? [] : `${page}: ${notRun}`)),
    );
    expect(marked).to.deep.equal([
      "docs/guides/check-mail.md: needs a browser",
      "docs/guides/languages.md: needs a release",
      "docs/guides/leave.md: replaces the commands above",
      "docs/guides/pull-requests.md: needs a browser and your own bucket",
      "docs/guides/review-mail.md: needs your own mail server",
      "docs/guides/test.md: needs a release and a container engine",
      "docs/guides/your-account.md: needs your own account",
      "docs/guides/your-account.md: needs your own account",
      "provider/README.md: needs your own account",
    ]);
  });
});
