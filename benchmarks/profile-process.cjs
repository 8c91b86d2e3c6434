// Loaded first into every Node.js process of a profiled command: records where its CPU time goes.
const { Session } = require("node:inspector");
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

const session = new Session();
session.connect();
session.post("Profiler.enable");
session.post("Profiler.start");

process.once("exit", () => {
  session.post("Profiler.stop", (error, stopped) => {
    if (error) throw error;
    const file = join(process.env.BENCH_PROFILE_FOLDER, `${process.pid}.cpuprofile`);
    writeFileSync(file, JSON.stringify(stopped.profile));
  });
});

// The engine ends its providers by this signal, which alone would end them without an exit event. Node's own --cpu-prof
// has the same gap, and isn't allowed in NODE_OPTIONS.
process.once("SIGINT", () => process.exit(130));
