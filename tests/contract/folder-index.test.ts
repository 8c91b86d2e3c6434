import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "chai";
import { areaIndex, collectionIndex, programIndex } from "../../contract/folder-index";
import { useScratch } from "../support/scratch";

describe("the index of a folder", function () {
  const folder = useScratch(this);
  const write = (file: string, text: string) => writeFileSync(join(folder(), file), text);
  const last = (text: string) => text.trim().split("\n").at(-1);

  it("holds the operations of an emulator that a file exports under their ids, and nothing else", () => {
    write("sender.ts", "export const addSender: Operation = {};\nexport const other = 1;\n");
    write("domain.ts", "export function searchDomains() {}\nconst addSender = 1;\n");
    write("clock.ts", "export const now = 1;\n");
    const index = areaIndex(folder(), ["addSender", "searchDomains"]);
    expect(index.match(/ from "\.\/.*/g)).to.deep.equal([' from "./domain";', ' from "./sender";']);
    expect(last(index)).to.equal(
      "export const served: Readonly<Record<OperationId, Operation>> = { searchDomains, addSender };",
    );
  });

  it("holds the first collection of each file", () => {
    write("tag.ts", "export const tags = collection<TagRow, TextSearch>({});\n");
    write(
      "campaign.ts",
      "export const campaigns = collection<A, B>({});\nexport const contents = collection<C, B>({});\n",
    );
    const index = collectionIndex(folder());
    expect(index).to.include('import { campaigns } from "./campaign";');
    expect(last(index)).to.equal("export const collections = { campaigns, tags };");
  });

  it("hands on the program of each noun", () => {
    for (const noun of ["tag", "campaign"]) mkdirSync(join(folder(), noun));
    write("index.ts", "");
    expect(programIndex(folder())).to.equal(
      'export * from "./campaign/program";\nexport * from "./tag/program";\n',
    );
  });
});
