import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import {
  addToCache,
  builtName,
  cacheFolder,
  findInCache,
  installedName,
} from "../../../tools/engine/cache";
import { rejection } from "../../support/rejection";
import { useScratch } from "../../support/scratch";
import { layEngine } from "../engine-fixture";

describe("cacheFolder", () => {
  it("is in the XDG cache directory when that is absolute", () => {
    const folder = cacheFolder({ XDG_CACHE_HOME: "/var/cache/me" });
    expect(folder).to.equal("/var/cache/me/pulumi-email-marketing/engine");
  });

  it("ignores a relative XDG cache directory", () => {
    expect(cacheFolder({ XDG_CACHE_HOME: "relative" })).to.equal(cacheFolder({}));
  });
});

describe("addToCache", function () {
  const scratch = useScratch(this);
  const make = async (folder: string) => void (await layEngine(join(folder, "bin"), "v3.259.0"));

  it("makes an engine that findInCache finds", async () => {
    expect(await findInCache(scratch())).to.equal(undefined);
    const dir = await addToCache(scratch(), builtName, make);
    expect(await findInCache(scratch())).to.deep.equal({
      pulumi: join(dir, "pulumi"),
      dir,
      version: "3.259.0",
      source: "cache",
    });
  });

  it("prefers an installed engine to a built one", async () => {
    await addToCache(scratch(), builtName, make);
    const installed = await addToCache(scratch(), installedName, make);
    expect((await findInCache(scratch()))?.dir).to.equal(installed);
  });

  it("leaves nothing behind when the making fails", async () => {
    const failing = addToCache(scratch(), builtName, async (folder) => {
      await make(folder);
      throw new Error("out of disk");
    });
    expect(await rejection(failing)).to.equal("out of disk");
    expect(await readdir(scratch())).to.deep.equal([]);
  });

  it("removes what a killed process left unfinished", async () => {
    await layEngine(join(scratch(), "unfinished-abc", "bin"), "v3.259.0");
    await addToCache(scratch(), builtName, make);
    expect(await readdir(scratch())).to.deep.equal([builtName]);
  });

  it("refuses half an engine", async () => {
    const half = addToCache(scratch(), builtName, async (folder) => {
      await make(folder);
      await rm(join(folder, "bin", "pulumi-resource-pulumi-nodejs"));
    });
    expect(await rejection(half)).to.contain("some executables");
    expect(await readdir(scratch())).to.deep.equal([]);
  });
});
