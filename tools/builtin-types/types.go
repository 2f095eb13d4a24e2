package main

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"regexp"
	"slices"
	"strings"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"sigs.k8s.io/controller-tools/pkg/crd"
	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

// A typeData is one type of the data file. packages/kubernetes/data/README.md says what its members mean.
type typeData struct {
	name       string
	fields     []fieldData
	isStruct   bool
	inline     []inlineData
	underlying string
	enum       []string
	values     []string
	schema     map[string]any
	override   map[string]any
	refused    bool
	deprecated bool
	// protobuf says how the type is sent in protobuf where its fields do not tell; see protobuf.go.
	protobuf string
	// description as controller-tools has it.
	description string
}

type fieldData struct {
	name                         string
	typ                          string
	required                     bool
	omit                         string
	schema, server               map[string]any
	optionalOnServer             bool
	patchStrategy, patchMergeKey string
	featureGate                  string
	deprecated                   bool
	description                  string
	// number in protobuf; 0 where the field is not sent.
	number int
}

type inlineData struct {
	typ    string
	schema map[string]any
	// number in protobuf, where an embedded struct is a message of its own; 0 where it is not sent.
	number int
}

// A special is a type whose Go declaration does not say what it is on the wire.
type special struct {
	// underlying is what the data file gives as the type's definition; empty where the fields of the struct tell the truth.
	underlying string
	// override: controller-tools has a ready-made schema for the type.
	override bool
	// refused: controller-tools makes an error of it.
	refused bool
}

// specials are the types with JSON methods of their own, by full name.
var specials = map[string]special{
	"meta/v1.ObjectMeta":                            {override: true},
	"meta/v1.Time":                                  {override: true, underlying: "string"},
	"meta/v1.MicroTime":                             {override: true, underlying: "string"},
	"meta/v1.Duration":                              {override: true, underlying: "string"},
	"resource.Quantity":                             {override: true, underlying: "any"},
	"intstr.IntOrString":                            {override: true, underlying: "any"},
	"runtime.RawExtension":                          {override: true, underlying: "any"},
	"apiextensions/v1.JSON":                         {override: true, underlying: "any"},
	"apiextensions/v1.JSONSchemaPropsOrArray":       {refused: true, underlying: "any"},
	"apiextensions/v1.JSONSchemaPropsOrBool":        {refused: true, underlying: "any"},
	"apiextensions/v1.JSONSchemaPropsOrStringArray": {refused: true, underlying: "any"},
}

var deprecation = regexp.MustCompile(`(?im)^\s*deprecated\b`)

// typesOf gives the types of a package that have a JSON form, in the order of the source.
func (u *universe) typesOf(p goPackage) ([]typeData, error) {
	pkg := u.loaded[p.path]
	var infos []*markers.TypeInfo
	if err := markers.EachType(u.parser.Collector, pkg, func(info *markers.TypeInfo) { infos = append(infos, info) }); err != nil {
		return nil, err
	}
	var result []typeData
	for _, info := range infos {
		if len(p.only) > 0 && !slices.Contains(p.only, info.Name) || slices.Contains(p.without, info.Name) || !hasJSONForm(p, info) {
			continue
		}
		data, err := u.typeOf(p, pkg, info)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", p.name, info.Name, err)
		}
		result = append(result, data)
	}
	slices.SortFunc(result, func(a, b typeData) int { return strings.Compare(a.name, b.name) })
	return result, nil
}

// hasJSONForm leaves out what is not exported, interfaces, functions and structs that are not sent anywhere.
func hasJSONForm(p goPackage, info *markers.TypeInfo) bool {
	if !ast.IsExported(info.Name) || info.RawSpec.Assign.IsValid() || info.RawSpec.TypeParams != nil {
		return false
	}
	if _, special := specials[p.name+"."+info.Name]; special {
		return true
	}
	switch info.RawSpec.Type.(type) {
	case *ast.StructType:
		return !slices.ContainsFunc(info.Fields, func(field markers.FieldInfo) bool {
			_, tagged := field.Tag.Lookup("json")
			return !tagged
		})
	case *ast.InterfaceType, *ast.FuncType:
		return false
	default:
		return true
	}
}

func (u *universe) typeOf(p goPackage, pkg *loader.Package, info *markers.TypeInfo) (typeData, error) {
	data := typeData{name: info.Name, deprecated: deprecation.MatchString(info.Doc)}
	ident := crd.TypeIdent{Package: pkg, Name: info.Name}
	u.parser.NeedSchemaFor(ident)
	schema := u.parser.Schemata[ident]
	data.description = schema.Description
	special := specials[p.name+"."+info.Name]
	if special.override {
		data.override = plain(schema)
	} else {
		data.schema = addedByMarkers(schema)
	}
	data.refused = special.refused
	if special.underlying != "" {
		data.underlying = special.underlying
		return data, nil
	}

	_, isStruct := info.RawSpec.Type.(*ast.StructType)
	if !isStruct {
		var err error
		data.underlying, err = expression(pkg, info.RawSpec.Type)
		if err != nil {
			return data, err
		}
		data.enum, data.values = constantsOf(pkg, info)
		data.protobuf = protobufOfNamed(pkg, info)
		return data, nil
	}

	data.isStruct = true
	if data.override != nil {
		// The overriding schema has no properties; what the fields' markers say is asked of the source.
		var err error
		if schema, err = u.withoutOverride(pkg, info); err != nil {
			return data, err
		}
	}
	return data, u.addFields(&data, pkg, info, schema)
}

// addFields reads a struct's fields, and finds what their markers did in the schema that controller-tools made of the struct.
func (u *universe) addFields(data *typeData, pkg *loader.Package, info *markers.TypeInfo, schema apiextensionsv1.JSONSchemaProps) error {
	inlined := 0
	for _, field := range info.Fields {
		tag := field.Tag.Get("json")
		if tag == "-" {
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		number, err := protobufNumber(field)
		if err != nil {
			return err
		}
		typ, err := expression(pkg, field.RawField.Type)
		if err != nil {
			return fmt.Errorf("field %s: %w", field.Name, err)
		}
		if name == "" {
			if inlined >= len(schema.AllOf) {
				return fmt.Errorf("field %s: controller-tools does not inline it", field.Name)
			}
			data.inline = append(data.inline, inlineData{typ: typ, schema: addedByMarkers(schema.AllOf[inlined]), number: number})
			inlined++
			continue
		}
		property, ok := schema.Properties[name]
		if !ok {
			return fmt.Errorf("field %s: controller-tools gives it no schema", field.Name)
		}
		f := fieldData{
			name:          name,
			typ:           typ,
			required:      slices.Contains(schema.Required, name),
			omit:          "never",
			schema:        addedByMarkers(property),
			patchStrategy: field.Tag.Get("patchStrategy"),
			patchMergeKey: field.Tag.Get("patchMergeKey"),
			deprecated:    deprecation.MatchString(field.Doc),
			description:   property.Description,
			number:        number,
		}
		f.server = onlyServer(pkg, field, f.schema)
		f.optionalOnServer = f.required && optionalOnServer(field)
		parts := strings.Split(options, ",")
		if slices.Contains(parts, "omitzero") {
			f.omit = "zero"
		} else if slices.Contains(parts, "omitempty") {
			f.omit = "empty"
		}
		var gates []string
		for _, gate := range field.Markers["featureGate"] {
			gates = append(gates, strings.TrimSpace(string(gate.(markers.RawArguments))))
		}
		f.featureGate = strings.Join(gates, ",")
		data.fields = append(data.fields, f)
	}
	data.protobuf = protobufOfStruct(data)
	return nil
}

// withoutOverride gives the schema that a struct has by its fields.
func (u *universe) withoutOverride(pkg *loader.Package, info *markers.TypeInfo) (apiextensionsv1.JSONSchemaProps, error) {
	bare := &crd.Parser{Collector: u.parser.Collector, Checker: u.parser.Checker, AllowDangerousTypes: true}
	ident := crd.TypeIdent{Package: pkg, Name: info.Name}
	bare.NeedSchemaFor(ident)
	schema, ok := bare.Schemata[ident]
	if !ok {
		return schema, fmt.Errorf("no schema")
	}
	return schema, nil
}

// constantsOf gives the string constants of a type in the order of the source: as an enumeration where the type is marked as one, else as known values.
func constantsOf(pkg *loader.Package, info *markers.TypeInfo) (enum, values []string) {
	obj := pkg.Types.Scope().Lookup(info.Name)
	if obj == nil {
		return nil, nil
	}
	if basic, ok := obj.Type().Underlying().(*types.Basic); !ok || basic.Kind() != types.String {
		return nil, nil
	}
	var constants []*types.Const
	for _, name := range pkg.Types.Scope().Names() {
		if c, ok := pkg.Types.Scope().Lookup(name).(*types.Const); ok && types.Identical(c.Type(), obj.Type()) {
			constants = append(constants, c)
		}
	}
	slices.SortFunc(constants, func(a, b *types.Const) int { return int(a.Pos()) - int(b.Pos()) })
	for _, c := range constants {
		if value := constant.StringVal(c.Val()); !slices.Contains(values, value) {
			values = append(values, value)
		}
	}
	if info.Markers.Get("enum") != nil || info.Markers.Get("k8s:enum") != nil {
		return values, nil
	}
	return nil, values
}

// structural are the members of a schema that follow from the Go type alone.
var structural = []string{"$ref", "type", "format", "description", "properties", "required", "allOf", "items", "additionalProperties"}

// addedByMarkers gives the members of a schema, references not resolved, that do not follow from the Go type.
func addedByMarkers(schema apiextensionsv1.JSONSchemaProps) map[string]any {
	all := plain(schema)
	added := map[string]any{}
	for key, value := range all {
		if !slices.Contains(structural, key) {
			added[key] = value
		}
	}
	if schema.Items != nil && schema.Items.Schema != nil {
		if items := addedByMarkers(*schema.Items.Schema); items != nil {
			added["items"] = items
		}
	}
	if len(added) == 0 {
		return nil
	}
	return added
}

// plain gives a schema as plain JSON.
func plain(schema apiextensionsv1.JSONSchemaProps) map[string]any {
	text, err := json.Marshal(schema)
	if err != nil {
		panic(err)
	}
	var result map[string]any
	if err := json.Unmarshal(text, &result); err != nil {
		panic(err)
	}
	return result
}
