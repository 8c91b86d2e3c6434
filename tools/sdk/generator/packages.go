package main

import (
	_ "embed"
	"fmt"
	"net/http"
	"net/http/httptest"

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
	if language == "python" {
		// pip refuses to install a package whose pyproject.toml names a README that isn't beside it.
		files["README.md"] = []byte("# " + spec.DisplayName + "\n\n" + spec.Description + "\n")
	}
	return write(folder, files)
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
		// The generator downloads the logo. It gets ours from this process, so nothing else is asked.
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
