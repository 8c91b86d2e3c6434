// Counts the package's files and functions that run in one call, with V8's precise coverage. Prints the counts as JSON.
const { Session } = require("node:inspector");
const { join } = require("node:path");
const { pathToFileURL } = require("node:url");

const own = `${pathToFileURL(join(__dirname, "..", "provider", "dist")).href}/`;
const session = new Session();
session.connect();

function post(method, params) {
  let reply;
  session.post(method, params, (error, result) => {
    if (error) throw error;
    reply = result;
  });
  return reply;
}

async function providerOf(kind) {
  const provider = require("../provider/dist/dynamic.js")[kind]();
  await provider.configure({ config: { get: () => undefined } });
  return provider;
}

const spring = {
  name: "Spring",
  subject: "News",
  sender: { email: "hello@acme.example", name: "Acme" },
  listIds: ["list-1"],
  plainText: "Hello. %%unsubscribe%%",
};

const calls = {
  async sender() {
    const provider = await providerOf("Sender");
    const { inputs } = await provider.check({}, { email: "news@acme.example", name: "News" });
    return () => provider.create(inputs);
  },
  async campaign() {
    const provider = await providerOf("Campaign");
    const { inputs } = await provider.check({}, spring);
    const { id, outs } = await provider.create(inputs);
    // Don't count functions that only the create has run.
    post("Profiler.stopPreciseCoverage");
    post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
    const { inputs: changed } = await provider.check(outs, { ...spring, subject: "More news" });
    await provider.diff(id, outs, changed);
    return () => provider.update(id, outs, changed);
  },
  async lists() {
    const { getLists } = require("../provider/dist/index.js");
    return () => getLists();
  },
};

/** Counts functions, except for the top-level code of modules. */
async function count() {
  post("Profiler.enable");
  post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  const call = await calls[process.argv[2]]();
  await call();
  const { result } = post("Profiler.takePreciseCoverage");
  const ran = result
    .filter(({ url }) => url.startsWith(own))
    .map(({ functions }) => functions.slice(1).filter(({ ranges }) => ranges[0].count > 0).length)
    .filter((functions) => functions > 0);
  const functions = ran.reduce((sum, one) => sum + one, 0);
  process.stdout.write(JSON.stringify({ files: ran.length, functions }));
}

void count();
