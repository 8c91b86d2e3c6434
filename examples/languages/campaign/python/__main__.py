import pulumi
import pulumi_emailmarketing as emailmarketing

config = pulumi.Config()

# A list that exists. Its id is an input of the campaign.
customers = emailmarketing.get_list_output(name="Customers")

# A draft, which is not sent. Its content is in files, so the state and the previews don't show it.
spring = emailmarketing.Campaign(
    "spring",
    name="Spring",
    subject="What is new this spring",
    sender={"email": "hello@acme.example", "name": "Acme"},
    html=pulumi.FileAsset("spring.html"),
    plain_text=pulumi.FileAsset("spring.txt"),
    list_ids=[customers.id],
    opts=pulumi.ResourceOptions(protect=True),
)

# The date on which it is sent.
emailmarketing.CampaignSchedule(
    "springDate",
    campaign_id=spring.id,
    scheduled_at="2030-03-01 09:00:00",
    opts=pulumi.ResourceOptions(protect=True),
)

# A second account has a provider of its own.
partner = emailmarketing.Provider(
    "partner",
    account="partner",
    api_key=config.require_secret("partnerKey"),
    base_url=config.require("partnerUrl"),
)
news = emailmarketing.Sender(
    "partnerNews",
    email="hello@acme.example",
    name="Acme for partners",
    opts=pulumi.ResourceOptions(provider=partner),
)

pulumi.export("campaign", spring.id)
pulumi.export("partnerSender", pulumi.Output.format("{0} is {1}", news.email, news.status))
