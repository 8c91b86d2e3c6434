import * as emailmarketing from "@emailmarketing/pulumi";
import * as pulumi from "@pulumi/pulumi";

const config = new pulumi.Config();

// A list that exists. Its id is an input of the campaign.
const customers = emailmarketing.getListOutput({ name: "Customers" });

// A draft, which is not sent. Its content is in files, so the state and the previews don't show it.
export const spring = new emailmarketing.Campaign(
  "spring",
  {
    name: "Spring",
    subject: "What is new this spring",
    sender: { email: "hello@acme.example", name: "Acme" },
    html: new pulumi.asset.FileAsset("spring.html"),
    plainText: new pulumi.asset.FileAsset("spring.txt"),
    listIds: [customers.id],
  },
  { protect: true },
);

// The date on which it is sent.
new emailmarketing.CampaignSchedule(
  "springDate",
  { campaignId: spring.id, scheduledAt: "2030-03-01 09:00:00" },
  { protect: true },
);

// A second account has a provider of its own.
const partner = new emailmarketing.Provider("partner", {
  account: "partner",
  apiKey: config.requireSecret("partnerKey"),
  baseUrl: config.require("partnerUrl"),
});
const news = new emailmarketing.Sender(
  "partnerNews",
  { email: "hello@acme.example", name: "Acme for partners" },
  { provider: partner },
);

export const campaign = spring.id;
export const partnerSender = pulumi.interpolate`${news.email} is ${news.status}`;
