import { defineSomeCrashes } from "./crash/some";

// One of every kind, which leaves something over; further ones are in tests/engine/case/crash.ts, and
// `npm run prove -- crash` runs every one.
defineSomeCrashes({
  "update of every kind, before the state is written: provider SIGKILL": {
    DomainDnsShare: "1 DNS mail",
  },
});
