import { readFileSync } from "node:fs";
import { join } from "node:path";

/* Statements for programs. `rest` contains more inputs, written as in a program, which override the default inputs. */

/** A sender of the verified domain. */
export const sender = (rest: string) =>
  `new em.Sender("a", { email: "a@acme.example", name: "A", ${rest} });`;

/** A sender of the verified domain, with resource options. */
export const senderWith = (rest: string, opts = "") =>
  `new em.Sender("a", { email: "a@acme.example", name: "A", ${rest} }, { ${opts} });`;

/** A property that doesn't exist in the account. */
export const property = (rest: string) =>
  `new em.CustomProperty("a", { name: "abc", type: "text", ${rest} });`;

/** A campaign with the valid inputs of the head's `mail`. */
export const campaign = (rest: string) => `new em.Campaign("a", { ...mail, ${rest} });`;

/** A campaign in a variable `c`, for programs that use the campaign. */
export const campaignAsC = (rest: string) => `const c = ${campaign(rest)}`;

/** A campaign with a date. */
export const datedCampaign = (rest: string) =>
  `${campaignAsC(rest)} new em.CampaignSchedule("at", { campaignId: c.id, scheduledAt: "2098-03-01 09:00:00" });`;

/** A list, which needs the extended operations. */
export const list = (rest: string, name = "a") => `new em.List("${name}", { ${rest} });`;

/** A Provider with the default key. Some programs name it `provider`. */
export const ownProvider = (rest: string) =>
  `const provider = new em.Provider("own", { apiKey: process.env.EMAIL_MARKETING_API_KEY, ${rest} });`;

/** A Provider for the second account, which exists in every test. */
export const otherProvider = (name: string, rest = "") =>
  `new em.Provider("${name}", { apiKey: process.env.OTHER_KEY, baseUrl: process.env.OTHER_URL, ${rest} })`;

/** A component with a sender of a domain. */
export const brand = `class Brand extends pulumi.ComponentResource { constructor(n, domain, opts) { super("acme:index:Brand", n, {}, opts); new em.Sender(n + "-s", { email: "a@" + domain, name: "A" }, { parent: this }); } }`;

/** A reference to the other stack. */
export const ofOther = `const ref = new pulumi.StackReference("organization/other/dev");`;

/** Reads a CSV file into `rows`. */
export const rows = (how: string) =>
  `const { parse } = require("csv-parse/sync"); const rows = parse(require("fs").readFileSync("data.csv"), ${how});`;

/** Reads a YAML file into `data`. */
export const yaml = `const data = require("yaml").parse(require("fs").readFileSync("data.yaml", "utf8"));`;

/** A campaign whose content comes from a template in a file. */
export const compiled = (values: string) =>
  `const html = require("handlebars").compile(require("fs").readFileSync("mail.hbs", "utf8"))(${values}); ${campaign("html")}`;

/** An email that mjml has compiled. */
export const mjml = readFileSync(join(__dirname, "mail", "mjml.html"), "utf8");
