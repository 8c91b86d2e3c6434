package main

import (
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

// account stands for the service: nothing is sent. It keeps what the program declares.
type account map[string]resource.PropertyMap

func (made account) NewResource(args pulumi.MockResourceArgs) (string, resource.PropertyMap, error) {
	made[args.Name] = args.Inputs
	return args.Name + "-id", args.Inputs, nil
}

func (made account) Call(args pulumi.MockCallArgs) (resource.PropertyMap, error) {
	list := map[string]any{"id": "list-1", "name": args.Args["name"].StringValue(), "contactCount": 2}
	return resource.NewPropertyMapFromMap(list), nil
}

func TestMailsTheCustomers(t *testing.T) {
	t.Setenv("PULUMI_CONFIG", `{"project:partnerUrl":"https://partner.example/v1","project:partnerKey":"key"}`)
	made := account{}
	if err := pulumi.RunErr(program, pulumi.WithMocks("project", "stack", made)); err != nil {
		t.Fatal(err)
	}
	lists := made["spring"]["listIds"].ArrayValue()
	if len(lists) != 1 || lists[0].StringValue() != "list-1" {
		t.Errorf("mails %v", lists)
	}
}
