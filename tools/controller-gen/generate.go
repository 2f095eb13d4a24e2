package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

const roleName = "manager-role"

// generate prints the manifests of packages, which are one API.
func generate(args []string, out io.Writer) error {
	_, output, err := generateAPI(args)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(output.texts())
}

// printWords prints the texts for which there are digests in the manifests of packages.
func printWords(args []string, out io.Writer) error {
	generators, _, err := generateAPI(args)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(generators.words)
}

func generateAPI(args []string) (*generators, files, error) {
	options, paths, err := readOptions(args)
	if err != nil {
		return nil, nil, err
	}
	roots, err := loader.LoadRoots(paths...)
	if err != nil {
		return nil, nil, err
	}
	generators, err := newGenerators(options)
	if err != nil {
		return nil, nil, err
	}
	output, problems := generators.run(roots, generators.all...)
	if len(problems) > 0 {
		return nil, nil, errors.New(strings.Join(problems, "\n"))
	}
	return generators, output, nil
}

// generators are those of one run of controller-gen.
type generators struct {
	all     []genall.Generator
	role    genall.Generator
	context genall.GenerationContext
	words   words
}

func newGenerators(options options) (*generators, error) {
	header := options.headerFile
	role := rbac.Generator{RoleName: roleName, HeaderFile: header, Year: options.year}
	words := words{}
	all := []genall.Generator{
		crdGenerator{options: options, foreign: newForeignTypes(), words: words},
		role,
		webhook.Generator{HeaderFile: header, Year: options.year},
	}
	registry := &markers.Registry{}
	for _, generator := range all {
		if err := generator.RegisterMarkers(registry); err != nil {
			return nil, err
		}
	}
	return &generators{all: all, role: role, words: words, context: genall.GenerationContext{
		Collector: &markers.Collector{Registry: registry},
		Checker:   &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crd.Generator{}.CheckFilter()}},
		InputRule: genall.InputFromFileSystem,
	}}, nil
}

// run gives what generators write of one API, and what is wrong with it.
func (g *generators) run(roots []*loader.Package, wanted ...genall.Generator) (output files, problems []string) {
	output, problems = files{}, []string{}
	defer func() {
		if problem := recover(); problem != nil {
			problems = append(problems, fmt.Sprintf("panic: %v", problem))
		}
	}()
	context := g.context
	context.Roots = roots
	context.OutputRule = output
	for _, generator := range wanted {
		if err := generator.Generate(&context); err != nil {
			problems = append(problems, err.Error())
		}
	}
	for _, root := range roots {
		for _, problem := range root.Errors {
			// Packages are checked only as far as the generators need them, so that errors of types are of no interest.
			if problem.Kind != packages.TypeError && !slices.Contains(problems, problem.Error()) {
				problems = append(problems, problem.Error())
			}
		}
	}
	return output, problems
}

// files are the manifests of one run, by name.
type files map[string]*strings.Builder

// Open gives a file of the run.
func (f files) Open(_ *loader.Package, name string) (io.WriteCloser, error) {
	f[name] = &strings.Builder{}
	return closing{f[name]}, nil
}

func (f files) texts() map[string]string {
	texts := map[string]string{}
	for name, text := range f {
		texts[name] = text.String()
	}
	return texts
}

type closing struct{ io.Writer }

func (closing) Close() error { return nil }
