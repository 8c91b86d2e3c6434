import { getListOutput } from "pulumi-email-marketing";
import { Brand } from "./brand";

const customers = getListOutput({ name: "Customers" });

const acme = new Brand("acme", {
  name: "Acme",
  domain: "acme.example",
  dnsContacts: ["dns@acme.example"],
  listIds: [customers.id],
});

export const from = acme.sender.email;
export const welcome = acme.welcome.id;
