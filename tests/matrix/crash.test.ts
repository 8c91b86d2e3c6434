import { defineSomeCrashes } from "./crash/some";

// One with the machine, and one that leaves something over; further ones are in tests/engine/case/crash.ts, and
// `npm run prove -- crash` runs every one.
defineSomeCrashes({
  "create of CustomProperty and Sender, applied, before the reply: CLI and provider SIGKILL": {},
  "update of 6 kinds, before the state is written: provider SIGKILL": {
    DomainDnsShare: "1 DNS mail",
  },
});
