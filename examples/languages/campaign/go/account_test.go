package main

import (
	"bufio"
	"context"
	"encoding/json"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/pulumi/pulumi/sdk/v3/go/auto"
	"github.com/pulumi/pulumi/sdk/v3/go/auto/optremove"
)

// startEmulator gives the test an account of its own, and its address and keys as settings.
func startEmulator(t *testing.T) map[string]string {
	emulator := exec.Command("email-marketing-emulator", "--port", "0")
	output, err := emulator.StdoutPipe()
	must(t, err)
	must(t, emulator.Start())
	t.Cleanup(func() {
		emulator.Process.Kill()
		emulator.Wait()
	})
	settings := map[string]string{}
	for lines := bufio.NewScanner(output); len(settings) < 4 && lines.Scan(); {
		name, value, _ := strings.Cut(lines.Text(), "=")
		settings[name] = value
	}
	return settings
}

func TestSchedulesTheCampaign(t *testing.T) {
	settings := startEmulator(t)
	address := settings["EMAIL_MARKETING_BASE_URL"]
	ctx := t.Context()
	stack, err := auto.UpsertStackLocalSource(ctx, "test", ".", auto.EnvVars(settings))
	must(t, err)
	t.Cleanup(func() { stack.Workspace().RemoveStack(context.Background(), "test", optremove.Force()) })
	must(t, stack.SetConfig(ctx, "partnerUrl", auto.ConfigValue{Value: address}))
	must(t, stack.SetConfig(ctx, "partnerKey", auto.ConfigValue{Value: "emulator-api-key", Secret: true}))

	_, err = stack.Up(ctx)
	must(t, err)

	reply, err := http.Get(strings.Replace(address, "/v1", "/_emulator/snapshot", 1))
	must(t, err)
	defer reply.Body.Close()
	var account struct {
		Campaigns []struct {
			Name        string
			Status      string
			ScheduledAt string `json:"scheduled_at"`
		}
	}
	must(t, json.NewDecoder(reply.Body).Decode(&account))
	for _, campaign := range account.Campaigns {
		if campaign.Name == "Spring" {
			if campaign.Status != "Scheduled" || campaign.ScheduledAt != "2030-03-01 09:00:00" {
				t.Errorf("Spring is %v", campaign)
			}
			return
		}
	}
	t.Error("there is no campaign Spring")
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
