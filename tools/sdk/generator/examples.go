package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/hashicorp/hcl/v2"
	dotnet "github.com/pulumi/pulumi-dotnet/pulumi-language-dotnet/v3/codegen"
	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml"
	yaml "github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	golang "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

type generator func(*pcl.Program) (map[string][]byte, hcl.Diagnostics, error)

// The languages, ordered as in the Registry.
var languages = []struct {
	name     string
	generate generator
}{
	{"typescript", nodejs.GenerateProgram},
	{"python", python.GenerateProgram},
	{"go", golang.GenerateProgram},
	{"csharp", dotnet.GenerateProgram},
}

// writeExamples writes each program in every language. The results become part of the descriptions of resources and
// functions.
func writeExamples(spec schema.PackageSpec, folder string) error {
	sources, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil {
		return err
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			return err
		}
		var page strings.Builder
		for _, language := range languages {
			program, err := render(spec, source, text, language.generate)
			if err != nil {
				return fmt.Errorf("%s in %s: %w", source, language.name, err)
			}
			if language.name == "go" {
				program = completeGo(spec, program)
			}
			if language.name == "csharp" {
				// For a function's inline object, Pulumi's generator for C# programs writes a type that ends with `InputArgs`.
				// In the SDK, the type ends with `Args`.
				program = wrapped.ReplaceAllString(program, "${1}Args")
			}
			fmt.Fprintf(&page, "```%s\n%s\n```\n", language.name, strings.TrimSpace(program))
		}
		fmt.Fprintf(&page, "```yaml\n%s\n```\n", strings.TrimSpace(string(text)))
		name := strings.TrimSuffix(filepath.Base(source), ".yaml") + ".md"
		if err := write(folder, map[string][]byte{name: []byte(page.String())}); err != nil {
			return err
		}
	}
	return nil
}

func render(spec schema.PackageSpec, source string, text []byte, generate generator) (string, error) {
	program, err := eject(spec, source, text)
	if err != nil {
		return "", err
	}
	files, diags, err := generate(program)
	if err != nil {
		return "", err
	}
	if diags.HasErrors() {
		return "", diags
	}
	for _, content := range files {
		return string(content), nil
	}
	return "", fmt.Errorf("the generator wrote no program")
}

// eject converts a YAML program to PCL, from which all languages are generated.
func eject(spec schema.PackageSpec, source string, text []byte) (*pcl.Program, error) {
	template, yamlDiags, err := pulumiyaml.LoadYAMLBytes(source, text)
	if err != nil {
		return nil, err
	}
	if yamlDiags.HasErrors() {
		return nil, yamlDiags
	}
	program, diags, err := yaml.EjectProgram(template, ownLoader{&spec})
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, diags
	}
	return program, nil
}

var (
	call     = regexp.MustCompile(`(\w+), err := emailmarketing\.(?:Get|Lookup)\w+\(`)
	object   = regexp.MustCompile(`(: +)(emailmarketing\.\w+\{)`)
	question = regexp.MustCompile(`emailmarketing\.(?:Get|Lookup)\w+Args\{[^}]*`)
	constant = regexp.MustCompile(`(: +)(emailmarketing\.\w+),`)
	wrapped  = regexp.MustCompile(`(Inputs\.\w+)InputArgs\b`)
)

// completeGo makes calls of functions compile. Pulumi's generator for Go programs misses renamed functions, pointers to
// objects and enumerations, and exports of plain values.
func completeGo(spec schema.PackageSpec, program string) string {
	for token := range spec.Resources {
		kind := token[strings.LastIndex(token, ":")+1:]
		// In the SDK, Get<Kind> reads the state of a resource, so the function with this name is called Lookup<Kind>.
		program = strings.ReplaceAll(program, "emailmarketing.Get"+kind+"(", "emailmarketing.Lookup"+kind+"(")
		program = strings.ReplaceAll(program, "emailmarketing.Get"+kind+"Args{", "emailmarketing.Lookup"+kind+"Args{")
	}
	program = object.ReplaceAllString(program, "$1&$2")
	// A function takes a pointer to an enumeration's value, but a resource takes the value itself.
	program = question.ReplaceAllStringFunc(program, func(args string) string {
		return constant.ReplaceAllString(args, "${1}pulumi.StringRef(string($2)),")
	})
	for _, found := range call.FindAllStringSubmatch(program, -1) {
		export := regexp.MustCompile(`(ctx\.Export\("\w+", )(` + found[1] + `\.[^\n]+)\)`)
		program = export.ReplaceAllString(program, "${1}pulumi.Any($2))")
	}
	return program
}
