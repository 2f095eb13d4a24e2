package main

import (
	"encoding/json"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"

	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

var defaultReference = regexp.MustCompile(`^\+default=ref\((\w+)\)`)

// onlyServer gives what Kubernetes' own schema generator reads from a field's markers and controller-tools does not: markers on types that controller-tools does not
// see through, and defaults that name a constant.
func onlyServer(pkg *loader.Package, field markers.FieldInfo, known map[string]any) map[string]any {
	server := map[string]any{}
	for _, marker := range slices.Concat(field.Markers["listType"], field.Markers["k8s:listType"]) {
		if listType, ok := marker.(crdmarkers.ListType); ok && known["x-kubernetes-list-type"] == nil {
			server["x-kubernetes-list-type"] = string(listType)
		}
	}
	if known["x-kubernetes-list-map-keys"] == nil {
		var keys []string
		for _, marker := range slices.Concat(field.Markers["listMapKey"], field.Markers["k8s:listMapKey"]) {
			if key, ok := marker.(crdmarkers.ListMapKey); ok {
				keys = append(keys, string(key))
			}
		}
		if keys != nil {
			server["x-kubernetes-list-map-keys"] = keys
		}
	}
	if field.RawField.Doc != nil {
		for _, comment := range field.RawField.Doc.List {
			reference := defaultReference.FindStringSubmatch(strings.TrimSpace(strings.TrimPrefix(comment.Text, "//")))
			if reference == nil {
				continue
			}
			if c, ok := pkg.Types.Scope().Lookup(reference[1]).(*types.Const); ok {
				var value any
				if json.Unmarshal([]byte(c.Val().ExactString()), &value) == nil || c.Val().Kind() == constant.Bool {
					server["default"] = value
				}
			}
		}
	}
	if len(server) == 0 {
		return nil
	}
	return server
}

// optionalOnServer says whether Kubernetes takes a field as optional that controller-tools takes as required: the former does not know kubebuilder's markers.
func optionalOnServer(field markers.FieldInfo) bool {
	return field.Markers.Get("kubebuilder:validation:Required") != nil && field.Markers.Get("optional") != nil
}
