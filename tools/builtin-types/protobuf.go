package main

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"sigs.k8s.io/controller-tools/pkg/loader"
	"sigs.k8s.io/controller-tools/pkg/markers"
)

const (
	// protobufNone: the type has no form in protobuf.
	protobufNone = "none"
	// protobufMessage: a list that is a message of its own, with its elements in field 1. Other lists are repeated fields of the struct that has them.
	protobufMessage = "message"
)

// protobufNumber reads the number that a field has in protobuf from its tag; 0 where it has none.
func protobufNumber(field markers.FieldInfo) (int, error) {
	tag := field.Tag.Get("protobuf")
	if tag == "" || tag == "-" {
		return 0, nil
	}
	parts := strings.Split(tag, ",")
	if len(parts) < 2 {
		return 0, fmt.Errorf("field %s: protobuf tag %q has no number", field.Name, tag)
	}
	number, err := strconv.Atoi(parts[1])
	if err != nil {
		return 0, fmt.Errorf("field %s: protobuf tag %q: %w", field.Name, tag, err)
	}
	return number, nil
}

// protobufOfStruct says that a struct none of whose fields has a number is not sent in protobuf.
func protobufOfStruct(data *typeData) string {
	for _, field := range data.fields {
		if field.number != 0 {
			return ""
		}
	}
	for _, embedded := range data.inline {
		if embedded.number != 0 {
			return ""
		}
	}
	if len(data.fields) == 0 {
		return ""
	}
	return protobufNone
}

// protobufOfNamed tells the lists that are messages of their own: those that write themselves.
func protobufOfNamed(pkg *loader.Package, info *markers.TypeInfo) string {
	object := pkg.Types.Scope().Lookup(info.Name)
	if object == nil {
		return ""
	}
	if _, isList := object.Type().Underlying().(*types.Slice); !isList {
		return ""
	}
	if method, _, _ := types.LookupFieldOrMethod(object.Type(), true, pkg.Types, "Marshal"); method != nil {
		return protobufMessage
	}
	return ""
}
