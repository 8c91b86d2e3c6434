// Loaded first: tells at the end how much memory the process has held at once.
process.on("exit", () => {
  const { maxRSS } = process.resourceUsage();
  process.stderr.write(`\npeak ${maxRSS * 1024}\n`);
});
