package main

import (
	"crypto/sha256"
	"encoding/base64"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// foreignTypes are the types outside this module, with digests of their prose: the same for every model of a run, and many.
type foreignTypes struct {
	packages map[*loader.Package]bool
	types    map[crd.TypeIdent]*markers.TypeInfo
	schemata map[crd.TypeIdent]apiextensionsv1.JSONSchemaProps
}

func newForeignTypes() *foreignTypes {
	return &foreignTypes{
		packages: map[*loader.Package]bool{},
		types:    map[crd.TypeIdent]*markers.TypeInfo{},
		schemata: map[crd.TypeIdent]apiextensionsv1.JSONSchemaProps{},
	}
}

// lend tells a parser what is known already.
func (f *foreignTypes) lend(parser *crd.Parser) {
	for pkg := range f.packages {
		parser.PackageOverrides[loader.NonVendorPath(pkg.PkgPath)] = func(*crd.Parser, *loader.Package) {}
	}
	for ident, info := range f.types {
		parser.Types[ident] = info
	}
	for ident, schema := range f.schemata {
		parser.Schemata[ident] = schema
	}
}

// keep takes what a parser found out, and puts digests in place of the prose in it.
func (f *foreignTypes) keep(parser *crd.Parser) {
	for ident, info := range parser.Types {
		if isForeign(ident) {
			f.types[ident] = info
			f.packages[ident.Package] = true
		}
	}
	for ident, schema := range parser.Schemata {
		if _, known := f.schemata[ident]; known || !isForeign(ident) {
			continue
		}
		crd.EditSchema(&schema, proseDigester{})
		parser.Schemata[ident] = schema
		f.schemata[ident] = schema
	}
}

func isForeign(ident crd.TypeIdent) bool {
	return !strings.HasPrefix(ident.Package.PkgPath, modulePath)
}

// A proseDigester puts digests in place of descriptions: what is recorded has no prose of others. The same digests are in packages/kubernetes/data/descriptions.
type proseDigester struct{}

func (d proseDigester) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema != nil && schema.Description != "" {
		sum := sha256.Sum256([]byte(schema.Description))
		schema.Description = "digest:" + base64.RawURLEncoding.EncodeToString(sum[:6])
	}
	return d
}
