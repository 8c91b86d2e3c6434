// Runs Pulumi's code generators on the schema of the provider plugin.
//
//	sdk packages SCHEMA FOLDER LANGUAGE...   writes an SDK for each of nodejs, python, go, dotnet
//	sdk examples SCHEMA FOLDER               writes each YAML program of the folder in every language, as Markdown
//	sdk module FOLDER VERSION TARGET         writes the Go module of a folder in the format of a module proxy
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) == 4 && args[0] == "module" {
		return writeModule(args[1], args[2], args[3])
	}
	if len(args) < 3 || args[0] != "packages" && args[0] != "examples" {
		return fmt.Errorf("usage: sdk packages SCHEMA FOLDER LANGUAGE... | examples SCHEMA FOLDER | module FOLDER VERSION TARGET")
	}
	text, err := os.ReadFile(args[1])
	if err != nil {
		return err
	}
	var spec schema.PackageSpec
	decoder := json.NewDecoder(bytes.NewReader(text))
	// Fail on misspelt members, which Pulumi's own tools ignore.
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&spec); err != nil {
		return fmt.Errorf("%s: %w", args[1], err)
	}
	if args[0] == "examples" {
		return writeExamples(spec, args[2])
	}
	for _, language := range args[3:] {
		if err := writePackage(spec, language, filepath.Join(args[2], language)); err != nil {
			return fmt.Errorf("the SDK for %s: %w", language, err)
		}
	}
	return nil
}

func write(folder string, files map[string][]byte) error {
	for name, content := range files {
		path := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, content, 0o644); err != nil {
			return err
		}
	}
	return nil
}
