package main

import (
	"encoding/json"

	"github.com/google/cel-go/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	apiservercel "k8s.io/apiserver/pkg/cel"
)

// declarationRequest asks for the type that a schema has in expressions.
type declarationRequest struct {
	Schema json.RawMessage `json:"schema"`
	// Whether it is the schema of a whole resource, whose type has the fields of every object.
	Root bool `json:"root,omitempty"`
}

type declarationAnswer struct {
	// Null: expressions cannot see its values.
	Type *declaredType `json:"type"`
}

type declaredType struct {
	Type string `json:"type"`
	// Of an object, by their escaped names.
	Fields  map[string]*declaredType `json:"fields,omitempty"`
	Key     *declaredType            `json:"key,omitempty"`
	Element *declaredType            `json:"element,omitempty"`
	// How many elements, or bytes of a text, there are at most, as the estimate of costs reads it.
	MaxElements uint64 `json:"maxElements"`
	// How many bytes a value takes at least, as JSON.
	MinSize int64 `json:"minSize"`
}

func (r *declarationRequest) answer() (any, error) {
	schema, err := structural(r.Schema)
	if err != nil {
		return nil, err
	}
	declared := model.SchemaDeclType(schema, r.Root)
	if declared == nil {
		return declarationAnswer{}, nil
	}
	return declarationAnswer{Type: describe(declared.MaybeAssignTypeName("selfType"))}, nil
}

func describe(t *apiservercel.DeclType) *declaredType {
	if t == nil {
		return nil
	}
	result := &declaredType{
		Type:        cel.FormatCELType(t.CelType()),
		Key:         describe(t.KeyType),
		Element:     describe(t.ElemType),
		MaxElements: uint64(t.MaxElements),
		MinSize:     t.MinSerializedSize,
	}
	if t.Fields != nil {
		result.Fields = map[string]*declaredType{}
	}
	for name, field := range t.Fields {
		result.Fields[name] = describe(field.Type)
	}
	return result
}
