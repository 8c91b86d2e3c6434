// Loaded first into every Node.js process of a measured command: notes at its end which one it is, and how much memory it has held at once.
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

process.once("exit", () => {
  const bytes = process.resourceUsage().maxRSS * 1024;
  const isProgram = process.argv.some((one) => /cmd.run(\W|$)/.test(one));
  const file = join(process.env.BENCH_MEMORY_FOLDER, String(process.pid));
  writeFileSync(file, JSON.stringify({ of: isProgram ? "program" : "provider", bytes }));
});

// The engine ends its providers by this signal, which alone would end them without an exit event.
process.once("SIGINT", () => process.exit(130));
