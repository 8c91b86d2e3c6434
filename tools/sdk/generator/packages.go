package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"

	"github.com/BurntSushi/toml"
	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

const tool = "pulumi-email-marketing"

// The icon of the NuGet package, 64 by 64 pixels.
//
//go:embed logo.png
var logo []byte

func writePackage(spec schema.PackageSpec, language, folder string) error {
	files, err := generatePackage(spec, language)
	if err != nil {
		return err
	}
	switch language {
	case "python":
		files["pyproject.toml"], err = licensed(files["pyproject.toml"])
	case "go":
		// For a module that isn't below github.com/pulumi, the language host looks for the plugin at this path.
		files["pulumi-plugin.json"] = files["emailmarketing/pulumi-plugin.json"]
	case "dotnet":
		project := "Pulumi.EmailMarketing.csproj"
		files[project] = []byte(readmeInPackage.Replace(string(files[project])))
	}
	if err != nil {
		return err
	}
	return write(folder, files)
}

// NuGet shows the README only if the project names and packs it.
var readmeInPackage = strings.NewReplacer(
	"    <PackageIcon>",
	"    <PackageReadmeFile>README.md</PackageReadmeFile>\n    <PackageIcon>",
	"    <None Include=\"logo.png\">",
	"    <None Include=\"README.md\" Pack=\"True\" PackagePath=\"\" />\n    <None Include=\"logo.png\">",
)

// licensed writes the license as in PEP 639, because setuptools warns about the generator's older format.
func licensed(pyproject []byte) ([]byte, error) {
	var document map[string]any
	if err := toml.Unmarshal(pyproject, &document); err != nil {
		return nil, err
	}
	project, isTable := document["project"].(map[string]any)
	if !isTable {
		return nil, fmt.Errorf("pyproject.toml has no table [project]")
	}
	project["license"] = "Apache-2.0"
	project["license-files"] = []string{"LICENSE"}
	project["classifiers"] = []string{"Typing :: Typed"}
	document["build-system"] = map[string]any{
		"requires":      []string{"setuptools>=77.0.3"},
		"build-backend": "setuptools.build_meta",
	}
	var text bytes.Buffer
	err := toml.NewEncoder(&text).Encode(document)
	return text.Bytes(), err
}

func generatePackage(spec schema.PackageSpec, language string) (map[string][]byte, error) {
	pkg, err := bind(spec)
	if err != nil {
		return nil, err
	}
	loader := ownLoader{&spec}
	switch language {
	case "nodejs":
		return nodejs.GeneratePackage(tool, pkg, nil, nil, false, loader)
	case "python":
		return python.GeneratePackage(tool, pkg, nil, loader)
	case "go":
		return golang.GeneratePackage(tool, pkg, nil)
	case "dotnet":
		// The generator downloads the logo. Serve our logo from this process, so that no request leaves the machine.
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			_, _ = w.Write(logo)
		}))
		defer server.Close()
		pkg.LogoURL = server.URL
		return dotnet.GeneratePackage(tool, pkg, nil, nil)
	default:
		return nil, fmt.Errorf("must be one of nodejs, python, go, dotnet")
	}
}
