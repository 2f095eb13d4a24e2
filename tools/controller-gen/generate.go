package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"golang.org/x/tools/go/packages"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-tools/pkg/crd"
	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
)

const (
	modulePath        = "kb/tools/controller-gen/"
	versionAnnotation = "controller-gen.kubebuilder.io/version"
	version           = "v0.21.0"
	roleName          = "manager-role"
)

// files are the manifests of one run, by name.
type files map[string]*strings.Builder

// Open gives a file of the run.
func (f files) Open(_ *loader.Package, name string) (io.WriteCloser, error) {
	f[name] = &strings.Builder{}
	return closing{f[name]}, nil
}

type closing struct{ io.Writer }

func (closing) Close() error { return nil }

// generate prints the CRDs and roles of the packages. Prose of types outside this module is left out, since the two generators take it from different places.
func generate(paths []string) error {
	roots, err := loader.LoadRoots(paths...)
	if err != nil {
		return err
	}
	registry := &markers.Registry{}
	if err := crdmarkers.Register(registry); err != nil {
		return err
	}
	if err := (rbac.Generator{}).RegisterMarkers(registry); err != nil {
		return err
	}
	output := files{}
	context := &genall.GenerationContext{
		Collector:  &markers.Collector{Registry: registry},
		Roots:      roots,
		Checker:    &loader.TypeChecker{NodeFilters: []loader.NodeFilter{crd.Generator{}.CheckFilter()}},
		OutputRule: output,
	}
	if err := generateCRDs(context); err != nil {
		return err
	}
	if err := (rbac.Generator{RoleName: roleName}).Generate(context); err != nil {
		return err
	}
	// Packages are checked only as far as the generator needs them, so that errors of types are of no interest.
	if loader.PrintErrors(roots, packages.TypeError) {
		return fmt.Errorf("controller-gen reported errors")
	}
	texts := map[string]string{}
	for name, text := range output {
		texts[name] = text.String()
	}
	return json.NewEncoder(os.Stdout).Encode(texts)
}

// generateCRDs does what the crd generator does, but for the prose of built-in types.
func generateCRDs(context *genall.GenerationContext) error {
	parser := &crd.Parser{Collector: context.Collector, Checker: context.Checker}
	crd.AddKnownTypes(parser)
	for _, root := range context.Roots {
		parser.NeedPackage(root)
	}
	metav1 := crd.FindMetav1(context.Roots)
	if metav1 == nil {
		return nil
	}
	for _, kind := range crd.FindKubeKinds(parser, metav1) {
		needSchemas(parser, context.Roots, kind)
		withoutForeignProse(parser)
		parser.NeedCRDFor(kind, nil)
		definition := parser.CustomResourceDefinitions[kind]
		if definition.Annotations == nil {
			definition.Annotations = map[string]string{}
		}
		definition.Annotations[versionAnnotation] = version
		crd.FixTopLevelMetadata(definition)
		definition.APIVersion = apiextensionsv1.SchemeGroupVersion.String()
		name := fmt.Sprintf("%s_%s.yaml", definition.Spec.Group, definition.Spec.Names.Plural)
		err := context.WriteYAML(name, "", []any{&definition},
			genall.WithTransform(func(object map[string]any) error { delete(object, "status"); return nil }),
			genall.WithTransform(genall.TransformRemoveCreationTimestamp))
		if err != nil {
			return err
		}
	}
	return nil
}

func needSchemas(parser *crd.Parser, roots []*loader.Package, kind schema.GroupKind) {
	for _, root := range roots {
		if _, found := parser.Types[crd.TypeIdent{Package: root, Name: kind.Kind}]; found {
			parser.NeedSchemaFor(crd.TypeIdent{Package: root, Name: kind.Kind})
		}
	}
}

func withoutForeignProse(parser *crd.Parser) {
	for ident, schema := range parser.Schemata {
		if strings.HasPrefix(ident.Package.PkgPath, modulePath) {
			continue
		}
		crd.EditSchema(&schema, proseRemover{})
		parser.Schemata[ident] = schema
	}
}

type proseRemover struct{}

func (r proseRemover) Visit(schema *apiextensionsv1.JSONSchemaProps) crd.SchemaVisitor {
	if schema != nil {
		schema.Description = ""
	}
	return r
}
