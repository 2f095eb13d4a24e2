package main

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
)

// render gives the data file: content by name.
func render(u *universe) (map[string]string, error) {
	files := map[string]string{}
	for _, p := range packages {
		types, err := u.typesOf(p)
		if err != nil {
			return nil, err
		}
		files[p.name+".json"] = renderPackage(p, types)
		files["descriptions/"+p.name+".json"] = renderDescriptions(types)
	}
	kinds, err := u.kinds()
	if err != nil {
		return nil, err
	}
	files["kinds.json"] = renderKinds(kinds)
	files["packages.json"] = renderPackageNames()
	return files, nil
}

func renderPackageNames() string {
	names := make([]string, len(packages))
	for i, p := range packages {
		names[i] = compact(p.name)
	}
	slices.Sort(names)
	return "[\n " + strings.Join(names, ",\n ") + "\n]\n"
}

// renderPackage writes one field a line, so that a change of Kubernetes reads well as a diff.
func renderPackage(p goPackage, types []typeData) string {
	var out strings.Builder
	out.WriteString("{\n \"goPackage\": " + compact(p.path) + ",\n")
	if p.isGroupVersion() {
		out.WriteString(" \"group\": " + compact(p.group) + ",\n \"version\": " + compact(p.version) + ",\n")
	}
	out.WriteString(" \"types\": {\n")
	for i, t := range types {
		out.WriteString("  " + compact(t.name) + ": {" + renderType(t) + "}")
		if i < len(types)-1 {
			out.WriteString(",")
		}
		out.WriteString("\n")
	}
	out.WriteString(" }\n}\n")
	return out.String()
}

func renderType(t typeData) string {
	var members []string
	add := func(key string, value any) { members = append(members, compact(key)+": "+compact(value)) }
	if t.underlying != "" {
		add("type", t.underlying)
	}
	if len(t.enum) > 0 {
		add("enum", t.enum)
	}
	if len(t.values) > 0 {
		add("values", t.values)
	}
	if t.schema != nil {
		add("schema", t.schema)
	}
	if t.override != nil {
		add("override", t.override)
	}
	if t.refused {
		add("refused", true)
	}
	if t.deprecated {
		add("deprecated", true)
	}
	if t.protobuf != "" {
		add("protobuf", t.protobuf)
	}
	if len(t.inline) > 0 {
		inline := make([]any, len(t.inline))
		for i, embedded := range t.inline {
			members := object{{"type", embedded.typ}}
			if embedded.schema != nil {
				members = append(members, member{"schema", embedded.schema})
			}
			if embedded.number != 0 {
				members = append(members, member{"protobuf", embedded.number})
			}
			if len(members) == 1 {
				inline[i] = embedded.typ
			} else {
				inline[i] = members
			}
		}
		add("inline", inline)
	}
	if t.isStruct {
		members = append(members, "\"fields\": {"+renderFields(t)+"}")
	}
	return strings.Join(members, ", ")
}

func renderFields(t typeData) string {
	if len(t.fields) == 0 {
		return ""
	}
	var out strings.Builder
	usualNumber := 1
	for i, f := range t.fields {
		if i > 0 {
			out.WriteString(",")
		}
		key, usualOmit := f.name, "never"
		if !f.required {
			key, usualOmit = f.name+"?", "empty"
		}
		members := object{{"type", f.typ}}
		if f.schema != nil {
			members = append(members, member{"schema", f.schema})
		}
		if f.server != nil {
			members = append(members, member{"server", f.server})
		}
		if f.optionalOnServer {
			members = append(members, member{"optionalOnServer", true})
		}
		if f.patchStrategy != "" {
			members = append(members, member{"patchStrategy", f.patchStrategy})
		}
		if f.patchMergeKey != "" {
			members = append(members, member{"patchMergeKey", f.patchMergeKey})
		}
		if f.omit != usualOmit {
			members = append(members, member{"omit", f.omit})
		}
		if f.featureGate != "" {
			members = append(members, member{"featureGate", f.featureGate})
		}
		if f.deprecated {
			members = append(members, member{"deprecated", true})
		}
		if t.protobuf == "" && f.number != usualNumber {
			members = append(members, member{"protobuf", f.number})
		}
		usualNumber = f.number + 1
		out.WriteString("\n   " + compact(key) + ": ")
		if len(members) == 1 {
			out.WriteString(compact(f.typ))
		} else {
			out.WriteString(compact(members))
		}
	}
	out.WriteString("\n  ")
	return out.String()
}

// An object is a JSON object whose members keep their order.
type object []member

type member struct {
	key   string
	value any
}

// MarshalJSON writes the members in order.
func (o object) MarshalJSON() ([]byte, error) {
	parts := make([]string, len(o))
	for i, m := range o {
		parts[i] = compact(m.key) + ": " + compact(m.value)
	}
	return []byte("{" + strings.Join(parts, ", ") + "}"), nil
}

// compact writes a value on one line.
func compact(value any) string {
	if o, ok := value.(object); ok {
		text, _ := o.MarshalJSON()
		return string(text)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(out.String(), "\n")
}
