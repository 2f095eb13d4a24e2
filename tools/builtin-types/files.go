package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// write puts the files into the folder, and removes data files that are no longer made.
func write(out string, files map[string]string) error {
	for name, content := range files {
		path := filepath.Join(out, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if old, err := os.ReadFile(path); err == nil && string(old) == content {
			continue
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			return err
		}
	}
	present, err := dataFiles(out)
	if err != nil {
		return err
	}
	for _, name := range present {
		if _, made := files[name]; !made {
			if err := os.Remove(filepath.Join(out, filepath.FromSlash(name))); err != nil {
				return err
			}
		}
	}
	return nil
}

// compare fails when the folder does not hold exactly these files.
func compare(out string, files map[string]string) error {
	var differing []string
	for name, content := range files {
		old, err := os.ReadFile(filepath.Join(out, filepath.FromSlash(name)))
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err != nil || string(old) != content {
			differing = append(differing, name)
		}
	}
	present, err := dataFiles(out)
	if err != nil {
		return err
	}
	for _, name := range present {
		if _, made := files[name]; !made {
			differing = append(differing, name)
		}
	}
	if len(differing) > 0 {
		slices.Sort(differing)
		return fmt.Errorf("%s differs from what the Go types give: %s\nrun `go run .` in tools/builtin-types and commit the result", out, strings.Join(differing, ", "))
	}
	fmt.Printf("%d files of %s are up to date\n", len(files), out)
	return nil
}

// madeElsewhere are data files that another generator keeps in the folder.
var madeElsewhere = []string{"client-node.json", "not-exported.json"}

// dataFiles lists the JSON files of the folder by slash-separated name.
func dataFiles(out string) ([]string, error) {
	var names []string
	err := filepath.WalkDir(out, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != ".json" {
			return err
		}
		name, err := filepath.Rel(out, path)
		if name = filepath.ToSlash(name); !slices.Contains(madeElsewhere, name) {
			names = append(names, name)
		}
		return err
	})
	return names, err
}
