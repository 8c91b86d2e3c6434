import * as pulumi from "@pulumi/pulumi";
import { getDomainsOutput, Provider, Sender } from "pulumi-email-marketing";

const config = new pulumi.Config();

// One provider an account. A key comes from a secret of the stack config; addresses may stand in clear.
const eu = new Provider("eu", {
  apiKey: config.requireSecret("euKey"),
  baseUrl: config.require("euUrl"),
  account: "eu",
});
const us = new Provider("us", {
  apiKey: config.requireSecret("usKey"),
  baseUrl: config.require("usUrl"),
  account: "us",
});

// Give the provider to our own resources: in a component's `providers` it would serve other people's, too.
const senders = Object.entries({ eu, us }).map(
  ([name, provider]) =>
    new Sender(`news-${name}`, { email: "news@acme.example", name: "Acme News" }, { provider }),
);

export const accounts = senders.map((sender) => sender.account);
export const domainsOfEu = getDomainsOutput({}, { provider: eu }).apply(
  ({ domains }) => domains.length,
);
