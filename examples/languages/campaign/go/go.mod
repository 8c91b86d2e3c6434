module email-marketing-campaign-go

go 1.25

require (
	github.com/pulumi-emailmarketing/pulumi-emailmarketing/sdk/go v0.1.0
	github.com/pulumi/pulumi/sdk/v3 v3.259.0
)
