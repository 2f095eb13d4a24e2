package main

import (
	"context"
	"encoding/json"
	"maps"
	"math"
	"slices"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/install"
	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/validation"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
	"k8s.io/apiserver/pkg/cel/environment"
)

var scheme = newScheme()

func newScheme() *runtime.Scheme {
	s := runtime.NewScheme()
	install.Install(s)
	return s
}

var environments = environment.MustBaseEnvSet(environment.DefaultCompatibilityVersion())

// definitionRequest is a CustomResourceDefinition, of version v1, that is to be created.
type definitionRequest struct {
	// Null: nothing is defaulted or validated, only the rules of Schema are compiled.
	Definition json.RawMessage `json:"definition,omitempty"`
	// The schema of a version, where the definition is not of interest.
	Schema json.RawMessage `json:"schema,omitempty"`
}

type definitionAnswer struct {
	Errors []fieldError `json:"errors"`
	// The rules of each schema, in the order of the versions.
	Schemas [][]ruleAnswer `json:"schemas"`
}

type fieldError struct {
	Type    string `json:"type"`
	Field   string `json:"field"`
	Message string `json:"message"`
}

func fieldErrors(list field.ErrorList) []fieldError {
	result := make([]fieldError, len(list))
	for i, each := range list {
		result[i] = fieldError{Type: string(each.Type), Field: each.Field, Message: each.ErrorBody()}
	}
	return result
}

// ruleAnswer is what the compiler makes of one rule.
type ruleAnswer struct {
	// Where the node is in the schema, as paths of errors say it, and which of its rules this is.
	Path  string `json:"path"`
	Index int    `json:"index"`
	Rule  string `json:"rule"`
	// Why the types of the node cannot be had; nothing else is known then.
	TypeError string `json:"typeError,omitempty"`
	// Why the rule does not compile.
	Error       string `json:"error,omitempty"`
	UsesOldSelf bool   `json:"usesOldSelf,omitempty"`
	// The estimated cost of one evaluation.
	Cost uint64 `json:"cost"`
	// How often the rule is evaluated at most, as the limits of its parents say; absent where one has no limit.
	Cardinality *uint64 `json:"cardinality,omitempty"`
	// How often at most, as the size of a request says: counts where the former is absent.
	SizeCardinality uint64 `json:"sizeCardinality"`
	// Cost times cardinality, which is what the limit of an expression is for.
	ExpressionCost uint64 `json:"expressionCost"`
	// Why the expression for the message does not compile, and its estimated cost.
	MessageError string `json:"messageError,omitempty"`
	MessageCost  uint64 `json:"messageCost,omitempty"`
}

func (r *definitionRequest) answer() (any, error) {
	result := definitionAnswer{Errors: []fieldError{}, Schemas: [][]ruleAnswer{}}
	if r.Schema != nil {
		schema, err := internalSchema(r.Schema)
		if err != nil {
			return nil, err
		}
		result.Schemas = append(result.Schemas, rulesOf(schema))
		return result, nil
	}
	var external apiextensionsv1.CustomResourceDefinition
	if err := json.Unmarshal(r.Definition, &external); err != nil {
		return nil, err
	}
	scheme.Default(&external)
	var internal apiextensions.CustomResourceDefinition
	if err := scheme.Convert(&external, &internal, nil); err != nil {
		return nil, err
	}
	// As the strategy of the resource prepares it.
	internal.Status.StoredVersions = []string{}
	for _, version := range internal.Spec.Versions {
		if version.Storage {
			internal.Status.StoredVersions = append(internal.Status.StoredVersions, version.Name)
		}
	}
	result.Errors = fieldErrors(validation.ValidateCustomResourceDefinition(context.Background(), &internal))
	for _, version := range external.Spec.Versions {
		if version.Schema == nil || version.Schema.OpenAPIV3Schema == nil {
			continue
		}
		var schema apiextensions.JSONSchemaProps
		if err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(version.Schema.OpenAPIV3Schema, &schema, nil); err != nil {
			return nil, err
		}
		result.Schemas = append(result.Schemas, rulesOf(&schema))
	}
	return result, nil
}

func internalSchema(text json.RawMessage) (*apiextensions.JSONSchemaProps, error) {
	var external apiextensionsv1.JSONSchemaProps
	if err := json.Unmarshal(text, &external); err != nil {
		return nil, err
	}
	var internal apiextensions.JSONSchemaProps
	err := apiextensionsv1.Convert_v1_JSONSchemaProps_To_apiextensions_JSONSchemaProps(&external, &internal, nil)
	return &internal, err
}

func rulesOf(schema *apiextensions.JSONSchemaProps) []ruleAnswer {
	return appendRules([]ruleAnswer{}, nil, schema, validation.RootCELContext(schema))
}

// appendRules walks a schema as the validation of a definition does, properties by name.
func appendRules(rules []ruleAnswer, path *field.Path, schema *apiextensions.JSONSchemaProps, context *validation.CELSchemaContext) []ruleAnswer {
	if schema == nil {
		return rules
	}
	rules = append(rules, rulesOfNode(path, schema, context)...)
	for _, name := range slices.Sorted(maps.Keys(schema.Properties)) {
		property := schema.Properties[name]
		rules = appendRules(rules, path.Child("properties").Key(name), &property, context.ChildPropertyContext(&property, name))
	}
	if schema.AdditionalProperties != nil {
		values := schema.AdditionalProperties.Schema
		rules = appendRules(rules, path.Child("additionalProperties"), values, context.ChildAdditionalPropertiesContext(values))
	}
	if schema.Items != nil {
		items := schema.Items.Schema
		rules = appendRules(rules, path.Child("items"), items, context.ChildItemsContext(items))
	}
	return rules
}

func rulesOfNode(path *field.Path, schema *apiextensions.JSONSchemaProps, context *validation.CELSchemaContext) []ruleAnswer {
	if len(schema.XValidations) == 0 {
		return nil
	}
	answers := make([]ruleAnswer, len(schema.XValidations))
	for i, rule := range schema.XValidations {
		answers[i] = ruleAnswer{Path: path.String(), Index: i, Rule: rule.Rule, Cardinality: context.MaxCardinality}
	}
	info, err := context.TypeInfo()
	var compiled []cel.CompilationResult
	if err == nil {
		compiled, err = cel.Compile(info.Schema, info.DeclType, celconfig.PerCallLimit, environments, cel.NewExpressionsEnvLoader())
	}
	for i := range answers {
		if err != nil {
			answers[i].TypeError = err.Error()
			continue
		}
		answers[i].fill(&compiled[i])
	}
	return answers
}

func (a *ruleAnswer) fill(c *cel.CompilationResult) {
	if c.Error != nil {
		a.Error = c.Error.Detail
	}
	if c.MessageExpressionError != nil {
		a.MessageError = c.MessageExpressionError.Detail
	}
	a.UsesOldSelf = c.UsesOldSelf
	a.Cost = c.MaxCost
	a.MessageCost = c.MessageExpressionMaxCost
	a.SizeCardinality = c.MaxCardinality
	cardinality := c.MaxCardinality
	if a.Cardinality != nil {
		cardinality = *a.Cardinality
	}
	a.ExpressionCost = multiply(c.MaxCost, cardinality)
}

// multiply stops at the largest number, as the server does.
func multiply(a, b uint64) uint64 {
	if a == 0 {
		return 0
	} else if math.MaxUint64/a < b {
		return math.MaxUint64
	}
	return a * b
}
