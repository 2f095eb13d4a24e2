package main

import (
	"fmt"

	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// A universe is all Go packages of the data file, parsed by controller-tools.
type universe struct {
	parser *crd.Parser
	// loaded are the Go packages by import path.
	loaded map[string]*loader.Package
}

// ourMarkers are markers that controller-tools does not know and the data file needs.
var ourMarkers = []*markers.Definition{
	markers.Must(markers.MakeDefinition("enum", markers.DescribesType, struct{}{})),
	markers.Must(markers.MakeDefinition("featureGate", markers.DescribesField, markers.RawArguments(""))),
	markers.Must(markers.MakeDefinition("genclient", markers.DescribesType, struct{}{})),
	markers.Must(markers.MakeDefinition("genclient:method", markers.DescribesType, markers.RawArguments(""))),
	markers.Must(markers.MakeDefinition("genclient:skipVerbs", markers.DescribesType, markers.RawArguments(""))),
	markers.Must(markers.MakeDefinition("genclient:nonNamespaced", markers.DescribesType, struct{}{})),
	markers.Must(markers.MakeDefinition("genclient:noStatus", markers.DescribesType, struct{}{})),
	markers.Must(markers.MakeDefinition("genclient:onlyVerbs", markers.DescribesType, markers.RawArguments(""))),
	markers.Must(markers.MakeDefinition("genclient:noVerbs", markers.DescribesType, struct{}{})),
}

// load parses all packages of the table.
func load() (*universe, error) {
	paths := make([]string, len(packages))
	for i, p := range packages {
		paths[i] = p.path
	}
	roots, err := loader.LoadRoots(paths...)
	if err != nil {
		return nil, err
	}
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return nil, err
	}
	for _, definition := range ourMarkers {
		if err := registry.Register(definition); err != nil {
			return nil, err
		}
	}
	u := &universe{
		parser: &crd.Parser{
			Collector: &markers.Collector{Registry: registry},
			Checker:   &loader.TypeChecker{},
			// JSONSchemaProps has floats, and whether an author may use them is the generator's question.
			AllowDangerousTypes: true,
		},
		loaded: map[string]*loader.Package{},
	}
	crd.AddKnownTypes(u.parser)
	for _, root := range roots {
		u.loaded[root.PkgPath] = root
		u.parser.NeedPackage(root)
		// Overridden packages (resource, intstr) are not indexed by NeedPackage; their declarations are wanted all the same.
		root.NeedTypesInfo()
	}
	for _, p := range packages {
		if u.loaded[p.path] == nil {
			return nil, fmt.Errorf("package %s was not loaded", p.path)
		}
	}
	return u, nil
}
