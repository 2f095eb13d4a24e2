package main

import (
	"fmt"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/genall"
	"sigs.k8s.io/controller-tools/pkg/loader"
)

const (
	modulePath        = "kb/tools/controller-gen/"
	versionAnnotation = "controller-gen.kubebuilder.io/version"
	version           = "v0.21.0"
)

// crdGenerator does what the crd generator does, but for the prose of types outside this module: it gives a digest of it.
type crdGenerator struct {
	crd.Generator
	options options
	// foreign is what earlier runs found out of types outside this module.
	foreign *foreignTypes
	// words are the texts for which digests are written.
	words words
}

// Generate writes the CRDs of the packages.
func (g crdGenerator) Generate(context *genall.GenerationContext) error {
	parser := &crd.Parser{
		Collector:                  context.Collector,
		Checker:                    context.Checker,
		AllowDangerousTypes:        g.options.allowDangerousTypes,
		GenerateEmbeddedObjectMeta: g.options.generateEmbeddedObjectMeta,
	}
	crd.AddKnownTypes(parser)
	for _, root := range context.Roots {
		parser.NeedPackage(root)
	}
	metav1 := crd.FindMetav1(context.Roots)
	if metav1 == nil {
		return nil
	}
	header, err := g.options.header()
	if err != nil {
		return err
	}
	var maxDescriptionLength *int
	if g.options.maxDescriptionLength >= 0 {
		maxDescriptionLength = &g.options.maxDescriptionLength
	}
	kinds := crd.FindKubeKinds(parser, metav1)
	g.foreign.lend(parser)
	for _, kind := range kinds {
		needSchemas(parser, context.Roots, kind)
		g.foreign.keep(parser, g.words, g.options.ownWords)
		parser.NeedCRDFor(kind, maxDescriptionLength)
		definition := parser.CustomResourceDefinitions[kind]
		if !g.options.ownWords && isPublished(context.Roots) {
			g.words.digestSentences(&definition)
		}
		if definition.Annotations == nil {
			definition.Annotations = map[string]string{}
		}
		definition.Annotations[versionAnnotation] = version
		crd.FixTopLevelMetadata(definition)
		definition.APIVersion = apiextensionsv1.SchemeGroupVersion.String()
		name := fmt.Sprintf("%s_%s.yaml", definition.Spec.Group, definition.Spec.Names.Plural)
		err := context.WriteYAML(name, header, []any{&definition},
			genall.WithTransform(g.options.changeObject), genall.WithTransform(genall.TransformRemoveCreationTimestamp))
		if err != nil {
			return err
		}
	}
	return nil
}

func needSchemas(parser *crd.Parser, roots []*loader.Package, kind schema.GroupKind) {
	for _, root := range roots {
		ident := crd.TypeIdent{Package: root, Name: kind.Kind}
		if _, found := parser.Types[ident]; found && parser.GroupVersions[root].Group == kind.Group {
			parser.NeedSchemaFor(ident)
		}
	}
}
