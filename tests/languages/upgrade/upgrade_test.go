package upgrade

import (
	"os"
	"testing"

	"github.com/pulumi/providertest"
	"github.com/pulumi/providertest/optproviderupgrade"
	"github.com/pulumi/providertest/pulumitest"
	"github.com/pulumi/providertest/pulumitest/assertpreview"
	"github.com/pulumi/providertest/pulumitest/opttest"
)

func TestUpgrade(t *testing.T) {
	plugin := opttest.AttachProviderBinary("emailmarketing", os.Getenv("PLUGIN"))
	test := pulumitest.NewPulumiTest(t, "program", opttest.SkipInstall(), plugin)
	preview := providertest.PreviewProviderUpgrade(t, test, "emailmarketing", os.Getenv("RECORDED_VERSION"),
		optproviderupgrade.CacheDir("recorded", optproviderupgrade.BaselineVersion),
		// Only a recording runs the baseline. It would be downloaded otherwise.
		optproviderupgrade.BaselineOpts(plugin))
	assertpreview.HasNoChanges(t, preview)
}
