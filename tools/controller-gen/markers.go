package main

import (
	"encoding/json"
	"fmt"
	"io"
	"reflect"

	crdmarkers "sigs.k8s.io/controller-tools/pkg/crd/markers"
	"sigs.k8s.io/controller-tools/pkg/deepcopy"
	"sigs.k8s.io/controller-tools/pkg/markers"
	"sigs.k8s.io/controller-tools/pkg/rbac"
	"sigs.k8s.io/controller-tools/pkg/webhook"
)

var markerTargets = map[string]markers.TargetType{
	"folder": markers.DescribesPackage,
	"type":   markers.DescribesType,
	"field":  markers.DescribesField,
}

// readMarker is what a line of text is read as. Without a name: nothing, since no marker of that target has it.
type readMarker struct {
	Name   string         `json:"name,omitempty"`
	Values map[string]any `json:"values,omitempty"`
	Error  string         `json:"error,omitempty"`
}

// printMarkers prints what each line of the form {"target": "field", "text": "+optional"} is read as.
func printMarkers(in io.Reader, out io.Writer) error {
	registry := &markers.Registry{}
	register := []func(*markers.Registry) error{
		crdmarkers.Register, rbac.Generator{}.RegisterMarkers, webhook.Generator{}.RegisterMarkers, deepcopy.Generator{}.RegisterMarkers,
	}
	for _, each := range register {
		if err := each(registry); err != nil {
			return err
		}
	}
	return eachLine(in, out, func(line string) (string, error) {
		var given struct{ Target, Text string }
		if err := json.Unmarshal([]byte(line), &given); err != nil {
			return "", err
		}
		read, err := json.Marshal(readOne(registry.Lookup(given.Text, markerTargets[given.Target]), given.Text))
		return string(read), err
	})
}

func readOne(definition *markers.Definition, text string) (read readMarker) {
	if definition == nil {
		return readMarker{}
	}
	defer func() {
		if problem := recover(); problem != nil {
			read = readMarker{Name: definition.Name, Error: fmt.Sprint(problem)}
		}
	}()
	value, err := definition.Parse(text)
	if err != nil {
		return readMarker{Name: definition.Name, Error: err.Error()}
	}
	return readMarker{Name: definition.Name, Values: valuesOf(definition, reflect.Indirect(reflect.ValueOf(value)))}
}

// valuesOf gives the arguments by name, a single value by an empty one. Arguments that may be left out and are not there are left out, or zero.
func valuesOf(definition *markers.Definition, value reflect.Value) map[string]any {
	values := map[string]any{}
	if value.Kind() != reflect.Struct {
		if raw, isRaw := value.Interface().(markers.RawArguments); isRaw {
			return map[string]any{"": string(raw)}
		}
		return map[string]any{"": value.Interface()}
	}
	for argument, field := range definition.FieldNames {
		if member := value.FieldByName(field); member.Kind() != reflect.Pointer || !member.IsNil() {
			values[argument] = member.Interface()
		}
	}
	if len(definition.FieldNames) == 0 && value.NumField() == 1 {
		values[""] = value.Field(0).Interface()
	}
	return values
}
