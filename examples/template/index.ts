import { getDomainOutput, Sender } from "pulumi-email-marketing";

// The sender of campaigns. If it already exists, it is adopted.
const news = new Sender("news", { email: "news@acme.example", name: "Acme News" });

export const sender = news.status;
export const domain = getDomainOutput({ domain: "acme.example" }).status;
