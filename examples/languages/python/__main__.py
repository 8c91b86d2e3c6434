import pulumi
import pulumi_emailmarketing as emailmarketing

config = pulumi.Config()

# Functions look up what the account already has. They run in previews too and never change anything.
domain = emailmarketing.get_domain(domain=config.get("domain") or "acme.example")
lists = emailmarketing.get_lists()

# Custom properties of contacts.
emailmarketing.CustomProperty(
    "tier",
    name="tier",
    type="text",
    description="The tier that the customer has booked",
)
emailmarketing.CustomProperty("renewal", name="renewal", type="date")

# The sender of campaigns. If it already exists, it is adopted.
news = emailmarketing.Sender("news", email=f"news@{domain.domain}", name="Acme News")

# Turns on an existing webhook. To turn it off: pulumi config set webhookActive false
active = config.get_bool("webhookActive")
emailmarketing.WebhookActivation(
    "events",
    webhook_id="webhook-1",
    active=True if active is None else active,
)

pulumi.export("account", news.account)
pulumi.export("sender", pulumi.Output.format("{0} is {1}", news.email, news.status))
pulumi.export("domainStatus", domain.status)
pulumi.export("contactLists", lists.lists)
