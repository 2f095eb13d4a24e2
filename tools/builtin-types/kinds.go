package main

import (
	"fmt"
	"slices"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/markers"
)

// A kindData is one line of kinds.json. packages/kubernetes/data/README.md says what its members mean.
type kindData struct {
	group, version, kind    string
	plural, singular, scope string
	listKind, typ           string
	shortNames, categories  []string
	verbs                   []string
	subresources            []subresource
	fieldSelectors          []string
}

type subresource struct {
	name                 string
	group, version, kind string
	typ                  string
	verbs                []string
}

var (
	allVerbs         = []string{"create", "delete", "deletecollection", "get", "list", "patch", "update", "watch"}
	subresourceVerbs = []string{"get", "patch", "update"}
	metadataFields   = []string{"metadata.name", "metadata.namespace"}
)

// kinds gives what kube-apiserver serves: the types that have a generated client and are not removed, and the exceptions of the table.
func (u *universe) kinds() ([]kindData, error) {
	var result []kindData
	for _, p := range packages {
		if !p.isGroupVersion() || p.unserved {
			continue
		}
		infos := map[string]*markers.TypeInfo{}
		err := markers.EachType(u.parser.Collector, u.loaded[p.path], func(info *markers.TypeInfo) { infos[info.Name] = info })
		if err != nil {
			return nil, err
		}
		for name, info := range infos {
			facts := exceptions[p.name+"."+name]
			if info.Markers.Get("genclient") == nil && !facts.withoutClient || facts.unserved {
				continue
			}
			result = append(result, kindOf(p, info, infos, facts))
		}
	}
	for name := range exceptions {
		if !slices.ContainsFunc(packages, func(p goPackage) bool { return strings.HasPrefix(name, p.name+".") }) {
			return nil, fmt.Errorf("the table of kinds has %s, which is of no package", name)
		}
	}
	slices.SortFunc(result, func(a, b kindData) int {
		return strings.Compare(a.group+"/"+a.version+"/"+a.plural, b.group+"/"+b.version+"/"+b.plural)
	})
	return result, nil
}

func kindOf(p goPackage, info *markers.TypeInfo, infos map[string]*markers.TypeInfo, facts exception) kindData {
	k := kindData{
		group: p.group, version: p.version, kind: info.Name,
		plural: plural(info.Name), singular: strings.ToLower(info.Name), scope: "Namespaced",
		typ:        p.name + "." + info.Name,
		shortNames: facts.shortNames, categories: facts.categories,
		verbs: allVerbs, fieldSelectors: metadataFields,
	}
	if categories, ok := groupCategories[p.group]; ok {
		k.categories = categories
	}
	if facts.fieldSelectors != nil {
		k.fieldSelectors = facts.fieldSelectors
	}
	if info.Markers.Get("genclient:nonNamespaced") != nil {
		k.scope = "Cluster"
	}
	if only := info.Markers.Get("genclient:onlyVerbs"); only != nil {
		k.verbs = strings.Split(string(only.(markers.RawArguments)), ",")
	}
	if facts.verbs != nil {
		k.verbs = facts.verbs
	}
	if skipped := info.Markers.Get("genclient:skipVerbs"); skipped != nil && facts.skipsVerbs {
		k.verbs = slices.DeleteFunc(slices.Clone(k.verbs), func(verb string) bool { return verb == strings.ToLower(string(skipped.(markers.RawArguments))) })
	}
	if _, listed := infos[info.Name+"List"]; listed && slices.Contains(k.verbs, "list") {
		k.listKind = info.Name + "List"
	}
	own := func(name string, verbs []string) subresource {
		return subresource{name: name, group: k.group, version: k.version, kind: k.kind, typ: k.typ, verbs: verbs}
	}
	hasStatus := slices.ContainsFunc(info.Fields, func(f markers.FieldInfo) bool { return f.Name == "Status" })
	if hasStatus && !facts.noStatus && slices.Contains(k.verbs, "update") {
		k.subresources = append(k.subresources, own("status", subresourceVerbs))
	}
	for _, method := range info.Markers["genclient:method"] {
		if strings.HasPrefix(string(method.(markers.RawArguments)), "GetScale,") {
			k.subresources = append(k.subresources, subresource{"scale", "autoscaling", "v1", "Scale", "autoscaling/v1.Scale", subresourceVerbs})
		}
	}
	for _, extra := range facts.subresources {
		if extra.kind == "" {
			extra = own(extra.name, extra.verbs)
		}
		if extra.version == "" {
			extra.group, extra.version, extra.typ = k.group, k.version, p.name+"."+extra.kind
		}
		k.subresources = append(k.subresources, extra)
	}
	slices.SortFunc(k.subresources, func(a, b subresource) int { return strings.Compare(a.name, b.name) })
	return k
}

// plural is the resource's name by the rule that Kubernetes' generators have.
func plural(kind string) string {
	lower := strings.ToLower(kind)
	switch {
	case lower == "endpoints":
		return lower
	case strings.HasSuffix(lower, "s"), strings.HasSuffix(lower, "x"), strings.HasSuffix(lower, "ch"), strings.HasSuffix(lower, "sh"):
		return lower + "es"
	case strings.HasSuffix(lower, "y") && !strings.HasSuffix(lower, "ey") && !strings.HasSuffix(lower, "ay"):
		return strings.TrimSuffix(lower, "y") + "ies"
	default:
		return lower + "s"
	}
}

func renderKinds(kinds []kindData) string {
	var out strings.Builder
	out.WriteString("[\n")
	for i, k := range kinds {
		line := object{
			{"group", k.group}, {"version", k.version}, {"kind", k.kind}, {"plural", k.plural}, {"singular", k.singular}, {"scope", k.scope},
		}
		if k.listKind != "" {
			line = append(line, member{"listKind", k.listKind})
		}
		line = append(line, member{"type", k.typ}, member{"shortNames", list(k.shortNames)}, member{"categories", list(k.categories)}, member{"verbs", k.verbs})
		subresources := make([]any, len(k.subresources))
		for i, s := range k.subresources {
			entry := object{{"name", s.name}, {"group", s.group}, {"version", s.version}, {"kind", s.kind}}
			if s.typ != "" {
				entry = append(entry, member{"type", s.typ})
			}
			subresources[i] = append(entry, member{"verbs", s.verbs})
		}
		line = append(line, member{"subresources", subresources}, member{"fieldSelectors", k.fieldSelectors})
		out.WriteString(" " + compact(line))
		if i < len(kinds)-1 {
			out.WriteString(",")
		}
		out.WriteString("\n")
	}
	out.WriteString("]\n")
	return out.String()
}

// list makes an empty JSON array of nothing.
func list(values []string) []string {
	if values == nil {
		return []string{}
	}
	return values
}
