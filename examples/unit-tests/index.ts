import * as pulumi from "@pulumi/pulumi";
import { Campaign, getListOutput, Sender } from "pulumi-email-marketing";

const config = new pulumi.Config();
const customers = getListOutput({ name: config.get("list") ?? "Customers" });

export const news = new Sender("news", { email: "news@acme.example", name: "Acme News" });

export const spring = new Campaign(
  "spring",
  {
    name: "Garden news",
    subject: "What is new this spring",
    sender: { email: news.email, name: news.name },
    plainText: "Three things.\n\nUnsubscribe: %%unsubscribe%%\n",
    listIds: [customers.id],
  },
  { protect: true },
);
