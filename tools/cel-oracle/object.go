package main

import (
	"context"
	"encoding/json"
	"fmt"

	structuralschema "k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel/model"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/common"
	"k8s.io/apiserver/pkg/warning"
)

// objectRequest is an object that the rules of its schema judge, created or, with an old one, updated.
type objectRequest struct {
	Schema json.RawMessage `json:"schema"`
	Object json.RawMessage `json:"object"`
	Old    json.RawMessage `json:"old,omitempty"`
	// The cost that may be spent; 0: the server's.
	Budget int64 `json:"budget,omitempty"`
}

type objectAnswer struct {
	Errors   []fieldError `json:"errors"`
	Warnings []string     `json:"warnings"`
	// What was spent; meaningless where the budget did not suffice.
	Cost int64 `json:"cost"`
	// Whether the budget did not suffice.
	Exceeded bool `json:"exceeded,omitempty"`
	// Why the server would panic, and answer with an internal error.
	Panic string `json:"panic,omitempty"`
}

type warnings struct{ texts []string }

func (w *warnings) AddWarning(_, text string) { w.texts = append(w.texts, text) }

func (r *objectRequest) answer() (result any, err error) {
	defer func() {
		if problem := recover(); problem != nil {
			result, err = objectAnswer{Errors: []fieldError{}, Warnings: []string{}, Panic: fmt.Sprint(problem)}, nil
		}
	}()
	schema, validator, err := r.validator()
	if err != nil {
		return nil, err
	}
	object, err := decode(r.Object)
	if err != nil {
		return nil, err
	}
	old, err := decode(r.Old)
	if err != nil {
		return nil, err
	}
	budget := r.Budget
	if budget == 0 {
		budget = celconfig.RuntimeCELCostBudget
	}
	recorder := &warnings{texts: []string{}}
	options := []cel.Option{}
	if old != nil {
		options = append(options, cel.WithRatcheting(common.NewCorrelatedObject(object, old, &model.Structural{Structural: schema})))
	}
	errs, left := validator.Validate(warning.WithWarningRecorder(context.Background(), recorder), nil, schema, object, old, budget, options...)
	return objectAnswer{Errors: fieldErrors(errs), Warnings: recorder.texts, Cost: budget - left, Exceeded: left < 0}, nil
}

// compiled are the rules of the schema of the latest request: compiling them takes most of the time.
var compiled struct {
	text      string
	schema    *structuralschema.Structural
	validator *cel.Validator
}

func (r *objectRequest) validator() (*structuralschema.Structural, *cel.Validator, error) {
	if text := string(r.Schema); compiled.schema == nil || compiled.text != text {
		schema, err := structural(r.Schema)
		if err != nil {
			return nil, nil, err
		}
		validator := cel.NewValidator(schema, true, celconfig.PerCallLimit)
		compiled.text, compiled.schema, compiled.validator = text, schema, validator
	}
	return compiled.schema, compiled.validator, nil
}

func structural(text json.RawMessage) (*structuralschema.Structural, error) {
	schema, err := internalSchema(text)
	if err != nil {
		return nil, err
	}
	return structuralschema.NewStructural(schema)
}

// decode reads numbers as the server does: int64 where they are integers that fit, else float64.
func decode(text json.RawMessage) (any, error) {
	if text == nil {
		return nil, nil
	}
	var value any
	err := utiljson.Unmarshal(text, &value)
	return value, err
}
