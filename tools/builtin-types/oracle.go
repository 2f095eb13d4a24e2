package main

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

// expected is what the TypeScript side is compared with.
type expected struct {
	// ControllerGen has what controller-tools gives a field of each type, references resolved, by full name.
	ControllerGen map[string]json.RawMessage `json:"controllerGen"`
	// Published has the schemas of Kubernetes' OpenAPI documents, by their names there.
	Published map[string]json.RawMessage `json:"published"`
}

func writeSchemas(u *universe, file string) error {
	var result expected
	var err error
	if result.ControllerGen, err = u.controllerGenSchemas(); err != nil {
		return err
	}
	if result.Published, err = publishedSchemas(); err != nil {
		return err
	}
	text, err := json.Marshal(result)
	if err != nil {
		return err
	}
	return os.WriteFile(file, text, 0o644)
}

func (u *universe) controllerGenSchemas() (map[string]json.RawMessage, error) {
	result := map[string]json.RawMessage{}
	for _, p := range packages {
		types, err := u.typesOf(p)
		if err != nil {
			return nil, err
		}
		pkg := u.loaded[p.path]
		for _, t := range types {
			// A flattener of its own for each type: what it remembers of one would change what it makes of a recursive other.
			flattener := crd.Flattener{Parser: u.parser, LookupReference: lookupReference}
			link := crd.TypeRefLink("", t.name)
			schema := flattener.FlattenSchema(apiextensionsv1.JSONSchemaProps{Ref: &link}, pkg)
			schema = crd.FlattenEmbedded(schema, pkg)
			text, err := json.Marshal(schema)
			if err != nil {
				return nil, err
			}
			result[p.name+"."+t.name] = text
		}
	}
	return result, nil
}

func publishedSchemas() (map[string]json.RawMessage, error) {
	folder, err := downloadKubernetes()
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "api", "openapi-spec", "v3", "*.json"))
	if err != nil {
		return nil, err
	}
	result := map[string]json.RawMessage{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		var document struct {
			Components struct{ Schemas map[string]json.RawMessage }
		}
		if err := json.Unmarshal(text, &document); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		maps.Copy(result, document.Components.Schemas)
	}
	return result, nil
}

// lookupReference finds what a reference in a package means, as the flattener's own default does.
func lookupReference(ref string, from *loader.Package) (crd.TypeIdent, error) {
	name, path, err := crd.RefParts(ref)
	if err != nil || path == "" {
		return crd.TypeIdent{Name: name, Package: from}, err
	}
	return crd.TypeIdent{Name: name, Package: from.Imports()[path]}, nil
}
