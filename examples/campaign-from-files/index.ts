import * as pulumi from "@pulumi/pulumi";
import { Campaign, CampaignSchedule, getListOutput, Sender } from "pulumi-email-marketing";

const config = new pulumi.Config();
const customers = getListOutput({ name: config.get("list") ?? "Customers" });
const news = new Sender("news", { email: "news@acme.example", name: "Acme News" });

// Assets keep the content out of the state and the diff: a changed file is shown as two lines, whatever its size.
const spring = new Campaign(
  "spring",
  {
    name: "Garden news",
    subject: "What is new this spring",
    preheader: "Three things, and a date to keep free",
    sender: { email: news.email, name: news.name },
    html: new pulumi.asset.FileAsset("./spring.html"),
    plainText: new pulumi.asset.FileAsset("./spring.txt"),
    listIds: [customers.id],
  },
  // Without this, renaming the resource without an alias would create a second campaign.
  { protect: true },
);

// Without a date the campaign stays a draft. To schedule it: pulumi config set sendAt "2098-03-01 09:00:00"
const sendAt = config.get("sendAt");
const schedule =
  sendAt === undefined
    ? undefined
    : new CampaignSchedule(
        "spring",
        { campaignId: spring.id, scheduledAt: sendAt },
        { protect: true },
      );

export const campaignId = spring.id;
// A date that was removed from the program is still in the service, which sends the campaign.
export const scheduledAt = schedule?.scheduledAt ?? "no date in this program";
