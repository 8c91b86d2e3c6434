package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// writeModule writes a Go module in the format of a module proxy. It fails on names, sizes and versions that a proxy
// would refuse.
func writeModule(folder, version, target string) error {
	text, err := os.ReadFile(filepath.Join(folder, "go.mod"))
	if err != nil {
		return err
	}
	this := module.Version{Path: modfile.ModulePath(text), Version: version}
	var archive bytes.Buffer
	if err := zip.CreateFromDir(&archive, this, folder); err != nil {
		return err
	}
	path, err := module.EscapePath(this.Path)
	if err != nil {
		return err
	}
	return write(filepath.Join(target, filepath.FromSlash(path), "@v"), map[string][]byte{
		version + ".info": fmt.Appendf(nil, "{\"Version\":%q}\n", version),
		version + ".mod":  text,
		version + ".zip":  archive.Bytes(),
		"list":            []byte(version + "\n"),
	})
}
