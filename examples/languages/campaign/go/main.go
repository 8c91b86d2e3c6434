package main

import (
	"github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go/emailmarketing"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(program)
}

func program(ctx *pulumi.Context) error {
	settings := config.New(ctx, "")

	// A list that exists. Its id is an input of the campaign.
	customers, err := emailmarketing.LookupList(ctx, &emailmarketing.LookupListArgs{
		Name: pulumi.StringRef("Customers"),
	})
	if err != nil {
		return err
	}

	// A draft, which is not sent. Its content is in files, so the state and the previews don't show it.
	spring, err := emailmarketing.NewCampaign(ctx, "spring", &emailmarketing.CampaignArgs{
		Name:    pulumi.String("Spring"),
		Subject: pulumi.String("What is new this spring"),
		Sender: &emailmarketing.CampaignSenderArgs{
			Email: pulumi.String("hello@acme.example"),
			Name:  pulumi.String("Acme"),
		},
		Html:      pulumi.NewFileAsset("spring.html"),
		PlainText: pulumi.NewFileAsset("spring.txt"),
		ListIds:   pulumi.StringArray{pulumi.String(customers.Id)},
	}, pulumi.Protect(true))
	if err != nil {
		return err
	}

	// The date on which it is sent.
	_, err = emailmarketing.NewCampaignSchedule(ctx, "springDate", &emailmarketing.CampaignScheduleArgs{
		CampaignId:  spring.ID(),
		ScheduledAt: pulumi.String("2030-03-01 09:00:00"),
	}, pulumi.Protect(true))
	if err != nil {
		return err
	}

	// A second account has a provider of its own.
	partner, err := emailmarketing.NewProvider(ctx, "partner", &emailmarketing.ProviderArgs{
		Account: pulumi.String("partner"),
		ApiKey:  settings.RequireSecret("partnerKey"),
		BaseUrl: pulumi.String(settings.Require("partnerUrl")),
	})
	if err != nil {
		return err
	}
	news, err := emailmarketing.NewSender(ctx, "partnerNews", &emailmarketing.SenderArgs{
		Email: pulumi.String("hello@acme.example"),
		Name:  pulumi.String("Acme for partners"),
	}, pulumi.Provider(partner))
	if err != nil {
		return err
	}

	ctx.Export("campaign", spring.ID())
	ctx.Export("partnerSender", pulumi.Sprintf("%s is %s", news.Email, news.Status))
	return nil
}
