import { expect } from "chai";
import { type Engine, type EngineSources, findEngineIn } from "../../../tools/engine";
import { silent } from "../engine-fixture";

describe("findEngineIn", () => {
  const asked: string[] = [];
  const engine = (source: Engine["source"]): Engine => ({
    pulumi: "/engine/pulumi",
    dir: "/engine",
    version: "3.259.0",
    source,
  });
  const answering =
    <T>(name: string, answer: T) =>
    async () => {
      asked.push(name);
      return answer;
    };
  const nothing: EngineSources = {
    onPath: answering("path", undefined),
    inCache: answering("cache", undefined),
    installer: answering("installer", undefined),
    build: answering("build", engine("build")),
    exclusively: (_progress, work) => work(),
  };

  beforeEach(() => asked.splice(0));

  it("takes the engine on PATH and looks no further", async () => {
    const sources = { ...nothing, onPath: answering("path", engine("path")) };
    expect((await findEngineIn(sources, silent)).source).to.equal("path");
    expect(asked).to.deep.equal(["path"]);
  });

  it("takes the cached engine before it makes one", async () => {
    const sources = { ...nothing, inCache: answering("cache", engine("cache")) };
    expect((await findEngineIn(sources, silent)).source).to.equal("cache");
    expect(asked).to.deep.equal(["path", "cache"]);
  });

  it("asks the installer before it builds", async () => {
    const sources = { ...nothing, installer: answering("installer", engine("installer")) };
    expect((await findEngineIn(sources, silent)).source).to.equal("installer");
    expect(asked).to.deep.equal(["path", "cache", "cache", "installer"]);
  });

  it("builds when there is no other way", async () => {
    expect((await findEngineIn(nothing, silent)).source).to.equal("build");
    expect(asked).to.deep.equal(["path", "cache", "cache", "installer", "build"]);
  });

  it("takes what another process made while it waited for it", async () => {
    const answers = [undefined, engine("cache")];
    const sources = { ...nothing, inCache: async () => answers.shift() };
    expect((await findEngineIn(sources, silent)).source).to.equal("cache");
    expect(asked).to.deep.equal(["path"]);
  });
});
