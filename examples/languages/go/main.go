package main

import (
	"github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go/emailmarketing"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")
		name := settings.Get("domain")
		if name == "" {
			name = "acme.example"
		}

		// Functions look up what the account already has. They run in previews too and never change anything.
		domain, err := emailmarketing.GetDomain(ctx, &emailmarketing.GetDomainArgs{Domain: pulumi.StringRef(name)})
		if err != nil {
			return err
		}
		lists, err := emailmarketing.GetLists(ctx, &emailmarketing.GetListsArgs{})
		if err != nil {
			return err
		}

		// Custom properties of contacts.
		_, err = emailmarketing.NewCustomProperty(ctx, "tier", &emailmarketing.CustomPropertyArgs{
			Name:        pulumi.String("tier"),
			Type:        pulumi.String("text"),
			Description: pulumi.String("The tier that the customer has booked"),
		})
		if err != nil {
			return err
		}
		_, err = emailmarketing.NewCustomProperty(ctx, "renewal", &emailmarketing.CustomPropertyArgs{
			Name: pulumi.String("renewal"),
			Type: pulumi.String("date"),
		})
		if err != nil {
			return err
		}

		// The sender of campaigns. If it already exists, it is adopted.
		news, err := emailmarketing.NewSender(ctx, "news", &emailmarketing.SenderArgs{
			Email: pulumi.Sprintf("news@%s", domain.Domain),
			Name:  pulumi.String("Acme News"),
		})
		if err != nil {
			return err
		}

		// Turns on an existing webhook. To turn it off: pulumi config set webhookActive false
		_, err = emailmarketing.NewWebhookActivation(ctx, "events", &emailmarketing.WebhookActivationArgs{
			WebhookId: pulumi.String("webhook-1"),
			Active:    pulumi.Bool(settings.Get("webhookActive") != "false"),
		})
		if err != nil {
			return err
		}

		ctx.Export("account", news.Account)
		ctx.Export("sender", pulumi.Sprintf("%s is %s", news.Email, news.Status))
		ctx.Export("domainStatus", pulumi.String(domain.Status))
		ctx.Export("contactLists", pulumi.Any(lists.Lists))
		return nil
	})
}
