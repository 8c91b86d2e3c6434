import * as pulumi from "@pulumi/pulumi";
import { getDomainsOutput, Provider, Sender } from "pulumi-email-marketing";

const config = new pulumi.Config();

// One provider per account. The keys are secrets in the stack config. Nothing is written to an account that lacks its domain: swapped
// keys or addresses change nothing.
const eu = new Provider("eu", {
  apiKey: config.requireSecret("euKey"),
  baseUrl: config.require("euUrl"),
  account: "eu",
  accountDomain: "acme.example",
  timeZone: "Europe/Berlin",
});
const us = new Provider("us", {
  apiKey: config.requireSecret("usKey"),
  baseUrl: config.require("usUrl"),
  account: "us",
  accountDomain: "acme-us.example",
  timeZone: "America/New_York",
});

// Pass the provider to each resource: in a component's `providers` it would also serve dynamic resources of other packages.
const senders = [
  new Sender("news-eu", { email: "news@acme.example", name: "Acme News" }, { provider: eu }),
  new Sender("news-us", { email: "news@acme-us.example", name: "Acme News" }, { provider: us }),
];

export const accounts = senders.map((sender) => sender.account);
export const domainsOfEu = getDomainsOutput({}, { provider: eu }).apply(
  ({ domains }) => domains.length,
);
