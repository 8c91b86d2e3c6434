// Preloaded into every Node.js process of a measured command. When the process ends, writes whether it ran the program
// or a provider, and its peak memory.
const { writeFileSync } = require("node:fs");
const { join } = require("node:path");

process.once("exit", () => {
  const bytes = process.resourceUsage().maxRSS * 1024;
  const isProgram = process.argv.some((one) => /cmd.run(\W|$)/.test(one));
  const file = join(process.env.BENCH_MEMORY_FOLDER, String(process.pid));
  writeFileSync(file, JSON.stringify({ of: isProgram ? "program" : "provider", bytes }));
});

// The engine ends providers with this signal. Without a listener, the process would end without an exit event.
process.once("SIGINT", () => process.exit(130));
