// Loaded first into a process whose start is measured. Records the CPU time up to the first line of output.
const { writeFileSync } = require("node:fs");

const { write } = process.stdout;
process.stdout.write = function (...args) {
  process.stdout.write = write;
  const { user, system } = process.cpuUsage();
  writeFileSync(process.env.BENCH_START_FILE, String((user + system) / 1000));
  return write.apply(this, args);
};
