// Writes programs in PCL, the form between all languages of Pulumi, in Java. The generator for Java needs older modules than the
// others, so it is a program of its own.
//
//	java SCHEMA FOLDER   writes each NAME.pp of the folder as NAME.java
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := run(os.Args[1], os.Args[2]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(schemaFile, folder string) error {
	text, err := os.ReadFile(schemaFile)
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal(text, &spec); err != nil {
		return err
	}
	sources, err := filepath.Glob(filepath.Join(folder, "*.pp"))
	if err != nil {
		return err
	}
	for _, source := range sources {
		program, err := render(spec, source)
		if err != nil {
			return fmt.Errorf("%s: %w", source, err)
		}
		if err := os.WriteFile(strings.TrimSuffix(source, ".pp")+".java", program, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func render(spec schema.PackageSpec, source string) ([]byte, error) {
	file, err := os.Open(source)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	parser := syntax.NewParser()
	if err := parser.ParseFile(file, filepath.Base(source)); err != nil {
		return nil, err
	}
	if parser.Diagnostics.HasErrors() {
		return nil, parser.Diagnostics
	}
	program, diags, err := pcl.BindProgram(
		parser.Files, pcl.Loader(loader{spec}), pcl.PreferOutputVersionedInvokes,
	)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, diags
	}
	files, diags, err := java.GenerateProgram(program)
	if err != nil {
		return nil, err
	}
	if diags.HasErrors() {
		return nil, diags
	}
	for _, content := range files {
		return content, nil
	}
	return nil, fmt.Errorf("the generator wrote no program")
}

// loader knows one package. Nothing refers to another one, so nothing is downloaded.
type loader struct{ spec schema.PackageSpec }

func (l loader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if name != l.spec.Name {
		return nil, fmt.Errorf("only this package's own types and resources can be used, not %q", name)
	}
	pkg, diags, err := schema.BindSpec(l.spec, l, schema.ValidationOptions{})
	if err == nil && diags.HasErrors() {
		err = diags
	}
	return pkg, err
}

func (l loader) LoadPackageV2(_ context.Context, d *schema.PackageDescriptor) (*schema.Package, error) {
	return l.LoadPackage(d.Name, d.Version)
}

func (l loader) LoadPackageReference(name string, v *semver.Version) (schema.PackageReference, error) {
	pkg, err := l.LoadPackage(name, v)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (l loader) LoadPackageReferenceV2(
	_ context.Context, d *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return l.LoadPackageReference(d.Name, d.Version)
}
