package main

import (
	"crypto/sha256"
	"encoding/base64"
	"slices"
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

// keep takes what a parser found out, and puts digests in place of the prose in it: of Kubernetes' types always, of published ones unless they keep their own words.
func (f *foreignTypes) keep(parser *crd.Parser, words words, ownWords bool) {
	for ident, info := range parser.Types {
		if isForeign(ident.Package) {
			f.types[ident] = info
			f.packages[ident.Package] = true
		}
	}
	for ident, schema := range parser.Schemata {
		if _, known := f.schemata[ident]; known || !isForeign(ident.Package) {
			continue
		}
		switch {
		case isKubernetes(ident.Package):
			crd.EditSchema(&schema, proseDigester{words: words})
		case !ownWords:
			crd.EditSchema(&schema, proseDigester{words: words, messages: true})
		}
		parser.Schemata[ident] = schema
		f.schemata[ident] = schema
	}
}

func isForeign(pkg *loader.Package) bool {
	return !strings.HasPrefix(pkg.PkgPath, modulePath)
}

func isKubernetes(pkg *loader.Package) bool {
	return strings.HasPrefix(pkg.PkgPath, "k8s.io/")
}

// isPublished is true of an API of somebody else, whose words are not copied.
func isPublished(roots []*loader.Package) bool {
	return slices.ContainsFunc(roots, isForeign)
}

// words are texts by their digests, which stand for them: what is recorded has no prose of others. The same digests are in packages/kubernetes/data/descriptions.
type words map[string]string

// digest gives the digest of a text. An empty text is its own.
func (w words) digest(text string) string {
	if text == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(text))
	digest := "digest:" + base64.RawURLEncoding.EncodeToString(sum[:6])
	w[digest] = text
	return digest
}

// digestSentences puts digests in place of the sentences that a definition has outside of its schemas.
func (w words) digestSentences(definition *apiextensionsv1.CustomResourceDefinition) {
	for i := range definition.Spec.Versions {
		version := &definition.Spec.Versions[i]
		if version.DeprecationWarning != nil {
			digest := w.digest(*version.DeprecationWarning)
			version.DeprecationWarning = &digest
		}
		for j := range version.AdditionalPrinterColumns {
			column := &version.AdditionalPrinterColumns[j]
			column.Description = w.digest(column.Description)
		}
	}
}

// A proseDigester puts digests in place of descriptions and, where it is asked to, of the messages of rules.
type proseDigester struct {
	words    words
	messages bool
}

func (d proseDigester) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema == nil {
		return d
	}
	schema.Description = d.words.digest(schema.Description)
	if d.messages {
		for i := range schema.XValidations {
			rule := &schema.XValidations[i]
			rule.Message = d.words.digest(rule.Message)
		}
	}
	return d
}
