package main

import (
	"context"
	"fmt"

	"github.com/blang/semver"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

// bind parses the schema again for each generator, because generators change the package. A warning is an error.
func bind(spec schema.PackageSpec) (*schema.Package, error) {
	pkg, diags, err := schema.BindSpec(spec, ownLoader{}, schema.ValidationOptions{})
	if err == nil && len(diags) > 0 {
		err = diags
	}
	return pkg, err
}

// ownLoader loads only this package and downloads nothing. The schema refers to no other package.
type ownLoader struct{ spec *schema.PackageSpec }

func (l ownLoader) LoadPackage(name string, _ *semver.Version) (*schema.Package, error) {
	if l.spec == nil || name != l.spec.Name {
		return nil, fmt.Errorf("only this package's own types and resources can be used, not %q", name)
	}
	return bind(*l.spec)
}

func (l ownLoader) LoadPackageV2(_ context.Context, d *schema.PackageDescriptor) (*schema.Package, error) {
	return l.LoadPackage(d.Name, d.Version)
}

func (l ownLoader) LoadPackageReference(name string, v *semver.Version) (schema.PackageReference, error) {
	pkg, err := l.LoadPackage(name, v)
	if err != nil {
		return nil, err
	}
	return pkg.Reference(), nil
}

func (l ownLoader) LoadPackageReferenceV2(
	_ context.Context, d *schema.PackageDescriptor,
) (schema.PackageReference, error) {
	return l.LoadPackageReference(d.Name, d.Version)
}
