import { defineSomeCrashes } from "../../matrix/crash/some";

defineSomeCrashes({
  "create of CustomProperty and Sender, applied, before the reply: CLI and provider SIGKILL": {},
  "create of CampaignSchedule and DomainDnsShare, applied, before the reply: CLI SIGINT": {},
  "create of every kind, before the request: CLI SIGKILL, provider left alive": {},
  "update of CampaignSchedule and DomainDnsShare, waiting after a 429: CLI SIGKILL, provider left alive":
    {},
  "delete of every kind, before the request: CLI SIGKILL, provider left alive": {},
});
