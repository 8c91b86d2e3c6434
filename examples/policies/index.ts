import { PolicyPack } from "@pulumi/policy";

// The end of a type is the same for dynamic resources and for the plugin.
const isMail = (type: string) => /\bemailmarketing:(index:)?Campaign(Schedule)?$/.test(type);
const isCampaign = (type: string) => /\bemailmarketing:(index:)?Campaign$/.test(type);

new PolicyPack("newsletters", {
  enforcementLevel: "mandatory",
  policies: [
    {
      name: "mail-is-protected",
      description: "Campaigns and their dates are protected.",
      validateResource: ({ type, opts }, report) => {
        if (isMail(type) && !opts.protect) report("Add protect: true to its options.");
      },
    },
    {
      name: "name-has-month",
      description: "The name of a campaign begins with its month, such as 2027-03.",
      validateResource: ({ type, props }, report) => {
        if (isCampaign(type) && !/^\d{4}-\d\d /.test(props.name)) report(`It is "${props.name}".`);
      },
    },
    {
      name: "links-are-counted",
      description: "Links to acme.example have utm_campaign.",
      enforcementLevel: "advisory",
      validateResource: async ({ type, props }, report) => {
        if (!isCampaign(type)) return;
        const html = String((await props.html?.text) ?? props.html ?? "");
        const links = html.match(/https:\/\/acme\.example[^\s"'<>]*/g) ?? [];
        const link = links.find((one) => !one.includes("utm_campaign="));
        if (link !== undefined) report(`${link} has none.`);
      },
    },
  ],
});
