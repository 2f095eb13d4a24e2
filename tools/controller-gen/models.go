package main

import (
	"encoding/json"
	"fmt"
	"io"
	"path"
	"slices"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/loader"
)

// Controller-gen walks over Go's maps. What is random in it shows when it is asked often.
const repeats = 12

// answer is what controller-gen makes of one model.
type answer struct {
	Folder string `json:"folder"`
	// Files are the manifests, by name. With errors among the answer they are what controller-gen writes all the same.
	Files map[string]string `json:"files"`
	// Errors of the packages, and of the generators.
	Errors []string `json:"errors"`
	// Unstable are the files that controller-gen writes now one way, now another.
	Unstable []string `json:"unstable"`
}

// generateModels answers for each folder. Their packages are loaded at once, since that takes most of the time.
func generateModels(folders []string, out io.Writer) error {
	patterns := make([]string, len(folders))
	for i, folder := range folders {
		folders[i] = path.Clean(folder)
		patterns[i] = modulePath + folders[i] + "/..."
	}
	roots, err := loader.LoadRoots(patterns...)
	if err != nil {
		return err
	}
	byFolder := map[string][]*loader.Package{}
	for _, root := range roots {
		for _, folder := range folders {
			if strings.HasPrefix(root.PkgPath, modulePath+folder+"/") {
				byFolder[folder] = append(byFolder[folder], root)
			}
		}
	}
	generators, err := newGenerators(options{maxDescriptionLength: -1})
	if err != nil {
		return err
	}
	encoder := json.NewEncoder(out)
	for _, folder := range folders {
		if len(byFolder[folder]) == 0 {
			return fmt.Errorf("there are no packages below %s", folder)
		}
		if err := encoder.Encode(generators.answer(folder, byFolder[folder])); err != nil {
			return err
		}
	}
	return nil
}

func (g *generators) answer(folder string, roots []*loader.Package) answer {
	output, problems := g.run(roots, g.all...)
	result := answer{Folder: folder, Files: output.texts(), Errors: problems, Unstable: []string{}}
	for range repeats - 1 {
		// Of the generators, only this one has something random in what models have.
		again, _ := g.run(roots, g.role)
		for name, text := range again.texts() {
			if text != result.Files[name] && !slices.Contains(result.Unstable, name) {
				result.Unstable = append(result.Unstable, name)
			}
		}
	}
	return result
}
